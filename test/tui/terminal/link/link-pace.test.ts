import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { LinkPace } from '../../../../src/tui/terminal/link/link-pace.ts'

const ASK = '\x1b[5n'
const ANSWER = '\x1b[0n'

/** A link with a clock of its own: bytes leave it one after the other, and what they ask is answered a way later. */
function link({
	bytesPerMs,
	wayMs = 0,
	isMute = false,
}: {
	bytesPerMs: number
	wayMs?: number
	isMute?: boolean
}) {
	let nowMs = 0
	let carried = 0
	let waiting = ''
	let opened = 0
	const answers: number[] = []
	const pace = new LinkPace({
		now: () => nowMs,
		onOpen: () => {
			opened++
		},
		send: sequence => send(sequence),
	})
	function send(text: string): void {
		waiting += pace.sending(text)
	}
	/** A millisecond goes by. */
	function step(): void {
		nowMs++
		carried = waiting === '' ? 0 : carried + bytesPerMs
		const arrived = waiting.slice(0, Math.floor(carried))
		carried -= arrived.length
		waiting = waiting.slice(arrived.length)
		for (const end of arrived) if (end === 'n' && !isMute) answers.push(nowMs + 2 * wayMs)
		while ((answers[0] ?? Number.POSITIVE_INFINITY) <= nowMs) {
			answers.shift()
			pace.takeReply(ANSWER)
		}
	}
	return { pace, send, step, waiting: () => waiting.length, opened: () => opened, nowMs: () => nowMs }
}

/** Sends frames whenever that is allowed. @returns what was on its way at most, and the bytes that went, in the second half */
function stream(on: ReturnType<typeof link>, { frame, forMs }: { frame: number; forMs: number }) {
	let [most, bytes] = [0, 0]
	// A first frame, as every program has one.
	on.send('x'.repeat(500))
	for (let ms = 0; ms < 3000; ms++) on.step()
	for (let ms = 0; ms < forMs; ms++) {
		on.step()
		if (on.pace.isOpen && ms % 10 === 0) {
			on.send('x'.repeat(frame))
			if (ms > forMs / 2) bytes += frame
		}
		if (ms > forMs / 2) most = Math.max(most, on.waiting())
	}
	return { most, bytesPerMs: (2 * bytes) / forMs }
}

describe('the pace of a link', () => {
	test.each([0.3, 2, 5])('of %d KB/s: little is on its way, and the link is never idle for long', rate => {
		const slow = link({ bytesPerMs: rate, wayMs: 40 })
		const { most, bytesPerMs } = stream(slow, { frame: 150, forMs: 30_000 })
		assert.ok(most <= Math.max(600, rate * 700), `${most} bytes on their way`)
		assert.ok(bytesPerMs >= rate * 0.75, `${bytesPerMs.toFixed(2)} bytes a millisecond`)
	})

	test.each([1, 300])('that is fast holds nothing back, a way of %d ms', wayMs => {
		const fast = link({ bytesPerMs: 1000, wayMs })
		const { bytesPerMs } = stream(fast, { frame: 300, forMs: 20_000 })
		assert.ok(bytesPerMs >= 29, `${bytesPerMs} of 30 bytes a millisecond`)
		assert.equal(fast.pace.room, Number.POSITIVE_INFINITY)
	})

	test('to a terminal that never answers holds nothing back, and asks once', () => {
		const mute = link({ bytesPerMs: 2, isMute: true })
		mute.send('x'.repeat(1000))
		for (let count = 0; count < 50; count++) {
			assert.equal(mute.pace.sending('x'.repeat(1000)), 'x'.repeat(1000))
			assert.ok(mute.pace.isOpen)
		}
	})

	test('of a program that draws little asks nothing', () => {
		const { pace } = link({ bytesPerMs: 1000 })
		for (const text of ['\x1b[?25l', 'a', '\x1b]2;title\x07']) assert.equal(pace.sending(text), text)
	})

	test('tells of room as soon as there is some', () => {
		const slow = link({ bytesPerMs: 2 })
		slow.send('x'.repeat(1500))
		// Whether it is slow is not known before the first answer.
		for (let ms = 0; ms < 800; ms++) slow.step()
		slow.send('x'.repeat(1500))
		for (let ms = 0; ms < 10; ms++) slow.step()
		assert.equal(slow.pace.isOpen, false)
		const before = slow.opened()
		for (let ms = 0; ms < 800; ms++) slow.step()
		assert.ok(slow.pace.isOpen)
		assert.ok(slow.opened() > before)
	})

	test('is let go of when the last answer is here, and nothing is asked after that', async () => {
		const slow = link({ bytesPerMs: 2 })
		stream(slow, { frame: 150, forMs: 3000 })
		slow.send('x'.repeat(300))
		let isOver = false
		const over = slow.pace.stop().then(() => {
			isOver = true
		})
		await Promise.resolve()
		assert.equal(isOver, false)
		while (slow.waiting() > 0) slow.step()
		slow.step()
		await over
		assert.ok(slow.pace.isOpen)
		assert.equal(slow.pace.sending('x'.repeat(5000)).includes(ASK), false)
	})
})
