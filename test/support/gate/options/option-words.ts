// Option words by chance, derived from a program's rule: how it may be called, and everything close by that a program
// may take apart in another way than the rule does.

import type { ProgramRule } from '../../../../src/safety/shell-policy/programs/program-rule.ts'

export type Random = () => number

/** The same seed gives the same numbers, from 0 up to 1. */
export function createRandom(seed: number): Random {
	let state = seed
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}
}

export function one<Item>(random: Random, items: ArrayLike<Item>): Item {
	return items[Math.floor(random() * items.length)]!
}

/** One call of a program that is judged by its options, quoted for a shell. */
export function callByRule(random: Random, name: string, rule: ProgramRule): string {
	const words: string[] = []
	const options = Math.floor(random() * 4)
	for (let left = options; left > 0; left--) words.push(...optionBy(random, rule))
	const most = rule.operands === 'none' ? 1 : 3
	const operands = Array.from({ length: Math.floor(random() * (most + 1)) }, () => operandBy(random, rule))
	const placed = random() < 0.75 ? [...words, ...operands] : mixed(random, words, operands)
	if (random() < 0.12) placed.splice(Math.floor(random() * (placed.length + 1)), 0, one(random, BORDER))
	return [name, ...placed].join(' ')
}

/** Letters nobody listed, too: the gate refuses them, or takes them for somebody's value. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function optionBy(random: Random, rule: ProgramRule): readonly string[] {
	const flags = rule.short ?? ''
	const valued = rule.shortWithValue ?? ''
	const longs = [...names(rule.long), ...names(rule.longWithValue)]
	const exact = names(rule.exact)
	const letters = () => {
		const count = one(random, [1, 2, 2, 3, 4])
		return Array.from({ length: count }, () =>
			random() < 0.04 ? one(random, LETTERS) : one(random, flags + valued || LETTERS),
		).join('')
	}
	const value = () => valueBy(random, rule)
	switch (Math.floor(random() * 12)) {
		case 0:
		case 1:
			return flags ? [`-${one(random, flags)}`] : [`-${letters()}`]
		case 2:
		case 3:
			return [`-${letters()}`]
		case 4:
			return valued ? [quote(`-${one(random, valued)}${unquoted(value())}`)] : [`-${letters()}`]
		case 5:
			return valued ? [`-${one(random, valued)}`, value()] : [`-${letters()}`]
		case 6:
			return [quote(`-${letters()}${one(random, ['', '=', ''])}${unquoted(value())}`)]
		case 7:
			return longs.length > 0 ? [`--${one(random, longs)}`] : [`--${letters()}`]
		case 8:
			return longs.length > 0 ? [quote(`--${one(random, longs)}=${unquoted(value())}`)] : [`--${letters()}`]
		case 9:
			return longs.length > 0 ? [`--${one(random, longs)}`, value()] : [`-${letters()}`, value()]
		case 10:
			if (exact.length > 0 && random() < 0.7) return [one(random, exact) + (random() < 0.1 ? letters() : '')]
			// Abbreviated, or with one dash too few: the gate knows neither.
			return longs.length > 0 ? [abbreviated(random, one(random, longs))] : [`--${letters()}`]
		default:
			return [one(random, BORDER)]
	}
}

function abbreviated(random: Random, name: string): string {
	const shown = name.slice(0, 1 + Math.floor(random() * name.length))
	return one(random, ['-', '--', '--', '--no-', '+']) + shown
}

function mixed(random: Random, options: readonly string[], operands: readonly string[]): string[] {
	const all = [...options, ...operands]
	for (let index = all.length - 1; index > 0; index--) {
		const other = Math.floor(random() * (index + 1))
		;[all[index], all[other]] = [all[other]!, all[index]!]
	}
	return all
}

function operandBy(random: Random, rule: ProgramRule): string {
	if (rule.operands === 'text' && random() < 0.5) return valueBy(random, rule)
	return random() < 0.12 ? one(random, BORDER) : one(random, OPERANDS)
}

function valueBy(random: Random, rule: ProgramRule): string {
	if (random() < 0.1) return one(random, OPERANDS)
	if (random() < 0.1) return one(random, [...names(rule.exact), ...names(rule.long), 'x'])
	return one(random, VALUES)
}

function names(list: string | undefined): readonly string[] {
	return list === undefined ? [] : list.split(' ')
}

/** What a shell would hand over, where it is to be part of a longer word. */
function unquoted(word: string): string {
	return word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word
}

