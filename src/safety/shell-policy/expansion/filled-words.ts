// Words that the shell fills in when it runs, from commands that are judged where they stand: what is known of what a
// substitution puts in its place.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import type { ExpansionResult, Piece, Word } from '../../shell-parser/bash-words.ts'
import { type AnalysisBudget, scriptOf } from '../analysis/analysis-budget.ts'
import { printsHashes } from '../programs/git.ts'
import { listsNames } from '../programs/xargs.ts'

/** The command with data where it has substitutions. Only for what is judged harmless as far as data goes. */
export function withData(command: SimpleCommand, budget?: AnalysisBudget): SimpleCommand {
	const isPlain = command.words.every(hasNoResult) && command.redirections.every(isPlainRedirection)
	if (isPlain) return command
	return {
		...command,
		words: command.words.map(word => wordWithData(word, budget)),
		redirections: command.redirections.map(redirection => ({
			...redirection,
			target: redirection.target && wordWithData(redirection.target, budget),
		})),
	}
}

export function wordWithData(word: Word, budget?: AnalysisBudget): Word {
	return hasNoResult(word)
		? word
		: { ...word, pieces: word.pieces.map(piece => pieceWithData(piece, budget)) }
}

function isPlainRedirection({ target }: SimpleCommand['redirections'][number]): boolean {
	return target === undefined || hasNoResult(target)
}

function hasNoResult({ pieces }: Word): boolean {
	return pieces.every(piece => piece.kind !== 'opaque' || piece.result === undefined)
}

function pieceWithData(piece: Piece, budget: AnalysisBudget | undefined): Piece {
	if (piece.kind !== 'opaque') return piece
	const { result } = piece
	if (result?.kind === 'stream') return { kind: 'variable', name: '', isQuoted: true, data: 'stream' }
	if (result?.kind !== 'output') return piece
	return { kind: 'variable', name: '', isQuoted: result.isQuoted, data: dataOfOutput(result, budget) }
}

/** The last of a pipe says what comes out; several commands one after the other say several things. */
export function dataOfOutput(
	{ script }: ExpansionResult & { kind: 'output' },
	budget?: AnalysisBudget,
): 'names' | 'hashes' | 'anything' {
	if (script.length > MAX_LENGTH) return 'anything'
	const { commands } = scriptOf(script, budget)
	const last = commands.at(-1)
	const isOnePipe = new Set(commands.map(({ statement }) => statement)).size === 1
	if (!last || !isOnePipe) return 'anything'
	return commands.length === 1 && printsHashes(last) ? 'hashes' : listsNames(last) ? 'names' : 'anything'
}

// A pipe that lists files is a line.
const MAX_LENGTH = 500
