import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { withIdleTimeout } from '../../../src/providers/routing/idle-timeout.ts'
import { handClock } from '../../support/hand-clock.ts'

const LIMITS = { noticeMs: 20, idleMs: 90 }

/** A stream that the test feeds. */
function feed(): { parts: AsyncIterable<string>; give(part: string): void; close(): void } {
	const waiting: ((result: IteratorResult<string>) => void)[] = []
	const given: IteratorResult<string>[] = []
	const hand = (result: IteratorResult<string>) => {
		const taker = waiting.shift()
		if (taker) taker(result)
		else given.push(result)
	}
	const next = () =>
		new Promise<IteratorResult<string>>(resolve => {
			const ready = given.shift()
			if (ready) resolve(ready)
			else waiting.push(resolve)
		})
	return {
		parts: { [Symbol.asyncIterator]: () => ({ next }) },
		give: value => hand({ value, done: false }),
		close: () => hand({ value: undefined, done: true }),
	}
}

function listen(parts: AsyncIterable<string>, resets: (part: string) => boolean = () => true) {
	const clock = handClock()
	const stop = new AbortController()
	const heard = withIdleTimeout(parts, { ...LIMITS, clock, signal: stop.signal }, resets)
	const next = async () => (await heard.next()).value
	return { clock, stop, next }
}

describe('silence', () => {
	test('is told once, and again after something was heard', async () => {
		const stream = feed()
		const { clock, next } = listen(stream.parts)
		for (let round = 0; round < 2; round++) {
			const silence = next()
			await clock.asleepFor(20)
			clock.advance(20)
			assert.deepEqual(await silence, { type: 'silence', silentMs: 20, isOver: false })
			stream.give('here')
			assert.equal(await next(), 'here')
		}
	})

	test('does not count the time that the reader takes', async () => {
		const stream = feed()
		const { clock, next } = listen(stream.parts)
		stream.give('one')
		assert.equal(await next(), 'one')
		clock.advance(1_000)
		stream.give('two')
		assert.equal(await next(), 'two')
	})

	test('is not over while the server shows that it is alive, though there is still nothing to tell', async () => {
		const stream = feed()
		const { clock, next } = listen(stream.parts, part => part !== 'ping')
		const silence = next()
		await clock.asleepFor(20)
		clock.advance(20)
		assert.deepEqual(await silence, { type: 'silence', silentMs: 20, isOver: false })
		for (let passed = 40; passed <= 200; passed += 20) {
			clock.advance(20)
			stream.give('ping')
			assert.equal(await next(), 'ping')
		}
		stream.close()
		assert.equal(await next(), undefined)
	})

	test('ends the wait at once when it is told to stop, even before it has begun', async () => {
		const { stop, next } = listen(feed().parts)
		stop.abort()
		assert.deepEqual(await next(), { type: 'silence', silentMs: 0, isOver: true })
		assert.equal(await next(), undefined)
	})
})
