import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { pairLines } from '../../../src/tui/diff/line-pairs.ts'
import { type MarkedRange, wordMarks } from '../../../src/tui/diff/word-marks.ts'

const cut = (line: string, ranges: readonly MarkedRange[]) => ranges.map(([from, to]) => line.slice(from, to))

function marked(before: string, after: string) {
	const marks = wordMarks(before, after)
	return marks && [cut(before, marks.before), cut(after, marks.after)]
}

test('only the words that differ are marked, and two beside each other are one mark', () => {
	assert.deepEqual(marked('const a = greet(name)', 'const a = greet(name, true)'), [[], [', true']])
	assert.deepEqual(marked('let first second = count(1);', 'let third fourth = count(1);'), [
		['first second'],
		['third fourth'],
	])
	assert.deepEqual(marked('  return größe + 1', '  return gräße + 1'), [['größe'], ['gräße']])
	assert.deepEqual(marked('same', 'same'), [[], []])
})

test('lines that have less than two fifths in common are not compared', () => {
	assert.equal(marked('one two three', 'four five six'), undefined)
	assert.equal(marked('', 'four'), undefined)
	assert.equal(marked('x'.repeat(20), `${'y '.repeat(2_000)}`), undefined)
})

test('what is not marked is the same on both sides, and every word that is only on one side is marked', () => {
	let state = 11
	const next = (below: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
	const WORDS = ['a', 'bb', '(', ')', ' ', ' ', 'if', '=', '漢', 'ä']
	const line = (length: number) => Array.from({ length }, () => WORDS[next(WORDS.length)]).join('')
	let compared = 0
	for (let round = 0; round < 400; round++) {
		const before = line(1 + next(12))
		const after = round % 2 === 0 ? line(1 + next(12)) : before.replace('a', line(next(3)))
		const marks = wordMarks(before, after)
		if (!marks) continue
		compared++
		const left = (text: string, ranges: readonly MarkedRange[]) =>
			ranges
				.toReversed()
				.reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), text)
				.replaceAll(/\s/g, '')
		assert.equal(left(before, marks.before), left(after, marks.after), `${before} | ${after}`)
	}
	assert.ok(compared > 100)
})

describe('pairs', () => {
	const shown = (removed: readonly string[], added: readonly string[]) =>
		pairLines(removed, added).map(
			pair => `${removed[pair.removed ?? -1] ?? ''}|${added[pair.added ?? -1] ?? ''}`,
		)

	test('a line stands opposite the one it resembles, and the others as they follow', () => {
		assert.deepEqual(shown(['call(one)', 'call(two)'], ['// new', 'call(one, 1)', 'call(two, 2)']), [
			'|// new',
			'call(one)|call(one, 1)',
			'call(two)|call(two, 2)',
		])
		assert.deepEqual(shown(['alpha', 'beta'], ['x', 'y', 'z']), ['alpha|x', 'beta|y', '|z'])
		assert.deepEqual(shown([], ['x']), ['|x'])
	})

	test('a line of hundreds of words finds the one it resembles like any other', () => {
		const long = (word: string) =>
			Array.from({ length: 300 }, (_, at) => `${word}${(at * 7) % 300}`).join(' ')
		const [one, two] = [long('one'), long('two')]
		assert.deepEqual(shown([one, two], ['// new', `${one}!`, `${two}!`]), [
			'|// new',
			`${one}|${one}!`,
			`${two}|${two}!`,
		])
	})

	test('every line is there once, in order', () => {
		const removed = Array.from({ length: 80 }, (_, index) => `line ${index % 7} of ${index}`)
		const added = Array.from({ length: 40 }, (_, index) => `line ${index % 5} off ${index * 2}`)
		for (const few of [removed.slice(0, 12), removed]) {
			const pairs = pairLines(few, added)
			assert.deepEqual(
				pairs.flatMap(pair => pair.removed ?? []),
				few.map((_, index) => index),
			)
			assert.deepEqual(
				pairs.flatMap(pair => pair.added ?? []),
				added.map((_, index) => index),
			)
		}
	})
})
