import assert from 'node:assert/strict'
import { afterEach, beforeAll, test } from 'vitest'
import type { ContextUse } from '../../../src/core/runtime-port.ts'
import { type CountTokens, loadTokenCounter } from '../../../src/runtime/context/tokens/token-counter.ts'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { GOAL, longWork, startLongWork, WINDOW } from '../../support/runtime/long-work.ts'
import { requestTokens } from '../../support/runtime/request-tokens.ts'

let count: CountTokens
beforeAll(async () => {
	count = await loadTokenCounter()
})

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

function sum({ parts }: ContextUse): number {
	return parts.reduce((total, part) => total + part.tokens, 0)
}

for (const api of ['responses', 'chat', 'messages'] as const)
	test(`${api}: /context adds up to the request that goes out next, within 2 %, before and after a compaction`, async () => {
		const server = await startModelServer({ wires: [api] })
		opened.push(server.close)
		const work = longWork(12)
		server.onRequest(request => ({
			...work(request),
			usage: { inputTokens: 1_000, cachedInputTokens: 800 },
		}))
		const runtime = await startLongWork(server, api, {
			files: { 'AGENTS.md': 'Be kind.\n'.repeat(200), 'big.txt': 'plum\n'.repeat(4_000) },
		})
		opened.push(runtime.stop)
		const atOnce = await runtime.port.queries.contextUse('at-once')
		assert.equal(atOnce.isEstimated, true)
		const counted = await runtime.port.queries.contextUse()
		assert.ok(Math.abs(sum(atOnce) - sum(counted)) < 0.3 * sum(counted))
		assert.deepEqual(await runtime.port.queries.contextUse('at-once'), counted)
		const asked = async (prompt: string) => {
			const use = await runtime.port.queries.contextUse()
			await runtime.prompt(prompt)
			await runtime.until('run-end')
			const request = server.requests.at(-1)!
			return { use, tokens: requestTokens(request, count) - count(prompt) }
		}
		await runtime.prompt(GOAL)
		await runtime.until('run-end')

		const before = await asked('And when?')
		assert.ok(before.use.parts.every(({ tokens }) => Number.isInteger(tokens)))
		assert.ok(
			Math.abs(sum(before.use) - before.tokens) < 0.02 * before.tokens,
			`${sum(before.use)} and ${before.tokens}`,
		)
		assert.deepEqual(before.use.cached, { cachedTokens: 800, inputTokens: 1_000 })
		assert.equal(before.use.prefixBreak, undefined)
		assert.deepEqual([before.use.windowTokens, before.use.compactAtTokens], [WINDOW, 0.8 * WINDOW])
		assert.equal(before.use.nextToGo[0]!.text, GOAL)
		assert.equal(before.use.nextToGo[1]!.text, 'todo')

		await runtime.port.send({ type: 'session-compact' })
		await runtime.until('compaction-end')
		const after = await asked('And who?')
		assert.ok(
			Math.abs(sum(after.use) - after.tokens) < 0.02 * after.tokens,
			`${sum(after.use)} and ${after.tokens}`,
		)
		const part = (name: string) => after.use.parts.find(({ part }) => part === name)!.tokens
		assert.ok(part('summary') > 50 && part('instructions') > 400 && part('tools') > 1_000)
		assert.ok(sum(after.use) < sum(before.use))
		const broken = await runtime.port.queries.contextUse()
		assert.equal(broken.prefixBreak, 'history was condensed')
	}, 30_000)
