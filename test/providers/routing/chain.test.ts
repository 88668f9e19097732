import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { userText } from '../../../src/core/messages.ts'
import type { ModelPart, Provider, ReplyPart, StreamModel } from '../../../src/core/model.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { createTimedNotes } from '../../../src/process/timed-notes.ts'
import { type ChainSetup, createChain } from '../../../src/providers/routing/chain.ts'
import { restIn } from '../../../src/providers/routing/cooldown.ts'
import { whenAborted } from '../../support/deferred.ts'
import { type HandClock, handClock } from '../../support/hand-clock.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

const A = { provider: 'a', model: 'one' }
const B = { provider: 'b', model: 'two' }

const REQUEST = { system: '', messages: [userText('hello')], tools: [], cacheKey: 's' }
const USAGE = { ...NO_USAGE, inputTokens: 100, outputTokens: 10 }

const text = (said: string): ModelPart => ({ type: 'text-delta', text: said })
const done: ModelPart = { type: 'finish', reason: 'stop', usage: USAGE }
const call: ModelPart = { type: 'tool-call', callId: 'c1', tool: 'read', arguments: '{}' }
const fails = (error: AgentError): ModelPart => ({ type: 'error', error })
const busy = new AgentError('overloaded', 'busy')
const limited = (retryAfterMs: number) => new AgentError('rate-limited', 'slow down', { retryAfterMs })

type Script = Record<string, readonly (readonly ModelPart[] | 'hangs')[]>

type Scene = { reply: StreamModel; clock: HandClock; asked: string[] }

/** Each provider answers with its scripts in order; one script more than were written is a failure. */
function scene(script: Script, changes: Partial<ChainSetup> = {}): Scene {
	const clock = handClock()
	const asked: string[] = []
	function provider(id: string): Provider {
		return {
			id,
			async *stream(request, signal) {
				const parts = script[id]?.[asked.filter(each => each === id).length]
				asked.push(id)
				if (!parts) throw new Error(`${id}/${request.model} was asked once more than expected`)
				if (parts !== 'hangs') return yield* parts
				await whenAborted(signal)
			},
		}
	}
	const reply = createChain({
		chain: [A, B].slice(0, Object.keys(script).length),
		provider: async id => provider(id),
		info: (ref: ModelRef) => ({
			ref,
			windowTokens: 1_000,
			maxOutputTokens: 100,
			price: { input: 1_000_000, cachedInput: 0, cacheWrite: 0, output: 2_000_000 },
			images: true,
			reasoning: false,
		}),
		clock,
		random: () => 0.5,
		...changes,
	})
	return { reply, clock, asked }
}

async function tell(
	{ reply }: Scene,
	signal = new AbortController().signal,
	request: Parameters<Scene['reply']>[0] = REQUEST,
): Promise<readonly ReplyPart[]> {
	const parts: ReplyPart[] = []
	for await (const part of reply(request, signal)) parts.push(part)
	return parts
}

/** The story without figures. */
function outline(parts: readonly ReplyPart[]): readonly string[] {
	return parts.map(part => {
		switch (part.type) {
			case 'attempt-start':
				return `ask ${part.model.provider}`
			case 'attempt-end':
				return part.error ? `failed ${part.error.code}` : 'ended'
			case 'retry-wait':
				return `wait ${part.waitMs}`
			case 'text-delta':
				return part.text
			case 'finish':
				return `finish ${part.reason}`
			case 'error':
				return `error ${part.error.code}`
			default:
				return part.type
		}
	})
}

