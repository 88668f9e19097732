// Words of a command rule such as `shell(git commit)`, read by the same grammar as the commands it is about.

import { readScript } from '../shell-parser/bash-syntax.ts'
import { literal } from '../shell-parser/bash-words.ts'

/** @returns undefined when it is more than one plain command */
export function ruleWords(text: string): readonly string[] | undefined {
	const { commands, obstacles } = readScript(text)
	const [command, ...others] = commands
	if (!command || others.length > 0 || obstacles.length > 0) return undefined
	if (command.assignments.length > 0 || command.redirections.length > 0) return undefined
	const words = command.words.flatMap(word => literal(word) ?? [])
	return words.length > 0 && words.length === command.words.length ? words : undefined
}

/** A rule that `ruleWords` reads as these words again. */
export function wordsAsText(words: readonly string[]): string {
	return words.map(word => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}

const PLAIN = /^[\w./:@%+,-]+$/
