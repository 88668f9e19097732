// Translated calls: programs that do under a name of their own what everybody knows under another, told in the words of
// that one. Good for asking harder and for nothing else.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, literalPiece, type Word } from '../../shell-parser/bash-words.ts'

/** `cmake -E rm -rf ~` is `rm -rf ~`; undefined where there is nothing to translate. */
export function translatedCall(program: string, command: SimpleCommand): SimpleCommand | undefined {
	const { words } = command
	if (program === 'git') return command.text.includes('alias.') ? aliasedCall(command) : undefined
	if (program !== 'cmake' || words[1]?.text !== '-E') return undefined
	const known = COMMANDS_OF_CMAKE.get((words[2] && literal(words[2])) ?? '')
	return known ? { ...command, words: [...known.map(wordOf), ...words.slice(3)] } : undefined
}

/** `git -c alias.p=push p` is `git push`. */
function aliasedCall(command: SimpleCommand): SimpleCommand | undefined {
	const { words } = command
	for (const [index, word] of words.entries()) {
		const [, name, value] = /^(?:--config=)?alias\.([\w-]{1,60})=([^!].*)$/s.exec(literal(word) ?? '') ?? []
		const use = name === undefined ? -1 : words.findIndex((each, at) => at > index && literal(each) === name)
		if (use === -1 || value === undefined) continue
		return {
			...command,
			words: [words[0]!, ...value.trim().split(/\s+/).map(wordOf), ...words.slice(use + 1)],
		}
	}
	return undefined
}

function wordOf(text: string): Word {
	return { text, pieces: [literalPiece(text)] }
}

const COMMANDS_OF_CMAKE: ReadonlyMap<string, readonly string[]> = new Map([
	['rm', ['rm']],
	['remove', ['rm']],
	['remove_directory', ['rm', '-rf']],
	['copy', ['cp']],
	['copy_if_different', ['cp']],
	['copy_if_newer', ['cp']],
	['copy_directory', ['cp', '-r']],
	['copy_directory_if_different', ['cp', '-r']],
	['copy_directory_if_newer', ['cp', '-r']],
	['rename', ['mv']],
	['create_symlink', ['ln', '-s']],
	['create_hardlink', ['ln']],
	['touch', ['touch']],
	['touch_nocreate', ['touch']],
	['make_directory', ['mkdir']],
	['environment', ['env']],
	['env', ['env']],
	['chdir', ['env', '-C']],
	['time', ['time']],
	['tar', ['tar']],
	['cat', ['cat']],
])