describe('a reply', () => {
	test('is the parts of its one attempt, and what the attempt cost', async () => {
		const parts = await tell(scene({ a: [[text('Hi'), done]] }))
		assert.deepEqual(parts, [
			{ type: 'attempt-start', attempt: 1, model: A },
			text('Hi'),
			{ type: 'attempt-end', attempt: 1, model: A, usage: USAGE, costMicroUsd: 120, durationMs: 0 },
			{ type: 'finish', reason: 'stop', model: A },
		])
	})

	test('is asked for again, with longer and longer waits, and then given up', async () => {
		const failure = [fails(busy)]
		const story = scene({ a: Array.from({ length: 6 }, () => failure) })
		const told = tell(story)
		for (const waitMs of [200, 400, 800, 1_600, 3_200]) {
			await story.clock.asleepFor(waitMs)
			story.clock.advance(waitMs)
		}
		const attempt = ['ask a', 'failed overloaded']
		assert.deepEqual(outline(await told), [
			...[200, 400, 800, 1_600, 3_200].flatMap(waitMs => [...attempt, `wait ${waitMs}`]),
			...attempt,
			'error overloaded',
		])
	})

	test('begins anew when some of it has been shown', async () => {
		const story = scene({
			a: [
				[text('Hel'), fails(busy)],
				[text('Hello'), done],
			],
		})
		const told = tell(story)
		await story.clock.asleepFor(200)
		story.clock.advance(200)
		assert.deepEqual(outline(await told), [
			'ask a',
			'Hel',
			'failed overloaded',
			'restart',
			'wait 200',
			'ask a',
			'Hello',
			'ended',
			'finish stop',
		])
	})

	test('is not asked for again once a call was complete', async () => {
		const story = scene({ a: [[text('Let me see.'), call, fails(busy)]] })
		assert.deepEqual(outline(await tell(story)).slice(-3), [
			'tool-call',
			'failed overloaded',
			'finish broken',
		])
	})

	test('goes to the next model once the first has been silent for longer than others would wait', async () => {
		const story = scene({ a: ['hangs'], b: [[text('Hi'), done]] }, { streamIdleMs: 25_000, noticeMs: 60_000 })
		const told = tell(story)
		await story.clock.asleepFor(25_000)
		story.clock.advance(25_000)
		assert.deepEqual(outline(await told), ['ask a', 'failed timeout', 'ask b', 'Hi', 'ended', 'finish stop'])
	})

	test('is not asked for again when that cannot help', async () => {
		for (const code of ['bad-request', 'content-filter', 'refused', 'output-limit'] as const) {
			const story = scene({ a: [[fails(new AgentError(code, 'no'))]], b: [] })
			assert.deepEqual(outline(await tell(story)), ['ask a', `failed ${code}`, `error ${code}`])
		}
	})

	test('waits as long as the server asked', async () => {
		const story = scene({ a: [[fails(limited(62_000))], [text('Hi'), done]] })
		const told = tell(story)
		await story.clock.asleepFor(62_000)
		story.clock.advance(62_000)
		assert.equal(outline(await told).at(-1), 'finish stop')
	})

	test('says when to try again rather than wait for more than five minutes', async () => {
		const story = scene({ a: [[fails(limited(4_000_000))]] })
		const last = (await tell(story)).at(-1)
		assert.ok(last?.type === 'error')
		assert.equal(last.error.code, 'rate-limited')
		assert.equal(last.error.message, 'slow down. Try again in 1 h 7 min')
		assert.equal(last.error.retryAfterMs, 4_000_000)
	})

	test('ends with an error when a provider cannot be made', async () => {
		const story = scene(
			{ a: [] },
			{ provider: () => Promise.reject(new AgentError('config-invalid', 'no provider is called "a"')) },
		)
		assert.deepEqual(outline(await tell(story)), ['ask a', 'failed config-invalid', 'error config-invalid'])
	})

	test('counts a stream without an ending as broken', async () => {
		const story = scene({ a: [[text('Hel')], [text('Hello'), done]] })
		const told = tell(story)
		await story.clock.asleepFor(200)
		story.clock.advance(200)
		assert.equal(outline(await told)[2], 'failed stream-broken')
	})

	test('has nothing in it of a server that only shows that it is alive', async () => {
		const story = scene({ a: [[{ type: 'alive' }, text('Hi'), { type: 'alive' }, done]] })
		assert.deepEqual(outline(await tell(story)), ['ask a', 'Hi', 'ended', 'finish stop'])
	})
})

