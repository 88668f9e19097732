import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { ARGUMENT_LIMITS, RepetitionWatch, TEXT_LIMITS } from '../../../src/providers/wire/repetition.ts'

/** After how many characters it is seen to repeat; undefined when it is not. */
function foundAfter(text: string, limits = TEXT_LIMITS, pieceCharacters = 13): number | undefined {
	const watch = new RepetitionWatch(limits)
	for (let at = 0; at < text.length; at += pieceCharacters)
		if (watch.push(text.slice(at, at + pieceCharacters))) return at + pieceCharacters
	return undefined
}

/** Characters that nobody could foresee. */
function noise(characters: number, seed = 'noise'): string {
	let text = ''
	for (let n = 0; text.length < characters; n++)
		text += createHash('sha256').update(`${seed}${n}`).digest('base64')
	return text.slice(0, characters)
}

/** Words as they come in prose: few of them, again and again, never in the same order. */
function prose(characters: number, seed: string): string {
	const words =
		'the a file test run is not and that it reads writes loop server model call again then of in to'.split(
			' ',
		)
	const bytes = createHash('sha512')
	const said: string[] = []
	for (let n = 0, length = 0; length < characters; n++) {
		const pick = bytes.copy().update(`${seed}${n}`).digest().readUInt32LE()
		const word = words[pick % words.length]! + (pick % 11 === 0 ? '.\n' : ' ')
		said.push(word)
		length += word.length
	}
	return said.join('')
}

/** Said again and again, it is no more than a few characters that come again and again. */
function isAWordAgain(said: string): boolean {
	const text = said.repeat(Math.ceil(64 / said.length) + 1)
	return [1, 2, 3, 4, 5, 6, 7, 8].some(period => text.startsWith(text.slice(period)))
}

describe('a passage that comes again and again is found', () => {
	const PASSAGES: readonly [what: string, passage: string][] = [
		['a sentence', 'Wait, let me look at the file once more. '],
		['Chinese', '让我再看一遍这个文件。'],
		['a table row', '| 1 | 2 | 3 |\n'],
		['64 characters, as far apart as what is kept', noise(64)],
		['one less than that', noise(63)],
		['a thought with a thought in it twice', `${prose(400, 'x')}${prose(400, 'x')}${prose(300, 'y')}`],
		['a paragraph', prose(700, 'p')],
		['a page', prose(2_300, 'q')],
	]
	for (const [what, passage] of PASSAGES)
		test(`within 2 000 tokens: ${what}`, () => {
			const before = prose(5_000, 'before')
			const found = foundAfter(before + passage.repeat(Math.ceil(40_000 / passage.length)))
			assert.ok(found !== undefined)
			const waste = Buffer.byteLength(
				passage.repeat(Math.ceil(found / passage.length)).slice(0, found - before.length - passage.length),
			)
			assert.ok(waste <= 8_000, `after ${waste} bytes of waste`)
		})

	// One word five thousand times is what somebody measures with, and a ruler or a row of dots is an answer.
	for (const [what, passage] of [
		['a letter', 'a'],
		['a line break', '\n'],
		['two characters', 'ab'],
		['a word', 'again '],
	] as const)
		test(`what is no longer than a word within 64 KiB, and not before 60: ${what}`, () => {
			const found = foundAfter(passage.repeat(Math.ceil(80_000 / passage.length)))
			assert.ok(found !== undefined)
			assert.ok(found >= 60 * 1024 && found <= 64 * 1024, `after ${found} bytes`)
		})

	for (const kilobytes of [5, 10, 17, 33, 60, 90])
		test(`within 64 KiB: ${kilobytes} KiB`, () => {
			const passage = prose(kilobytes * 1024, `k${kilobytes}`)
			const found = foundAfter(`Before.\n${passage.repeat(4)}${passage}`)
			assert.ok(found !== undefined)
			assert.ok(found - passage.length <= 64 * 1024, `after ${found - passage.length} characters of waste`)
		})

	test('whatever it is, whatever came before, and however it is cut', () => {
		const passage = fc.oneof(
			fc.string({ minLength: 1, maxLength: 300 }),
			fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
			fc
				.array(fc.constantFrom('0', '1', ' ', '\n'), { minLength: 1, maxLength: 2_000 })
				.map(all => all.join('')),
			fc
				.array(fc.constantFrom('one ', 'two ', 'three\n'), { minLength: 1, maxLength: 400 })
				.map(all => all.join('')),
		)
		fc.assert(
			fc.property(
				passage,
				fc.string({ maxLength: 500 }),
				fc.integer({ min: 1, max: 5_000 }),
				(said, before, size) => {
					const text = before + said.repeat(Math.ceil(80_000 / said.length))
					const found = foundAfter(text, TEXT_LIMITS, size)
					assert.ok(found !== undefined)
					const waste = Buffer.byteLength(text.slice(before.length + said.length, found))
					const most = isAWordAgain(said) ? 62_000 : 11_000
					assert.ok(waste <= most + size * 4, `after ${waste} bytes`)
				},
			),
		)
	})

	test('of a call only when it is more than a file would hold', () => {
		const zeros = '0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,\n'
		assert.equal(foundAfter(zeros.repeat(800), ARGUMENT_LIMITS), undefined)
		assert.ok(foundAfter(zeros.repeat(2_000), ARGUMENT_LIMITS))
	})
})

