import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { StoredEvent } from '../../../src/core/events.ts'
import { type Message, textOf } from '../../../src/core/messages.ts'
import type { ReplyPart, ReplyRequest, StreamModel } from '../../../src/core/model.ts'
import { okResult, type ToolResult } from '../../../src/core/tool.ts'
import { repair } from '../../../src/loop/context/repair.ts'
import { historyOf } from '../../../src/sessions/folds/history.ts'
import { countedContext, countRequest, PREFACE } from '../../support/runtime/counted-context.ts'
import type { Step } from '../../support/runtime/script.ts'
import { attempt, calls, fails, MODEL, says, scriptedModel } from '../../support/runtime/scripted-model.ts'
import { startLoop } from '../../support/runtime/start-loop.ts'
import { story } from '../../support/sessions/story.ts'

const WINDOW = 4_000
const LIMIT = 0.85 * WINDOW
const TARGET = 0.4 * WINDOW

type Answer = readonly Step<ReplyPart>[]
type Summariser = { reply: StreamModel; requests: ReplyRequest[] }

/** Answers each request for a summary in its turn, the last one again and again. */
function summariser(...answers: readonly Answer[]): Summariser {
	const requests: ReplyRequest[] = []
	return {
		requests,
		reply: (request, signal) => {
			requests.push(request)
			const answer = answers[Math.min(requests.length, answers.length) - 1] ?? says('Summary: all went well.')
			return scriptedModel(answer).reply(request, signal)
		},
	}
}

/** Turn after turn a call whose result has this many characters, then an answer. */
function working(sizes: readonly number[]) {
	const replies = sizes.map((_, index) => calls([`c${index}`, 'read', { number: index }]))
	const model = scriptedModel(...replies, says('done'))
	let run = 0
	const read = {
		run: (): ToolResult => okResult(`${run} `.repeat(Math.ceil(sizes[run]! / 2)).slice(0, sizes[run++])),
	}
	return { model, tools: { read } }
}

describe('history that fills the window', () => {
	test('is condensed, and the run goes on with the goal in every request and none over the limit', async () => {
		const { model, tools } = working(Array.from({ length: 30 }, () => 1_200))
		const summary = summariser()
		const loop = startLoop(model, {
			prompt: 'Find the lost key.',
			tools,
			context: log => countedContext(log, { windowTokens: WINDOW, summarise: summary.reply }),
		})
		assert.equal((await loop.ended).reason, 'finished')
		const compactions = loop.log.filter(event => event.type === 'compaction')
		assert.ok(compactions.length >= 2)
		for (const { messages } of model.requests) {
			assert.ok(countRequest(messages) <= LIMIT)
			assert.ok(messages.some(message => textOf(message.content).includes('Find the lost key.')))
			assert.deepEqual(messages[0], PREFACE[0])
		}
		for (const compaction of compactions) {
			assert.equal(compaction.summary, 'written')
			assert.ok(compaction.tokensAfter <= TARGET)
			assert.match(textOf(compaction.message.content), /Summary: all went well\./)
		}
		assert.deepEqual(loop.events.filter(({ type }) => type === 'compaction-start').length, compactions.length)
	})

	test('goes to the summariser as it was sent, with one message more', async () => {
		const { model, tools } = working(Array.from({ length: 60 }, () => 1_200))
		const summary = summariser()
		const before: ReplyRequest[] = []
		const summarise: StreamModel = (request, signal) => {
			before.push(model.requests.at(-1)!)
			return summary.reply(request, signal)
		}
		await startLoop(model, {
			tools,
			context: log => countedContext(log, { windowTokens: 4 * WINDOW, summarise }),
		}).ended
		const [asked] = summary.requests
		const sent = before[0]!
		assert.ok(asked!.messages.length > sent.messages.length)
		assert.deepEqual(asked!.messages.slice(0, sent.messages.length), sent.messages)
		assert.deepEqual([asked!.system, asked!.tools], [sent.system, sent.tools])
		assert.match(textOf(asked!.messages.at(-1)!.content), /Do not call tools/)
	})

	test('takes the summary before into the next one', async () => {
		const { model, tools } = working(Array.from({ length: 30 }, () => 1_200))
		const summary = summariser(says('The first summary.'), says('The second summary.'))
		await startLoop(model, {
			tools,
			context: log => countedContext(log, { windowTokens: WINDOW, summarise: summary.reply }),
		}).ended
		const read = summary.requests[1]!.messages.map(message => textOf(message.content)).join('\n')
		assert.match(read, /The first summary\./)
		const last = model.requests
			.at(-1)!
			.messages.map(message => textOf(message.content))
			.join('\n')
		assert.doesNotMatch(last, /The first summary\./)
	})
})