describe('the next model of a chain', () => {
	const giveUp = fails(limited(4_000_000))

	test('is asked when the one before it has failed and nothing was shown', async () => {
		const story = scene({ a: [[giveUp]], b: [[text('Hi'), done]] })
		assert.deepEqual(outline(await tell(story)), [
			'ask a',
			'failed rate-limited',
			'ask b',
			'Hi',
			'ended',
			'finish stop',
		])
	})

	for (const code of ['auth-failed', 'not-found', 'quota-exhausted', 'looping'] as const)
		test(`is asked at once after ${code}`, async () => {
			const story = scene({ a: [[fails(new AgentError(code, 'no'))]], b: [[text('Hi'), done]] })
			assert.deepEqual(outline(await tell(story)), [
				'ask a',
				`failed ${code}`,
				'ask b',
				'Hi',
				'ended',
				'finish stop',
			])
		})

	test('is asked with a prompt that was too long only when its window is larger', async () => {
		const tooLong = fails(new AgentError('context-overflow', 'too long'))
		const info = (windowTokens: number) => (ref: ModelRef) => ({
			ref,
			windowTokens: ref.provider === 'a' ? 1_000 : windowTokens,
			maxOutputTokens: 100,
			price: undefined,
			images: true,
			reasoning: false,
		})
		const larger = scene(
			{ a: [[tooLong], [text('Hi'), done]], b: [[text('Hi'), done]] },
			{ info: info(2_000) },
		)
		await tell(larger)
		// A window that was too small once is large enough for the next prompt.
		await tell(larger)
		assert.deepEqual(larger.asked, ['a', 'b', 'a'])
		const same = scene({ a: [[tooLong]], b: [] }, { info: info(1_000) })
		assert.deepEqual(outline(await tell(same)), [
			'ask a',
			'failed context-overflow',
			'error context-overflow',
		])
	})

	test('is asked with a prompt that a smaller window was expected to hold', async () => {
		const tooLong = fails(new AgentError('context-overflow', 'too long'))
		const info = (ref: ModelRef) => ({
			ref,
			windowTokens: 1_000,
			maxOutputTokens: 100,
			price: undefined,
			images: true,
			reasoning: false,
		})
		const unknown = scene({ a: [[tooLong]], b: [[text('Hi'), done]] }, { info })
		await tell(unknown, undefined, { ...REQUEST, promptTokens: 300 })
		assert.deepEqual(unknown.asked, ['a', 'b'])
		const full = scene({ a: [[tooLong]], b: [] }, { info })
		await tell(full, undefined, { ...REQUEST, promptTokens: 950 })
		assert.deepEqual(full.asked, ['a'])
	})

	test('is asked as soon as the user’s own limits for the one before it are reached', async () => {
		const limits = (retryLimits: { retries?: number; maxWaitMs?: number }) => ({
			retryLimits: (id: string) => (id === 'a' ? retryLimits : undefined),
		})
		const once = scene({ a: [[fails(busy)], [fails(busy)]], b: [[text('Hi'), done]] }, limits({ retries: 1 }))
		const told = tell(once)
		await once.clock.asleepFor(200)
		once.clock.advance(200)
		await told
		assert.deepEqual(once.asked, ['a', 'a', 'b'])
		const quick = scene(
			{ a: [[fails(limited(9_000))]], b: [[text('Hi'), done]] },
			limits({ maxWaitMs: 5_000 }),
		)
		await tell(quick)
		assert.deepEqual(quick.asked, ['a', 'b'])
	})

	test('is asked first by the next process too, which says why, once; and the first again when it has rested', async () => {
		const folder = await temporaryFolder()
		const answer = [text('Hi'), done]
		const usedUp = fails(new AgentError('quota-exhausted', 'no credit'))
		const store = () => createTimedNotes(join(folder, 'state', 'cooldowns.json'), restIn)
		const first = scene({ a: [[usedUp]], b: [answer, answer] }, { cooldowns: store() })
		await tell(first)
		await tell(first)
		assert.deepEqual(first.asked, ['a', 'b', 'b'])
		const next = scene({ a: [answer], b: [answer, answer] }, { cooldowns: store() })
		next.clock.advance(60_000)
		const notices = (parts: readonly ReplyPart[]) =>
			parts.flatMap(part => (part.type === 'notice' ? part.text : []))
		assert.deepEqual(notices(await tell(next)), [
			'a/one rests for another 14 min after quota-exhausted; b/two is asked instead.',
		])
		assert.deepEqual(notices(await tell(next)), [])
		next.clock.advance(14 * 60_000)
		assert.deepEqual(notices(await tell(next)), [])
		assert.deepEqual(next.asked, ['b', 'b', 'a'])
	})

	test('is asked when the file of those who rest cannot be read', async () => {
		const folder = await temporaryFolder()
		await writeFile(join(folder, 'cooldowns.json'), '{"a": {"until": 1e99')
		const story = scene(
			{ a: [[text('Hi'), done]], b: [] },
			{ cooldowns: createTimedNotes(join(folder, 'cooldowns.json'), restIn) },
		)
		await tell(story)
		assert.deepEqual(story.asked, ['a'])
	})

	test('is not asked once something was shown', async () => {
		const story = scene({ a: [[text('Hel'), giveUp]], b: [] })
		assert.deepEqual(outline(await tell(story)), [
			'ask a',
			'Hel',
			'failed rate-limited',
			'error rate-limited',
		])
	})

	test('is asked first while the one before it rests', async () => {
		const answer = [text('Hi'), done]
		const story = scene({ a: [[giveUp], answer], b: [answer, answer] })
		await tell(story)
		await tell(story)
		story.clock.advance(4_000_000)
		await tell(story)
		assert.deepEqual(story.asked, ['a', 'b', 'b', 'a'])
	})

	test('does not get the requests that the one before it needed by itself', async () => {
		const granted: boolean[] = []
		const provider: Provider = {
			id: 'a',
			async *stream(_request, _signal, mayAskAgain = () => true) {
				for (let more = mayAskAgain(); ; more = mayAskAgain()) {
					granted.push(more)
					if (!more) break
				}
				yield fails(limited(4_000_000))
			},
		}
		const story = scene({ a: [], b: [] }, { provider: async () => provider })
		assert.deepEqual(outline(await tell(story)), ['ask a', 'failed rate-limited', 'error rate-limited'])
		assert.deepEqual(granted, [...Array(9).fill(true), false])
	})

	test('shares with it a limit of ten requests', async () => {
		const failure = [fails(busy)]
		const story = scene({
			a: Array.from({ length: 6 }, () => failure),
			b: Array.from({ length: 4 }, () => failure),
		})
		const told = tell(story)
		for (const waitMs of [200, 400, 800, 1_600, 3_200, 200, 400, 800]) {
			await story.clock.asleepFor(waitMs)
			story.clock.advance(waitMs)
		}
		assert.equal(outline(await told).at(-1), 'error overloaded')
		assert.equal(story.asked.length, 10)
	})
})

