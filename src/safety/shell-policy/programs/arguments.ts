// Reads a program's arguments against the options it is allowed to have. An option that is not in the rule, or is
// abbreviated, or could come out of a variable or pattern, is a problem; nothing is guessed.

import { literal, type Word } from '../../shell-parser/bash-words.ts'

/** How a program takes its words apart. What it does not say is not allowed; abbreviated names never are. */
export type OptionSyntax = {
	/** `-la` is `-l -a`. `values apart`: each of the letters may have its value, in a word of its own. */
	joinsLetters?: true | 'values apart'
	/** `-n5` is `-n 5`. */
	attachesValues?: true
	/** Options behind operands are still options, in some version of the program at least. */
	mixesOperands?: true
	/** With the first operand the options end, in every version of the program. */
	endsAtOperand?: true
	/** What follows `--` are operands. */
	endsAtDashes?: true
}

/** As the GNU library reads options, and whoever imitates it: clap, lexopt, pflag. */
export const GETOPT_LONG: OptionSyntax = {
	joinsLetters: true,
	attachesValues: true,
	mixesOperands: true,
	endsAtDashes: true,
}

/** As POSIX has it: operands end the options. */
export const GETOPT: OptionSyntax = {
	joinsLetters: true,
	attachesValues: true,
	endsAtOperand: true,
	endsAtDashes: true,
}

export type Options = {
	/** Left out, each option is a word of its own, its value the next one, and operands follow. */
	syntax?: OptionSyntax
	/** Single letters without a value. */
	short?: string
	/** Single letters with a value. */
	shortWithValue?: string
	/** Those of `shortWithValue` whose value must be attached in some version of the program; the next word is an operand there. */
	valueMayBeOperand?: string
	/** Names separated by blanks; a `=value` may follow. */
	long?: string
	/** Names whose value may also be the next word. */
	longWithValue?: string
	/** Whole words that are options as they stand: `-uno`. */
	exact?: string
	/** `-20` is a count. */
	hasCountOption?: true
	/**
	 * No option of the program, allowed here or not, writes or runs anything, so a word may come out of a variable. Some
	 * read elsewhere: a pattern passes only where no name of a file is an option.
	 */
	isFlagProof?: true
}

export type Arguments = {
	/** Without dashes, in order. */
	options: readonly { name: string; value: string | undefined }[]
	operands: readonly Word[]
	/**
	 * Words that were taken for a value and may be operands: of an option that takes none in some version, and behind the
	 * first operand, where the options of BSD's programs end.
	 */
	maybeOperands: readonly Word[]
	/** The first option that stands behind an operand. Some programs take it for one more operand. */
	lateOption: string | undefined
}

export function readArguments(words: readonly Word[], rule: Options): Arguments | { problem: string } {
	const { endsAtOperand, endsAtDashes, mixesOperands } = rule.syntax ?? {}
	const options: { name: string; value: string | undefined }[] = []
	const operands: Word[] = []
	const maybeOperands: Word[] = []
	let lateOption: string | undefined
	for (let index = 0; index < words.length; index++) {
		const word = words[index]!
		const text = literal(word)
		const isOption = text !== undefined && text !== '-' && text.startsWith('-')
		if (operands.length > 0 && endsAtOperand) {
			operands.push(word)
		} else if (text === undefined) {
			if (!rule.isFlagProof && mayBecomeOption(word))
				return { problem: `${word.text} could turn into an option` }
			operands.push(word)
		} else if (!isOption) {
			operands.push(word)
		} else if (operands.length > 0 && !mixesOperands) {
			return { problem: `whether ${text} behind an operand is still an option is not known` }
		} else if (text === '--') {
			if (!endsAtDashes) return { problem: 'what -- means to it is not known' }
			if (operands.length > 0) lateOption ??= text
			operands.push(...words.slice(index + 1))
			break
		} else {
			const read = isListed(text, rule.exact)
				? { options: [{ name: text, value: undefined }], usesNext: false }
				: readOption(text, words[index + 1], rule)
			if ('problem' in read) return read
			options.push(...read.options)
			if (operands.length > 0) lateOption ??= text
			if (read.usesNext) {
				const value = words[++index]!
				if (operands.length > 0 || rule.valueMayBeOperand?.includes(read.options.at(-1)!.name))
					maybeOperands.push(value)
			}
		}
	}
	return { options, operands, maybeOperands, lateOption }
}

