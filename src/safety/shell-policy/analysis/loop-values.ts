// Loop variables of a script, expanded: each command is judged with every value its loops can give it.

import type { Script, SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import type { Piece, Word } from '../../shell-parser/bash-words.ts'

type LoopValues = Script['loopValues']

// A loop over more words than this is judged as one over words that nobody knows.
const MAX_VARIANTS = 24

/**
 * The command as it runs in each round. In the body of a loop the variable holds what that loop put there; anywhere else
 * what any of them did, for a loop that comes later may have been before, in a loop around both.
 */
export function variantsOf(command: SimpleCommand, values: LoopValues): readonly SimpleCommand[] {
	if (values.size === 0 || command.keyword === 'for') return [command]
	const used = [...values.keys()].filter(name => uses(command, name))
	const rounds = roundsOf(used, new Map(used.map(name => [name, valuesFor(command, name, values)])))
	return rounds.map(round => ({
		...command,
		words: command.words.map(word => filledIn(word, round)),
		redirections: command.redirections.map(redirection => ({
			...redirection,
			target: redirection.target && filledIn(redirection.target, round),
		})),
	}))
}

function valuesFor({ loops }: SimpleCommand, name: string, values: LoopValues): readonly Word[] | undefined {
	const loop = loops.findLast(each => each.name === name)
	return loop ? loop.values : values.get(name)
}

/** One word for each name; `undefined` stands for what is only known when it runs. */
type Round = ReadonlyMap<string, Word | undefined>

function roundsOf(names: readonly string[], values: LoopValues): readonly Round[] {
	let rounds: readonly Round[] = [new Map()]
	for (const name of names) {
		const words: readonly (Word | undefined)[] = values.get(name) ?? [undefined]
		if (rounds.length * words.length > MAX_VARIANTS)
			return [new Map(names.map(each => [each, undefined] as const))]
		rounds = rounds.flatMap(round => words.map(word => new Map([...round, [name, word]])))
	}
	return rounds
}

function uses({ words, redirections }: SimpleCommand, name: string): boolean {
	const all = [...words, ...redirections.flatMap(({ target }) => target ?? [])]
	return all.some(({ pieces }) => pieces.some(piece => piece.kind === 'variable' && piece.name === name))
}

function filledIn(word: Word, round: Round): Word {
	const pieces = word.pieces.flatMap(piece =>
		piece.kind === 'variable' && round.has(piece.name) ? valuePieces(piece, round.get(piece.name)) : [piece],
	)
	return { ...word, pieces }
}

function valuePieces(piece: Piece & { kind: 'variable' }, word: Word | undefined): readonly Piece[] {
	const isKnown = word?.pieces.every(({ kind }) => kind !== 'variable' && kind !== 'opaque') ?? false
	if (!word || !isKnown) return [{ ...piece, data: 'anything' }]
	if (piece.isQuoted) return word.pieces
	// Without quotes it is taken apart at blanks and its stars become file names once more.
	if (word.pieces.some(({ kind }) => kind === 'pattern')) return [{ ...piece, data: 'names' }]
	const isOneWord = word.pieces.some(each => each.kind !== 'literal' || each.value !== '')
	return isOneWord && word.pieces.every(each => each.kind !== 'literal' || !/[\s*?[\]\\]/.test(each.value))
		? word.pieces
		: [{ ...piece, data: 'anything' }]
}
