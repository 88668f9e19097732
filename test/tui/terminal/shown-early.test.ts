import assert from 'node:assert/strict'
import { setTimeout as later } from 'node:timers/promises'
import { test } from 'vitest'
import { NO_FRAME } from '../../../src/tui/terminal/frame/frame-position.ts'
import { ShownEarly } from '../../../src/tui/terminal/shown-early.ts'

const frame = { row: 1, column: 6, bottom: 3, isCursorShown: true, widths: [20, 7, 20] }

/** Timers of one length run in the order they were set in, so what was to come has come. */
async function shown(use: (early: ShownEarly) => void, isHeldBack = () => false): Promise<string> {
	let sent = ''
	use(
		new ShownEarly(
			sequence => {
				sent += sequence
			},
			isHeldBack,
			1,
		),
	)
	await later(1)
	return sent
}

test('it stands where the cursor is, which stays there', async () => {
	assert.equal(
		await shown(early => {
			early.show('x', frame)
			early.drawn({ ...frame, column: 7 })
		}),
		'x\x1b[7G',
	)
})

test('a frame that does not have it leaves it to be taken away', async () => {
	const takenAway = 'x\x1b[7G \x1b[7G'
	assert.equal(await shown(early => early.show('x', frame)), takenAway)
	assert.equal(
		await shown(early => {
			early.show('x', frame)
			early.drawn(frame)
		}),
		takenAway,
	)
})

test('nothing is taken away from a frame that has gone, and there is one at a time', async () => {
	assert.equal(
		await shown(early => {
			early.show('x', frame)
			early.show('y', frame)
			early.drawn(NO_FRAME)
		}),
		'x\x1b[7G',
	)
})

test('while frames are held back it stays', async () => {
	let isHeldBack = true
	const sent = await shown(
		early => early.show('x', frame),
		() => {
			// The next time it may go.
			isHeldBack = !isHeldBack
			return !isHeldBack
		},
	)
	assert.equal(sent, 'x\x1b[7G')
})
