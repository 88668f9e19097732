// A summary that is begun before it is needed: at the limit nobody waits for it, and until it is used nothing is other
// than without it.

import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import type { AgentEvent } from '../../../../src/core/events.ts'
import { deferred } from '../../../support/deferred.ts'
import {
	type ModelServer,
	type RecordedRequest,
	startModelServer,
} from '../../../support/model-server/model-server.ts'
import type { ScriptedReply } from '../../../support/model-server/reply/reply.ts'
import {
	isForSummary,
	type LongWorkOptions,
	SUMMARY,
	startLongWork,
	WINDOW,
} from '../../../support/runtime/long-work.ts'
import type { StartedRuntime } from '../../../support/runtime/start-runtime.ts'
import { SOAK_TIMES } from '../../../support/soak.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

async function scene(context: LongWorkOptions['context'] = { compactEarly: true }) {
	const server = await startModelServer({ wires: ['responses'] })
	opened.push(server.close)
	const runtime = await startLongWork(server, 'responses', { context })
	opened.push(runtime.stop)
	return { server, runtime }
}

/** A page on each turn. With `plan`, every reply says that one more step of it is done. */
function pages(turns: number, plan?: 'plan' | undefined) {
	let turn = 0
	return (): ScriptedReply => {
		turn += 1
		if (turn > turns) return { text: 'It was me.' }
		const items = Array.from({ length: turn }, (_, index) => ({ text: `p${index}`, status: 'done' }))
		const read = { name: 'read', arguments: { path: 'big.txt', offset: turn * 20 + 1, limit: 14 } }
		return {
			text: `Page ${turn}.`,
			calls: plan ? [read, { name: 'todo', arguments: { items } }] : [read],
		}
	}
}

/** From here on a summary may be begun. */
function isNearlyFull({ envelopes }: Pick<StartedRuntime, 'envelopes'>): boolean {
	const used = envelopes.findLast(({ event }) => event.type === 'context-use')?.event
	return used?.type === 'context-use' && used.usedTokens > 0.74 * WINDOW
}

function firstPrompt({ envelopes }: Pick<StartedRuntime, 'envelopes'>): number {
	const start = envelopes.find(({ event }) => event.type === 'run-start')
	assert.ok(start && 'seq' in start && typeof start.seq === 'number')
	return start.seq
}

const types = (envelopes: readonly { event: AgentEvent }[]) => envelopes.map(({ event }) => event.type)
const asked = (server: ModelServer) => server.requests.filter(isForSummary)

test('begun when a step is done, it is there before history is full: no turn waits for it', async () => {
	const { server, runtime } = await scene()
	const answering = pages(40, 'plan')
	const slow = deferred()
	let meanwhile = 0
	server.onRequest(async (request): Promise<ScriptedReply> => {
		if (isForSummary(request)) {
			await slow.promise
			return { text: SUMMARY }
		}
		// The run goes on while it is being written: its second request from then on lets it come to its end.
		if (asked(server).length === 1 && ++meanwhile === 2) {
			slow.resolve()
			while ((await runtime.until('attempt-end')).spender !== 'summary');
		}
		return answering()
	})
	await runtime.prompt('Who ate the plums?')
	const end = await runtime.until('run-end')
	assert.deepEqual([end.reason, end.error], ['finished', undefined])
	assert.ok(asked(server).length >= 1)
	assert.ok(meanwhile >= 2, 'turns went on beside the summary')
	const [compaction] = runtime.envelopes.flatMap(({ event }) => (event.type === 'compaction' ? [event] : []))
	assert.ok(compaction && compaction.tokensAfter <= 0.4 * WINDOW, `${compaction?.tokensAfter}`)
	assert.equal(compaction.summary, 'written')
	// Nothing of the model is asked between the word that history is condensed and its end.
	const told = types(runtime.envelopes)
	const from = told.indexOf('compaction-start')
	assert.ok(!told.slice(from, told.indexOf('compaction-end')).includes('attempt-end'))
	assertPrefix(server.requests)
})

