// Variables that a script fills itself, by loops and assignments: each command is judged with every value they can give it.

import { arithmeticNames, arithmeticValue, withNumbers } from '../../shell-parser/arithmetic.ts'
import type { Script, SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, literalPiece, type Piece, type Word } from '../../shell-parser/bash-words.ts'
import type { AnalysisBudget } from '../analysis/analysis-budget.ts'
import { dataOfOutput } from './filled-words.ts'

type LoopValues = Script['loopValues']

// A loop over more words than this is judged as one over words that nobody knows.
const MAX_VARIANTS = 24

// `a=x; b=$a/y; c=$b/z`: nobody goes on like this, and each level may double the work.
const MAX_LEVELS = 3

/**
 * The command as it runs in each round. In the body of a loop the variable holds what that loop put there; anywhere else
 * what any of them did, for a loop that comes later may have been before, in a loop around both.
 */
export function variantsOf(
	command: SimpleCommand,
	values: LoopValues,
	budget?: AnalysisBudget,
): readonly SimpleCommand[] {
	if (values.size === 0 || command.keyword === 'for') return [command]
	const words = wordsOf(command)
	const used = namesIn(words).filter(name => values.has(name))
	if (used.length === 0 && !words.some(hasArithmetic)) return [command]
	const known = new Map(used.map(name => [name, resolved(name, valuesFor(command, name, values), values)]))
	const rounds = roundsOf(used, known)
	return rounds.map(round => ({
		...command,
		words: command.words.flatMap(word => filledIn(word, round, budget)),
		redirections: command.redirections.map(redirection => ({
			...redirection,
			target: redirection.target && wholeFilledIn(redirection.target, round, budget),
		})),
	}))
}

function valuesFor({ loops }: SimpleCommand, name: string, values: LoopValues): readonly Word[] | undefined {
	const loop = loops.findLast(each => each.name === name)
	return loop ? loop.values : values.get(name)
}

/** The values with those of other variables in them; undefined where they are made of themselves or become too many. */
function resolved(
	name: string,
	words: readonly Word[] | undefined,
	values: LoopValues,
	level = 0,
): readonly Word[] | undefined {
	const used = words && namesIn(words).filter(each => values.has(each))
	if (!used || used.length === 0) return words
	if (used.includes(name) || level >= MAX_LEVELS) return undefined
	const known = new Map(used.map(each => [each, resolved(each, values.get(each), values, level + 1)]))
	const rounds = roundsOf(used, known)
	const all = words.flatMap(word => rounds.flatMap(round => filledIn(word, round)))
	return all.length > MAX_VARIANTS ? undefined : all
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

function hasArithmetic({ pieces }: Word): boolean {
	return pieces.some(piece => piece.kind === 'opaque' && piece.result?.kind === 'arithmetic')
}

function wordsOf({ words, redirections }: SimpleCommand): readonly Word[] {
	return [...words, ...redirections.flatMap(({ target }) => target ?? [])]
}

function namesIn(words: readonly Word[]): readonly string[] {
	const names = new Set<string>()
	for (const { pieces } of words)
		for (const piece of pieces)
			if (piece.kind === 'variable') names.add(piece.name)
			else if (piece.kind === 'opaque' && piece.result?.kind === 'arithmetic')
				for (const name of arithmeticNames(piece.result.expression)) names.add(name)
	return [...names]
}

/** Without quotes a value of several words becomes as many. */
function filledIn(word: Word, round: Round, budget?: AnalysisBudget): readonly Word[] {
	const [only, ...others] = word.pieces
	const value = only?.kind === 'variable' && !only.isQuoted ? round.get(only.name) : undefined
	const text = value && others.length === 0 ? literal(value) : undefined
	if (text === undefined || !/\s/.test(text.trim()) || !/^[^*?[\]\\]*$/.test(text))
		return [wholeFilledIn(word, round, budget)]
	return text
		.trim()
		.split(/\s+/)
		.map(part => ({ text: word.text, pieces: [literalPiece(part)] }))
}

function wholeFilledIn(word: Word, round: Round, budget: AnalysisBudget | undefined): Word {
	const pieces = word.pieces.flatMap(piece => {
		if (piece.kind === 'variable' && round.has(piece.name))
			return valuePieces(piece, round.get(piece.name), budget)
		return piece.kind === 'opaque' ? [computed(piece, round)] : [piece]
	})
	return { ...word, pieces }
}

function computed(piece: Piece & { kind: 'opaque' }, round: Round): Piece {
	if (piece.result?.kind !== 'arithmetic') return piece
	const expression = withNumbers(piece.result.expression, name => {
		const value = round.get(name)
		return value && literal(value)
	})
	const value = arithmeticValue(expression)
	return value === undefined ? piece : literalPiece(value)
}

function valuePieces(
	piece: Piece & { kind: 'variable' },
	word: Word | undefined,
	budget: AnalysisBudget | undefined,
): readonly Piece[] {
	if (!word?.pieces.every(isKnown)) return [{ ...piece, data: word ? dataOf(word, budget) : 'anything' }]
	if (piece.isQuoted)
		return word.pieces.map(each => (each.kind === 'variable' ? { ...each, isQuoted: true } : each))
	// Without quotes it is taken apart at blanks and its stars become file names once more.
	if (word.pieces.some(({ kind }) => kind === 'pattern')) return [{ ...piece, data: 'names' }]
	const isOneWord = word.pieces.some(each => each.kind !== 'literal' || each.value !== '')
	return isOneWord && word.pieces.every(each => each.kind !== 'literal' || !/[\s*?[\]\\]/.test(each.value))
		? word.pieces.map(each => (each.kind === 'variable' ? { ...each, isQuoted: false } : each))
		: [{ ...piece, data: 'anything' }]
}

/** A variable of the surroundings is as good in a value as in the word itself. */
function isKnown(piece: Piece): boolean {
	return piece.kind === 'variable' ? piece.data === undefined : piece.kind !== 'opaque'
}

function dataOf(
	{ pieces: [only, ...others] }: Word,
	budget: AnalysisBudget | undefined,
): 'names' | 'hashes' | 'anything' {
	const isOutput = only?.kind === 'opaque' && only.result?.kind === 'output' && others.length === 0
	return isOutput && only.result?.kind === 'output' ? dataOfOutput(only.result, budget) : 'anything'
}