describe('a silent stream', () => {
	test('is told of after 20 s and given up after 90 s', async () => {
		const story = scene({ a: ['hangs', [text('Hi'), done]] })
		const told = tell(story)
		for (const ms of [20_000, 20_000, 20_000, 20_000, 10_000, 200]) {
			await story.clock.asleepFor(ms)
			story.clock.advance(ms)
		}
		const parts = await told
		assert.deepEqual(outline(parts), [
			'ask a',
			'still-waiting',
			'failed timeout',
			'wait 200',
			'ask a',
			'Hi',
			'ended',
			'finish stop',
		])
		assert.deepEqual(parts[1], { type: 'still-waiting', silentMs: 20_000 })
	})

	test('is given up before it is told of where the limit is shorter', async () => {
		const story = scene({ a: ['hangs', [done]] }, { streamIdleMs: 2_000 })
		const told = tell(story)
		await story.clock.asleepFor(2_000)
		story.clock.advance(2_000)
		await story.clock.asleepFor(200)
		story.clock.advance(200)
		assert.deepEqual(outline(await told).slice(0, 3), ['ask a', 'failed timeout', 'wait 200'])
	})
})

describe('a cancelled reply', () => {
	test('leaves a stream that hangs', async () => {
		const stop = new AbortController()
		const story = scene({ a: ['hangs'] })
		const told = tell(story, stop.signal)
		await story.clock.asleepFor(20_000)
		stop.abort()
		assert.equal(outline(await told).at(-1), 'error cancelled')
	})

	test('leaves the wait for another try', async () => {
		const stop = new AbortController()
		const story = scene({ a: [[fails(busy)]] })
		const told = tell(story, stop.signal)
		await story.clock.asleepFor(200)
		stop.abort()
		assert.deepEqual(outline(await told).slice(-2), ['wait 200', 'error cancelled'])
	})
})