/** Texts in which much is like something before it, and nothing goes on for ever. */
const MADE: readonly (readonly [what: string, text: string])[] = [
	['a picture of characters', `${' '.repeat(40)}/\\\n`.repeat(60)],
	['a board', `${'.'.repeat(78)}\n`.repeat(40)],
	['a box', `+${'-'.repeat(100)}+\n${`|${' '.repeat(100)}|\n`.repeat(40)}+${'-'.repeat(100)}+\n`],
	['a ruler', `${'='.repeat(5_000)}\n`],
	['zeros in base64', `iVBORw0KGgo${'A'.repeat(5_000)}${noise(3_000)}`],
	['base64', noise(300_000)],
	['a matrix of nothing', `${'0 '.repeat(40)}\n`.repeat(80)],
	['a unit matrix', rows(100, n => `${'0 '.repeat(n)}1 ${'0 '.repeat(99 - n)}`)],
	[
		'a hex dump of zeros',
		rows(4_000, n => `${(n * 16).toString(16).padStart(8, '0')}  ${'00 '.repeat(16)} |................|`),
	],
	[
		'numbered lines',
		rows(5_000, n => `${n + 1}. Run the tests of part ${n + 1} and see that all of them pass.`),
	],
	[
		'a log',
		rows(
			5_000,
			n =>
				`2026-11-22T12:${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}Z INFO  request done status=200`,
		),
	],
	[
		'a log of every minute',
		rows(
			5_000,
			n => `${String(Math.floor(n / 60) % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')} ok`,
		),
	],
	['a table', rows(3_000, n => `| ${n} | open | 0 | 0 | 0 | 0 | none |`)],
	[
		'a table of one column that changes',
		rows(3_000, n => `| item | ${'x'.repeat(n % 17)} | ${(n * n) % 101} | done |`),
	],
	['multiplication', rows(60, a => rows(60, b => `${a} × ${b} = ${a * b}`))],
	['a chessboard', rows(8, n => '■ □ '.repeat(4).slice(n % 2)).repeat(8)],
	['dots of a test run', `${'.'.repeat(6_000)}F${'.'.repeat(6_000)}`],
	['SQL', rows(2_000, n => `INSERT INTO users (id, name, active) VALUES (${n}, 'user${n}', true);`)],
	['CSV', rows(4_000, n => `${n},0,0,0,0,0,0,${n % 7}`)],
	['cases of a switch', rows(1_500, n => `\t\tcase ${n}:\n\t\t\treturn true`)],
	['tests alike', rows(800, n => `test('case ${n}', () => {\n\texpect(run(input)).toBe(output)\n})\n`)],
	[
		'JSON of empty things',
		`[${Array.from({ length: 3_000 }, (_, n) => `{"id":${n},"tags":[],"meta":{},"value":null}`).join(',\n')}]`,
	],
	['HTML', rows(1_000, n => `<li class="item"><a href="/page/${n}">Page ${n}</a></li>`)],
	['an SVG', rows(1_000, n => `<circle cx="${(n * 13) % 500}" cy="${(n * 29) % 500}" r="2" fill="#ccc"/>`)],
	[
		'a poem with a refrain',
		rows(
			40,
			n =>
				`Verse ${n}, and it is told\nin words of its own,\n${'And we sail away, and we sail away,\nover the sea and home.\n'.repeat(2)}`,
		),
	],
	['the same block of code four times', prose(1_500, 'block').repeat(4)],
	['a file said twice', prose(30_000, 'file').repeat(2)],
	['a file of 16 KiB said three times', prose(16_000, 'file three').repeat(3)],
	['a line said a hundred times', 'I will not repeat myself, said the model to itself.\n'.repeat(100)],
	['Chinese', rows(2_000, n => `第${n}项：运行测试并查看结果。`)],
	['emoji', rows(60, n => `${'🟩'.repeat(n % 9)}🟥${'🟩'.repeat(8 - (n % 9))}`)],
	['a progress bar', rows(101, n => `[${'#'.repeat(n)}${' '.repeat(100 - n)}] ${n} %`)],
	...Array.from({ length: 20 }, (_, n) => [`prose ${n}`, prose(60_000, `made ${n}`)] as const),
]

