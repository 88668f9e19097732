import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { ReplyPart, ReplyRequest, StreamModel } from '../../../src/core/model.ts'
import type { SummaryLimits } from '../../../src/loop/context/context-deps.ts'
import { whenAborted } from '../../support/deferred.ts'
import { handClock } from '../../support/hand-clock.ts'
import { countedContext } from '../../support/runtime/counted-context.ts'
import type { Step } from '../../support/runtime/script.ts'
import { attempt, calls, fails, MODEL, says, scriptedModel } from '../../support/runtime/scripted-model.ts'
import { startLoop } from '../../support/runtime/start-loop.ts'

const WINDOW = 4_000
const ROOMY = 16_000

/** A run whose results fill the window, and whose requests for a summary get these answers in turn. */
function working(
	answers: readonly (readonly Step<ReplyPart>[])[],
	{ limits, isAutomatic = true }: { limits?: SummaryLimits; isAutomatic?: boolean } = {},
) {
	const turns = Array.from({ length: 12 }, (_, turn) => turn)
	const model = scriptedModel(
		...turns.map(turn => calls([`c${turn}`, 'shell', { command: `make ${turn}` }])),
		says('done'),
	)
	let ran = 0
	const shell = {
		run: () => ({
			outcome: 'failed' as const,
			content: [{ type: 'text' as const, text: `broken ${ran++} `.repeat(130) }],
			detail: { type: 'command' as const, exitCode: 3, timedOut: false, durationMs: 1 },
		}),
	}
	const requests: ReplyRequest[] = []
	const streamModel: StreamModel = (request, signal) => {
		requests.push(request)
		const answer = answers[Math.min(requests.length, answers.length) - 1]!
		return scriptedModel(answer).reply(request, signal)
	}
	const loop = startLoop(model, {
		prompt: 'Find the lost key.',
		tools: { shell },
		context: log => ({
			...countedContext(log, { windowTokens: WINDOW, summarise: streamModel }),
			compactAt: isAutomatic ? 0.8 : undefined,
			summary: {
				streamModel,
				estimateCost: () => ({ model: 'test/scripted', costMicroUsd: 0 }),
				window: { windowTokens: ROOMY, replyTokens: 1_000 },
				limits: limits ?? { clock: handClock(), idleMs: 60_000, totalMs: 300_000 },
			},
		}),
	})
	const compaction = async () => {
		assert.equal((await loop.ended).reason, 'finished')
		return loop.log.find(event => event.type === 'compaction')!
	}
	return { loop, requests, compaction }
}

