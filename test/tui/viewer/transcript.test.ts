import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { NumberedBlock } from '../../../src/tui/state/block-ids.ts'
import { pieceReader } from '../../../src/tui/viewer/pieces.ts'
import { LogTranscript } from '../../../src/tui/viewer/transcript.ts'
import { foldedWhole, saidIn, storedLog } from '../../support/screen/stored-transcript.ts'
import {
	message,
	runEnd,
	runStart,
	sessionStart,
	story,
	toolEnd,
	toolStart,
	turnEnd,
	turnStart,
} from '../../support/sessions/story.ts'

/** Runs of many turns, so that pieces begin in the midst of them. */
const ENVELOPES = story([
	sessionStart('/work'),
	...Array.from({ length: 6 }, (_, run): readonly StoredEvent[] => [
		runStart(`prompt ${run}`),
		...Array.from({ length: 60 }, (_, turn): readonly StoredEvent[] => {
			const id = `c${run}-${turn}`
			return [
				turnStart(turn + 1),
				message(`answer ${run}-${turn}`, [id]),
				toolStart(id, turn % 3 === 0 ? 'read-only' : 'side-effecting'),
				toolEnd(id, 'x', turn % 7 === 0 ? 'failed' : 'ok'),
				turnEnd(turn + 1),
			]
		}).flat(),
		message(`done ${run}`),
		runEnd(),
	]).flat(),
])
const WHOLE = foldedWhole(ENVELOPES)

async function opened(tail?: readonly NumberedBlock[]) {
	const log = await storedLog(ENVELOPES)
	const transcript = new LogTranscript(
		pieceReader(log.readLog, undefined),
		tail && { newest: () => tail, open: () => [] },
	)
	await transcript.toEnd()
	return { transcript, ...log }
}

test('gone through from its end, every block of a long session comes once, the same as if all of it were folded', async () => {
	const { transcript } = await opened()
	const seen: NumberedBlock[][] = [[...transcript.blocks()]]
	let first = transcript.blocks()[0]
	while (await transcript.earlier()) {
		const blocks = transcript.blocks()
		seen.unshift(
			blocks.slice(
				0,
				blocks.findIndex(({ id }) => id.seq === first?.id.seq && id.index === first.id.index),
			),
		)
		first = blocks[0]
		assert.ok(blocks.length < WHOLE.length / 2 + 300, 'what is far away is let go')
	}
	assert.deepEqual(saidIn(seen.flat()), saidIn(WHOLE))
})

test('gone through from its start, it is the same', async () => {
	const { transcript } = await opened()
	await transcript.toStart()
	const seen: NumberedBlock[] = [...transcript.blocks()]
	while (await transcript.later()) {
		const last = seen.at(-1)
		const blocks = transcript.blocks()
		const at = blocks.findIndex(({ id }) => id.seq === last?.id.seq && id.index === last.id.index)
		seen.push(...blocks.slice(at + 1))
	}
	assert.deepEqual(saidIn(seen), saidIn(WHOLE))
	assert.equal(transcript.hasLater, false)
})

test('what is at hand of the session that is open and what is read before it meet without a gap', async () => {
	for (const count of [1, 7, 120]) {
		const tail = WHOLE.slice(-count)
		const { transcript } = await opened(tail)
		assert.deepEqual(transcript.blocks(), tail, 'nothing is read to open it')
		await transcript.earlier()
		await transcript.earlier()
		const blocks = transcript.blocks()
		assert.ok(blocks.length > count + 50)
		assert.deepEqual(saidIn(blocks), saidIn(WHOLE).slice(-saidIn(blocks).length))
	}
})

test('stretches go through all of it in both directions and leave what is at hand as it was', async () => {
	for (const tail of [undefined, WHOLE.slice(-30)]) {
		const { transcript } = await opened(tail)
		const before = transcript.blocks()
		const back: string[] = []
		for await (const { blocks } of transcript.stretches('back', 'end')) back.unshift(...saidIn(blocks))
		const on: string[] = []
		for await (const { blocks } of transcript.stretches('on', 'end')) on.push(...saidIn(blocks))
		assert.deepEqual(back, saidIn(WHOLE))
		assert.deepEqual(on, saidIn(WHOLE))
		assert.equal(transcript.blocks(), before)
	}
})

test('opening reads a page or two, not the session', async () => {
	const { pagesRead } = await opened()
	assert.ok(pagesRead() <= 2, `${pagesRead()} pages`)
})
