// Programs whose arguments are a language of their own, with the part of it that only reads.

import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { judgeReads } from '../analysis/reads.ts'
import { leadsOutside, type Scope, targetOf } from '../analysis/scope.ts'
import { asks, type Evaluation, harmless } from '../analysis/verdict.ts'
import { GETOPT_LONG, mayBecomeOption, readArguments } from './arguments.ts'
import { judgeAwk } from './awk.ts'
import { isAboutOutput } from './facts/output-names.ts'
import { judgeTar } from './tar.ts'

type Judge = (words: readonly Word[], scope: Scope) => Evaluation

/** Whatever it is given, it prints: there is no option that does more. */
const prints: Judge = () => harmless('read-only/echo', 'It prints its arguments.')

/** Changes where everything after it runs; `foldersAfter` follows it. */
const judgeCd: Judge = (words, scope) => {
	const [folder, ...more] = words
	const target = folder && targetOf(folder, scope)
	const isPlain = more.length === 0 && target?.isWhole && !/^[-+]/.test(folder?.text ?? '')
	if (!isPlain) return asks('options/cd', 'cd: only a plain folder can be followed.')
	if (leadsOutside(target, scope))
		return asks('outside-workspace', `cd leads to ${target.paths[0]}, outside the workspace.`)
	return harmless('read-only/cd', 'It stays inside the workspace.', target.paths)
}

/** `export LC_ALL=C`: what may stand in front of one command may stand in front of all of them. */
const judgeExport: Judge = words =>
	words.length > 0 && words.every(isExportOfOutput)
		? harmless('read-only/export', 'It only changes how output looks.')
		: asks('options/export', 'export: it can change what programs do.')

function isExportOfOutput(word: Word): boolean {
	const [, name, value] = /^([A-Z_]+)=(.*)$/s.exec(literal(word) ?? '') ?? []
	return name !== undefined && value !== undefined && isAboutOutput(name, value)
}

// `-v` stores into a variable and evaluates its subscript, `%n` stores, too.
const judgePrintf: Judge = ([format]) => {
	const text = format && literal(format)
	if (text === undefined || text.startsWith('-') || text.includes('%n'))
		return asks('options/printf', 'printf: with this format it may store into variables.')
	return harmless('read-only/printf', 'It prints its arguments.')
}

