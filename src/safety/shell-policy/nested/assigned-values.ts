// Assigned values: what variables and arrays of a script hold as far as it says so itself, filled in where they are used.
// Good for asking harder and for nothing else: a value may be another one by the time it is used.

import { readScript, type Script, type SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, literalPiece, type Piece, type Word } from '../../shell-parser/bash-words.ts'
import { type AnalysisBudget, spend } from '../analysis/analysis-budget.ts'
import { factsOf, isKind } from '../programs/facts.ts'
import { fedTo, printedWords, programName, scriptText } from './wrappers.ts'

/** The values that a name may have, each as the words it stands for. `@` is what `set --` gave. */
export type AssignedValues = ReadonlyMap<string, readonly AssignedWords[]>

type AssignedWords = readonly Word[]

// Nobody gives one name so many values in one command.
const MAX_VALUES = 6
const MAX_NAMES = 40

export function assignedValues({ commands }: Script): AssignedValues {
	const values = new Map<string, readonly AssignedWords[]>()
	const functions = new Set(commands.flatMap(({ inFunction }) => inFunction ?? []))
	for (const command of commands)
		for (const { name, value, isAdded } of [
			...assignmentsIn(command),
			...argumentsGiven(command, functions),
		]) {
			const known = values.get(name) ?? []
			if (known.length >= MAX_VALUES || (known.length === 0 && values.size >= MAX_NAMES)) continue
			// A value may itself be made of others.
			const filled = value().flatMap(word => filledIn(word, values))
			const before = known.at(-1) ?? []
			const whole = isAdded === 'to the text' ? [joined([...before, ...filled])] : [...before, ...filled]
			values.set(name, [...known, isAdded ? whole : filled])
		}
	return values
}

/** The command as it runs with each of the values; none when it uses none of them. */
export function withValues(
	command: SimpleCommand,
	values: AssignedValues,
	budget?: AnalysisBudget,
): readonly SimpleCommand[] {
	if (command.keyword) return []
	let rounds = 0
	const input = values.size > 0 ? saidTo(command) : []
	if (values.size > 0)
		for (const name of [...namesIn(command), ...input.flatMap(namesIn), ...namesInScripts(command, values)])
			rounds = Math.max(rounds, values.get(name)?.length ?? 0)
	const hasOther = command.words.some(({ pieces }) =>
		pieces.some(piece => defaultOf(piece) !== undefined || isBraces(piece)),
	)
	const found: SimpleCommand[] = []
	for (let round = 0; round < Math.max(rounds, hasOther ? 1 : 0); round++) {
		const chosen = new Map(
			[...values].map(([name, all]) => [name, [all[Math.min(round, all.length - 1)]!]] as const),
		)
		spend(budget, 4 + command.words.length)
		found.push({
			...command,
			...withInput(
				command,
				input.map(each => withWords(each, chosen)),
			),
			words: command.words.flatMap(word => {
				const filled = filledIn(inScript(command, word, chosen), chosen)
				// An array of thousands in each of hundreds of words.
				spend(budget, filled.length >> 3)
				return filled
			}),
			redirections: command.redirections.map(redirection => ({
				...redirection,
				target: redirection.target && (filledIn(redirection.target, chosen)[0] ?? redirection.target),
			})),
		})
	}
	return found
}

/** `echo "$x" | sh`, `{ echo "$x"; } | sh` */
function saidTo({ pipedFrom, fedBy }: SimpleCommand): readonly SimpleCommand[] {
	const sources = pipedFrom ? [pipedFrom] : fedBy
	return sources.filter(source => factsOf(programName(source) ?? '').says).slice(0, MAX_SAID)
}

const MAX_SAID = 6

function withInput({ pipedFrom }: SimpleCommand, said: readonly SimpleCommand[]): Partial<SimpleCommand> {
	const [first] = said
	if (!first) return {}
	return pipedFrom ? { pipedFrom: first } : { fedBy: said }
}

function withWords(command: SimpleCommand, values: AssignedValues): SimpleCommand {
	return { ...command, words: command.words.flatMap(word => filledIn(word, values)) }
}

const NAMED = /\$\{?([a-zA-Z_]\w{0,60})\}?/g

/** `x='rm -rf ~' sh -c '$x'`: a shell of its own fills in what is in single quotes. */
function namesInScripts(command: SimpleCommand, values: AssignedValues): readonly string[] {
	if (!startsShell(command)) return []
	const texts = command.words.flatMap(word => literal(word)?.slice(0, MAX_TEXT) ?? [])
	return texts
		.flatMap(text => [...text.matchAll(NAMED)].map(([, name = '']) => name))
		.filter(name => values.has(name))
}

