// A summary that stalls at a real server: it is given up after a minute of the clock, and the screen says what came of it.

import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import { EMPTY_VIEW } from '../../../src/tui/state/view.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { deferred } from '../../support/deferred.ts'
import { handClock } from '../../support/hand-clock.ts'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { isForSummary, longWork, SUMMARY, startLongWork } from '../../support/runtime/long-work.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

const MINUTE_MS = 60_000
/** It begins, and then nothing comes any more, with the connection open. */
const STALLED = { text: ['## Goal', ' The plums.'], fault: { kind: 'stall', after: 'text' } } as const

for (const cause of ['user', 'window'] as const)
	test(`a summary (${cause}) that falls silent is given up after one minute`, async () => {
		const server = await startModelServer({ wires: ['responses'] })
		opened.push(server.close)
		const clock = handClock()
		const runtime = await startLongWork(server, 'responses', { runtime: { clock } })
		opened.push(runtime.stop)
		const answering = longWork(cause === 'user' ? 4 : 30)
		const asked = deferred()
		let summaries = 0
		server.onRequest(request => {
			if (!isForSummary(request)) return answering(request)
			summaries += 1
			asked.resolve()
			return summaries === 1 ? STALLED : { text: SUMMARY }
		})
		await runtime.prompt('Who ate the plums?')
		if (cause === 'user') {
			await runtime.until('run-end')
			await runtime.port.send({ type: 'session-compact' })
		}
		await runtime.until('compaction-start')
		const screen = () => runtime.envelopes.reduce(foldView, EMPTY_VIEW)
		await asked.promise
		await clock.asleepFor(MINUTE_MS)
		clock.advance(MINUTE_MS - 1)
		assert.equal(ended(runtime.envelopes.map(({ event }) => event)), false)
		clock.advance(1)
		await runtime.until('compaction-end')
		const said = screen().blocks.recent.flatMap(block => (block.kind === 'notice' ? [block.text] : []))
		const outcome =
			cause === 'user'
				? /^no summary could be had \(nothing came for 60 s\); history is as it was$/m
				: /^no summary could be had \(nothing came for 60 s\); \d+ earlier messages have left the window, and a digest/m
		assert.match(said.join('\n'), outcome)
		if (cause === 'user') {
			assert.deepEqual([summaries, screen().run], [1, undefined])
			return
		}
		// Nothing depends on it: the run goes on to its end.
		const end = await runtime.until('run-end')
		assert.equal(end.reason, 'finished')
	})

function ended(events: readonly AgentEvent[]): boolean {
	return events.some(({ type }) => type === 'compaction-end')
}
