import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { decode, encode, typeOf } from '../../src/sessions/codec.ts'
import { anySession } from '../support/sessions/any-session.ts'
import { story } from '../support/sessions/story.ts'

test('every envelope is one line, comes back as it was, and says its type in front', () => {
	fc.assert(
		fc.property(anySession, events => {
			for (const envelope of story(events)) {
				const line = encode(envelope)
				assert.equal(line.indexOf('\n'), line.length - 1)
				assert.deepEqual(decode(line.trimEnd()), envelope)
				assert.equal(typeOf(Buffer.from(line)), envelope.event.type)
			}
		}),
	)
})

test('the same envelope always gives the same line, whatever order its fields came in', () => {
	const [envelope] = story([{ type: 'session-rename', name: 'bug hunt' }])
	const { seq, at, sessionId, event } = envelope!
	assert.equal(
		encode({ event: { name: 'bug hunt', type: event.type }, sessionId, at, seq } as never),
		encode(envelope!),
	)
})

test('a result that a newer version says more about is still a result', () => {
	const event = { type: 'tool-end', callId: 'a', tool: 'read', result: { outcome: 'ok', content: [] } }
	for (const more of [{ detail: { type: 'from-the-future', depth: 3 } }, { problem: ['from the future'] }]) {
		const newer = { ...event, result: { ...event.result, ...more } }
		const line = JSON.stringify({ seq: 1, at: 1, sessionId: 's', event: newer })
		assert.deepEqual(decode(line), { seq: 1, at: 1, sessionId: 's', event })
	}
})

test('an approval request of an older log is read as a permission decision', () => {
	const common = { tier: 'privileged', isWorkspaceEdit: false, title: 'ls; rm x', reasons: ['It removes.'] }
	const part = { command: 'ls', reason: 'It reads.', rule: 'read-only/ls' }
	const request = (extra: object) =>
		JSON.stringify({
			seq: 1,
			at: 1,
			sessionId: 's',
			event: { type: 'approval-request', request: { approvalId: 'a', callId: 'c', tool: 'shell', ...extra } },
		})
	const older = { ...common, need: 'hard-approval', parts: [{ ...part, need: 'none' }], sessionKeys: [] }
	const today = { ...common, outcome: 'ask-always', parts: [{ ...part, outcome: 'allow' }], sessionKeys: [] }
	assert.deepEqual(decode(request({ assessment: older })), JSON.parse(request({ permission: today })))
	assert.equal(decode(request({ assessment: { ...older, need: 'sometimes' } })), undefined)
})

describe('what is no envelope is not taken for one', () => {
	const base = '"seq":1,"at":1,"sessionId":"s"'
	const lines = [
		'{',
		'null',
		'[]',
		'{}',
		`{${base}}`,
		`{${base},"event":null}`,
		`{${base},"event":{"type":"__proto__"}}`,
		`{${base},"event":{"type":"turn-start"}}`,
		'{"seq":1.5,"at":1,"sessionId":"s","event":{"type":"turn-start","turn":1}}',
		'{"seq":"1","at":1,"sessionId":"s","event":{"type":"turn-start","turn":1}}',
		'{"seq":1,"at":1,"sessionId":"s","runId":7,"event":{"type":"turn-start","turn":1}}',
	]
	test.for(lines)('%s', line => assert.equal(decode(line), undefined))

	test('any other JSON', () => {
		fc.assert(fc.property(fc.json(), line => assert.equal(decode(line), undefined)))
	})
})
