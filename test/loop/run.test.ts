import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { AgentError } from '../../src/core/errors.ts'
import type { CallId } from '../../src/core/ids.ts'
import { callsOf, type Message, textOf, userText } from '../../src/core/messages.ts'
import type { ReplyPart } from '../../src/core/model.ts'
import { okResult } from '../../src/core/tool.ts'
import { TIME_LIMIT } from '../../src/loop/run-end.ts'
import { deferred, whenAborted } from '../support/deferred.ts'
import { attempt, call, calls, fails, MODEL, says, scriptedModel } from '../support/runtime/scripted-model.ts'
import { startLoop } from '../support/runtime/start-loop.ts'

const echo = { run: () => okResult('done') }
const failing = {
	run: () => ({ outcome: 'failed' as const, content: [{ type: 'text' as const, text: 'no' }] }),
}

describe('turns', () => {
	test('a reply without calls ends the run', async () => {
		const model = scriptedModel(says('hello', { inputTokens: 3, outputTokens: 1 }))
		const loop = startLoop(model)
		const usage = {
			inputTokens: 3,
			cachedInputTokens: 0,
			cacheWriteTokens: 0,
			outputTokens: 1,
			reasoningTokens: 0,
		}
		assert.deepEqual(await loop.ended, { reason: 'finished', usage, costMicroUsd: 0, turns: 1 })
		model.assertFinished()
	})

	test('results go into the next request in call order, whichever call was faster', async () => {
		const slow = deferred()
		const model = scriptedModel(calls(['a', 'slow', {}], ['b', 'fast', {}]), says('both read'))
		const loop = startLoop(model, {
			tools: {
				slow: { run: () => slow.promise.then(() => okResult('slow text')) },
				fast: {
					run: () => {
						slow.resolve()
						return okResult('fast text')
					},
				},
			},
		})
		await loop.ended
		assert.deepEqual(
			model.requests[1]!.messages.slice(2).map(message => textOf(message.content)),
			['slow text', 'fast text'],
		)
	})

	test('a call starts while the reply is still streaming', async () => {
		const started = deferred()
		const model = scriptedModel(
			[
				{ type: 'attempt-start', attempt: 1, model: MODEL },
				call(['a', 'look', {}]),
				// The stream does not go on before the call has started: were it not early, this would wait for ever.
				() => started.promise,
				{ type: 'finish', reason: 'tool-calls', model: MODEL },
			],
			says('done'),
		)
		const loop = startLoop(model, {
			tools: {
				look: {
					run: () => {
						started.resolve()
						return okResult('seen')
					},
				},
			},
		})
		assert.equal((await loop.ended).reason, 'finished')
	})

	test('a side effect waits for the reads before it and runs alone', async () => {
		const log: string[] = []
		const traced = (name: string) => ({
			run: async () => {
				log.push(`${name} starts`)
				await new Promise(setImmediate)
				log.push(`${name} ends`)
				return okResult(name)
			},
		})
		const model = scriptedModel(
			calls(['a', 'read', {}], ['b', 'grep', {}], ['c', 'write', {}], ['d', 'list', {}]),
			says('done'),
		)
		const write = { ...traced('write'), tier: 'side-effecting' as const }
		await startLoop(model, {
			tools: { read: traced('read'), grep: traced('grep'), list: traced('list'), write },
		}).ended
		assert.deepEqual(log, [
			'read starts',
			'grep starts',
			'read ends',
			'grep ends',
			'write starts',
			'write ends',
			'list starts',
			'list ends',
		])
	})

	test('the intent of a side effect is stored before it happens', async () => {
		let stored: string[] = []
		const order: string[] = []
		const model = scriptedModel(calls(['a', 'write', {}]), says('done'))
		const loop = startLoop(model, {
			store: async event => {
				await new Promise(setImmediate)
				stored = [...stored, event.type]
			},
			tools: {
				write: {
					tier: 'side-effecting',
					run: () => {
						order.push(...stored)
						return okResult('written')
					},
				},
			},
		})
		await loop.ended
		assert.ok(order.includes('tool-start'))
	})

	test('a log that cannot be written stops the run instead of acting without a record', async () => {
		let ran = false
		const full = new AgentError('storage-failed', 'no space left')
		const model = scriptedModel(attempt([call(['a', 'write', {}])], 'tool-calls', { inputTokens: 10 }))
		const loop = startLoop(model, {
			store: async event => {
				if (event.type === 'tool-start' || event.type === 'tool-end') throw full
			},
			tools: {
				write: {
					tier: 'side-effecting',
					run: () => {
						ran = true
						return okResult('written')
					},
				},
			},
		})
		const { reason, error, usage, costMicroUsd, turns } = await loop.ended
		assert.deepEqual([reason, error, turns], ['failed', { code: full.code, message: full.message }, 0])
		// The request has been paid for.
		assert.deepEqual([usage.inputTokens, costMicroUsd], [10, 0])
		assert.equal(ran, false)
	})
})

