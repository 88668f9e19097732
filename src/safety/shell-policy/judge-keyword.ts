// Shell keywords that take words as a command does: what a loop goes over, what `case` and `[[ ]]` compare. They run
// nothing; a word that only the shell can work out asks.

import type { SimpleCommand } from '../shell-parser/bash-syntax.ts'
import { literal } from '../shell-parser/bash-words.ts'
import { judgeReads } from './analysis/reads.ts'
import type { Scope } from './analysis/scope.ts'
import { asks, type Evaluation, harmless } from './analysis/verdict.ts'

export function judgeKeyword({ keyword, words }: SimpleCommand, scope: Scope): Evaluation {
	const unclear = words.flatMap(({ pieces }) => pieces).find(({ kind }) => kind === 'opaque')
	if (unclear?.kind === 'opaque')
		return asks('expansion', `It contains ${unclear.what}, which is only known when it runs.`)
	if (keyword !== 'for') return harmless(`read-only/${keyword}`, 'It only compares.')
	// A name in the list need not be a file; a pattern is looked up among the files.
	const patterns = words.filter(({ pieces }) => pieces.some(({ kind }) => kind === 'pattern'))
	return judgeReads(patterns, scope, { name: 'read-only/for', why: 'goes over names of files' })
}

/** `read -r line` where it keeps a loop going: what it fills is data to all that follows. */
export function judgeRead({ words, isLoopCondition }: SimpleCommand): Evaluation {
	const [, ...names] = words.map(literal)
	const isPlain = names.every(name => name !== undefined && /^(?:-r|[a-z][a-z0-9_]{0,30})$/.test(name))
	return isLoopCondition && words[0]?.text === 'read' && isPlain && names.length > 0
		? harmless('read-only/read', 'It reads its input line by line.')
		: asks('options/read', 'read: it sets a variable, which can change what programs do.')
}
