// File reads that need no approval: files inside the workspace that are no secrets.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import type { Word } from '../../shell-parser/bash-words.ts'
import { leadsOutside, type Scope, targetOf } from './scope.ts'
import { isSecretName, secretAt } from './sensitive-paths.ts'
import { asks, asksHard, type Evaluation, harmless, strictest } from './verdict.ts'

type ReadingRule = {
	/** The rule that decided. */
	name: string
	why: string
	/** It tells names, sizes and counts, and never what is in a file. */
	showsNoContent?: true | undefined
}

/** @param rule - the rule that calls the program harmless, passed on when the paths are harmless too */
export function judgeReads(words: readonly Word[], scope: Scope, rule: ReadingRule): Evaluation {
	const evaluations = words.map(word => judgeRead(word, scope, rule))
	const worst = strictest(evaluations)
	if (worst && worst.outcome !== 'allow') return worst
	return harmless(
		rule.name,
		`It ${rule.why}.`,
		evaluations.flatMap(evaluation => evaluation.reads),
	)
}

/** Why what a word names is a secret, be it a path of its own, `@path`, `name=path`, `revision:path` or `host:path`. */
export function secretIn(word: Word, scope: Scope): string | undefined {
	if (word.pieces.length > MAX_PIECES) return 'It is put together of too many pieces to be told.'
	for (const candidate of [word, ...tails(word)]) {
		const target = targetOf(candidate, scope) ?? targetOf(withoutUnknown(candidate), scope)
		for (const path of target?.paths ?? []) {
			const secret = secretAt(path, scope)
			if (secret !== undefined) return secret
		}
	}
	return undefined
}

/** Far more than a path has. Looking behind each of thousands would take the square of their number. */
const MAX_PIECES = 200

/** `$GITHUB_TOKEN` and the like, in any word of the command. */
export function secretVariable(command: SimpleCommand): string | undefined {
	const words = [
		...command.words,
		...command.redirections.flatMap(({ target }) => target ?? []),
		...command.assignments.flatMap(({ value }) => value ?? []),
	]
	for (const { pieces } of words)
		for (const piece of pieces) {
			const names =
				piece.kind === 'variable' ? [piece.name] : piece.kind === 'opaque' ? (piece.names ?? []) : []
			const secret = names.find(isSecretName)
			if (secret !== undefined) return secret
		}
	return undefined
}

function judgeRead(word: Word, scope: Scope, { name, showsNoContent }: Omit<ReadingRule, 'why'>): Evaluation {
	const secret = secretIn(word, scope)
	if (secret !== undefined) return asksHard('hard/secret', `It reads ${word.text}. ${secret}`)
	const [only, ...others] = word.pieces
	if (only?.kind === 'variable' && only.data === 'stream' && others.length === 0) return harmless(name, '')
	// The names of files of the folder may lead astray when they are taken apart at blanks, or are links.
	const isSafe = (data: DataKind) =>
		data === 'files' ||
		(data === 'names' && showsNoContent === true) ||
		// To git they are commits before they are names of files, and what is a link it does not follow.
		(data === 'hashes' && name.startsWith('read-only/git '))
	if (word.pieces.some(piece => piece.kind === 'variable' && piece.data && !isSafe(piece.data)))
		return asks('unknown-path', `Which file it reads by ${word.text} is only known when it runs.`)
	const target = targetOf(word, scope) ?? targetOf(withEmptyStart(word), scope)
	if (!target) return harmless(name, '')
	if (target.paths.some(({ length }) => length > MAX_PATH))
		return asks('too-long', `The path ${word.text.slice(0, 40)}… is longer than a path can be read.`)
	if (leadsOutside(target, scope))
		return asks('outside-workspace', `It reads ${word.text}, which may lead outside the workspace.`)
	// Of plain files there is no link to follow.
	const areFiles = word.pieces.some(piece => piece.kind === 'variable' && piece.data === 'files')
	return harmless(name, '', areFiles ? [] : target.paths)
}

const MAX_PATH = 1_000

type DataKind = NonNullable<(Word['pieces'][number] & { kind: 'variable' })['data']>

/** `$X/etc/hosts` where nothing is in X. A variable alone says too little to be judged. */
function withEmptyStart(word: Word): Word {
	const rest = word.pieces.slice(word.pieces.findIndex(({ kind }) => kind !== 'variable'))
	return rest[0]?.kind === 'variable' ? word : { ...word, pieces: rest }
}

function tails(word: Word): readonly Word[] {
	return word.pieces.flatMap((piece, index) => {
		if (piece.kind !== 'literal') return []
		return [...piece.value.matchAll(/[=:@,]/g)].map(({ index: at }) => ({
			text: '',
			pieces: tildePieces([
				{ kind: 'literal', value: piece.value.slice(at + 1) },
				...word.pieces.slice(index + 1),
			]),
		}))
	})
}

/** Programs expand a tilde of their own, too: `--config=~/.netrc`. */
function tildePieces(pieces: Word['pieces']): Word['pieces'] {
	const [first, ...rest] = pieces
	if (first?.kind !== 'literal' || !/^~(?:\/|$)/.test(first.value)) return pieces
	return [{ kind: 'home' }, { kind: 'literal', value: first.value.slice(1) }, ...rest]
}

/** What follows a variable still tells: `$X/id_rsa`. */
function withoutUnknown(word: Word): Word {
	return { ...word, pieces: word.pieces.filter(({ kind }) => kind === 'literal' || kind === 'pattern') }
}
