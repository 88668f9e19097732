// The words of a shell command: what each of their pieces is known to become, and the words a brace stands for.

import type * as Bash from 'unbash'
import { arithmeticNames, arithmeticValue } from './arithmetic.ts'

export type Word = {
	text: string
	/** In order, quotes removed. A word is known only when all of its pieces are literal. */
	pieces: readonly Piece[]
}

export type Piece =
	| { kind: 'literal'; value: string }
	/**
	 * `$NAME` or `${NAME}`. Without quotes its value may become several words. `data` when the command itself fills it
	 * with something that is only known when it runs: names of files below the folder, names of plain files that are
	 * there, hashes of git, or anything at all; `stream` is the name of a pipe, made by the shell, with that behind it.
	 */
	| {
			kind: 'variable'
			name: string
			isQuoted: boolean
			data?: 'names' | 'files' | 'hashes' | 'anything' | 'stream'
	  }
	/** `*`, `?`, `[a-z]`: may become several words. */
	| { kind: 'pattern'; text: string }
	/** A leading `~`. */
	| { kind: 'home' }
	/**
	 * Anything else. `what` names it for a person, `names` are the variables in it, as far as the text tells. `result` where
	 * it does no more than put something in its place, and what it runs is judged where it stands itself.
	 */
	| { kind: 'opaque'; what: string; names?: readonly string[]; result?: ExpansionResult }

/**
 * `output`: of the script. `stream`: the name of a pipe, made by the shell. `arithmetic`: a number, once it is known what is
 * in the names.
 */
export type ExpansionResult =
	| { kind: 'output'; script: string; isQuoted: boolean }
	| { kind: 'stream' }
	| { kind: 'arithmetic'; expression: string }

/** What the word is once the shell is done with it, when that is the same everywhere. */
export function literal(word: Word): string | undefined {
	let value = ''
	for (const piece of word.pieces) {
		if (piece.kind !== 'literal') return undefined
		value += piece.value
	}
	return value
}

export function word(node: Bash.Word): Word {
	return { text: node.text, pieces: pieces(node) }
}

/** What an assignment puts into its variable: nothing in it is taken apart. */
export function assignedWord(node: Bash.Word): Word {
	const whole = pieces(node).map((piece): Piece => {
		if (piece.kind === 'variable') return { ...piece, isQuoted: true }
		if (piece.kind !== 'opaque' || piece.result?.kind !== 'output') return piece
		return { ...piece, result: { ...piece.result, isQuoted: true } }
	})
	return { text: node.text, pieces: whole }
}

/** The words an argument becomes: several when it holds braces such as `{src,test}/*.ts` or `{1..3}`. */
export function expandedWords(node: Bash.Word): readonly Word[] {
	const parts = node.parts ?? []
	if (hasHiddenBraces(node.text) || !parts.some(({ type }) => type === 'BraceExpansion')) return [word(node)]
	return expansions(node.text, parts) ?? [word(node)]
}

/** What stands in a here-document. */
export function bodyWord({ text, parts }: Bash.HereDocBody): Word {
	return { text, pieces: parts ? parts.flatMap(part => quotedPiece(part)) : [literalPiece(text)] }
}

export function assignmentWord(node: Bash.Assignment): Word {
	const start = literalPiece(node.text.slice(0, node.text.indexOf('=') + 1))
	if (node.value.type !== 'Word' || node.index) return { text: node.text, pieces: [opaque('an array')] }
	return { text: node.text, pieces: [start, ...pieces(node.value)] }
}

function pieces(node: Bash.Word): readonly Piece[] {
	const parts = node.parts ? node.parts.flatMap(part => pieceOf(part)) : [literalPiece(node.value)]
	// A backslash before a line's end joins two lines inside one word, where a reader sees two words.
	if (node.text.includes('\\\n')) return [opaque('a line continuation inside a word'), ...parts]
	if (hasHiddenBraces(node.text)) return [opaque('braces with a backslash'), ...parts]
	return withHome(node, parts)
}