/** `sh -c '$x'`, `env x='rm -rf ~' sh -c '$x'` */
function startsShell(command: SimpleCommand): boolean {
	const program = programName(command) ?? ''
	if (isKind(program, 'shell')) return true
	return (
		program === 'env' && command.words.slice(1, MAX_WORDS).some(word => isKind(literal(word) ?? '', 'shell'))
	)
}

const MAX_WORDS = 12

function inScript(command: SimpleCommand, word: Word, values: AssignedValues): Word {
	const text = startsShell(command) ? literal(word) : undefined
	if (text === undefined || !text.includes('$')) return word
	const filled = text.slice(0, MAX_TEXT).replaceAll(NAMED, (whole, name: string) => {
		const value = values.get(name)?.at(-1)
		return value ? value.map(each => scriptText(each) ?? '').join(' ') : whole
	})
	return wordOf(filled)
}

/** The value is worked out only where it is kept. */
type Given = { name: string; value: () => AssignedWords; isAdded: boolean | 'to the text' }

function joined(words: AssignedWords, between = ''): Word {
	const gap = between === '' ? [] : [literalPiece(between)]
	return {
		text: words.map(({ text }) => text).join(between),
		pieces: words.flatMap(({ pieces }, index) => (index === 0 ? pieces : [...gap, ...pieces])),
	}
}

/** `"$*"`, `"${a[*]}"`: one word of all of them. */
function isJoined({ what }: Piece & { kind: 'opaque' }): boolean {
	return /\*\]?\}?$/.test(what)
}

const ASSIGNS = /^(?:env|export|declare|typeset|local|readonly|set|read|mapfile|readarray|printf)$/
const DECLARES = /^(?:env|export|declare|typeset|local|readonly)$/

function assignmentsIn(command: SimpleCommand): readonly Given[] {
	const program = programName(command) ?? ''
	const given = command.assignments.flatMap(({ name, text, value }) => givenBy(name, text, value))
	// `: ${x:=rm -rf ~}`
	for (const piece of command.text.includes('=') ? command.words.flatMap(({ pieces }) => pieces) : []) {
		const [, name, text] = (piece.kind === 'opaque' && SET_BY_DEFAULT.exec(piece.what)) || []
		if (name !== undefined && text !== undefined) given.push(...givenBy(name, '', wordOf(text)))
	}
	if (command.keyword === 'for') given.push(...loopValues(command))
	if (program === 'eval')
		for (const word of command.words.slice(1))
			for (const inner of readScript((scriptText(word) ?? '').slice(0, MAX_TEXT)).commands)
				given.push(...inner.assignments.flatMap(({ name, text, value }) => givenBy(name, text, value)))
	if (!ASSIGNS.test(program)) return given
	const [, ...words] = command.words
	if (DECLARES.test(program))
		for (const word of words) {
			const name = /^(\w+)\+?=/.exec(word.text)?.[1]
			if (name !== undefined) given.push(...givenBy(name, word.text, behindEquals(word)))
		}
	if (program === 'set') {
		const from = words.findIndex(word => word.text === '--')
		const first = words[0]?.text ?? '-'
		const args = from !== -1 ? words.slice(from + 1) : /^[-+]/.test(first) ? [] : words
		if (args.length > 0) given.push(...positional(args))
	}
	if (program === 'read' || program === 'mapfile' || program === 'readarray') {
		const [text] = fedTo(command)
		const name = words.findLast(word => /^\w+$/.test(word.text))?.text
		if (text !== undefined && name !== undefined) given.push(...givenBy(name, '', wordOf(text)))
	}
	if (program === 'printf' && words[0]?.text === '-v') {
		const name = words[1] && literal(words[1])
		const printed = printedWords({ ...command, words: [command.words[0]!, ...words.slice(2)] })
		if (name !== undefined) given.push(...printed.flatMap(text => givenBy(name, '', wordOf(text))))
	}
	return given
}

