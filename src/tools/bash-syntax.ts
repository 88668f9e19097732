// A shell command as data: every simple command in it, wherever it hides, and each construct whose effect
// cannot be known before it runs. What this file does not know by name is an obstacle, never an omission.

import type * as Bash from 'unbash'
import { forEachChild, parse, type SyntaxNode } from 'unbash'

export type Script = {
	/** Every simple command at any depth: in pipelines, groups, substitutions, function bodies. In source order. */
	commands: readonly SimpleCommand[]
	/** Why the text as a whole cannot be judged by its simple commands alone. Empty: nothing but them is in it. */
	obstacles: readonly string[]
}

export type SimpleCommand = {
	/** As written, redirections included. */
	text: string
	/** The program and its arguments; empty for a bare assignment or redirection. */
	words: readonly Word[]
	assignments: readonly Assignment[]
	redirections: readonly Redirection[]
	/** Which statement at the top of the script it belongs to: what is piped or substituted shares one. */
	statement: number
	/** The function in whose body it stands. */
	inFunction: string | undefined
}

export type Word = {
	text: string
	/** In order, quotes removed. A word is known only when all of its pieces are literal. */
	pieces: readonly Piece[]
}

export type Piece =
	| { kind: 'literal'; value: string }
	/** `$NAME` or `${NAME}`. Without quotes its value may become several words. */
	| { kind: 'variable'; name: string; isQuoted: boolean }
	/** `*`, `?`, `[a-z]`: may become several words. */
	| { kind: 'pattern'; text: string }
	/** A leading `~`. */
	| { kind: 'home' }
	/** Anything else. `what` names it for a person. */
	| { kind: 'opaque'; what: string }

export type Assignment = { name: string; text: string; value: Word | undefined }

export type Redirection = {
	operator: string
	descriptor: number | 'variable' | undefined
	/** Missing for a here-document, and where the text breaks off. */
	target: Word | undefined
}

export function readScript(source: string): Script {
	const reading = new Reading(source)
	const script = parse(source)
	if (/[\0-\x08\x0b-\x1f\x7f]/.test(source)) reading.obstacles.add('control characters')
	if (INVISIBLE.test(source)) reading.obstacles.add('invisible characters')
	for (const [statement, node] of script.commands.entries())
		reading.visit(node, { statement, inFunction: undefined })
	reading.reportErrors(script)
	return { commands: reading.commands, obstacles: [...reading.obstacles] }
}

/** What the word is once the shell is done with it, when that is the same everywhere. */
export function literal(word: Word): string | undefined {
	let value = ''
	for (const piece of word.pieces) {
		if (piece.kind !== 'literal') return undefined
		value += piece.value
	}
	return value
}

// Zero width, bidirectional and tag characters, and blanks that look like a space but are none to the shell.
const INVISIBLE = /\p{Cf}|\p{Zl}|\p{Zp}|(?! )\p{Zs}|\u034f|\u115f|\u1160|\u3164|\uffa0|[\ufe00-\ufe0f]/u

type Position = Pick<SimpleCommand, 'statement' | 'inFunction'>

/**
 * What each kind of node is called when it stands in the way of a judgement; undefined for what only holds other
 * nodes together, and for the insides of a simple command, which `pieces` judges.
 */
const OBSTACLES: Readonly<Record<SyntaxNode['type'], string | undefined>> = {
	Script: undefined,
	Statement: undefined,
	CompoundList: undefined,
	AndOr: undefined,
	Pipeline: undefined,
	Subshell: undefined,
	BraceGroup: undefined,
	Time: undefined,
	Negation: undefined,
	Command: undefined,
	Redirected: undefined,
	Redirect: undefined,
	FileDescriptor: undefined,
	FileDescriptorVariable: undefined,
	HereString: undefined,
	HereDoc: 'a here-document',
	HereDocBody: undefined,
	HereDocDelimiter: undefined,
	Assignment: undefined,
	ArrayValue: undefined,
	Word: undefined,
	Literal: undefined,
	Glob: undefined,
	SingleQuoted: undefined,
	DoubleQuoted: undefined,
	AnsiCQuoted: undefined,
	LocaleString: undefined,
	SimpleExpansion: undefined,
	ParameterExpansion: undefined,
	ExtendedGlob: undefined,
	BraceExpansion: undefined,
	Default: undefined,
	Remove: undefined,
	Replace: undefined,
	Slice: undefined,
	CaseModification: undefined,
	Transform: undefined,
	Names: undefined,
	Unknown: 'an unknown expansion',
	CommandExpansion: 'command substitution',
	ProcessSubstitution: 'process substitution',
	ArithmeticExpansion: 'arithmetic',
	ArithmeticCommand: 'arithmetic',
	ArithmeticBinary: 'arithmetic',
	ArithmeticUnary: 'arithmetic',
	ArithmeticTernary: 'arithmetic',
	ArithmeticGroup: 'arithmetic',
	ArithmeticWord: 'arithmetic',
	ArithmeticCommandExpansion: 'arithmetic',
	TestCommand: '[[ ]]',
	TestUnary: '[[ ]]',
	TestBinary: '[[ ]]',
	TestLogical: '[[ ]]',
	TestNot: '[[ ]]',
	TestGroup: '[[ ]]',
	If: 'if',
	Elif: 'if',
	For: 'a loop',
	ArithmeticFor: 'a loop',
	While: 'a loop',
	Select: 'a loop',
	Case: 'case',
	CaseItem: 'case',
	Function: 'a function definition',
	Coproc: 'a coprocess',
}