/** Until it is used, what was sent stays as it was sent, but for how long the answer may be. */
function assertPrefix(requests: readonly RecordedRequest[]): void {
	const turns = requests
		.filter(request => !isForSummary(request))
		.map(({ bytes }) => bytes.subarray(bytes.indexOf('"instructions"')))
	const broken = turns.filter((bytes, index) => {
		const before = turns[index - 1]
		return before && !bytes.subarray(0, before.length - 2).equals(before.subarray(0, -2))
	})
	assert.equal(broken.length, 1)
}

test('after a run the user reads, and the next prompt finds it written', async () => {
	const { server, runtime } = await scene()
	const answering = pages(200)
	server.onRequest(request => {
		if (isForSummary(request)) return { text: SUMMARY }
		return asked(server).length > 0 || isNearlyFull(runtime) ? { text: 'It was me.' } : answering()
	})
	await runtime.prompt('Who ate the plums?')
	await runtime.until('run-end')
	const summary = await server.waitForRequest(server.requests.length + (asked(server).length > 0 ? 0 : 1))
	assert.equal(await summary.ended, 'complete')
	assert.equal(types(runtime.envelopes).includes('compaction'), false)
	await runtime.prompt('And who was sorry?')
	await runtime.until('run-end')
	assert.equal(types(runtime.envelopes).filter(type => type === 'compaction').length, 1)
	assert.equal(asked(server).length, 1)
	const last = server.requests.at(-1)!.bytes
	assert.ok(last.includes('Who ate the plums?') && last.includes('And who was sorry?'))
	assert.ok(last.includes('The icebox is at /kitchen/icebox'))
})

for (const what of ['a cancel', 'another model', 'going back'] as const)
	test.skipIf(SOAK_TIMES === 1 && what !== 'a cancel')(
		`${what} drops it: its request is cut, and nothing of it is in the log`,
		async () => {
			const { server, runtime } = await scene()
			const answering = pages(200, what === 'a cancel' ? 'plan' : undefined)
			const begun = deferred()
			const held = deferred()
			server.onRequest(async (request): Promise<ScriptedReply> => {
				if (isForSummary(request)) {
					begun.resolve()
					await held.promise
					return { text: SUMMARY }
				}
				if (what === 'a cancel' && asked(server).length > 0) await held.promise
				return what !== 'a cancel' && isNearlyFull(runtime) ? { text: 'It was me.' } : answering()
			})
			await runtime.prompt('Who ate the plums?')
			if (what !== 'a cancel') await runtime.until('run-end')
			await begun.promise
			if (what === 'a cancel') {
				await runtime.port.send({ type: 'cancel', runId: runtime.runId() })
				await runtime.until('run-end')
			} else if (what === 'another model')
				await runtime.port.send({ type: 'set-model', chain: [{ provider: 'mine', model: 'other' }] })
			else
				await runtime.port.send({
					type: 'rewind',
					toSeq: firstPrompt(runtime) - 1,
					conversation: true,
					files: false,
				})
			held.resolve()
			assert.equal(await asked(server)[0]!.ended, 'cut')
			await runtime.port.send({ type: 'shutdown' })
			const stored = runtime.envelopes.flatMap(({ event }) =>
				event.type === 'compaction' || ('spender' in event && event.spender) ? [event.type] : [],
			)
			assert.deepEqual(stored, [])
		},
	)

test('a server of this machine is not asked twice at once unless the user says so', async () => {
	const { server, runtime } = await scene({})
	const answering = pages(200)
	server.onRequest(request => (isForSummary(request) ? { text: SUMMARY } : answering()))
	await runtime.prompt('Who ate the plums?')
	await runtime.until('run-end')
	const told = types(runtime.envelopes)
	const from = told.indexOf('compaction-start')
	if (from !== -1) assert.ok(told.slice(from, told.indexOf('compaction-end')).includes('attempt-end'))
	assert.equal(asked(server).length, told.filter(type => type === 'compaction').length)
})
