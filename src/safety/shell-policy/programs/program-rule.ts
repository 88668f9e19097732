// Rules for read-only programs: with which options one only reads, and the judgement of one use of it.

import { literal, literalPiece, type Word } from '../../shell-parser/bash-words.ts'
import { judgeReads } from '../analysis/reads.ts'
import { ANY_DEPTH, type Scope } from '../analysis/scope.ts'
import { asks, type Evaluation } from '../analysis/verdict.ts'
import { type Arguments, mayBecomeOption, type Options, readArguments } from './arguments.ts'

export type ProgramRule = Options & {
	/** What it does, given these options, and why that changes nothing: finishes "It …". */
	why: string
	/** `pattern-then-paths`: the first operand is not a path unless an option already gave the pattern. */
	operands: 'paths' | 'text' | 'none' | 'pattern-then-paths'
	/** With more operands than this the last one is written to, or the meaning changes. */
	maxOperands?: number
	/** Options that give the pattern, so that every operand is a path. */
	patternOptions?: readonly string[]
	/** Options whose value is a file it reads. */
	pathOptions?: readonly string[]
	/** It tells names, sizes and counts, and never what is in a file. */
	showsNoContent?: true | undefined
	/** Options with which it does not either. */
	hidingOptions?: readonly string[]
	/** Options with which it goes down into the folders that it opens. */
	deepOptions?: readonly string[]
	/** Files that would make it run something, in the folder or above. Whoever can look at files looks for them. */
	absentFiles?: readonly string[]
	/** `@name` among its words is a file with more words, and one of those may load a program. */
	readsOptionFiles?: true
	/** It looks into what is in a folder that it is given, through links as well. */
	opensFolders?: true
	/** Programs that it starts itself, by their names: it is a script around them. */
	starts?: readonly string[]
	/** Set for the whole command it is part of, so that it leaves nothing behind. */
	env?: Readonly<Record<string, string>>
	/** What else must hold; the answer says what does not. */
	check?: (given: Arguments) => string | undefined
}

/** @param words - the arguments, without the program itself */
export function judgeProgram(
	words: readonly Word[],
	rule: ProgramRule,
	{ name, scope }: { name: string; scope: Scope },
): Evaluation {
	const given = readArguments(words, rule)
	if ('problem' in given) return asks(`options/${name}`, `${name}: ${given.problem}.`)
	const problem =
		optionFile(words, rule) ?? filledPattern(given, rule) ?? tooMany(given, rule) ?? rule.check?.(given)
	if (problem !== undefined) return asks(`options/${name}`, `${name}: ${problem}.`)
	const evaluation = judgeReads(pathsOf(given, rule), scope, {
		name: `read-only/${name}`,
		why: rule.why,
		showsNoContent: rule.showsNoContent ?? (hasOption(given, rule.hidingOptions) || undefined),
	})
	const below = hasOption(given, rule.deepOptions) ? ANY_DEPTH : '*'
	const names = optionNames(words, rule, scope)
	return {
		...evaluation,
		...(names.length > 0 && { optionNames: names }),
		// A file has nothing below it, and then there is nothing to follow.
		...(rule.opensFolders && { reads: evaluation.reads.flatMap(path => [path, `${path}/${below}`]) }),
		...(rule.starts && { programs: rule.starts }),
		...(rule.env && { env: rule.env }),
		...(rule.absentFiles && { absentFiles: rule.absentFiles }),
	}
}

function hasOption({ options }: Arguments, names: readonly string[] | undefined): boolean {
	return options.some(({ name }) => names?.includes(name))
}

function optionFile(words: readonly Word[], { readsOptionFiles }: ProgramRule): string | undefined {
	// Also the value of an option, and behind `--`.
	const isGiven = readsOptionFiles && words.some(word => beginning(word).startsWith('@'))
	return isGiven ? 'more options could come from the file behind @' : undefined
}