describe('when no summary can be had', () => {
	const failures: readonly (readonly [string, Answer])[] = [
		['the request fails', fails(new AgentError('overloaded', 'too many requests'))],
		['the reply is empty', attempt([], 'stop')],
		['the model calls a tool instead', calls(['x', 'read', {}])],
		['the model refuses', attempt([{ type: 'text-delta', text: 'I will not' }], 'refusal')],
		['the reply ends without an end', [{ type: 'attempt-start', attempt: 1, model: MODEL }]],
		['it is withheld', attempt([{ type: 'text-delta', text: 'half' }], 'content-filter')],
	]
	for (const [name, answer] of failures)
		test(`${name}: the oldest messages leave all the same, and both sides are told`, async () => {
			const { model, tools } = working(Array.from({ length: 12 }, () => 1_200))
			const loop = startLoop(model, {
				prompt: 'Find the lost key.',
				tools,
				context: log => countedContext(log, { windowTokens: WINDOW, summarise: summariser(answer).reply }),
			})
			assert.equal((await loop.ended).reason, 'finished')
			const [compaction] = loop.log.filter(event => event.type === 'compaction')
			assert.equal(compaction!.summary, 'dropped')
			assert.match(
				textOf(compaction!.message.content),
				/\d+ earlier messages left the window without a summary/,
			)
			assert.match(textOf(compaction!.message.content), /Find the lost key\./)
			const notices = loop.events.filter(event => event.type === 'notice')
			assert.equal(notices.length, loop.log.filter(({ type }) => type === 'compaction').length)
			assert.match(notices[0]!.text, /no summary could be had/)
		})

	test('the summary before stays', async () => {
		const { model, tools } = working(Array.from({ length: 30 }, () => 1_200))
		const broken = fails(new AgentError('overloaded', 'no'))
		const loop = startLoop(model, {
			tools,
			context: log =>
				countedContext(log, {
					windowTokens: WINDOW,
					summarise: summariser(says('The key is under the mat.'), broken).reply,
				}),
		})
		await loop.ended
		const last = model.requests
			.at(-1)!
			.messages.map(message => textOf(message.content))
			.join('\n')
		assert.match(last, /The key is under the mat\./)
	})
})

test('interrupting while history is condensed stores nothing of it and ends the run', async () => {
	const { model, tools } = working(Array.from({ length: 12 }, () => 1_200))
	const loop = startLoop(model, {
		tools,
		context: log =>
			countedContext(log, {
				windowTokens: WINDOW,
				summarise: summariser([async () => loop.cancel(), { type: 'text-delta', text: 'too late' }]).reply,
			}),
	})
	assert.equal((await loop.ended).reason, 'cancelled')
	assert.equal(
		loop.log.some(({ type }) => type === 'compaction'),
		false,
	)
	const end = loop.events.find(event => event.type === 'compaction-end')
	assert.equal(end?.error?.code, 'cancelled')
})

test('switched off, history is only shortened where the window ends, and nobody is asked for a summary', async () => {
	const { model, tools } = working(Array.from({ length: 12 }, () => 1_200))
	const summary = summariser()
	const loop = startLoop(model, {
		tools,
		context: log =>
			countedContext(log, { windowTokens: WINDOW, summarise: summary.reply, compactAt: undefined }),
	})
	assert.equal((await loop.ended).reason, 'finished')
	assert.equal(summary.requests.length, 0)
	const largest = Math.max(...model.requests.map(({ messages }) => countRequest(messages)))
	assert.ok(largest > 0.8 * WINDOW && largest <= LIMIT, `${largest}`)
	const [compaction] = loop.log.filter(event => event.type === 'compaction')
	assert.equal(compaction!.summary, 'dropped')
})

