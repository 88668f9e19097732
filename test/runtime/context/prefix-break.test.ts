import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { CallId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import { okResult } from '../../../src/core/tool.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { prefixBreak } from '../../../src/runtime/context/prefix-break.ts'
import {
	attemptEnd,
	attemptStart,
	MODEL,
	message,
	runStart,
	sessionStart,
	story,
	turnEnd,
	turnStart,
} from '../../support/sessions/story.ts'

const turn = [turnStart(1), attemptStart(), attemptEnd(), message('hello'), turnEnd(1)]
const compaction: StoredEvent = {
	type: 'compaction',
	cause: 'user',
	message: userText('what was'),
	keeps: 0,
	cut: [],
	summary: 'written',
	tokensBefore: 9,
	tokensAfter: 3,
	carried: { usage: NO_USAGE, costMicroUsd: 0, isCostPartial: false, todo: [], files: [] },
}

function reasonAfter(...events: readonly StoredEvent[]): string | undefined {
	return prefixBreak(story([sessionStart(), ...events]))
}

function runBy(change: Partial<Extract<StoredEvent, { type: 'run-start' }>['snapshot']>): StoredEvent {
	const start = runStart('again')
	return start.type === 'run-start' ? { ...start, snapshot: { ...start.snapshot, ...change } } : start
}

test('a request that goes on from the one before it has no reason to be told', () => {
	assert.equal(reasonAfter(runStart('go'), ...turn, ...turn, runStart('again'), ...turn), undefined)
})

test('what came between two requests is the reason, until one goes on from the other again', () => {
	const before = [runStart('go'), ...turn]
	const rewind: StoredEvent = { type: 'rewind', toSeq: 2, conversation: true }
	assert.equal(reasonAfter(...before, compaction, ...turn), 'history was condensed')
	assert.equal(reasonAfter(...before, compaction, ...turn, ...turn), undefined)
	assert.equal(reasonAfter(...before, rewind, runStart('x'), ...turn), 'the conversation went back')
	assert.equal(reasonAfter(...before, runBy({ tools: ['read'] }), ...turn), 'other tools: without shell')
	assert.equal(reasonAfter(...before, runBy({ effort: 'high' }), ...turn), 'another effort')
	const other: StoredEvent = { type: 'attempt-start', attempt: 1, model: { ...MODEL, model: 'n' } }
	assert.equal(reasonAfter(...before, turnStart(2), other), 'another model, test/n')
})

test('tools that were loaded in the middle of a run are the reason once', () => {
	const loaded: StoredEvent = {
		type: 'tool-end',
		callId: 'c1' as CallId,
		tool: 'tool_search',
		result: okResult('found', { type: 'counted', count: 2, unit: 'loaded tool' }),
	}
	const before = [runStart('go'), ...turn.slice(0, -1), loaded, turnEnd(1)]
	assert.equal(reasonAfter(...before, ...turn), 'other tools: some were loaded')
	const next = runBy({ tools: ['read', 'grep', 'mcp__x__y'] })
	assert.equal(reasonAfter(...before, ...turn, next, ...turn), undefined)
})

test('a request for a summary is no turn: the model that writes it breaks nothing', () => {
	const clerk: StoredEvent = { type: 'attempt-start', attempt: 1, model: { ...MODEL, model: 'clerk' } }
	assert.equal(
		reasonAfter(runStart('go'), ...turn, clerk, attemptEnd(), compaction, ...turn),
		'history was condensed',
	)
})

describe('bytes that were the same and were not found in the cache', () => {
	const ended = (cachedInputTokens: number, inputTokens = 5_000): StoredEvent => {
		const end = attemptEnd()
		return end.type === 'attempt-end'
			? { ...end, usage: { ...NO_USAGE, inputTokens, cachedInputTokens } }
			: end
	}
	const asked = (cachedTokens: number, inputTokens?: number) => [
		turnStart(1),
		attemptStart(),
		ended(cachedTokens, inputTokens),
		message('hello'),
		turnEnd(1),
	]
	/** The same events, the last of which were stored so much later. */
	function reasonWhen(waitedMs: number, before: readonly StoredEvent[], after: readonly StoredEvent[]) {
		const log = story([sessionStart(), ...before, ...after])
		const late = log.length - after.length
		return prefixBreak(log.map((each, index) => (index < late ? each : { ...each, at: each.at + waitedMs })))
	}
	const before = [runStart('go'), ...asked(0), ...asked(4_000)]

	test('the provider has forgotten them, and after how long', () => {
		assert.match(reasonWhen(7 * 60_000, before, asked(0))!, /provider has forgotten it after 7 min$/)
		assert.match(reasonWhen(20_000, before, asked(0))!, /provider has forgotten it after 20 s$/)
	})

	test('is told of the last request only', () => {
		assert.equal(reasonWhen(7 * 60_000, before, [...asked(0), ...asked(4_000)]), undefined)
		assert.equal(reasonWhen(7 * 60_000, before, [...asked(0), ...asked(0)]), undefined)
	})

	test('is not said where something of ours was another, of a provider that never says, or of a short request', () => {
		assert.equal(reasonWhen(420_000, before, [compaction, ...asked(0)]), 'history was condensed')
		assert.equal(reasonWhen(420_000, [runStart('go'), ...asked(0), ...asked(0)], asked(0)), undefined)
		assert.equal(reasonWhen(420_000, before, asked(0, 900)), undefined)
	})
})