// `-v` and `-R` evaluate the subscript of a variable, which can run a command.
const judgeTest: Judge = words => {
	const isPlain = words.every(word => {
		const text = literal(word)
		// Shells other than bash work out what they compare as numbers.
		if (text !== undefined) return text !== '-v' && text !== '-R' && !/\[.*(?:\$\(|`)/.test(text)
		return word.pieces.every(isOneWord)
	})
	return isPlain && (isPlainTest(words) || !words.some(isFilled))
		? harmless('read-only/test', 'It tests a condition.')
		: asks('options/test', 'test: an operand could be an operator that runs something.')
}

/** What the command itself fills in may be `-v`, so the words beside it have to say that it is an operand. */
function isPlainTest(words: readonly Word[]): boolean {
	const texts = words.map(literal)
	const given = texts.slice(texts[0] === '!' ? 1 : 0, texts.at(-1) === ']' ? -1 : undefined)
	const [first, second] = given
	if (given.length === 2) return /^-[a-zA-Z]$/.test(first ?? '')
	return given.length === 3 && /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(second ?? '')
}

function isFilled({ pieces }: Word): boolean {
	return pieces.some(piece => piece.kind === 'variable' && piece.data !== undefined)
}

const judgeCommandBuiltin: Judge = ([option, ...names]) => {
	const text = option && literal(option)
	if ((text === '-v' || text === '-V') && names.every(name => literal(name) !== undefined))
		return harmless('read-only/command -v', 'It says where a program is.')
	return asks('wrapper', 'command runs the program that follows.')
}

const FIND_WITH_VALUE =
	'name iname path ipath wholename iwholename regex iregex regextype type xtype size mtime mmin atime amin ctime cmin maxdepth mindepth perm user group uid gid links inum printf newer'
const FIND_PLAIN =
	'print print0 ls empty prune not a and o or depth d xdev mount readable writable executable true false nouser nogroup quit daystart noleaf noignore_readdir_race'
/** A time, or a file whose time is looked at. */
const FIND_NEWER = /^-newer[aBcm][aBcmt]$/
const FIND_VALUED: ReadonlySet<string> = new Set(FIND_WITH_VALUE.split(' '))
const FIND_BARE: ReadonlySet<string> = new Set(FIND_PLAIN.split(' '))

/** Actions that run or write (`-exec`, `-ok`, `-delete`, `-fprint`) and following links are missing above on purpose. */
const judgeFind: Judge = (words, scope) => {
	const start = words.findIndex(word => /^[-(!]/.test(literal(word) ?? ''))
	const folders = start === -1 ? words : words.slice(0, start)
	const expression = start === -1 ? [] : words.slice(start)
	const unclear = folders.find(mayBecomeOption)
	if (unclear) return asks('options/find', `find: ${unclear.text} could turn into an action.`)
	for (let index = 0; index < expression.length; index++) {
		const text = literal(expression[index]!) ?? ''
		if (/^[()!,]$/.test(text) || (text.startsWith('-') && FIND_BARE.has(text.slice(1)))) continue
		const value = expression[++index]
		const isValued = FIND_NEWER.test(text) || (text.startsWith('-') && FIND_VALUED.has(text.slice(1)))
		if (!isValued || !value?.pieces.every(isOneWord))
			return asks('options/find', `find: ${text || expression[index - 1]?.text} is not on the list of tests.`)
	}
	return judgeReads(folders, scope, { name: 'read-only/find', why: 'lists files' })
}

const SED_OPTIONS = {
	syntax: GETOPT_LONG,
	short: 'nErsuz',
	shortWithValue: 'e',
	long: 'quiet silent regexp-extended separate unbuffered null-data',
	longWithValue: 'expression',
} as const

/** Printing, deleting from the output and plain substitution. `w`, `r`, `e`, `-i`, `-f` write, read and run. */
const judgeSed: Judge = (words, scope) => {
	const given = readArguments(words, SED_OPTIONS)
	if ('problem' in given) return asks('options/sed', `sed: ${given.problem}.`)
	const inOptions = given.options.flatMap(({ name, value }) =>
		name === 'e' || name === 'expression' ? [value] : [],
	)
	const [first, ...others] = given.operands
	const scripts = inOptions.length > 0 ? inOptions : [first && literal(first)]
	if (!scripts.every(isPlainSed))
		return asks('options/sed', 'sed: the script does more than print lines or replace text.')
	const files = inOptions.length > 0 ? given.operands : others
	return judgeReads(files, scope, { name: 'read-only/sed', why: 'prints lines' })
}

function isPlainSed(script: string | undefined): boolean {
	if (script === undefined || script.length > 500 || script.includes('\n')) return false
	// Versions differ on whether a bracket hides what ends a pattern, be it a slash or any other, so the two are not mixed:
	// `s|[|]|g;s|w x|b|` is two commands to one of them, and writes a file for the other.
	if (script.includes('[') && (script.includes(';') || script.split('/').length > 4)) return false
	return script.split(';').every(each => {
		const part = each.trim()
		return SED_PRINT.test(part) || SED_SUBSTITUTE.test(part) || SED_PRINT.test(withoutBraces(part))
	})
}

/** `10{p;q}` comes here as `10{p` and `q}`: what is in the braces is a command like any other. */
function withoutBraces(part: string): string {
	return part.replace(SED_OPENS, '').replace(/[\s}]{1,9}$/, '')
}

const SED_ADDRESS = String.raw`(?:(?:\d+|\$|\/(?:[^/\\]|\\[^\n])+\/I?)(?:,(?:[+~]?\d+|\$|\/(?:[^/\\]|\\[^\n])+\/I?))?)`
/** One letter: it prints, deletes, goes on, ends, or puts something aside and takes it back. */
const SED_PRINT = new RegExp(`^${SED_ADDRESS}?!?[pdq=PDnNgGhHx]?$`)
const SED_OPENS = new RegExp(String.raw`^${SED_ADDRESS}!?\{\s{0,9}`)
const SED_SUBSTITUTE =
	/^(?:\d+(?:,\d+)?)?s([/|#,:@])(?:(?!\1)[^\\]|\\(?!\1).)*\1(?:(?!\1)[^\\]|\\(?!\1).)*\1[gpIi\d]*$/

/** `exit 1`, `break 2`: it decides whether what follows runs, and each of that is judged for itself. */
const goesOn: Judge = words =>
	words.every(word => /^\d{1,3}$/.test(literal(word) ?? '') || word.text === '$?' || word.text === '"$?"')
		? harmless('read-only/control', 'It only says where the script goes on.')
		: asks('options/control', 'How far it goes is only known when it runs.')

/** `set -euo pipefail`: where a script ends sooner, it does less. */
const judgeSet: Judge = words =>
	words.length > 0 &&
	/^(?:[-+][eu]*(?:[eu]|o (?:pipefail|errexit|nounset))(?: |$))+$/.test(
		words.map(word => literal(word) ?? '\0').join(' '),
	)
		? harmless('read-only/set', 'It only says when the script ends.')
		: asks('options/set', 'set: it can change what programs get and what is run.')

const JUDGES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
	['echo', prints],
	['exit', goesOn],
	['return', goesOn],
	['break', goesOn],
	['continue', goesOn],
	['shift', goesOn],
	['set', judgeSet],
	['expr', () => harmless('read-only/expr', 'It computes from its arguments.')],
	['cd', judgeCd],
	['export', judgeExport],
	['printf', judgePrintf],
	['test', judgeTest],
	['[', judgeTest],
	['command', judgeCommandBuiltin],
	['find', judgeFind],
	['sed', judgeSed],
	['awk', judgeAwk],
	['gawk', judgeAwk],
	['mawk', judgeAwk],
	['tar', judgeTar],
	['bsdtar', judgeTar],
])

export function specialJudge(program: string): Judge | undefined {
	return JUDGES.get(program)
}

/** Stays one word whatever it holds. */
function isOneWord(piece: Word['pieces'][number]): boolean {
	return piece.kind === 'literal' || piece.kind === 'home' || (piece.kind === 'variable' && piece.isQuoted)
}
