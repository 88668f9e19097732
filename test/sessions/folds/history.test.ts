import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import { type Message, textOf } from '../../../src/core/messages.ts'
import { repair } from '../../../src/loop/context/repair.ts'
import { decode, encode } from '../../../src/sessions/codec.ts'
import { historyOf } from '../../../src/sessions/folds/history.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { anySession } from '../../support/sessions/any-session.ts'
import { assertValid } from '../../support/sessions/assert-valid.ts'
import {
	attemptStart,
	message,
	runEnd,
	runStart,
	sessionStart,
	shortSession,
	steer,
	story,
	toolEnd,
	toolStart,
} from '../../support/sessions/story.ts'

describe('the conversation', () => {
	test('is the prompts, the replies and the results', () => {
		assert.deepEqual(told(shortSession('list')), [
			'user: list',
			'assistant: I look. (c1)',
			'tool c1 ok: result of c1',
			'assistant: Two files: ünïcödé 😀 and\u2028another.',
		])
	})

	test('has results in the order of the calls, whenever they came', () => {
		const events = [message('', ['a', 'b', 'c']), toolEnd('c'), toolEnd('a', 'bad', 'failed'), toolEnd('b')]
		assert.deepEqual(told(events), [
			'assistant:  (a b c)',
			'tool a failed: bad',
			'tool b ok: result of b',
			'tool c ok: result of c',
		])
	})

	test('has a result that came before its message behind it', () => {
		const events = [attemptStart(), toolStart('a'), toolEnd('a'), message('now', ['a', 'b']), toolEnd('b')]
		assert.deepEqual(told(events), [
			'assistant: now (a b)',
			'tool a ok: result of a',
			'tool b ok: result of b',
		])
	})

	test('has what the user said meanwhile where it was said', () => {
		const events = [runStart('one'), message('', ['a']), toolEnd('a'), steer('two'), message('three')]
		assert.deepEqual(told(events), [
			'user: one',
			'assistant:  (a)',
			'tool a ok: result of a',
			'user: two',
			'assistant: three',
		])
	})

	test('tells a call that ran although its message never came, and how it ended', () => {
		const events = [runStart('go'), attemptStart(), toolStart('a'), toolEnd('a'), toolStart('b')]
		const call = (id: string) => ({
			type: 'tool-call',
			callId: id,
			tool: 'shell',
			arguments: '{"command":"ls"}',
		})
		const reply = { role: 'assistant', model: { provider: 'test', model: 'm' }, stop: 'broken' }
		assert.deepEqual(historyOf(story(events)).slice(1), [
			{ ...reply, content: [call('a')] },
			{
				role: 'tool',
				callId: 'a',
				tool: 'shell',
				outcome: 'ok',
				content: [{ type: 'text', text: 'result of a' }],
			},
			{ ...reply, content: [call('b')] },
		])
	})

	test('says where the user interrupted, and says nothing of other ends', () => {
		const ended = (reason: 'cancelled' | 'finished' | 'failed') => told([runStart('go'), runEnd(reason)])
		assert.deepEqual(
			[ended('cancelled'), ended('finished'), ended('failed')],
			[['user: go', 'user: [The user interrupted the run here.]'], ['user: go'], ['user: go']],
		)
	})

	test('keeps the first of two results for one call', () => {
		const events = [message('', ['a']), toolEnd('a', 'first'), toolEnd('a', 'second')]
		assert.deepEqual(told(events), ['assistant:  (a)', 'tool a ok: first'])
	})
})

test('what a run appends only adds messages: each request begins with the whole of the one before it', () => {
	fc.assert(
		fc.property(anySession, events => {
			const log = story(events)
			let before: readonly Message[] = []
			for (const length of requestPoints(events)) {
				const messages = repair(historyOf(log.slice(0, length)))
				assert.deepEqual(messages.slice(0, before.length), before)
				before = messages
			}
		}),
	)
})

test('a session that went on normally is valid as it is', () => {
	fc.assert(fc.property(anySession, events => assertValid(historyOf(story(events)))))
})

test('the same log gives the same bytes, from the disk as well as from memory', () => {
	fc.assert(
		fc.property(anySession, events => {
			const log = story(events)
			const read = log.map(envelope => decode(encode(envelope).trimEnd()) as StoredEnvelope)
			assert.equal(JSON.stringify(historyOf(read)), JSON.stringify(historyOf(log)))
		}),
	)
})

/** Where a request is made: when an attempt starts, and when all is said. */
function requestPoints(events: readonly StoredEvent[]): readonly number[] {
	const starts = events.flatMap((event, index) => (event.type === 'turn-start' ? [index] : []))
	return [...starts, events.length]
}

function told(events: readonly StoredEvent[]): readonly string[] {
	return historyOf(story([sessionStart(), ...events])).map(message => {
		const text = textOf(message.content)
		if (message.role === 'tool') return `tool ${message.callId} ${message.outcome}: ${text}`
		const calls = message.content.flatMap(part => (part.type === 'tool-call' ? [part.callId] : []))
		return `${message.role}: ${text}${calls.length > 0 ? ` (${calls.join(' ')})` : ''}`
	})
}