/**
 * `a\${x,b}` is two words to bash, for which the dollar is gone by then, and one to the parser; it is no different where
 * a brace is escaped or quoted among others. Nobody writes them, so nobody has to tell them apart.
 */
function hasHiddenBraces(text: string): boolean {
	if (!text.includes('\\') || !text.includes('{')) return false
	const unquoted = text.replaceAll(/\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, part =>
		part[0] === '\\' ? '\\' : '',
	)
	return unquoted.includes('\\') && unquoted.includes('{') && /,|\.\./.test(text)
}

/** The parser leaves `~` to its caller. Quoted or escaped it is just a character. */
function withHome(node: Bash.Word, parts: readonly Piece[]): readonly Piece[] {
	const [first, ...rest] = parts
	// The shell also expands a tilde after `=` and `:` in what looks like an assignment.
	if (/^[A-Za-z_]\w*\+?=(?:[^'"]*:)?~/.test(node.text)) return [opaque('a tilde after ='), ...parts]
	if (!node.text.startsWith('~') || first?.kind !== 'literal') return parts
	if (first.value === '~' && rest.length === 0) return [HOME]
	if (first.value.startsWith('~/')) return [HOME, literalPiece(first.value.slice(1)), ...rest]
	return [opaque('a tilde prefix'), ...parts]
}

const HOME: Piece = { kind: 'home' }

function pieceOf(part: Bash.WordPart): readonly Piece[] {
	switch (part.type) {
		case 'Literal':
		case 'SingleQuoted':
		case 'AnsiCQuoted':
			return [literalPiece(part.value)]
		case 'DoubleQuoted':
			return part.parts.length === 0 ? [literalPiece('')] : part.parts.flatMap(child => quotedPiece(child))
		case 'Glob':
			// What stands in its brackets may close them and go on with a path.
			if (/[$`]/.test(part.text)) return [opaque('a pattern with an expansion')]
			return [{ kind: 'pattern', text: part.text }]
		case 'SimpleExpansion':
		case 'ParameterExpansion':
			return [variable(part, false)]
		case 'CommandExpansion':
			return [commandOutput(part, false)]
		case 'ProcessSubstitution':
			return [processStream(part)]
		case 'ArithmeticExpansion':
			return [number(part)]
		default:
			return [opaque(OPAQUE[part.type])]
	}
}

/** `${ …; }` runs in this very shell, so that it can set variables and go elsewhere. */
function commandOutput({ text, script }: Bash.CommandExpansionPart, isQuoted: boolean): Piece {
	const piece = opaque('command substitution')
	if (!script || !/^(?:\$\(|`)/.test(text)) return piece
	const inside = text.startsWith('`') ? '' : text.slice(2, -1)
	return { ...piece, result: { kind: 'output', script: inside, isQuoted } }
}

function processStream({ operator, script }: Bash.ProcessSubstitutionPart): Piece {
	const piece = opaque('process substitution')
	return operator === '<' && script ? { ...piece, result: { kind: 'stream' } } : piece
}

function number({ text }: Bash.ArithmeticExpansionPart): Piece {
	const expression = /^\$\(\(([\s\S]*)\)\)$/.exec(text)?.[1]
	const value = expression === undefined ? undefined : arithmeticValue(expression)
	if (value !== undefined) return literalPiece(value)
	const isPlain = expression !== undefined && arithmeticNames(expression).length > 0
	return { ...opaque('arithmetic'), ...(isPlain && { result: { kind: 'arithmetic', expression } }) }
}

const OPAQUE = {
	LocaleString: 'a translated string',
	ExtendedGlob: 'an extended pattern',
	BraceExpansion: 'brace expansion',
} as const

function quotedPiece(part: Bash.WordPart): readonly Piece[] {
	if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion') return [variable(part, true)]
	return part.type === 'CommandExpansion' ? [commandOutput(part, true)] : pieceOf(part)
}

/**
 * Only the plain forms: every other one computes, assigns or runs something (`${x:=…}`, `${x@P}`, `${!x}`), and `$_`
 * is whatever the command before was given.
 */
function variable(part: Bash.SimpleExpansionPart | Bash.ParameterExpansionPart, isQuoted: boolean): Piece {
	const name = /^\$(?:([A-Za-z]\w*|_\w+)|\{([A-Za-z]\w*|_\w+)\})$/.exec(part.text)
	if (name) return { kind: 'variable', name: name[1] ?? name[2] ?? '', isQuoted }
	// An exit code and the number of a process: digits and nothing else, so quoted or not they stay one word. As the name
	// of a file they could be anything.
	if (/^\$[?$]$/.test(part.text))
		return { kind: 'variable', name: part.text.slice(1), isQuoted: true, data: 'anything' }
	const names = [...part.text.slice(0, 200).matchAll(/[A-Za-z_]\w*/g)].map(([found]) => found)
	return { ...opaque(`the expansion ${part.text}`), names }
}

// More words than anybody writes in braces.
const MAX_EXPANSIONS = 64

/** Braces are expanded before anything else is, so nothing may stand beside them that would join up with a part. */
function expansions(text: string, parts: readonly Bash.WordPart[]): readonly Word[] | undefined {
	if (/~|\\\n/.test(text)) return undefined
	let heads: (readonly Piece[])[] = [[]]
	for (const part of parts) {
		const tails = part.type === 'BraceExpansion' ? alternatives(part) : besideBraces(part)
		if (!tails || heads.length * tails.length > MAX_EXPANSIONS) return undefined
		heads = heads.flatMap(head => tails.map(tail => [...head, ...tail]))
	}
	// A word of nothing vanishes, and with it the count of words.
	return heads.every(head => head.length > 0)
		? heads.map(pieces => ({ text: pieces.map(formatPiece).join(''), pieces }))
		: undefined
}

function besideBraces(part: Bash.WordPart): readonly (readonly Piece[])[] | undefined {
	// `[{a,b}]` becomes a pattern, and `$x{a,b}` another variable.
	if (part.type === 'Literal' && /[[\]]/.test(part.text)) return undefined
	if (part.type !== 'Literal' && part.type !== 'SingleQuoted' && part.type !== 'Glob') return undefined
	return [pieceOf(part)]
}

function alternatives({ text, parts }: Bash.BraceExpansionPart): readonly (readonly Piece[])[] | undefined {
	const inside = text.slice(1, -1)
	if (parts || !/^[\w.,/+*?@%:=-]*$/.test(inside)) return undefined
	if (inside.includes(',')) return inside.split(',').map(plainPieces)
	const [, from, to] = /^(0|-?[1-9]\d{0,5})\.\.(0|-?[1-9]\d{0,5})$/.exec(inside) ?? []
	if (from === undefined || to === undefined) return undefined
	const [first, last] = [Number(from), Number(to)]
	const length = Math.abs(last - first) + 1
	if (length > MAX_EXPANSIONS) return undefined
	const step = first <= last ? 1 : -1
	return Array.from({ length }, (_, index) => [literalPiece(String(first + index * step))])
}

function plainPieces(text: string): readonly Piece[] {
	return text
		.split(/([*?])/)
		.filter(part => part !== '')
		.map((part): Piece => (/[*?]/.test(part) ? { kind: 'pattern', text: part } : literalPiece(part)))
}

function formatPiece(piece: Piece): string {
	return piece.kind === 'literal' ? piece.value : piece.kind === 'pattern' ? piece.text : ''
}

export function literalPiece(value: string): Piece & { kind: 'literal' } {
	return { kind: 'literal', value }
}

export function opaque(what: string): Piece & { kind: 'opaque' } {
	return { kind: 'opaque', what }
}