describe('what the model gets wrong', () => {
	test('three corrections are fed back, the fourth failure ends the run', async () => {
		const bad = calls(['', 'bad', {}])
		const model = scriptedModel(bad, bad, bad, bad)
		const end = await startLoop(model, { tools: { bad: failing } }).ended
		assert.deepEqual([end.reason, end.turns], ['tool-failed', 4])
		model.assertFinished()
	})

	test('a good call resets the count', async () => {
		const bad = calls(['', 'bad', {}])
		let n = 0
		const flaky = { run: () => (++n % 3 === 0 ? okResult('fine') : failing.run()) }
		const model = scriptedModel(bad, bad, bad, bad, bad, bad, says('done'))
		assert.equal((await startLoop(model, { tools: { bad: flaky } }).ended).reason, 'finished')
	})

	test('doubled and missing call ids are replaced, so that every call has a result of its own', async () => {
		const model = scriptedModel(calls(['x', 'echo', {}], ['x', 'echo', {}], ['', 'echo', {}]), says('ok'))
		await startLoop(model, { tools: { echo } }).ended
		const [, assistant, ...results] = model.requests[1]!.messages
		assert.ok(assistant?.role === 'assistant')
		const ids = callsOf(assistant).map(made => made.callId)
		assert.deepEqual(ids, ['x', 'x-2', 'call-2'])
		assert.deepEqual(
			results.map(result => result.role === 'tool' && result.callId),
			ids,
		)
	})
})