const SET_BY_DEFAULT = /^the expansion \$\{(\w+):?=([^{}$`]*)\}$/

/** `for c in 'rm -rf ~'; do $c; done`: where a word is more than one, unless that is what quotes are for. */
function loopValues({ text, words }: SimpleCommand): readonly Given[] {
	const name = /^for (\w+)/.exec(text)?.[1]
	return name === undefined
		? []
		: words.flatMap(word => (/\s/.test(word.text) ? givenBy(name, '', word) : []))
}

/** `f 'DROP TABLE x'`: what is `$1` in the function. */
function argumentsGiven(command: SimpleCommand, functions: ReadonlySet<string>): readonly Given[] {
	const name = functions.size > 0 ? programName(command) : undefined
	const isCall = name !== undefined && functions.has(name) && command.inFunction !== name
	return isCall && command.words.length > 1 ? positional(command.words.slice(1)) : []
}

function positional(args: readonly Word[]): readonly Given[] {
	return [
		...['@', '*'].map(name => ({ name, value: () => args, isAdded: false })),
		...args.slice(0, 9).map((value, index) => ({
			name: `${index + 1}`,
			value: () => [value],
			isAdded: false,
		})),
	]
}

function givenBy(name: string, text: string, value: Word | undefined): Given[] {
	const isAdded = /^\w+\+=/.test(text)
	const list = /^\w+\+?=\(([\s\S]*)\)$/.exec(text)?.[1]
	if (list !== undefined) return [{ name, value: () => wordsOf(list), isAdded }]
	return value ? [{ name, value: () => [value], isAdded: isAdded && 'to the text' }] : []
}

/** What the text would be read as, one command after the other. */
function wordsOf(text: string): readonly Word[] {
	return readScript(text.slice(0, MAX_TEXT)).commands.flatMap(({ words }) => words)
}

const MAX_TEXT = 2_000

function wordOf(text: string): Word {
	return { text, pieces: [literalPiece(text)] }
}

function behindEquals(word: Word): Word {
	const [first, ...rest] = word.pieces
	const text = word.text.slice(word.text.indexOf('=') + 1)
	if (first?.kind !== 'literal') return wordsOf(text)[0] ?? wordOf(text)
	const at = first.value.indexOf('=')
	return { text, pieces: [literalPiece(first.value.slice(at + 1)), ...rest] }
}

function namesIn({ words, redirections }: SimpleCommand): readonly string[] {
	const all = [...words, ...redirections.flatMap(({ target }) => target ?? [])]
	return all.flatMap(({ pieces }) => pieces.flatMap(piece => nameOf(piece) ?? []))
}

function nameOf(piece: Piece): string | undefined {
	if (piece.kind === 'variable') return piece.name
	if (piece.kind !== 'opaque') return undefined
	return /^the expansion \$\{?(\w+|[@*])(?:\[[^\]]*\])?\}?$/.exec(piece.what)?.[1]
}

/** `${x:-rm}`: what is taken where x has no value. */
function defaultOf(piece: Piece): string | undefined {
	if (piece.kind !== 'opaque') return undefined
	return /^the expansion \$\{\w+:?[-=]([^{}$`]*)\}$/.exec(piece.what)?.[1]
}

function isBraces(piece: Piece): boolean {
	return piece.kind === 'opaque' && piece.what === 'brace expansion'
}

/** The words that a word becomes; without quotes, or of an array, they may be several. */
function filledIn(word: Word, values: AssignedValues): readonly Word[] {
	const [only] = word.pieces
	if (word.pieces.some(isBraces) && word.text.includes('~')) return wordsOf(word.text.replaceAll('~', '/'))
	if (word.pieces.length === 1 && only) {
		const value = valueIn(only, values)
		if (value && only.kind === 'variable' && only.isQuoted) return value.slice(0, 1)
		if (value && only.kind === 'opaque' && word.text.startsWith('"'))
			return isJoined(only) ? [joined(value, ' ')] : value
		if (value) return value.flatMap(each => splitAtBlanks(each, values))
	}
	const pieces = word.pieces.flatMap(piece => {
		const text = defaultOf(piece)
		if (text !== undefined) return [literalPiece(text)]
		return valueIn(piece, values)?.[0]?.pieces ?? [piece]
	})
	return [{ text: word.text, pieces }]
}

function valueIn(piece: Piece, values: AssignedValues): AssignedWords | undefined {
	const name = nameOf(piece)
	return name === undefined ? undefined : values.get(name)?.at(-1)
}

/** At blanks, or at what the script has set `IFS` to. */
function splitAtBlanks(word: Word, values: AssignedValues): readonly Word[] {
	const text = scriptText(word)
	const marks = values.get('IFS')?.at(-1)?.[0]
	const between = (marks && scriptText(marks)) ?? ''
	const isAt = (each: string) => between.includes(each)
	const split =
		between === '' ? (text ?? '') : [...(text ?? '')].map(each => (isAt(each) ? ' ' : each)).join('')
	return text !== undefined && /\s/.test(split) ? wordsOf(split) : [word]
}
