// Scripts that one command writes and a later one runs: `cat > x.sh <<'EOF' … EOF` and then `bash x.sh`.

import { posix } from 'node:path'
import type { Script, SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal } from '../../shell-parser/bash-words.ts'
import { readsCode, runsScriptFile } from '../programs/facts.ts'
import { fedTo, printedWords, programName } from './wrappers.ts'

/** What such a script says, as if its runner had been given it on the command line. */
export function writtenScripts({ commands }: Script): readonly SimpleCommand[] {
	const written = new Map<string, string>()
	const found: SimpleCommand[] = []
	for (const command of commands) {
		for (const path of written.size > 0 ? pathsRun(command) : []) {
			const text = written.get(path)
			if (text !== undefined) found.push(asIfGiven(command, text))
		}
		for (const path of pathsWritten(command)) written.set(path, textOf(command))
	}
	return found
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

/** `./x.sh`, and whatever a shell or another language is given to run. */
function pathsRun(command: SimpleCommand): readonly string[] {
	const program = programName(command)
	if (program === undefined) return []
	const words = runsScriptFile(program) || readsCode(program) ? command.words : command.words.slice(0, 1)
	return words.flatMap(word => posix.normalize(literal(word) ?? '/'))
}

function asIfGiven(command: SimpleCommand, text: string): SimpleCommand {
	const program = programName(command) ?? ''
	const runner = readsCode(program) ? program : 'sh'
	const given = [runner, '-c', text].map(value => ({
		text: value,
		pieces: [{ kind: 'literal', value } as const],
	}))
	return { ...command, words: given, redirections: [], assignments: [], pipedFrom: undefined }
}