describe('what is too large for any window', () => {
	test('a prompt is told by how much, before anything is sent', async () => {
		const model = scriptedModel()
		const loop = startLoop(model, {
			prompt: 'x'.repeat(40_000),
			context: log => countedContext(log, { windowTokens: WINDOW, summarise: summariser().reply }),
		})
		const end = await loop.ended
		assert.equal(end.reason, 'failed')
		assert.equal(end.error?.code, 'context-overflow')
		assert.match(
			end.error!.message,
			/would be 10115 tokens, 6715 more than fit.*Largest: system prompt and tools 100; message “x+…” 10004/,
		)
		assert.equal(model.requests.length, 0)
	})

	test('results lose their middles, the largest first, and the log says so', async () => {
		const model = scriptedModel(
			calls(['a', 'read', { n: 1 }], ['b', 'read', { n: 2 }], ['c', 'read', { n: 3 }]),
			says('done'),
		)
		const sizes = [40_000, 200, 30_000]
		const loop = startLoop(model, {
			tools: { read: { run: () => okResult('y'.repeat(sizes.shift()!)) } },
			context: log => countedContext(log, { windowTokens: WINDOW, summarise: summariser().reply }),
		})
		assert.equal((await loop.ended).reason, 'finished')
		const { messages } = model.requests[1]!
		assert.ok(countRequest(messages) <= TARGET)
		const results = messages.filter(message => message.role === 'tool')
		assert.deepEqual(
			results.map(({ callId }) => callId),
			['a', 'b', 'c'],
		)
		assert.equal(textOf(results[1]!.content), 'y'.repeat(200))
		assert.match(textOf(results[0]!.content), /^y+\n\[… \d+ characters removed here to make room; call again/)
		const [compaction] = loop.log.filter(event => event.type === 'compaction')
		assert.deepEqual(
			compaction!.cut.map(({ callId }) => callId),
			['a', 'c'],
		)
	})
})

describe('a server that says the request is too long', () => {
	const tooLong = [
		{ type: 'attempt-start', attempt: 1, model: MODEL },
		...fails(new AgentError('context-overflow', 'prompt is too long')),
	] as Answer

	test('is asked once more with less, and its window is remembered', async () => {
		const replies = Array.from({ length: 4 }, (_, index) => calls([`c${index}`, 'read', { number: index }]))
		const model = scriptedModel(...replies, tooLong, says('done'))
		const learnt: number[] = []
		const loop = startLoop(model, {
			tools: { read: { run: () => okResult('z'.repeat(1_600)) } },
			context: log =>
				countedContext(log, {
					windowTokens: 100_000,
					summarise: summariser().reply,
					learnWindow: (_, tokens) => learnt.push(tokens),
				}),
		})
		assert.equal((await loop.ended).reason, 'finished')
		const [refused, accepted] = model.requests.slice(-2).map(({ messages }) => countRequest(messages))
		assert.deepEqual(learnt, [refused])
		assert.ok(accepted! <= 0.4 * refused!)
		const [compaction] = loop.log.filter(event => event.type === 'compaction')
		assert.equal(compaction!.cause, 'overflow')
	})

	test('and says so again ends the run with its words', async () => {
		const model = scriptedModel(calls(['a', 'read', {}]), tooLong, tooLong)
		const loop = startLoop(model, {
			tools: { read: { run: () => okResult('z'.repeat(1_600)) } },
			context: log => countedContext(log, { windowTokens: 100_000, summarise: summariser().reply }),
		})
		const end = await loop.ended
		assert.deepEqual([end.reason, end.error?.code], ['failed', 'context-overflow'])
	})

	test('about the first prompt of all ends the run: there is nothing to take out', async () => {
		const model = scriptedModel(tooLong)
		const end = await startLoop(model, {
			context: log => countedContext(log, { windowTokens: 100_000, summarise: summariser().reply }),
		}).ended
		assert.equal(end.error?.code, 'context-overflow')
		assert.match(end.error!.message, /the server refuses \(prompt is too long\)/)
	})
})

test('the messages of the loop are always what the log is read as, whatever is condensed on the way', async () => {
	const size = fc.oneof({ weight: 5, arbitrary: fc.nat({ max: 1_500 }) }, fc.nat({ max: 20_000 }))
	await fc.assert(
		fc.asyncProperty(
			fc.array(size, { minLength: 1, maxLength: 25 }),
			fc.boolean(),
			async (sizes, written) => {
				const answers = written ? [] : [fails(new AgentError('overloaded', 'no'))]
				const asked: (readonly Message[])[] = []
				const logs: (readonly StoredEvent[])[] = []
				const { model, tools } = working(sizes)
				const loop = startLoop(
					{
						...model,
						reply: (request, signal) => {
							asked.push(request.messages)
							logs.push([...loop.log])
							return model.reply(request, signal)
						},
					},
					{
						tools,
						context: log =>
							countedContext(log, { windowTokens: WINDOW, summarise: summariser(...answers).reply }),
					},
				)
				await loop.ended
				for (const [index, messages] of asked.entries()) {
					const read = repair([...PREFACE, ...historyOf(story(logs[index]!))])
					assert.equal(JSON.stringify(messages), JSON.stringify(read))
					assert.ok(countRequest(messages) <= LIMIT)
				}
			},
		),
		{ numRuns: 60 },
	)
})
