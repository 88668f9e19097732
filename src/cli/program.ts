// The parser of the command line: gives every command of the list to commander, which reads what was typed.

import { Command, CommanderError, Option } from 'commander'
import type { ErrorInfo } from '../core/errors.ts'
import { nearestNames } from '../core/text/nearest.ts'
import { reveal } from '../tui/text/sanitize.ts'
import type { CliCommand, CliContext, CliOption } from './cli-command/cli-command.ts'
import { isPromptAlone, requireCommand } from './commands/unknown-command.ts'
import { AGENT } from './definitions/agent.ts'
import type { Output } from './io/output.ts'

/** For those who ask when the parser has failed; from here, so that a start has one file less to load. */
export { AGENT }

type ProgramContext = {
	version: string
	output: Output
	/** Told after the parser has said what it does not understand. */
	mistyped(failure: ErrorInfo): Promise<void>
}

/** @returns the exit code of the command that was typed @throws AgentError `usage` for a word that was meant as one */
export async function runProgram(
	argv: readonly string[],
	{ version, output, mistyped }: ProgramContext,
): Promise<number> {
	requireCommand(argv, AGENT)
	let code = 0
	const context: CliContext = {
		version,
		output,
		root: AGENT,
		again: words => runProgram(words, { version, output, mistyped }),
	}
	const program = new Command(AGENT.name)
		.version(version, '-V, --version', 'print the version')
		.helpOption('-h, --help', 'print help')
		.showHelpAfterError('(agent --help lists commands and flags)')
		.configureOutput({
			writeOut: output.out,
			// It repeats what was typed, and whoever reads a log of it is a terminal as well.
			writeErr: text => output.error(reveal(text).text),
			outputError: (text, write) => write(withQuotes(text)),
		})
		.exitOverride()
		.enablePositionalOptions()
	const words = new Set(argv)
	const isHelp = ['help', '-h', '--help'].some(word => words.has(word))
	describe(program, AGENT)
	// To the parser a command's name is one behind `--`, too.
	define(
		program,
		isPromptAlone(argv, AGENT) ? { ...AGENT, commands: [] } : AGENT,
		{
			isWanted: ({ name, aliases = [], isDefault }) =>
				isHelp || isDefault === true || [name, ...aliases].some(each => words.has(each)),
			run: async (command, typed) => {
				code = (await command.run?.(context, ...typed)) ?? 0
			},
		},
		AGENT.name,
	)
	try {
		await program.parseAsync(argv, { from: 'user' })
		return code
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error
		// commander has said what is wrong; help and version that were asked for are no error.
		if (error.exitCode === 0) return 0
		await mistyped({ code: 'usage', message: error.message.replace(/^error: /, '') })
		return 2
	}
}

function describe(parsed: Command, { description, aliases = [], arguments: taken = [] }: CliCommand): void {
	parsed.description(description).aliases(aliases)
	for (const { usage, description = '' } of taken) parsed.argument(usage, description)
}

/** Too many words for a command are most often a prompt that was typed without quotes. */
function withQuotes(text: string): string {
	const [tooMany, name] = /^error: too many arguments(?: for '([\w-]+)')?\./.exec(text) ?? []
	const command = name === undefined ? AGENT : AGENT.commands?.find(each => each.name === name)
	if (tooMany === undefined || !command?.arguments?.some(({ usage }) => usage === '[prompt]')) return text
	return `${text.trimEnd()} A prompt of several words stands in quotes.\n`
}

type Definitions = {
	/** May be what was typed, or what is told about. Of the others only the names are needed. */
	isWanted(command: CliCommand): boolean
	run(command: CliCommand, typed: readonly unknown[]): Promise<void>
}

/** @param path - the command as it is typed: `agent sessions show` */
function define(parsed: Command, command: CliCommand, definitions: Definitions, path: string): void {
	for (const option of command.options ?? []) parsed.addOption(optionOf(option))
	if (command.examples)
		parsed.addHelpText('after', `\nExamples:\n${command.examples.map(line => `  ${line}`).join('\n')}`)
	// The last that commander hands over is its own object.
	if (command.run) parsed.action((...typed: unknown[]) => definitions.run(command, typed.slice(0, -1)))
	for (const inner of command.commands ?? []) {
		const parsedInner = parsed.command(inner.name, { isDefault: inner.isDefault === true })
		describe(parsedInner, inner)
		// The default one is what the group is without a further word.
		const innerPath = inner.isDefault ? path : `${path} ${inner.name}`
		if (!inner.isDefault) parsedInner.showHelpAfterError(`(${innerPath} --help says what it takes)`)
		if (definitions.isWanted(inner)) define(parsedInner, inner, definitions, innerPath)
	}
	if (command.commands && !command.run) requireKnown(parsed)
}

function optionOf({ flags, description, choices, fallback, isRepeatable, isHidden }: CliOption): Option {
	const option = new Option(flags, description)
	if (isHidden) option.hideHelp()
	if (choices) option.choices(choices)
	if (fallback !== undefined) option.default(fallback)
	if (isRepeatable)
		option.argParser((value: string, before: readonly string[] = []): readonly string[] => [...before, value])
	return option
}

/** A group goes to its default command with whatever it does not know, and that one would only complain of too much. */
function requireKnown(group: Command): void {
	group.hook('preSubcommand', () => {
		const [typed] = group.args
		const names = group.commands.map(command => command.name())
		const known = [...names, ...group.commands.flatMap(command => command.aliases()), 'help']
		if (typed === undefined || typed.startsWith('-') || known.includes(typed)) return
		const near = nearestNames(typed, names).map(name => `agent ${group.name()} ${name}`)
		const advice = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `there are ${names.join(', ')}`
		group.error(`error: there is no command "${group.name()} ${typed}"; ${advice}`)
	})
}