export function quote(word: string): string {
	return /^[\w./:@%+=,^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** Files that lie in the folder; some look like options. A pattern may become any of them. */
export const FILE_NAMES: readonly string[] = [
	'a.txt',
	'b.txt',
	'sorted',
	'data.json',
	'data.yaml',
	'list.csv',
	'bytes.bin',
	'prog',
	'lib.a',
	'pack.zip',
	'pack.gz',
	'pack.tar',
	'pack.tgz',
	'-o',
	'-R',
	'-r',
	'-w',
	'-c',
	'-f',
	'-exec',
	'-delete',
	'--output=ran',
	'--files0-from=names',
	'--pre=.evil',
	'--plugin=evil.so',
	'@opts',
	'+5',
	'names',
	'sums',
	'magic',
	'sub/a.txt',
	'sub/-R',
	'sub/deep/a.txt',
	'.hidden',
]

const OPERANDS: readonly string[] = [
	...'a.txt b.txt sorted data.json data.yaml list.csv bytes.bin prog lib.a pack.zip pack.gz pack.tar pack.tgz'.split(
		' ',
	),
	...'. sub sub/deep sub/a.txt ./a.txt ./-o ./@opts names sums magic missing new/x .hidden'.split(' '),
	...'* *.txt ./* sub/* sub/*/* ?.txt [ab].txt -* @* +* "$X" $X ~ $HOME'.split(' '),
	// These lead out, or to a secret: the gate has to see it.
	...'link.txt linkdir linkdir/secret.txt sub/link.txt sub/linkdir inner ../outside/secret.txt ~/.ssh/id_rsa'.split(
		' ',
	),
]

const VALUES: readonly string[] = [
	...'0 1 2 3 5 8 10 16 -1 -5 +1 +5 1,2 1-2 1: 0x10 1k 99999999999999999999 1.5 -0'.split(' '),
	...'a x o d f c always never auto none all size name time full iso si human long list UTF-8 utf8 ASCII latin1 json'.split(
		' ',
	),
	...'%s %h %F +%F +%s %% a.txt b.txt ran ./ran sub new/ran @opts names link.txt ../outside/secret.txt'.split(
		' ',
	),
	...'-o -w -R -ran --output=ran root bash pid,comm comm= env args PATH PAGE_SIZE now yesterday 1.1.2000'.split(
		' ',
	),
	...'. .a .a[0] .[] keys length . env $ENV input_filename e x1 x2 o1 d2 ^a a$ a.* .* hello'.split(' '),
	"''",
	"' '",
	"'a b'",
	"'%s\\n'",
	"'{print $1}'",
	"'.a|.b'",
	"'\\n'",
	',',
	"';'",
	"'|'",
	"'\\t'",
]

/** Words at the border of what options are. */
const BORDER: readonly string[] = [
	...'-- - --- -- --= -= + +1 +5 -1 -5 -20 -n-1 -o -oran -w -ran --o --out --outp=ran --output=ran --output'.split(
		' ',
	),
	...'@opts @names @missing --help --version -h -V -v -? -h1 --no -x=1 -- -1 +x +o +w -+ -@ -@opts -%s'.split(
		' ',
	),
	...'--files0-from=names --pre=.evil --compress-program=.evil -C -m -z -i -r -R -T -S -X -K -D -L -P -e -f'.split(
		' ',
	),
	"''",
	"' '",
	"'-o ran'",
	"'a b'",
	'"$X"',
	'$X',
]
