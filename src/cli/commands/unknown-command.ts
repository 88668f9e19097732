// A first word that was meant as a command and is none: it is told instead of being sent to a model as a prompt.

import { AgentError } from '../../core/errors.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { type CliCommand, type CliOption, namesOf, optionParts } from '../cli-command/cli-command.ts'

/**
 * Commands that are planned or that other programs have. There are none of these names yet; what does the same is named
 * where there is something.
 */
const NOT_THERE_YET: ReadonlyMap<string, string> = new Map([
	['agents', ''],
	['delegate', ''],
	['version', 'It is an option: agent --version.'],
])

/**
 * Only a single word without blanks can be meant so: "init the repo" in quotes is a prompt, and so is everything
 * behind `--`.
 * @throws AgentError `usage`
 */
export function requireCommand(argv: readonly string[], root: CliCommand): void {
	const operands = operandsOf(argv, root.options ?? [])
	const [word] = operands
	const commands = root.commands ?? []
	if (word === undefined || !/^[a-z][a-z-]+$/i.test(word) || commands.flatMap(namesOf).includes(word)) return
	const problem = problemWith(word, commands)
	if (problem === undefined) return
	const text = operands.join(' ')
	throw new AgentError(
		'usage',
		`${problem}\nTo send it as a prompt: agent run ${JSON.stringify(text)}, or agent -- ${operands.length > 1 ? JSON.stringify(text) : text}`,
	)
}

/** Whether the first word stands behind `--`, so that it is no command, whatever it says. */
export function isPromptAlone(argv: readonly string[], root: CliCommand): boolean {
	return argv.includes('--') && operandsOf(argv, root.options ?? []).length === 0
}

function problemWith(word: string, commands: readonly CliCommand[]): string | undefined {
	const typed = word.toLowerCase()
	const planned = [typed, `${typed}s`, typed.replace(/s$/, '')].find(name => NOT_THERE_YET.has(name))
	if (planned !== undefined) {
		const instead = NOT_THERE_YET.get(planned)
		return `there is no command "${word}" yet.${instead ? ` ${instead}` : ''}`
	}
	const byName = new Map(
		commands.flatMap(command => namesOf(command).map(name => [name, command.name] as const)),
	)
	const near = nearestNames(typed, [...byName.keys()], {
		allowedEdits: length => Math.max(1, Math.floor(length / 3)),
	})
	if (near.length === 0) return undefined
	const meant = new Set(near.map(name => `agent ${byName.get(name)}`))
	return `there is no command "${word}"; did you mean ${[...meant].join(' or ')}?`
}

/** The words that are no options and no values of options; none when that cannot be told or `--` stands before them. */
function operandsOf(argv: readonly string[], options: readonly CliOption[]): readonly string[] {
	const takesValue = new Map(
		options.flatMap(option => {
			const { names, takesValue } = optionParts(option)
			return names.map(name => [name, takesValue] as const)
		}),
	)
	const operands: string[] = []
	for (let at = 0; at < argv.length; at++) {
		const word = argv[at]!
		if (word === '--') break
		if (!word.startsWith('-')) operands.push(word)
		else if (takesValue.get(word)) at++
	}
	return operands
}