describe('how a reply may end', () => {
	test('a reply that broke after a complete call goes on with its result', async () => {
		const broken = attempt([call(['a', 'echo', {}])], 'broken')
		const model = scriptedModel(broken, says('done'))
		assert.equal((await startLoop(model, { tools: { echo } }).ended).reason, 'finished')
		assert.equal(model.requests[1]!.messages.at(-1)?.role, 'tool')
	})

	test('what was said before the provider failed is kept', async () => {
		const model = scriptedModel([
			{ type: 'text-delta', text: 'half' },
			...fails(new AgentError('server-error', 'HTTP 500')),
		])
		const loop = startLoop(model)
		assert.deepEqual((await loop.ended).error, { code: 'server-error', message: 'HTTP 500' })
		const kept = loop.events.find(event => event.type === 'message-end')
		assert.deepEqual(kept?.type === 'message-end' && [textOf(kept.message.content), kept.message.stop], [
			'half',
			'broken',
		])
	})

	test('text that a retry repeats is shown once', async () => {
		const model = scriptedModel([
			{ type: 'text-delta', text: 'Hel' },
			{ type: 'restart' },
			...attempt(
				[
					{ type: 'text-delta', text: 'He' },
					{ type: 'text-delta', text: 'llo' },
				],
				'stop',
			),
		])
		const loop = startLoop(model)
		await loop.ended
		const shown = loop.events.filter(event => event.type === 'text-delta' || event.type === 'reply-restart')
		assert.deepEqual(shown, [
			{ type: 'text-delta', text: 'Hel' },
			{ type: 'text-delta', text: 'lo' },
		])
	})

	test('a retry that says something else is shown from its beginning', async () => {
		const model = scriptedModel([
			{ type: 'text-delta', text: 'Hello' },
			{ type: 'restart' },
			...says('Howdy'),
		])
		const loop = startLoop(model)
		await loop.ended
		const shown = loop.events.filter(event => event.type === 'text-delta' || event.type === 'reply-restart')
		assert.deepEqual(shown, [
			{ type: 'text-delta', text: 'Hello' },
			{ type: 'reply-restart' },
			{ type: 'text-delta', text: 'Howdy' },
		])
	})

	test('thoughts before a retry are void, and told to be', async () => {
		const thought: ReplyPart = { type: 'reasoning-delta', text: 'Hm.' }
		const loop = startLoop(scriptedModel([thought, { type: 'restart' }, thought, ...says('Yes.')]))
		await loop.ended
		const shown = loop.events.filter(event => ['reasoning-delta', 'reply-restart'].includes(event.type))
		assert.deepEqual(shown, [thought, { type: 'reply-restart' }, thought])
	})

	test('the last of several messages is the answer, and a reader sees where it begins', async () => {
		const model = scriptedModel(
			attempt(
				[
					{ type: 'text-delta', text: 'Let me see.' },
					{ type: 'text-end' },
					{ type: 'text-delta', text: 'It is ' },
					{ type: 'text-delta', text: '7.' },
				],
				'stop',
			),
		)
		const loop = startLoop(model)
		await loop.ended
		const said = loop.events.find(event => event.type === 'message-end')
		assert.deepEqual(said?.type === 'message-end' && said.message.content, [
			{ type: 'text', text: 'Let me see.' },
			{ type: 'text', text: 'It is 7.' },
		])
		const shown = loop.events.flatMap(event => (event.type === 'text-delta' ? [event.text] : []))
		assert.equal(shown.join(''), 'Let me see.\n\nIt is 7.')
	})

	test('a reply that the server pauses goes back as it is, and the model goes on with it', async () => {
		const paused = attempt([{ type: 'text-delta', text: 'I have searched' }], 'paused')
		const model = scriptedModel(paused, says('and found it.'))
		const end = await startLoop(model).ended
		assert.deepEqual([end.reason, end.turns], ['finished', 2])
		assert.equal(textOf(model.requests[1]!.messages.at(-1)!.content), 'I have searched')

		const silent = await startLoop(scriptedModel(attempt([], 'paused'))).ended
		assert.deepEqual([silent.reason, silent.error?.code], ['failed', 'empty-reply'])
	})

	test('a reply of blanks says nothing', async () => {
		const end = await startLoop(scriptedModel(says(' \n'))).ended
		assert.deepEqual([end.reason, end.error?.code], ['failed', 'empty-reply'])
	})

	for (const [stop, code] of [
		['length', 'output-limit'],
		['refusal', 'refused'],
		['content-filter', 'content-filter'],
	] as const)
		test(`a reply that ends with ${stop} is not a success`, async () => {
			const model = scriptedModel(attempt([{ type: 'text-delta', text: 'I …' }], stop))
			const end = await startLoop(model).ended
			assert.deepEqual([end.reason, end.error?.code], ['failed', code])
		})

	test('a reply that says nothing is not a success', async () => {
		const end = await startLoop(scriptedModel(attempt([], 'stop'))).ended
		assert.deepEqual([end.reason, end.error?.code], ['failed', 'empty-reply'])
	})
})

