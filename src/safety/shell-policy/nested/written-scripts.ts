// Scripts that one command writes or says and another one runs: `cat > x.sh <<'EOF' … EOF` and then `bash x.sh`, and
// `bash <(echo …)`.

import { posix } from 'node:path'
import type { Script, SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { factsOf, readsCode, runsScriptFile } from '../programs/facts.ts'
import { isMake, quotedIn } from './hidden-commands.ts'
import { fedTo, printedWords, programName } from './wrappers.ts'

/** What such a script says, and the command as if its runner had been given it on the command line. */
export type WrittenScript = { command: SimpleCommand; text: string }

/** @param takesQueries - whether a program does what a text in the language of a database says */
export function writtenScripts(
	{ commands }: Script,
	takesQueries: (program: string) => boolean,
): readonly WrittenScript[] {
	const written = new Map<string, string>()
	const obeys = (program: string) => runsScriptFile(program) || readsCode(program) || takesQueries(program)
	const asIfGiven = (command: SimpleCommand, text: string) => {
		const program = programName(command) ?? ''
		if (isMake(program)) return givenText(command, program, text)
		// What a script of package.json runs is in quotes.
		if (factsOf(program).runsScripts) return givenText(command, 'sh', quotedIn(text).join('\n'))
		return givenText(command, readsCode(program) || takesQueries(program) ? program : 'sh', text)
	}
	const found: WrittenScript[] = substitutedScripts(commands, obeys)
		.slice(0, MAX_SUBSTITUTED)
		.map(({ runner, text }) => ({ command: asIfGiven(runner, text), text }))
	for (const command of commands) {
		for (const path of written.size > 0 ? pathsRun(command, obeys) : []) {
			const text = written.get(path)
			if (text !== undefined) found.push({ command: asIfGiven(command, text), text })
		}
		const paths = pathsWritten(command)
		// Of a command with thousands of redirections the text is one.
		const said = paths.length > 0 ? textOf(command) : ''
		for (const path of paths) written.set(path, said)
	}
	return found
}

const MAX_SUBSTITUTED = 60

/** `bash <(echo …)`, `eval "$(cat <<E … E)"`: what is said in the statement of a shell that is handed a substitution. */
function substitutedScripts(
	commands: readonly SimpleCommand[],
	obeys: (program: string) => boolean,
): readonly { runner: SimpleCommand; text: string }[] {
	const runners = new Map(
		commands.flatMap(command =>
			isHandedSubstitution(command, obeys) ? [[command.statement, command] as const] : [],
		),
	)
	return commands.flatMap(command => {
		const runner = runners.get(command.statement)
		const text = runner && runner !== command ? textOf(command) : ''
		return runner && text !== '' ? [{ runner, text }] : []
	})
}

function isHandedSubstitution(command: SimpleCommand, obeys: (program: string) => boolean): boolean {
	const isHanded =
		command.words.some(holdsSubstitution) ||
		command.redirections.some(({ target }) => target !== undefined && holdsSubstitution(target))
	const program = isHanded ? programName(command) : undefined
	return program !== undefined && (program === 'eval' || obeys(program))
}

function holdsSubstitution({ pieces }: Word): boolean {
	return pieces.some(piece => piece.kind === 'opaque' && /substitution/.test(piece.what))
}

function pathsWritten({ words, redirections }: SimpleCommand): readonly string[] {
	const targets = redirections.flatMap(({ operator, target }) =>
		operator.includes('>') && target ? [literal(target)] : [],
	)
	const teed = words[0]?.text === 'tee' ? words.slice(1).map(literal) : []
	return [...targets, ...teed].flatMap(path => (path ? [posix.normalize(path)] : []))
}

function textOf(command: SimpleCommand): string {
	return [...printedWords(command), ...fedTo(command)].join('\n')
}

/** `./x.sh`, and whatever a shell, another language or a database is given to run, also as its input. */
function pathsRun(command: SimpleCommand, obeys: (program: string) => boolean): readonly string[] {
	const program = programName(command)
	if (program === undefined) return []
	const input = command.redirections.flatMap(({ operator, target }) =>
		operator === '<' && target ? [target] : [],
	)
	if (isMake(program)) return [...MAKEFILES, ...command.words.slice(1).flatMap(word => literal(word) ?? [])]
	if (factsOf(program).runsScripts) return ['package.json']
	const words = obeys(program) ? [...command.words, ...input] : command.words.slice(0, 1)
	return words.flatMap(word => posix.normalize((literal(word) ?? '/').replace(/^--?[\w-]+=/, '')))
}

const MAKEFILES = ['Makefile', 'makefile', 'GNUmakefile']

function givenText(command: SimpleCommand, runner: string, text: string): SimpleCommand {
	const given = [runner, '-c', text].map(value => ({
		text: value,
		pieces: [{ kind: 'literal', value } as const],
	}))
	return { ...command, words: given, redirections: [], assignments: [], pipedFrom: undefined, fedBy: [] }
}
