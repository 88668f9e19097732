import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { Mailbox } from '../../../src/core/async/mailbox.ts'

describe('a mailbox', () => {
	test('gives everything once and in order, whenever it was put and asked for', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 200 }), async bursts => {
				const mailbox = new Mailbox<number>([-1])
				const got: number[] = []
				const reading = (async () => {
					for await (const value of mailbox) got.push(value)
				})()
				let next = 0
				for (const burst of bursts) {
					for (let each = 0; each < burst; each++) mailbox.put(next++)
					if (burst % 2 === 0) await Promise.resolve()
				}
				mailbox.close()
				await reading
				assert.deepEqual(got, [-1, ...Array.from({ length: next }, (_, index) => index)])
			}),
		)
	})

	test('holds nothing that a slow reader has had', async () => {
		const mailbox = new Mailbox<number>(Array.from({ length: 5_000 }, (_, index) => index))
		for (let expected = 0; expected < 5_000; expected++)
			assert.deepEqual(await mailbox.next(), { done: false, value: expected })
		mailbox.close()
		assert.equal((await mailbox.next()).done, true)
	})

	test('ends once, for a reader who waits, for one who comes later and for one who goes away', async () => {
		const ends: string[] = []
		const waiting = new Mailbox<number>([], () => ends.push('waiting'))
		const next = waiting.next()
		waiting.close()
		assert.equal((await next).done, true)
		const late = new Mailbox<number>([1], () => ends.push('late'))
		late.close()
		assert.deepEqual(ends, ['waiting'])
		assert.equal((await late.next()).value, 1)
		assert.equal((await late.next()).done, true)
		const left = new Mailbox<number>([1, 2], () => ends.push('left'))
		for await (const _ of left) break
		left.put(3)
		assert.equal((await left.next()).done, true)
		assert.deepEqual(ends, ['waiting', 'late', 'left'])
	})
})
