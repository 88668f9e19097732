import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { createIdSource } from '../../src/sessions/ids.ts'

test('a session’s id says in UTC when it was made, and sorts by it', () => {
	const times = ['1999-12-31T23:59:59Z', '2026-11-21T07:12:03Z', '2026-11-21T07:12:04Z'].map(Date.parse)
	const random = (sizeBytes: number) => Uint8Array.from({ length: sizeBytes }, (_, index) => 255 - index)
	const ids = times.map(now => createIdSource({ clock: { now: () => now }, random }).session())
	assert.deepEqual(ids, ['991231-235959-zyxw', '261121-071203-zyxw', '261121-071204-zyxw'])
	assert.deepEqual(ids.slice(1), ids.slice(1).toSorted())
})

test('each kind of id looks like its kind, and no two are the same', () => {
	const ids = createIdSource({ clock: { now: () => 0 }, random: randomBytes })
	const kinds = { run: /^r-[0-9a-z]{8}$/, approval: /^a-[0-9a-z]{8}$/, question: /^q-[0-9a-z]{8}$/ }
	for (const [kind, look] of Object.entries(kinds)) assert.match(ids[kind as keyof typeof kinds](), look)
	assert.equal(new Set(Array.from({ length: 10_000 }, () => ids.run())).size, 10_000)
})
