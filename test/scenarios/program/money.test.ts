// Money limits as a script meets them: the built program, a price or none, and a server that counts what it was asked.

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const DEAR = { input: 1_000_000, output: 1_000_000 }

const resultIn = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1)!)

async function configure(settings: object): Promise<void> {
	await mkdir(desk.home, { recursive: true })
	await writeFile(join(desk.home, 'settings.json'), JSON.stringify(settings))
}

describe.each(['openai', 'openai-chat', 'anthropic'])('asking %s', provider => {
	const model = `${provider}/test-model`
	const run = (...args: string[]) =>
		runAgent(['run', '-m', model, '--json', ...args, 'hello'], { desk, env: server.environment })

	test.each<[string, object, readonly string[]]>([
		['--max-cost', {}, ['--max-cost', '1']],
		['budget.maxCostUsd', { budget: { maxCostUsd: 1 } }, []],
		['budget.maxSessionCostUsd', { budget: { maxSessionCostUsd: 1 } }, []],
	])('under %s without a price: nothing is sent, exit 3, and how to give one', async (_, settings, args) => {
		await configure(settings)
		const { code, stdout, stderr } = await run(...args)
		const result = resultIn(stdout)
		assert.equal(code, 3, stderr)
		assert.deepEqual([result.error.code, result.total_cost_usd, result.num_turns], ['config-invalid', 0, 0])
		assert.ok(result.error.message.includes(`models."${model}".price`), result.error.message)
		assert.equal(server.requests.length, 0)
	})

	test('a price that is too much for the limit: nothing is sent, exit 5', async () => {
		await configure({ models: { [model]: { price: DEAR } } })
		const { code, stdout, stderr } = await run('--max-cost', '1')
		assert.equal(code, 5, stderr)
		assert.equal(resultIn(stdout).error.code, 'cost-limit')
		assert.equal(server.requests.length, 0)
	})

	test('a correction of the answer (--json-schema) is not sent either, when the first answer took what there was', async () => {
		await configure({ models: { [model]: { price: { input: 0, output: 1_000_000 } } } })
		server.onRequest(() => ({ text: 'no JSON at all' }))
		await writeFile(join(desk.cwd, 'schema.json'), '{"type":"object","required":["a"]}')
		const { code, stdout, stderr } = await run('--max-cost', '0.5', '--json-schema', 'schema.json')
		assert.equal(code, 5, stderr + stdout)
		assert.equal(server.requests.length, 1)
		assert.ok(resultIn(stdout).total_cost_usd > 0.5)
	})
})
