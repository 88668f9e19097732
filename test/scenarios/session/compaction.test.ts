// History that fills the window, end to end: the whole runtime in front of a strict server, every request counted.

import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { afterEach, beforeAll, describe, test } from 'vitest'
import { type CountTokens, loadTokenCounter } from '../../../src/runtime/context/tokens/token-counter.ts'
import {
	type ModelServer,
	type RecordedRequest,
	startModelServer,
} from '../../support/model-server/model-server.ts'
import {
	type Api,
	GOAL,
	isForSummary,
	type LongWorkOptions,
	SUMMARY,
	startLongWork,
	WINDOW,
	longWork as work,
} from '../../support/runtime/long-work.ts'
import { requestTokens } from '../../support/runtime/request-tokens.ts'
import type { StartedRuntime } from '../../support/runtime/start-runtime.ts'
import { SOAK_TIMES } from '../../support/soak.ts'

let count: CountTokens
beforeAll(async () => {
	count = await loadTokenCounter()
})

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

async function serve(api: Api): Promise<ModelServer> {
	const server = await startModelServer({ wires: [api] })
	opened.push(server.close)
	return server
}

async function start(server: ModelServer, api: Api, options: LongWorkOptions = {}): Promise<StartedRuntime> {
	const runtime = await startLongWork(server, api, options)
	opened.push(runtime.stop)
	return runtime
}

function compactions(runtime: StartedRuntime) {
	return runtime.envelopes.flatMap(({ event }) => (event.type === 'compaction' ? [event] : []))
}

function assertFits(requests: readonly RecordedRequest[]): void {
	// Counting takes longer than all the rest: those with the most bytes, and in the soak every one.
	const counted = requests
		.toSorted((a, b) => b.bytes.length - a.bytes.length)
		.slice(0, SOAK_TIMES > 1 ? requests.length : 8)
	const tokens = counted.map(request => requestTokens(request, count))
	assert.ok(Math.max(...tokens) <= 0.86 * WINDOW, `the largest request was ${Math.max(...tokens)} tokens`)
}

describe('a long run in a small window', () => {
	for (const [api, turns] of [
		// As long as people have them in the soak.
		['responses', SOAK_TIMES > 1 ? 120 : 60],
		['chat', 40],
		['messages', 40],
	] as const)
		test(`${api}: ${turns} turns, no request over the window, goal and plan in every one of them`, async () => {
			const server = await serve(api)
			server.onRequest(work(turns))
			const runtime = await start(server, api)
			await runtime.prompt(GOAL)
			const end = await runtime.until('run-end')
			assert.deepEqual([end.reason, end.error], ['finished', undefined])
			server.assertFinished()
			assertFits(server.requests)
			const done = compactions(runtime)
			assert.ok(done.length >= 2, `${done.length} compactions`)
			for (const { tokensAfter, summary } of done) {
				assert.equal(summary, 'written')
				assert.ok(tokensAfter <= 0.4 * WINDOW)
			}
			for (const [index, { bytes }] of server.requests.entries()) {
				assert.ok(bytes.includes(GOAL), `the goal is in request ${index + 1}`)
				if (index < 1) continue
				assert.ok(
					bytes.includes('ask William') && bytes.includes('apologise'),
					`so is the plan, ${index + 1}`,
				)
			}
			assert.ok(server.requests.at(-1)!.bytes.includes('The icebox is at /kitchen/icebox'))
			const turnsAsked = server.requests.filter(request => !isForSummary(request))
			assert.equal(server.requests.length - turnsAsked.length, done.length)
			// What was done is not lost from the log: all pages are in it.
			assert.equal(runtime.envelopes.filter(({ event }) => event.type === 'tool-end').length, turns)
		}, 60_000)
})

test('what a summary costs counts, and says nothing about how full the window is', async () => {
	const server = await serve('responses')
	server.onRequest(work(30, { text: SUMMARY, usage: { inputTokens: 77_777, outputTokens: 5 } }))
	const runtime = await start(server, 'responses')
	await runtime.prompt(GOAL)
	const end = await runtime.until('run-end')
	assert.ok(end.usage.inputTokens > 77_777)
	const used = runtime.envelopes.flatMap(({ event }) =>
		event.type === 'context-use' ? [event.usedTokens] : [],
	)
	assert.ok(Math.max(...used) <= WINDOW, `${Math.max(...used)}`)
})

