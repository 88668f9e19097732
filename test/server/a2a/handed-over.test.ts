import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { deferred } from '../../../src/core/async/deferred.ts'
import { handedOver } from '../../../src/server/a2a/handed-over.ts'

const NEVER = new AbortController().signal

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
	const found: Item[] = []
	for await (const item of items) found.push(item)
	return found
}

describe('items that are handed over', () => {
	test('come in order, and whoever writes waits until one is taken', async () => {
		const written: number[] = []
		const items = handedOver<number>(async write => {
			for (const number of [1, 2, 3]) {
				await write(number)
				written.push(number)
			}
		}, NEVER)
		assert.deepEqual([(await items.next()).value, [...written]], [1, []])
		assert.deepEqual([(await items.next()).value, [...written]], [2, [1]])
		assert.deepEqual(await all(items), [3])
		assert.deepEqual(written, [1, 2, 3])
	})

	test('that were written at once are all there, also those before a failure', async () => {
		const items = handedOver<number>(async write => {
			void write(1)
			void write(2)
			throw new Error('broken')
		}, NEVER)
		assert.deepEqual([(await items.next()).value, (await items.next()).value], [1, 2])
		await assert.rejects(items.next(), /broken/)
	})

	test('end the work when the reader leaves, and its last write comes back', async () => {
		const ended = deferred<string>()
		const items = handedOver<number>(async (write, signal) => {
			await write(1)
			await write(2)
			ended.resolve(signal.aborted ? 'told to stop' : 'not told')
		}, NEVER)
		for await (const _ of items) break
		assert.equal(await ended.promise, 'told to stop')
	})
})