describe('cancelling', () => {
	test('answers the call it was waiting for and ends as cancelled', async () => {
		const model = scriptedModel(calls(['a', 'wait', {}]))
		const loop = startLoop(model, {
			tools: {
				wait: {
					tier: 'side-effecting',
					run: async (_call, _hooks, signal) => {
						await whenAborted(signal)
						return { outcome: 'cancelled', content: [{ type: 'text', text: 'stopped' }] }
					},
				},
			},
		})
		await loop.until('tool-start')
		loop.cancel()
		assert.equal((await loop.ended).reason, 'cancelled')
		const end = loop.events.find(event => event.type === 'tool-end')
		assert.equal(end?.type === 'tool-end' && end.result.outcome, 'cancelled')
	})

	test('in the middle of the text keeps what was said', async () => {
		const model = scriptedModel([{ type: 'text-delta', text: 'as I was say' }, whenAborted])
		const loop = startLoop(model)
		await loop.until('text-delta')
		loop.cancel()
		assert.equal((await loop.ended).reason, 'cancelled')
		assert.equal(loop.stored().includes('message-end'), true)
	})

	test('by the clock is a time limit', async () => {
		const model = scriptedModel([whenAborted])
		const loop = startLoop(model)
		await loop.until('turn-start')
		loop.cancel(TIME_LIMIT)
		assert.equal((await loop.ended).reason, 'time-limit')
	})
})

describe('budgets', () => {
	test('the turn limit ends the run with its own reason', async () => {
		const model = scriptedModel(calls(['a', 'echo', {}]), calls(['b', 'echo', {}]))
		const end = await startLoop(model, { tools: { echo }, limits: { maxTurns: 2 } }).ended
		assert.deepEqual([end.reason, end.turns], ['turn-limit', 2])
	})

	test('nothing is sent that the estimate says would break the cost limit', async () => {
		const model = scriptedModel()
		const end = await startLoop(model, {
			limits: { runMicroUsd: 99 },
			estimateCost: () => ({ model: 'test/dear', costMicroUsd: 100 }),
		}).ended
		assert.equal(end.reason, 'cost-limit')
		assert.deepEqual(model.requests, [])
	})

	test.each<[string, number | undefined, string]>([
		['too dear', 100, 'cost-limit'],
		['of no known price', undefined, 'failed'],
	])('what a command wants run first is not run where the answer is %s', async (_, costMicroUsd, reason) => {
		let runs = 0
		const run = () => okResult(String(++runs))
		const { ended, stored } = startLoop(scriptedModel(), {
			tools: { echo: { run } },
			opening: [{ type: 'tool-call', callId: 'o1' as CallId, tool: 'echo', arguments: '{}' }],
			limits: { runMicroUsd: 99 },
			estimateCost: () => ({ model: 'test/dear', costMicroUsd }),
		})
		assert.deepEqual([(await ended).reason, runs], [reason, 0])
		assert.deepEqual(stored(), [])
	})

	test('what was in the request before is estimated as cached, however often the estimate is asked for', async () => {
		const sent: number[] = []
		const model = scriptedModel(calls(['a', 'echo', {}]), says('done'))
		await startLoop(model, {
			tools: { echo },
			limits: { runMicroUsd: 99 },
			context: () => ({
				measure: () => ({ totalTokens: 7, fixedTokens: 0, tokensOf: () => 0, count: () => 0 }),
			}),
			estimateCost: (_messages, sentTokens) => {
				sent.push(sentTokens)
				return { model: 'test/dear', costMicroUsd: 1 }
			},
		}).ended
		assert.deepEqual(sent, [0, 7])
	})
})

describe('typing while a run is going', () => {
	test('steering goes in before the next request', async () => {
		const steering = [userText('look at b too')]
		const model = scriptedModel(calls(['a', 'echo', {}]), says('done'))
		const tools = {
			echo: {
				run: () => {
					steering.push(userText('and c'))
					return okResult('read')
				},
			},
		}
		await startLoop(model, { tools, steering }).ended
		const said = (messages: readonly Message[]) =>
			messages.flatMap(message => (message.role === 'user' ? [textOf(message.content)] : []))
		assert.deepEqual(
			model.requests.map(request => said(request.messages)),
			[
				['go', 'look at b too'],
				['go', 'look at b too', 'and c'],
			],
		)
	})

	test('a last answer does not end the run while steering waits', async () => {
		const steering: ReturnType<typeof userText>[] = []
		const model = scriptedModel(
			[async () => void steering.push(userText('wait')), ...says('first')],
			says('second'),
		)
		const end = await startLoop(model, { steering }).ended
		assert.deepEqual([end.reason, end.turns], ['finished', 2])
	})
})
