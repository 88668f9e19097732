// Outside writes: what a command is told to write beyond the workspace and the temporary folders, as far as its text
// tells. Reading there asks, writing asks harder; a rule, an added folder or the sandbox may settle it.

import { posix } from 'node:path'
import { isSpareFile } from '../../paths/protected-paths.ts'
import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { isInside, type Scope, targetOf } from '../analysis/scope.ts'
import { isDevice } from '../analysis/sensitive-paths.ts'
import { asksHard, type Evaluation } from '../analysis/verdict.ts'
import { withHiddenCommands } from '../nested/wrappers.ts'
import { callOf, ofOperand, type ProgramCall } from './hard-rule.ts'
import { writtenBesides } from './written-words.ts'

/** Of the rules that ask whatever the mode, the one that others than a person may settle. */
export const OUTSIDE_WRITE = 'hard/write-outside'

export function outsideWrite(command: SimpleCommand, scope: Scope): Evaluation | undefined {
	const written = withHiddenCommands(command, scope.budget).flatMap(inner => {
		const call = callOf(inner)
		return [...redirected(inner), ...writtenBy(call), ...writtenBesides(call)].flatMap(word => {
			const paths = pathsOutside(word, scope)
			return paths.length > 0 ? [{ word, paths }] : []
		})
	})
	const [first] = written
	if (!first) return undefined
	const folders = written.flatMap(({ word, paths }) => paths.map(path => folderOf(path, word, scope)))
	return {
		...asksHard(OUTSIDE_WRITE, `It writes to ${first.word.text}, outside the workspace.`),
		foldersOutside: [...new Set(folders)],
	}
}

/** Where it is written: what the path names with a slash at its end, or right below the root, is the folder itself. */
function folderOf(path: string, { text }: Word, { home }: Scope): string {
	const above = posix.dirname(path)
	return text.endsWith('/') || above === '/' || above === home ? path : above
}

function redirected({ redirections }: SimpleCommand): readonly Word[] {
	return redirections.flatMap(({ operator, target }) =>
		/^(?:&>>?|>\||>>?|<>|>&)$/.test(operator) && target ? [target] : [],
	)
}

/** By the program, which of its words are written. */
function writtenBy({ program, facts, texts, operands, command }: ProgramCall): readonly Word[] {
	if (program === 'dd') return ofOperand(operands)
	if (facts.network === 'downloads')
		return behind(command, /^(?:-[oOP]|--output(?:-document|-dir)?|--directory-prefix)$/)
	if (facts.kind === 'permissions') return operands.slice(1)
	if (program === 'git') return writtenByGit(operands)
	if (facts.replacesLast || program === 'mv') {
		const into = behind(command, /^(?:-t|--target-directory)$/)
		// What is moved away is changed where it was.
		return into.length > 0
			? into
			: program === 'mv'
				? operands
				: operands.length > 1
					? operands.slice(-1)
					: []
	}
	if (WRITES_ALL.has(program)) return operands
	return facts.writes === 'option' && texts.some(text => /^-[a-zA-Z]*i|^--in-pl/.test(text)) ? operands : []
}

const WRITES_ALL: ReadonlySet<string> = new Set([
	'touch',
	'mkdir',
	'tee',
	'truncate',
	'sponge',
	'mkfifo',
	'mknod',
])

/** Where a clone, a repository or a work tree is made. */
function writtenByGit(operands: readonly Word[]): readonly Word[] {
	const [verb, ...rest] = operands
	switch (verb && literal(verb)) {
		case 'clone':
			return rest.slice(1)
		case 'init':
			return rest
		case 'worktree':
			return literal(rest[0] ?? NOTHING) === 'add' ? rest.slice(1, 2) : []
		default:
			return []
	}
}

const NOTHING: Word = { text: '', pieces: [] }

function behind({ words }: SimpleCommand, option: RegExp): readonly Word[] {
	return words.filter((_, index) => option.test(literal(words[index - 1] ?? NOTHING) ?? ''))
}

function pathsOutside(word: Word, scope: Scope): readonly string[] {
	const paths = targetOf(word, scope)?.paths ?? []
	// Where it has gone for sure, the folder before does not count.
	return (scope.mayHaveStayed === false ? paths.slice(-1) : paths).filter(
		path => !isInside(path, scope.roots) && !isSpareFile(path, scope) && !isDevice(path),
	)
}