describe('an answer of no use is asked for once more, without tools', () => {
	const useless: readonly (readonly [string, readonly Step<ReplyPart>[]])[] = [
		['a call', calls(['x', 'shell', {}])],
		[
			'words that announce a call',
			[...calls(['x', 'shell', {}])].toSpliced(1, 0, { type: 'text-delta', text: 'Let me look.' }),
		],
		['nothing', attempt([], 'stop')],
		['spaces', says(' \n ')],
	]
	for (const [name, answer] of useless)
		test(name, async () => {
			const { requests, compaction } = working([answer, says('## Goal\nThe key.')])
			const { summary, message } = await compaction()
			assert.equal(summary, 'written')
			assert.match(textOf(message.content), /## Goal\nThe key\./)
			const second = requests[1]!
			assert.deepEqual(second.tools, [])
			const parts = second.messages.flatMap(({ content }) => content.map(({ type }) => type))
			assert.ok(parts.every(type => type === 'text'))
			const said = second.messages.map(({ content }) => textOf(content)).join('\n')
			assert.match(said, /Find the lost key\./)
			assert.match(said, /\[called shell with/)
			assert.match(said, /Result of shell \(failed\):\nbroken/)
		})

	test('a summary with a call behind it is a summary', async () => {
		const both = [...calls(['x', 'shell', {}])].toSpliced(1, 0, {
			type: 'text-delta',
			text: '## Goal\nThe key.',
		})
		const { requests, compaction } = working([both])
		assert.equal((await compaction()).summary, 'written')
		assert.doesNotMatch(textOf(requests[1]?.messages[1]?.content ?? []), /<transcript>/)
	})

	test('an error and a refusal are not', async () => {
		for (const answer of [fails(new AgentError('overloaded', 'no')), attempt([], 'refusal')]) {
			const { loop, requests, compaction } = working([answer])
			await compaction()
			assert.equal(requests.length, loop.log.filter(({ type }) => type === 'compaction').length)
		}
	})
})

test('when both are of no use a digest of the log takes the place of the summary, told in one line', async () => {
	const { loop, compaction } = working([calls(['x', 'shell', {}])])
	const { message, summary } = await compaction()
	assert.equal(summary, 'dropped')
	const text = textOf(message.content)
	assert.match(text, /<history-summary>\nPut together by the program from its log/)
	assert.match(text, /## Commands that were run, and how they ended\n- .*: exit code 3/)
	assert.match(text, /## Calls that failed last\n- shell/)
	const told = loop.events.find(event => event.type === 'notice')!
	assert.match(
		told.text,
		/^no summary could be had \(the model called a tool instead\); \d+ earlier messages .* a digest/,
	)
	assert.doesNotMatch(told.text, /\n/)
})

describe('a summary that stalls', () => {
	/** Comes to its end only when it is told to. */
	const stalled = (...before: readonly Step<ReplyPart>[]): readonly Step<ReplyPart>[] => [
		{ type: 'attempt-start', attempt: 1, model: MODEL },
		...before,
		whenAborted,
		{ type: 'error', error: new AgentError('cancelled', 'cancelled'), model: MODEL },
	]

	test('is given up after a minute, waits between tries included, and the run goes on', async () => {
		const clock = handClock()
		const pass = async () => clock.advance(30_000)
		const wait: ReplyPart = {
			type: 'retry-wait',
			cause: new AgentError('timeout', 'slow'),
			waitMs: 1_000,
			retry: 1,
			maxRetries: 5,
		}
		const { loop, requests, compaction } = working([stalled(pass, wait, pass), says('## Goal')], {
			limits: { clock, idleMs: 60_000, totalMs: 300_000 },
		})
		const { summary } = await compaction()
		assert.equal(summary, 'dropped')
		assert.match(loop.events.find(event => event.type === 'notice')!.text, /nothing came for 60 s/)
		// The next compaction asks anew; the one that stalled did not.
		assert.equal(requests.length, loop.log.filter(({ type }) => type === 'compaction').length)
	})

	test('is given up when it goes on for ever, a word at a time', async () => {
		const clock = handClock()
		const words = Array.from({ length: 12 }, (): readonly Step<ReplyPart>[] => [
			async () => clock.advance(30_000),
			{ type: 'text-delta', text: 'and ' },
		]).flat()
		const { loop, compaction } = working([stalled(...words), says('## Goal')], {
			limits: { clock, idleMs: 60_000, totalMs: 300_000 },
		})
		assert.equal((await compaction()).summary, 'dropped')
		assert.match(loop.events.find(event => event.type === 'notice')!.text, /it took more than 300 s/)
	})
})

test('where history is not compacted by itself nobody says that it is summarised', async () => {
	const { loop, requests, compaction } = working([says('## Goal')], { isAutomatic: false })
	const { summary, message } = await compaction()
	assert.deepEqual([summary, requests.length], ['dropped', 0])
	assert.match(textOf(message.content), /: exit code 3/)
	const texts = loop.events.flatMap(event => (event.type === 'progress' ? [event.text] : []))
	assert.ok(texts.includes('Shortening history'))
	assert.ok(!texts.some(text => /summaris/i.test(text)))
	const start = loop.events.find(event => event.type === 'compaction-start')!
	assert.equal(start.withoutSummary, true)
})
