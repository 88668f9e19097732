import assert from 'node:assert/strict'
import { callsOf, type Message } from '../../../src/core/messages.ts'

/** What every provider asks of a history: each call has exactly one result, right behind its message, and ids differ. */
export function assertValid(messages: readonly Message[]): void {
	const ids = new Set<string>()
	for (let at = 0; at < messages.length; ) {
		const message = messages[at++]!
		assert.notEqual(message.role, 'tool', 'a result that belongs to no call')
		if (message.role !== 'assistant') continue
		for (const { callId } of callsOf(message)) {
			assert.ok(!ids.has(callId), `${callId} is there twice`)
			ids.add(callId)
			const result = messages[at++]
			assert.ok(result?.role === 'tool' && result.callId === callId, `${callId} has no result`)
		}
	}
}