class Reading {
	readonly commands: SimpleCommand[] = []
	readonly obstacles = new Set<string>()
	readonly source: string

	constructor(source: string) {
		this.source = source
	}

	visit(node: SyntaxNode, position: Position): void {
		if (node.type === 'Script') {
			this.visitNested(node, position)
			return
		}
		if (node.type === 'Statement' && node.background) this.obstacles.add('a background command (&)')
		if (node.type === 'Command') this.commands.push(simpleCommand(node, this.source, position))
		if (node.type === 'Redirected') this.commands.push(groupRedirections(node, this.source, position))
		const obstacle = OBSTACLES[node.type]
		if (obstacle) this.obstacles.add(obstacle)
		const inside = node.type === 'Function' ? { ...position, inFunction: node.name.value } : position
		forEachChild(node, child => this.visit(child, inside))
	}

	reportErrors(script: Bash.ParsedScript): void {
		for (const error of script.errors ?? []) this.obstacles.add(`a syntax error (${error.message})`)
	}

	/** A substitution's own script. Positions in it count from its own text where backticks were escaped. */
	private visitNested(script: Bash.ParsedScript, position: Position): void {
		this.reportErrors(script)
		const reading = script.source === undefined ? this : new Reading(script.source)
		for (const statement of script.commands) reading.visit(statement, position)
		if (reading === this) return
		this.commands.push(...reading.commands)
		for (const obstacle of reading.obstacles) this.obstacles.add(obstacle)
	}
}

function simpleCommand(node: Bash.Command, source: string, position: Position): SimpleCommand {
	const assignments = node.prefix.filter(part => part.type === 'Assignment').map(assignment)
	// An argument that looks like an assignment (`declare x=1`) is an argument, to the program and to us.
	const words = node.args.map(argument =>
		argument.type === 'Word' ? word(argument) : assignmentWord(argument),
	)
	return {
		text: source.slice(node.pos, node.end),
		words: node.name ? [word(node.name), ...words] : words,
		assignments,
		redirections: node.redirects.map(redirection),
		...position,
	}
}

/** The redirections of `{ …; } > file` or `( … ) > file`, as a command without words. */
function groupRedirections(node: Bash.Redirected, source: string, position: Position): SimpleCommand {
	const [first, last] = [node.redirects[0], node.redirects.at(-1)]
	return {
		text: first && last ? source.slice(first.pos, last.end) : '',
		words: [],
		assignments: [],
		redirections: node.redirects.map(redirection),
		...position,
	}
}

function assignment(node: Bash.Assignment): Assignment {
	return {
		name: node.name,
		text: node.text,
		value: node.value.type === 'Word' ? word(node.value) : undefined,
	}
}

function assignmentWord(node: Bash.Assignment): Word {
	const start = { kind: 'literal', value: node.text.slice(0, node.text.indexOf('=') + 1) } as const
	if (node.value.type !== 'Word' || node.index) return { text: node.text, pieces: [opaque('an array')] }
	return { text: node.text, pieces: [start, ...pieces(node.value)] }
}

function redirection(node: Bash.Redirection): Redirection {
	const descriptor =
		node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : node.descriptor && 'variable'
	const target = node.type === 'HereDoc' ? undefined : node.target && word(node.target)
	return { operator: node.operator, descriptor, target }
}

function word(node: Bash.Word): Word {
	return { text: node.text, pieces: pieces(node) }
}

function pieces(node: Bash.Word): readonly Piece[] {
	const parts = node.parts ? node.parts.flatMap(part => pieceOf(part)) : [literalPiece(node.value)]
	// A backslash before a line's end joins two lines inside one word, where a reader sees two words.
	if (node.text.includes('\\\n')) return [opaque('a line continuation inside a word'), ...parts]
	return withHome(node, parts)
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
			return [{ kind: 'pattern', text: part.text }]
		case 'SimpleExpansion':
		case 'ParameterExpansion':
			return [variable(part, false)]
		case 'LocaleString':
			return [opaque('a translated string')]
		case 'ExtendedGlob':
			return [opaque('an extended pattern')]
		case 'BraceExpansion':
			return [opaque('brace expansion')]
		default:
			return [opaque(OBSTACLES[part.type] ?? part.type)]
	}
}

function quotedPiece(part: Bash.DoubleQuotedChild): readonly Piece[] {
	if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion') return [variable(part, true)]
	return pieceOf(part)
}

/**
 * Only the plain forms: every other one computes, assigns or runs something (`${x:=…}`, `${x@P}`, `${!x}`), and `$_`
 * is whatever the command before was given.
 */
function variable(part: Bash.SimpleExpansionPart | Bash.ParameterExpansionPart, isQuoted: boolean): Piece {
	const name = /^\$(?:([A-Za-z]\w*|_\w+)|\{([A-Za-z]\w*|_\w+)\})$/.exec(part.text)
	if (name) return { kind: 'variable', name: name[1] ?? name[2] ?? '', isQuoted }
	return opaque(`the expansion ${part.text}`)
}

function literalPiece(value: string): Piece {
	return { kind: 'literal', value }
}

function opaque(what: string): Piece {
	return { kind: 'opaque', what }
}
