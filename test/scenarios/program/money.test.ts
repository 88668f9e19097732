// Money limits as a script meets them: the built program, a price or none, and a server that counts what it was asked.

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { testInTurn } from '../../support/in-turn.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { AGENT, type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'

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

const PROVIDERS = ['openai', 'openai-chat', 'anthropic']

describe.each(PROVIDERS)('asking %s', provider => {
	const testItsTurn = testInTurn(provider, PROVIDERS)
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

	testItsTurn('a price that is too much for the limit: nothing is sent, exit 5', async () => {
		await configure({ models: { [model]: { price: DEAR } } })
		const { code, stdout, stderr } = await run('--max-cost', '1')
		assert.equal(code, 5, stderr)
		assert.equal(resultIn(stdout).error.code, 'cost-limit')
		assert.equal(server.requests.length, 0)
	})

	testItsTurn(
		'a correction of the answer (--json-schema) is not sent either, when the first answer took what there was',
		async () => {
			await configure({ models: { [model]: { price: { input: 0, output: 1_000_000 } } } })
			server.onRequest(() => ({ text: 'no JSON at all' }))
			await writeFile(join(desk.cwd, 'schema.json'), '{"type":"object","required":["a"]}')
			const { code, stdout, stderr } = await run('--max-cost', '0.5', '--json-schema', 'schema.json')
			assert.equal(code, 5, stderr + stdout)
			assert.equal(server.requests.length, 1)
			assert.ok(resultIn(stdout).total_cost_usd > 0.5)
		},
	)
})

describe('what was spent is in the result', () => {
	const model = 'openai-chat/test-model'
	/** A dollar for a token that is answered. */
	const models = { [model]: { price: { input: 0, output: 1_000_000 } } }
	const used = { inputTokens: 100, outputTokens: 3 }
	const read = { calls: [{ name: 'read', arguments: { path: 'long.txt' } }], usage: used }
	const args = ['run', '-m', model, '--json', 'read it']

	beforeEach(async () => {
		await configure({ models })
		await writeFile(
			join(desk.cwd, 'long.txt'),
			'a line of some length, for there to be something\n'.repeat(900),
		)
	})

	const spentIn = (stdout: string) => {
		const { is_error, error, total_cost_usd, spent_by, num_turns } = resultIn(stdout)
		assert.ok(spent_by, stdout)
		return {
			is_error,
			code: error?.code,
			cost: total_cost_usd,
			chat: spent_by.chat.total_cost_usd,
			num_turns,
		}
	}

	test('of a run that failed', async () => {
		server.script(read, { status: 400, error: { message: 'no more' } })
		const { code, stdout } = await runAgent(args, { desk, env: server.environment })
		const spent = { is_error: true, code: 'bad-request', cost: 3, chat: 3, num_turns: 2 }
		assert.deepEqual([code, spentIn(stdout)], [1, spent])
	})

	test.skipIf(process.platform === 'win32')('of a run whose log cannot grow any more', async () => {
		server.script(read, { text: 'never said' })
		const limited = ['ulimit -f 16; exec "$@"', 'bash', process.execPath, AGENT, ...args]
		const { code, stdout, stderr } = await runAgent(limited, {
			desk,
			env: server.environment,
			installed: { node: 'bash', launcher: '-c' },
		})
		const spent = { is_error: true, code: 'storage-failed', cost: 3, chat: 3, num_turns: 1 }
		// What is asked next does not wait for the log; what comes back is not read any more.
		assert.deepEqual([code, spentIn(stdout)], [1, spent], stderr)
	})
})