/** Beginnings of paths that must not exist: a pattern would become an option that nobody has seen, or name a file of them. */
function optionNames(
	words: readonly Word[],
	{ readsOptionFiles }: ProgramRule,
	{ folders }: Scope,
): string[] {
	const end = words.findIndex(word => literal(word) === '--')
	const starts = [
		...((end === -1 ? words : words.slice(0, end)).some(mayBeOptionName) ? ['-'] : []),
		...(readsOptionFiles && words.some(mayBeOptionName) ? ['@'] : []),
	]
	return starts.flatMap(start => folders.map(folder => `${folder === '/' ? '' : folder}/${start}`))
}

function mayBeOptionName(word: Word): boolean {
	const isFileName = word.pieces.some(
		piece => piece.kind === 'pattern' || (piece.kind === 'variable' && piece.data !== undefined),
	)
	return isFileName && mayBecomeOption(word)
}

/** As far as it is known; a word that begins with what is not could be an option, and asks for that. */
function beginning(word: Word): string {
	const [first] = word.pieces
	return literal(word) ?? (first?.kind === 'literal' ? first.value : '')
}

/** `grep $x` reads more than a pattern where the command itself put `-f/etc/passwd` or two words into x. */
function filledPattern({ options, operands: [first] }: Arguments, rule: ProgramRule): string | undefined {
	const isPattern =
		rule.operands === 'pattern-then-paths' && !options.some(({ name }) => rule.patternOptions?.includes(name))
	const isFilled = first?.pieces.some(piece => piece.kind === 'variable' && piece.data !== undefined)
	return isPattern && first && isFilled && mayBecomeOption(first)
		? `${first.text} could turn into an option or into more words`
		: undefined
}

function tooMany({ operands, lateOption }: Arguments, rule: ProgramRule): string | undefined {
	const most = rule.operands === 'none' ? 0 : (rule.maxOperands ?? Number.POSITIVE_INFINITY)
	if (operands.length > most) return `with more than ${most} operands it may do more than read`
	// `xxd a -p` writes a file named -p, and `uniq a -c` does so where POSIXLY_CORRECT is set.
	if (most > 0 && most !== Number.POSITIVE_INFINITY && lateOption !== undefined)
		return `${lateOption} behind an operand may be one more operand, and that one is written to`
	// One pattern on the line may be many words when it runs.
	const isCounted = most > 0 && most !== Number.POSITIVE_INFINITY
	if (isCounted && operands.some(mayBeMany))
		return 'a pattern or variable could become more operands than it may have'
	return undefined
}

function mayBeMany(word: Word): boolean {
	return word.pieces.some(piece => piece.kind === 'pattern' || (piece.kind === 'variable' && !piece.isQuoted))
}

function pathsOf({ options, operands, maybeOperands }: Arguments, rule: ProgramRule): readonly Word[] {
	const named = options.flatMap(({ name, value }) =>
		value !== undefined && rule.pathOptions?.includes(name) ? [literalWord(value)] : [],
	)
	named.push(...operands.flatMap(valueInOption))
	if (rule.operands === 'text' || rule.operands === 'none') return named
	const [first] = operands
	const isPath =
		rule.operands === 'paths' ||
		options.some(({ name }) => rule.patternOptions?.includes(name)) ||
		// The first of many words is the pattern, and the others are paths.
		(first !== undefined && mayBeMany(first))
	return [...named, ...(isPath ? operands : operands.slice(1)), ...maybeOperands]
}

/** The file in `--file="$HOME/x"` and `-f"$HOME/x"`: with a variable in it the word is none of the options that were read. */
function valueInOption({ text, pieces }: Word): readonly Word[] {
	const [first, ...rest] = pieces
	if (first?.kind !== 'literal' || rest.length === 0) return []
	const option = /^(?:--[\w-]*=|-[A-Za-z]+)/.exec(first.value)?.[0]
	if (option === undefined) return []
	const value = first.value.slice(option.length)
	return [{ text, pieces: value === '' ? rest : [literalPiece(value), ...rest] }]
}

function literalWord(value: string): Word {
	return { text: value, pieces: [{ kind: 'literal', value }] }
}