/** A pattern or an unquoted variable may become several words; one with a fixed start that is no dash cannot be an option. */
export function mayBecomeOption(word: Word): boolean {
	const [first, second] = word.pieces
	if (first?.kind === 'variable' && first.data === 'hashes')
		return word.pieces.length > 2 || (second !== undefined && !isRevisionEnd(second))
	const hasFixedStart =
		first?.kind === 'home' ||
		// `/dev/fd/63`.
		(first?.kind === 'variable' && first.data === 'stream') ||
		(first?.kind === 'literal' && first.value !== '' && !first.value.startsWith('-'))
	return !hasFixedStart || word.pieces.some(mayBecomeWords)
}

/** Of hashes each is a word that is no option: `^$(git merge-base main HEAD)`. */
function mayBecomeWords(piece: Word['pieces'][number]): boolean {
	return piece.kind === 'variable' && !piece.isQuoted && piece.data !== 'hashes'
}

/** `~2`, `..HEAD`: also harmless with nothing in front. */
function isRevisionEnd(piece: Word['pieces'][number]): boolean {
	return piece.kind === 'literal' && /^(?:[~^]\d*)*(?:\.{2,3}[\w/.@~^-]*)?$/.test(piece.value)
}

type OptionRead = { options: Arguments['options'][number][]; usesNext: boolean } | { problem: string }

function readOption(text: string, next: Word | undefined, rule: Options): OptionRead {
	if (text.startsWith('--')) return readLong(text, next, rule)
	if (rule.hasCountOption && /^-\d+$/.test(text))
		return { options: [{ name: 'count', value: text.slice(1) }], usesNext: false }
	return readCluster(text, next, rule)
}

function readLong(text: string, next: Word | undefined, rule: Options): OptionRead {
	const [, name = '', value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? []
	if (isListed(name, rule.longWithValue)) return withValue(name, value, next, text)
	if (isListed(name, rule.long)) return { options: [{ name, value }], usesNext: false }
	return { problem: `the option --${name} is not on the list` }
}

function readCluster(text: string, next: Word | undefined, rule: Options): OptionRead {
	const { joinsLetters, attachesValues } = rule.syntax ?? {}
	const options: Arguments['options'][number][] = []
	let usesNext = false
	for (let index = 1; index < text.length; index++) {
		const name = text[index]!
		const isAlone = text.length === 2
		if (!isAlone && !joinsLetters && (index > 1 || !rule.shortWithValue?.includes(name)))
			return { problem: `${text} is not known to be several options` }
		if (rule.shortWithValue?.includes(name)) {
			if (usesNext) return { problem: `of the letters in ${text} more than one takes the next word` }
			const attached = joinsLetters === 'values apart' ? undefined : text.slice(index + 1) || undefined
			if (attached !== undefined && !attachesValues)
				return { problem: `${text} is not known to be an option and its value` }
			const read = withValue(name, attached, next, text)
			if ('problem' in read) return read
			options.push(...read.options)
			usesNext = read.usesNext
			if (attached !== undefined || joinsLetters !== 'values apart') break
		} else {
			if (!rule.short?.includes(name)) return { problem: `the option -${name} is not on the list` }
			options.push({ name, value: undefined })
		}
	}
	return { options, usesNext }
}

function withValue(
	name: string,
	attached: string | undefined,
	next: Word | undefined,
	text: string,
): OptionRead {
	if (attached !== undefined) return { options: [{ name, value: attached }], usesNext: false }
	const value = next && literal(next)
	// A value that looks like an option is one where another system's version of the program takes no value here.
	if (value === undefined || /^-(?!\d+$)/.test(value)) return { problem: `the value of ${text} is not plain` }
	return { options: [{ name, value }], usesNext: true }
}

function isListed(name: string, names: string | undefined): boolean {
	if (name === '' || names === undefined || name.includes(' ')) return false
	for (let at = names.indexOf(name); at !== -1; at = names.indexOf(name, at + 1)) {
		const end = at + name.length
		if ((at === 0 || names[at - 1] === ' ') && (end === names.length || names[end] === ' ')) return true
	}
	return false
}
