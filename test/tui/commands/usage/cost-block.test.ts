import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { StoredEvent } from '../../../../src/core/events.ts'
import { NO_USAGE, type RateLimits, type Spender } from '../../../../src/core/usage.ts'
import { snapshotOf } from '../../../../src/sessions/folds/snapshot.ts'
import { costBlock } from '../../../../src/tui/commands/usage/cost.ts'
import { EMPTY_VIEW } from '../../../../src/tui/state/view.ts'
import { foldView } from '../../../../src/tui/state/view-state.ts'
import { condensed, story } from '../../../support/sessions/story.ts'

const AT = 1_000_000

function attempt(
	costMicroUsd: number | undefined,
	more: { spender?: Spender; rateLimits?: RateLimits; provider?: string } = {},
): StoredEvent {
	const { provider = 'mine', ...rest } = more
	const usage = { ...NO_USAGE, inputTokens: 800, outputTokens: 200 }
	return {
		type: 'attempt-end',
		attempt: 1,
		model: { provider, model: 'm' },
		usage,
		costMicroUsd,
		durationMs: 1,
		...rest,
	}
}

const agent = {
	type: 'agent-end',
	callId: 'c1',
	agentId: 's2',
	agent: 'general',
	reason: 'finished',
	usage: { ...NO_USAGE, outputTokens: 50 },
	costMicroUsd: 3_000,
	turns: 1,
	durationMs: 1,
} as unknown as StoredEvent

function rowsOf(events: readonly StoredEvent[], now = AT): readonly (readonly string[])[] {
	const view = story(events)
		.map(envelope => ({ ...envelope, at: AT }))
		.reduce(foldView, EMPTY_VIEW)
	const block = costBlock(view, now)
	assert.ok(block.kind === 'table')
	return block.rows.filter(([name]) => /cost|of this|limits/.test(String(name))).map(row => row.map(String))
}

test('/cost says what was spent on what, as far as it is known', () => {
	const spent = [
		attempt(10_000),
		attempt(2_000, { spender: 'summary' }),
		attempt(undefined, { spender: 'picture' }),
		attempt(10, { spender: 'embedding' }),
		agent,
	]
	const rows = [
		['cost', 'price not known'],
		['of this chat', '$0.0100, 1k tokens'],
		['of this summaries', '$0.0020, 1k tokens'],
		['of this pictures', 'price not known, 1k tokens'],
		['of this embeddings', 'under $0.0001, 1k tokens'],
		['of this sub-agents', '$0.0030, 50 tokens'],
	]
	assert.deepEqual(rowsOf(spent), rows)
	// A compaction carries it over, so that the tail of a log says the same.
	const compaction = { ...condensed('so far'), carried: snapshotOf(story(spent)) } as StoredEvent
	assert.deepEqual(rowsOf([compaction]), rows)
})

test('/cost is one sum where all was said in the conversation, also in a log that is older than the difference', () => {
	assert.deepEqual(rowsOf([attempt(10_000)]), [['cost', '$0.0100']])
	const { spentBy: _, ...carried } = snapshotOf(story([attempt(10_000)]))
	const compaction = { ...condensed('so far'), carried } as StoredEvent
	assert.deepEqual(rowsOf([compaction, attempt(1_000, { spender: 'summary' })]), [
		['cost', '$0.0110'],
		['of this chat', '$0.0100, 1k tokens'],
		['of this summaries', '$0.0010, 1k tokens'],
	])
})

test('/cost has the limits of each provider as it told them last, as far as they are still true', () => {
	const limits = (remaining: number): RateLimits => ({
		counts: [
			{ name: 'requests', limit: 60, remaining, resetsAt: AT + 5_000 },
			{ name: 'tokens', remaining: 900 },
		],
		retryAt: AT + 5_000,
	})
	const events = [
		attempt(0, { rateLimits: limits(59) }),
		attempt(0, { provider: 'other', rateLimits: { counts: [{ name: '5h', usedPercent: 7 }] } }),
		attempt(0, { rateLimits: limits(58) }),
		attempt(0),
	]
	assert.deepEqual(rowsOf(events).slice(1), [
		['limits of other', '7 % of 5h used'],
		['limits of mine', '58 of 60 requests left, whole again in 5 s'],
		['limits of mine', '900 tokens left'],
		['limits of mine', 'not to be asked for 5 s'],
	])
	assert.deepEqual(rowsOf(events, AT + 3_600_000).slice(1), [['limits of mine', '60 requests at most']])
})
