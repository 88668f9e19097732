import assert from 'node:assert/strict'
import { lstatSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, test } from 'vitest'
import {
	fromRow,
	isSame,
	isUntouched,
	stampOf,
	type TreeEntry,
	toRow,
} from '../../../src/workspace/checkpoints/entry.ts'
import { makeWorkTree } from './work-tree.ts'

function entryOf(path: string, content: string, change: Partial<TreeEntry> = {}): TreeEntry {
	return { kind: 'file', mode: 0o644, content, stamp: stampOf(lstatSync(path), Date.now()), ...change }
}

test('what was changed a moment ago may be changed again without its times showing it', () => {
	const tree = makeWorkTree({ 'a.txt': 'a' })
	const stats = lstatSync(tree.path('a.txt'))
	assert.equal(stampOf(stats, stats.ctimeMs + 1_000).isSettled, false)
	assert.equal(stampOf(stats, stats.ctimeMs + 3_000).isSettled, true)
	assert.equal(stampOf(stats, stats.ctimeMs - 60_000).isSettled, false)
})

test('a file of the same size whose time was set back is not untouched', () => {
	const tree = makeWorkTree({ 'a.txt': 'one' })
	const path = tree.path('a.txt')
	const old = lstatSync(path)
	const entry = entryOf(path, 'x')
	assert.equal(isUntouched(lstatSync(path), entry), true)
	while (lstatSync(path).ctimeMs === old.ctimeMs) {
		writeFileSync(path, 'two')
		utimesSync(path, old.atime, old.mtime)
	}
	assert.equal(isUntouched(lstatSync(path), entry), false)
})

describe('two entries', () => {
	const tree = () => makeWorkTree({ 'a.txt': 'a', 'b.txt': 'b' })

	test('are the same when kind, mode and content are, whatever their times', () => {
		const { path } = tree()
		const a = entryOf(path('a.txt'), 'h')
		assert.equal(isSame(a, entryOf(path('b.txt'), 'h')), true)
		assert.equal(isSame(a, entryOf(path('b.txt'), 'other')), false)
		assert.equal(isSame(a, entryOf(path('b.txt'), 'h', { mode: 0o755 })), false)
		assert.equal(isSame(a, undefined), false)
		assert.equal(isSame(undefined, undefined), true)
	})

	test('are what they were after a row', () => {
		const { path } = tree()
		for (const entry of [
			entryOf(path('a.txt'), 'h'),
			entryOf(path('a.txt'), '', { notKept: 'too-large' }),
			entryOf(path('a.txt'), 'where to', { kind: 'link', mode: 0 }),
			entryOf(path('a.txt'), '', { kind: 'folder', mode: 0o755 }),
		])
			assert.deepEqual(fromRow(JSON.parse(JSON.stringify(toRow('/a\nb', entry)))), ['/a\nb', entry])
		for (const wrong of [undefined, [], ['/a', 'f'], { path: '/a' }]) assert.throws(() => fromRow(wrong))
	})
})
