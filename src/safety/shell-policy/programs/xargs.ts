// `xargs` in front of a program that only reads: harmless as far as the names it hands over are.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Piece, type Word } from '../../shell-parser/bash-words.ts'
import { secretIn } from '../analysis/reads.ts'
import type { Scope } from '../analysis/scope.ts'
import { GETOPT_LONG, readArguments } from './arguments.ts'
import { factsOf, isKind, runsWords } from './facts.ts'

type Handed = { words: readonly Word[] } | { problem: string }

/** @returns the words of the program it runs, with its input in their place */
export function argumentsFromPipe(command: SimpleCommand, scope: Scope): Handed {
	const rest = command.words.slice(1)
	let isNull = false
	let placeholder: string | undefined
	let isByCount = false
	let index = 0
	for (; index < rest.length; index++) {
		const text = literal(rest[index]!)
		if (text === undefined || !text.startsWith('-')) break
		if (/^-[nL]/.test(text)) isByCount = true
		if (text === '-0' || text === '--null') isNull = true
		else if (/^-(?:[rtx]|[nPL]\d+)$|^--no-run-if-empty$/.test(text)) continue
		else if (/^-I[\w{}%@+]+$/.test(text)) placeholder = text.slice(2)
		else if (/^-[nPLI]$/.test(text)) {
			const value = literal(rest[++index] ?? NOTHING)
			if (text === '-I' && /^[\w{}%@+]+$/.test(value ?? '')) placeholder = value
			else if (text === '-I' || !/^\d+$/.test(value ?? ''))
				return { problem: `xargs: ${text} needs a plain value.` }
		} else return { problem: `xargs: the option ${text} is not on the list.` }
	}
	// Of the two the later one counts, and with it whether names are put in place or behind.
	if (placeholder !== undefined && isByCount) return { problem: 'xargs: -I goes with neither -n nor -L.' }
	const words = rest.slice(index)
	const program = literal(words[0] ?? NOTHING)
	if (program === undefined || mayNotBeHanded(program))
		return { problem: 'xargs: what it runs is not a plain program.' }
	const input: Piece = {
		kind: 'variable',
		name: '',
		isQuoted: placeholder !== undefined,
		data: dataOf(command, isNull, scope),
	}
	return {
		words:
			placeholder === undefined
				? [...words, { text: 'what xargs is given', pieces: [input] }]
				: words.map(word => inPlace(word, placeholder, input)),
	}
}

const NOTHING: Word = { text: '', pieces: [{ kind: 'opaque', what: 'nothing' }] }

/** It exists in a shell only, or would run something in turn. */
export function mayNotBeHanded(name: string): boolean {
	return name === 'git' || isKind(name, 'builtin') || runsWords(name)
}

function inPlace(word: Word, placeholder: string, input: Piece): Word {
	const pieces = word.pieces.flatMap((piece): readonly Piece[] => {
		if (piece.kind !== 'literal' || !piece.value.includes(placeholder)) return [piece]
		const parts = piece.value.split(placeholder)
		return parts.flatMap((value, index): readonly Piece[] => [
			...(index > 0 ? [input] : []),
			...(value === '' ? [] : [{ kind: 'literal', value } as const]),
		])
	})
	return { ...word, pieces }
}

/** Names with blanks in them are taken apart unless they end in NUL, and a name may be a link to anywhere. */
function dataOf(command: SimpleCommand, isNull: boolean, scope: Scope): 'names' | 'files' | 'anything' {
	const isFed = command.redirections.some(({ operator }) => operator.startsWith('<'))
	const from = command.pipedFrom
	if (isFed || !from) return 'anything'
	if (isNull && isPlainFileLister(from, scope)) return 'files'
	return listsNames(from) ? 'names' : 'anything'
}

/** Whether names of files in the workspace come out at the end of a pipe. */
export function listsNames(end: SimpleCommand): boolean {
	let from: SimpleCommand | undefined = end
	while (from?.pipedFrom && isFilter(from)) from = from.pipedFrom
	return from !== undefined && isLister(from)
}

/** Lists names of files in the workspace: that it stays inside is judged where it stands itself. */
function isLister({ words }: SimpleCommand): boolean {
	const [program, ...texts] = words.map(word => literal(word) ?? word.text)
	const has = (pattern: RegExp) => texts.some(text => pattern.test(text))
	switch (program) {
		case 'git':
			return texts[0] === 'ls-files' || (/^(?:diff|show|log)$/.test(texts[0] ?? '') && has(/^--name-only$/))
		case 'find':
			return !has(/^-(?:printf|ls)$/)
		case 'rg':
			return has(/^(?:-l|--files|--files-with-matches)$/)
		case 'grep':
			return has(/^-[a-zA-Z]*l[a-zA-Z]*$/) && !has(/^--label/)
		case 'ls':
			return true
		default:
			return false
	}
}

function isFilter({ words, redirections }: SimpleCommand): boolean {
	const [program, ...rest] = words
	const name = program && literal(program)
	if (redirections.some(({ operator }) => operator.startsWith('<'))) return false
	const given = readArguments(rest, FILTER_OPTIONS)
	if ('problem' in given) return false
	return name === 'grep'
		? given.operands.length === 1
		: factsOf(name ?? '').picksLines === true && given.operands.length === 0
}

const FILTER_OPTIONS = {
	syntax: GETOPT_LONG,
	short: 'viEFwru',
	shortWithValue: 'n',
	hasCountOption: true,
} as const

/** Never a link, never a file that is asked for by a name that stands for a secret. */
function isPlainFileLister({ words }: SimpleCommand, scope: Scope): boolean {
	const [program, ...texts] = words.map(word => literal(word) ?? word.text)
	const has = (pattern: RegExp) => texts.some(text => pattern.test(text))
	if (words.slice(1).some(word => secretIn(word, scope) !== undefined)) return false
	switch (program) {
		case 'find':
			return (
				texts.at(-1) === '-print0' &&
				texts.some((text, index) => text === '-type' && texts[index + 1] === 'f') &&
				texts.every(
					text => !text.startsWith('-') || /^-(?:type|i?name|(?:max|min)depth|size|mtime|print0)$/.test(text),
				) &&
				!has(/^[!(),]$/)
			)
		case 'rg':
			return has(/^(?:-0|--null)$/) && has(/^(?:-l|--files|--files-with-matches)$/)
		case 'grep':
			return (
				has(/^-[a-zA-Z]*r[a-zA-Z]*$/) &&
				has(/^-[a-zA-Z]*l[a-zA-Z]*$/) &&
				has(/^-[a-zA-Z]*Z$/) &&
				!has(/^--label/)
			)
		default:
			return false
	}
}
