// What a command may read without being asked about: files inside the workspace that are no secrets.

import type { SimpleCommand, Word } from '../bash-syntax.ts'
import { leadsOutside, type Scope, targetOf } from './scope.ts'
import { isSecretName, secretAt } from './sensitive-paths.ts'
import { asks, asksHard, harmless, strictest, type Verdict } from './verdict.ts'

/** @param rule - the rule that calls the program harmless, passed on when the paths are harmless too */
export function judgeReads(
	words: readonly Word[],
	scope: Scope,
	rule: { name: string; why: string },
): Verdict {
	const verdicts = words.map(word => judgeRead(word, scope, rule.name))
	const worst = strictest(verdicts)
	if (worst && worst.need !== 'none') return worst
	return harmless(
		rule.name,
		`It ${rule.why}.`,
		verdicts.flatMap(verdict => verdict.reads),
	)
}

/** Why what a word names is a secret, be it a path of its own, `@path`, `name=path`, `revision:path` or `host:path`. */
export function secretIn(word: Word, scope: Scope): string | undefined {
	for (const candidate of [word, ...tails(word)]) {
		const target = targetOf(candidate, scope) ?? targetOf(withoutUnknown(candidate), scope)
		for (const path of target?.paths ?? []) {
			const secret = secretAt(path, scope)
			if (secret !== undefined) return secret
		}
	}
	return undefined
}

/** `$GITHUB_TOKEN` and the like, in any word of the command. */
export function secretVariable(command: SimpleCommand): string | undefined {
	const words = [...command.words, ...command.redirections.flatMap(({ target }) => target ?? [])]
	for (const { pieces } of words)
		for (const piece of pieces) if (piece.kind === 'variable' && isSecretName(piece.name)) return piece.name
	return undefined
}

function judgeRead(word: Word, scope: Scope, rule: string): Verdict {
	const secret = secretIn(word, scope)
	if (secret !== undefined) return asksHard('hard/secret', `It reads ${word.text}. ${secret}`)
	const target = targetOf(word, scope)
	if (!target) return harmless(rule, '')
	if (leadsOutside(target, scope))
		return asks('outside-workspace', `It reads ${word.text}, which may lead outside the workspace.`)
	return harmless(rule, '', target.paths)
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
