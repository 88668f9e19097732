import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import { textOf } from '../../../src/core/messages.ts'
import { historyOf } from '../../../src/sessions/folds/history.ts'
import { closeOpen, seenDetails } from '../../../src/sessions/folds/resume.ts'
import { settingsIn } from '../../../src/sessions/folds/snapshot.ts'
import { anySession } from '../../support/sessions/any-session.ts'
import { assertValid } from '../../support/sessions/assert-valid.ts'
import {
	approvalEnd,
	approvalRequest,
	attemptEnd,
	MODEL,
	message,
	next,
	questionEnd,
	questionRequest,
	runEnd,
	runStart,
	sessionStart,
	shortSession,
	story,
	toolEnd,
	toolStart,
	turnStart,
} from '../../support/sessions/story.ts'

describe('closing what a dead process left open', () => {
	test('leaves alone what is closed', () => {
		assert.deepEqual(closeOpen(story(shortSession())), [])
		assert.deepEqual(closeOpen([]), [])
	})

	test('a run gets its end, with what it had used by then', () => {
		const events = closing([
			runStart('go'),
			turnStart(1),
			attemptEnd(),
			turnStart(2),
			costing(30),
			costing(12),
		])
		assert.deepEqual(events, [
			{
				type: 'run-end',
				reason: 'failed',
				error: { code: 'internal', message: 'the process ended while this run was going' },
				usage: {
					inputTokens: 20,
					cachedInputTokens: 0,
					cacheWriteTokens: 0,
					outputTokens: 4,
					reasoningTokens: 0,
				},
				costMicroUsd: 42,
				turns: 2,
			},
		])
	})

	test('a side effect that had begun may have happened, and is not run again', () => {
		const [end] = closing([runStart('go'), message('', ['a']), toolStart('a', 'side-effecting')])
		assert.deepEqual(outcomeOf(end), ['a', 'interrupted', BEGUN])
	})

	test('a privileged call that had begun may have happened too', () => {
		const [end] = closing([runStart('go'), message('', ['a']), toolStart('a', 'privileged')])
		assert.deepEqual(outcomeOf(end), ['a', 'interrupted', BEGUN])
	})

	test('a read-only call that had begun changed nothing', () => {
		const [end] = closing([runStart('go'), message('', ['a']), toolStart('a', 'read-only')])
		const text =
			'interrupted: the process ended while this was running; it changed nothing and may be run again'
		assert.deepEqual(outcomeOf(end), ['a', 'interrupted', text])
	})

	test('a call that had not begun was not run', () => {
		const events = closing([runStart('go'), message('', ['a', 'b']), toolStart('a'), toolEnd('a')])
		assert.deepEqual(events.map(outcomeOf), [
			['b', 'interrupted', 'not run: the process ended before this call began'],
			['run-end'],
		])
	})

	test('a call that had begun before its message was complete is closed like any other', () => {
		const events = closing([runStart('go'), toolStart('a'), toolStart('b', 'read-only'), toolEnd('b')])
		assert.deepEqual(events.map(outcomeOf), [['a', 'interrupted', BEGUN], ['run-end']])
	})

	test('a call that ended before its message came is not open', () => {
		const events = closing([runStart('go'), toolStart('a'), toolEnd('a'), message('', ['a'])])
		assert.deepEqual(events.map(outcomeOf), [['run-end']])
	})

	test('questions are answered with no, before their calls are', () => {
		const events = closing([
			runStart('go'),
			message('', ['a', 'b', 'c', 'd']),
			approvalRequest('a'),
			approvalEnd('a'),
			toolStart('a'),
			approvalRequest('b'),
			questionRequest('c'),
			questionEnd('c', 'yes'),
			questionRequest('d'),
		])
		assert.deepEqual(events.slice(0, 2), [
			{ type: 'approval-end', approvalId: 'a-b', callId: 'b', decision: { answer: 'no' }, by: 'cancel' },
			{ type: 'question-end', questionId: 'q-d', callId: 'd' },
		])
		const notRun = 'not run: the process ended before this call began'
		assert.deepEqual(events.slice(2).map(outcomeOf), [
			['a', 'interrupted', BEGUN],
			['b', 'interrupted', notRun],
			['c', 'interrupted', notRun],
			['d', 'interrupted', notRun],
			['run-end'],
		])
	})

	test('wherever a session ends, closing it leaves nothing open and a history that is valid', () => {
		fc.assert(
			fc.property(anySession, fc.nat(), (events, cut) => {
				const before = story(events).slice(0, 1 + (cut % events.length))
				const after = [...before, ...next(before, ...closeOpen(before))]
				assert.deepEqual(closeOpen(after), [])
				assertValid(historyOf(after))
				const said = historyOf(before).filter(({ role }) => role !== 'tool')
				assert.deepEqual(
					historyOf(after).filter(({ role }) => role !== 'tool'),
					said,
				)
			}),
		)
	})
})

describe('what a session went by', () => {
	test('is what was set last', () => {
		const other = { provider: 'other', model: 'o' }
		const events: StoredEvent[] = [
			sessionStart(),
			{ type: 'session-rename', name: 'first' },
			runStart('go'),
			runEnd(),
			{ type: 'approvals-set', mode: { kind: 'all' } },
			{ type: 'session-rename', name: 'second' },
		]
		assert.deepEqual(settingsIn(story(events)), {
			chain: [MODEL],
			approvals: { kind: 'all' },
			name: 'second',
		})
		const set = settingsIn(story([...events, { type: 'model-set', chain: [other, MODEL] }]))
		assert.deepEqual(set.chain, [other, MODEL])
		assert.deepEqual(settingsIn([]), {})
	})

	test('the files that the model has seen are found again, oldest first', () => {
		const seen = (...paths: readonly string[]) => ({
			type: 'files' as const,
			seen: paths.map(path => ({ path, sha256: 'f00' })),
		})
		const withDetail = (id: string, path: string): StoredEvent => {
			const end = toolEnd(id)
			return end.type === 'tool-end' ? { ...end, result: { ...end.result, detail: seen(path) } } : end
		}
		const events = [sessionStart(), withDetail('a', '/a'), toolEnd('b'), withDetail('c', '/c')]
		assert.deepEqual(seenDetails(story(events)), [seen('/a', '/c')])
	})
})

const BEGUN =
	'interrupted: the process ended while this was running; it may have run. Check before running it again.'

function closing(events: readonly StoredEvent[]): readonly StoredEvent[] {
	return closeOpen(story([sessionStart(), ...events]))
}

function outcomeOf(event: StoredEvent | undefined): readonly string[] {
	if (event?.type !== 'tool-end') return [event?.type ?? 'nothing']
	return [event.callId, event.result.outcome, textOf(event.result.content)]
}

function costing(costMicroUsd: number): StoredEvent {
	const usage = {
		inputTokens: 10,
		cachedInputTokens: 0,
		cacheWriteTokens: 0,
		outputTokens: 2,
		reasoningTokens: 0,
	}
	return { type: 'attempt-end', attempt: 1, model: MODEL, usage, costMicroUsd, durationMs: 5 }
}