test('a server that fails only when it is asked for a summary: the run goes on without one', async () => {
	const server = await serve('messages')
	server.onRequest(work(30, { status: 400, error: { message: 'no summaries here' } }))
	const runtime = await start(server, 'messages')
	await runtime.prompt(GOAL)
	assert.equal((await runtime.until('run-end')).reason, 'finished')
	assertFits(server.requests)
	assert.deepEqual([...new Set(compactions(runtime).map(({ summary }) => summary))], ['dropped'])
	const told = runtime.envelopes.flatMap(({ event }) => (event.type === 'notice' ? [event.text] : []))
	assert.match(told[0]!, /no summary could be had \(.*no summaries here.*\)/)
})

test('another model may write the summary, and reads no more than its own window takes', async () => {
	const server = await serve('responses')
	server.onRequest(work(40))
	const runtime = await start(server, 'responses', { context: { summaryModel: 'mine/clerk' } })
	await runtime.prompt(GOAL)
	assert.equal((await runtime.until('run-end')).reason, 'finished')
	const models = server.requests.filter(isForSummary).map(({ body }) => body.model)
	assert.ok(models.length > 0)
	assert.deepEqual([...new Set(models)], ['clerk'])
})

describe('/compact', () => {
	test('between two runs condenses at once, with what it must not lose, and the next run goes on from it', async () => {
		const server = await serve('responses')
		server.onRequest(work(12))
		const runtime = await start(server, 'responses')
		await runtime.prompt(GOAL)
		await runtime.until('run-end')
		await runtime.port.send({ type: 'session-compact', focus: 'the time of day' })
		assert.equal((await runtime.until('compaction-start')).cause, 'user')
		await runtime.until('compaction-end')
		const [compaction] = compactions(runtime)
		const { tokensBefore, tokensAfter } = compaction!
		assert.ok(tokensAfter < tokensBefore / 2, `${tokensBefore} to ${tokensAfter}`)
		assert.ok(server.requests.at(-1)!.bytes.includes('Above all do not lose: the time of day'))
		await runtime.prompt('And when?')
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		const last = server.requests.at(-1)!.bytes.toString()
		assert.ok(last.includes('opened at 07:12') && last.includes('And when?') && last.includes(GOAL))
		assert.ok(!last.includes('line 30: plum'))
		server.assertFinished()
	})

	test('can be interrupted like a run, and history is as it was', async () => {
		const server = await serve('responses')
		server.onRequest(work(8))
		const runtime = await start(server, 'responses')
		await runtime.prompt(GOAL)
		await runtime.until('run-end')
		const held = server.hold({ text: SUMMARY })
		await runtime.port.send({ type: 'session-compact' })
		await held.arrived
		const runId = runtime.envelopes.findLast(({ event }) => event.type === 'compaction-start')!.runId!
		await runtime.port.send({ type: 'cancel', runId })
		assert.equal((await runtime.until('compaction-end')).error?.code, 'cancelled')
		await runtime.prompt('And when?')
		await runtime.until('run-end')
		assert.ok(server.requests.at(-1)!.bytes.includes('line 41: plum'))
		assert.deepEqual(compactions(runtime), [])
	})

	test('during a run happens before its next request', async () => {
		const server = await serve('responses')
		server.script({ calls: [{ name: 'read', arguments: { path: 'big.txt', offset: 900, limit: 400 } }] })
		const held = server.hold({ calls: [{ name: 'read', arguments: { path: 'big.txt', limit: 100 } }] })
		server.onRequest(work(1))
		const runtime = await start(server, 'responses')
		await runtime.prompt(GOAL)
		await held.arrived
		await runtime.port.send({ type: 'session-compact' })
		await held.release()
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		const [compaction] = compactions(runtime)
		assert.equal(compaction!.cause, 'user')
		assert.ok(isForSummary(server.requests[2]!))
	})

	test('keeps a prompt waiting that is sent meanwhile', async () => {
		const server = await serve('responses')
		server.onRequest(work(12))
		const runtime = await start(server, 'responses')
		await runtime.prompt(GOAL)
		await runtime.until('run-end')
		const held = server.hold({ text: SUMMARY })
		await runtime.port.send({ type: 'session-compact' })
		await held.arrived
		await runtime.prompt('And when?', 'steer')
		await held.release()
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		const types = runtime.envelopes.map(({ event }) => event.type)
		assert.ok(types.lastIndexOf('run-start') > types.indexOf('compaction-end'))
		assert.ok(server.requests.at(-1)!.bytes.includes('And when?'))
	})

	test('without a summary leaves history as it was, as long as that fits', async () => {
		const server = await serve('responses')
		server.onRequest(work(8))
		const runtime = await start(server, 'responses')
		await runtime.prompt(GOAL)
		await runtime.until('run-end')
		server.script({ status: 400, error: { message: 'not today' } })
		await runtime.port.send({ type: 'session-compact' })
		assert.match(
			(await runtime.until('notice')).text,
			/no summary could be had \(.*not today.*history is as it was/,
		)
		await runtime.until('compaction-end')
		await runtime.prompt('And when?')
		await runtime.until('run-end')
		assert.ok(server.requests.at(-1)!.bytes.includes('line 41: plum'))
		assert.deepEqual(compactions(runtime), [])
	})

	test('with nothing to condense says so', async () => {
		const server = await serve('responses')
		const runtime = await start(server, 'responses')
		await assert.rejects(runtime.port.send({ type: 'session-compact' }), /nothing to condense/)
		server.script({ text: 'Hello.' })
		await runtime.prompt('Hi.')
		await runtime.until('run-end')
		await runtime.port.send({ type: 'session-compact' })
		const { text, isPassing } = await runtime.until('notice')
		assert.match(text, /nothing to gain/)
		assert.equal(isPassing, true)
		assert.equal(server.requests.length, 1)
	})
})

test('a session that is taken up again sends, to the byte, what the living one would have sent', async () => {
	for (const api of ['responses', 'chat', 'messages'] as const) {
		const server = await serve(api)
		server.onRequest(work(40))
		const living = await start(server, api)
		await living.prompt(GOAL)
		await living.until('run-end')
		assert.ok(compactions(living).length > 0)
		const home = `${living.home}-again`
		opened.push(() => rm(home, { recursive: true, force: true }))
		cpSync(living.home, home, { recursive: true, filter: path => !path.includes('.lock') })
		const again = await start(server, api, {
			in: { cwd: living.cwd, home },
			selector: { kind: 'last' },
			files: {},
		})
		// What was stored is told first.
		await again.until('run-end')
		for (const runtime of [living, again]) {
			await runtime.prompt('And when?')
			await runtime.until('run-end')
		}
		const [one, other] = server.requests.slice(-2).map(({ bytes }) => bytes.toString())
		assert.equal(other, one)
	}
}, 60_000)

test('what was kept word for word outlives the next compaction, also of a process that read only the end of the log', async () => {
	const server = await serve('responses')
	server.onRequest(work(30))
	const first = await start(server, 'responses')
	await first.prompt(GOAL)
	await first.until('run-end')
	assert.ok(compactions(first).length > 0)
	await first.port.send({ type: 'shutdown' })

	const { cwd, home } = first
	server.onRequest(work(30, { text: '## Facts\nNothing new.' }))
	const second = await start(server, 'responses', {
		in: { cwd, home },
		selector: { kind: 'last' },
		files: {},
	})
	await second.prompt('Now find the cherries as well.')
	await second.until('run-end')
	assert.equal((await second.until('run-end')).reason, 'finished')
	assertFits(server.requests)
	const [compaction] = compactions(second).slice(-1)
	const kept = compaction!.message.content.map(part => (part.type === 'text' ? part.text : '')).join('\n')
	assert.match(kept, /prompt, word for word\n<user-message>\nNow find the cherries as well\./)
	assert.match(
		kept,
		/What the user said, word for word, oldest first\n<user-message>\nFind out who ate the plums/,
	)
	assert.match(kept, /- ask William \(in progress\)\n- apologise/)
	assert.match(kept, /Files you have read\n- .*big\.txt/)
}, 60_000)
