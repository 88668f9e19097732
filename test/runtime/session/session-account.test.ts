import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import { type Account, NO_USAGE } from '../../../src/core/usage.ts'
import type { EmbeddingAttempt } from '../../../src/runtime/memory/paid-embedder.ts'
import { SessionAccount } from '../../../src/runtime/session/session-account.ts'
import { runEnd, runStart, sessionStart, story } from '../../support/sessions/story.ts'

const attempt = (costMicroUsd: number): EmbeddingAttempt => ({
	type: 'attempt-end',
	attempt: 1,
	model: { provider: 'emb', model: 'e' },
	usage: { ...NO_USAGE, inputTokens: 10 },
	costMicroUsd,
	durationMs: 1,
	spender: 'embedding',
})

/** A session with a dollar for each run and two for all of them, and what was charged to whom. */
function open(stored: readonly StoredEvent[]) {
	const inSession: StoredEvent[] = []
	const inRun: StoredEvent[] = []
	const charged: (number | undefined)[] = []
	const envelopes = {
		stored: story(stored),
		store: async (event: StoredEvent) => void inSession.push(event),
	}
	const account = new SessionAccount({ runMicroUsd: 1e6, sessionMicroUsd: 2e6 }, () => envelopes)
	const ofRun: Account = {
		spend: (_usage, costMicroUsd) => void charged.push(costMicroUsd),
		exceeded: () => ({ code: 'cost-limit', message: 'the run says no' }),
	}
	const begin = () => account.runBegins(ofRun, event => inRun.push(event))
	return { account, begin, inSession, inRun, charged }
}

const SESSION = [sessionStart(), runStart('hello'), { ...attempt(1_500_000) }, runEnd()]
const costing = (costMicroUsd: number | undefined) => () => ({ model: 'emb/e', costMicroUsd })

describe('what is spent beside the turns', () => {
	test('of a run that goes on is the run’s, which is asked first', () => {
		const { account, begin, ...seen } = open(SESSION)
		begin()
		assert.equal(account.now.exceeded(costing(0))?.message, 'the run says no')
		account.now.paid(attempt(7))
		assert.deepEqual(seen, { inSession: [], inRun: [attempt(7)], charged: [7] })
	})

	test('for a run that is on its way is charged and stored when that has begun, once', () => {
		const { account, begin, ...seen } = open(SESSION)
		account.nextRun.paid(attempt(7))
		assert.deepEqual(seen, { inSession: [], inRun: [], charged: [] })
		begin()
		account.runEnds()
		begin()
		assert.deepEqual(seen, { inSession: [], inRun: [attempt(7)], charged: [7] })
	})

	test('between two runs is the session’s alone', () => {
		const { account, begin, ...seen } = open(SESSION)
		begin()
		account.runEnds()
		account.now.paid(attempt(7))
		assert.deepEqual(seen, { inSession: [attempt(7)], inRun: [], charged: [] })
	})

	test('before the first run waits for it: the first line of a log is the session’s own', () => {
		const { account, begin, ...seen } = open([])
		account.now.paid(attempt(7))
		begin()
		assert.deepEqual(seen, { inSession: [], inRun: [attempt(7)], charged: [7] })
	})

	test.each<[string, readonly StoredEvent[], number | undefined, RegExp | undefined]>([
		['what both limits have room for', SESSION, 400_000, undefined],
		['more than the session has left', SESSION, 600_000, /for this session/],
		['more than a run may cost', [], 1_100_000, /for this run/],
		['what has no price', [], undefined, /price of emb\/e is not known/],
	])('is held to the limits where no run goes on: %s', (_, stored, costMicroUsd, why) => {
		const { account } = open(stored)
		const message = account.nextRun.exceeded(costing(costMicroUsd))?.message
		if (why) assert.match(message ?? '', why)
		else assert.equal(message, undefined)
	})

	test('is held to what the run on its way has spent by now', () => {
		const { account } = open([])
		account.nextRun.paid(attempt(900_000))
		assert.match(account.nextRun.exceeded(costing(200_000))?.message ?? '', /for this run/)
	})
})
