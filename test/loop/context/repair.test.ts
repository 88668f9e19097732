import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { CallId } from '../../../src/core/ids.ts'
import {
	type AssistantMessage,
	callsOf,
	type Message,
	type ToolMessage,
	userText,
} from '../../../src/core/messages.ts'
import { createRepair, repair } from '../../../src/loop/context/repair.ts'

const model = { provider: 'test', model: 'm' }

describe('one fault at a time', () => {
	test('a call without a result gets one that says its effect is unknown', () => {
		const repaired = repair([userText('go'), assistant(['a'])])
		assert.equal(repaired.length, 3)
		assert.equal(repaired[2]?.role === 'tool' && repaired[2].outcome, 'interrupted')
	})

	test('a result without a call is dropped', () => {
		assert.deepEqual(repair([userText('go'), result('x')]), [userText('go')])
	})

	test('a doubled id keeps its first call and its first result', () => {
		const repaired = repair([
			assistant(['a']),
			result('a', 'first'),
			assistant(['a', 'b']),
			result('a', 'second'),
		])
		assert.deepEqual(
			repaired.flatMap(message => (message.role === 'tool' ? [[message.callId, message.outcome]] : [])),
			[
				['a', 'ok'],
				['b', 'interrupted'],
			],
		)
	})

	test('empty messages are dropped', () => {
		const hollow: AssistantMessage = {
			role: 'assistant',
			model,
			content: [{ type: 'text', text: '' }],
			stop: 'stop',
		}
		assert.deepEqual(repair([userText(''), hollow, userText('hi')]), [userText('hi')])

		const thought: AssistantMessage = { ...hollow, content: [{ type: 'reasoning', text: 'Hm.' }] }
		assert.deepEqual(repair([thought]), [])
		const paused: AssistantMessage = { ...thought, stop: 'paused' }
		assert.deepEqual(repair([paused]), [paused])
	})
})

test('any history becomes valid, repairing twice changes nothing, and a valid one is left as it is', () => {
	fc.assert(
		fc.property(fc.array(anyMessage()), messages => {
			const repaired = repair(messages)
			assertValid(repaired)
			assert.deepEqual(repair(repaired), repaired)
			assert.equal(JSON.stringify(repair(messages)), JSON.stringify(repaired))
		}),
	)
})

test('a history that grows, or becomes another one, is made valid as if it were seen for the first time', () => {
	const steps = fc.array(fc.tuple(fc.boolean(), fc.array(anyMessage(), { maxLength: 3 })))
	fc.assert(
		fc.property(steps, all => {
			const repairAgain = createRepair()
			let history: readonly Message[] = []
			for (const [isOther, news] of all) {
				history = isOther ? [...history.slice(1), ...news] : [...history, ...news]
				const repaired = repairAgain(history)
				assert.deepEqual(repaired, repair(history))
			}
		}),
	)
})

function assertValid(messages: readonly Message[]): void {
	const seen = new Set<string>()
	for (let at = 0; at < messages.length; at++) {
		const message = messages[at]!
		if (message.role !== 'assistant') continue
		for (const call of callsOf(message)) {
			assert.ok(!seen.has(call.callId))
			seen.add(call.callId)
			const answer = messages[++at]
			assert.ok(answer?.role === 'tool' && answer.callId === call.callId)
		}
	}
	assert.equal(messages.filter(message => message.role === 'tool').length, seen.size)
}

function anyMessage(): fc.Arbitrary<Message> {
	const id = fc.constantFrom('a', 'b', 'c', 'd')
	return fc.oneof(
		fc.constantFrom('', 'hi').map(userText),
		fc.array(id, { maxLength: 3 }).map(assistant),
		id.map(callId => result(callId)),
	)
}

function assistant(ids: readonly string[]): AssistantMessage {
	const calls = ids.map(id => ({
		type: 'tool-call' as const,
		callId: id as CallId,
		tool: 'read',
		arguments: '{}',
	}))
	return { role: 'assistant', model, content: calls, stop: 'tool-calls' }
}

function result(id: string, text = 'ok'): ToolMessage {
	return {
		role: 'tool',
		callId: id as CallId,
		tool: 'read',
		outcome: 'ok',
		content: [{ type: 'text', text }],
	}
}
