import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { createTimedNotes } from '../../src/process/timed-notes.ts'
import { temporaryFolder } from '../support/sessions/temporary-folder.ts'

const open = (path: string) =>
	createTimedNotes(path, ({ until, why }) =>
		typeof until === 'number' && typeof why === 'string' ? { until, why } : undefined,
	)

describe('timed notes', () => {
	test('are what another process has noted, until their time is over', async () => {
		const path = join(await temporaryFolder(), 'state', 'notes.json')
		const [one, other] = [open(path), open(path)]
		assert.equal((await one.read(0)).size, 0)
		await one.change(notes => new Map(notes).set('a', { until: 10, why: 'x' }), 0)
		await other.change(notes => new Map(notes).set('b', { until: 20, why: 'y' }), 0)
		assert.deepEqual([...(await one.read(9)).keys()], ['a', 'b'])
		assert.deepEqual([...(await one.read(10)).keys()], ['b'])
		assert.equal((await stat(path)).mode & 0o777, 0o600)
	})

	test('leave out what they do not know, and what is over', async () => {
		const path = join(await temporaryFolder(), 'notes.json')
		await writeFile(path, '{"a": {"until": 10, "why": 5}, "b": 1, "c": {"until": 10, "why": "x"}}')
		assert.deepEqual([...(await open(path).read(0)).keys()], ['c'])
		await open(path).change(notes => new Map(notes).set('d', { until: 20, why: 'z' }), 15)
		assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { d: { until: 20, why: 'z' } })
	})

	test('are none where the file cannot be read or written', async () => {
		const notes = open(join('/dev/null', 'notes.json'))
		await notes.change(before => new Map(before).set('a', { until: 10, why: 'x' }), 0)
		assert.equal((await notes.read(0)).size, 0)
	})
})