/** Chance that is the same each time: from 0 up to, and without, what is asked for. */
type Pick = (below: number) => number

function picker(seed: number): Pick {
	let state = (seed * 2_654_435_761) >>> 0
	return below => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
}

/** Answers of one kind each, line by line: most of a line is what the line before it was. */
const FAMILIES: readonly (readonly [what: string, line: (n: number, pick: Pick) => string])[] = [
	['a table', (n, pick) => `| ${n} | ${pick(2) ? 'open' : 'done'} | ${pick(3)} | 0 | 0 | none |`],
	['a wide table', (n, pick) => `| item ${n} |${' yes |'.repeat(12)} ${pick(10)} |`],
	['a log', (n, pick) => `2026-11-22T12:${pick(60)}:${n % 60}Z INFO request done status=${200 + pick(4)}`],
	['a log of one thing', n => `[${String(n).padStart(6, '0')}] heartbeat ok`],
	['base64', (_, pick) => Array.from({ length: 76 }, () => BASE64[pick(64)]).join('')],
	['a hex dump', (n, pick) => `${(n * 16).toString(16).padStart(8, '0')}  ${'00 '.repeat(15)}${pick(16)}`],
	['code', (n, pick) => `\tcase ${n}:\n\t\treturn handlers[${pick(9)}](input)`],
	['tests', (n, pick) => `test('case ${n}', () => {\n\tassert.equal(sum(${pick(99)}, ${n}), 0)\n})`],
	['a CSV', (n, pick) => `${n},0,0,0,${pick(2)},0,0,false,,`],
	['a diff', (n, pick) => `-\told(${n})\n+\tnew(${n}, ${pick(5)})\n \t}`],
]

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function rows(count: number, row: (n: number) => string): string {
	return `${Array.from({ length: count }, (_, n) => row(n)).join('\n')}\n`
}

describe('nothing is found in', () => {
	for (const [what, text] of MADE)
		test(what, () => {
			assert.equal(foundAfter(text), undefined)
			assert.equal(foundAfter(text, ARGUMENT_LIMITS), undefined)
		})

	test('a thousand answers made of tables, logs, base64, code and what else repeats itself a little', () => {
		for (let seed = 0; seed < 100; seed++)
			for (const [what, line] of FAMILIES) {
				const pick = picker(seed * 31 + what.length)
				const lines: string[] = [`Here is ${what} ${seed}:`]
				for (let n = 0, length = 0; length < 14_000; n++) {
					lines.push(line(n, pick))
					length += lines.at(-1)!.length + 1
				}
				assert.equal(foundAfter(lines.join('\n'), TEXT_LIMITS, 29), undefined, `${what} ${seed}`)
			}
	})

	// But for the commands that are made to be too long for the gate.
	test('what this repository holds, file by file and all in one', async () => {
		const root = join(import.meta.dirname, '../../..')
		// Not what comes and goes meanwhile: packages, the build, and what other tests make in them.
		const places = ['src', 'test', 'docs', 'scripts', 'bench'].map(folder => join(root, folder))
		const entries = [
			...(
				await Promise.all(places.map(place => readdir(place, { recursive: true, withFileTypes: true })))
			).flat(),
			...(await readdir(root, { withFileTypes: true })),
		]
		const names = entries
			.filter(entry => entry.isFile())
			.map(entry => join(entry.parentPath, entry.name))
			.filter(
				name => !/\/fixtures\/gate\//.test(name) && /\.(?:ts|tsx|mjs|cjs|md|json|svg|txt|jsonl)$/.test(name),
			)
		assert.ok(names.length >= 1_000)
		const all = new RepetitionWatch(TEXT_LIMITS)
		for (const name of names) {
			const text = await readFile(name, 'utf8')
			assert.equal(foundAfter(text, TEXT_LIMITS, 1_000), undefined, name)
			assert.equal(all.push(text), undefined, name)
		}
	})

	test('any text that does not repeat', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'binary', maxLength: 3_000 }),
				fc.integer({ min: 1, max: 5 }),
				(said, times) => {
					if (said.length * 3 * times >= TEXT_LIMITS.leastBytes) return
					assert.equal(foundAfter(said.repeat(times)), undefined)
				},
			),
		)
	})
})
