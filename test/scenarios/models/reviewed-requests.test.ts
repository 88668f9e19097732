import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import type { ReviewRequest } from '../../../src/core/model.ts'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { GOAL, longWork, startLongWork } from '../../support/runtime/long-work.ts'
import { scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

describe('a host that looks at requests', () => {
	test('sees each before it leaves, and one that it denies does not leave and ends the run', async () => {
		const provider = scriptedProvider(toolCalls(['c1', 'list', {}]))
		const seen: string[] = []
		const beforeRequest: ReviewRequest = async ({ messages, models }) => {
			seen.push(`${models[0]?.model}: ${messages.length} messages, ${provider.requests.length} sent`)
			return seen.length === 1 ? 'allow' : { deny: 'the results hold names of customers' }
		}
		const runtime = await startRuntime({ provider, runtime: { beforeRequest } })
		await runtime.prompt('go')
		const end = await runtime.until('run-end')
		assert.deepEqual(
			[end.reason, end.error],
			[
				'failed',
				{ code: 'request-denied', message: 'the request was not sent: the results hold names of customers' },
			],
		)
		assert.deepEqual(seen, ['scripted: 2 messages, 0 sent', 'scripted: 4 messages, 1 sent'])
		assert.equal(provider.requests.length, 1)
		await runtime.stop()
	})

	test('that breaks lets nothing through', async () => {
		const provider = scriptedProvider()
		const beforeRequest: ReviewRequest = () => {
			throw new Error('no connection to the register')
		}
		const runtime = await startRuntime({ provider, runtime: { beforeRequest } })
		await runtime.prompt('go')
		const end = await runtime.until('run-end')
		assert.match(String(end.error?.message), /its review failed: no connection to the register/)
		assert.equal(provider.requests.length, 0)
		await runtime.stop()
	})

	test('sees requests for summaries, too, and changes nothing by looking', async () => {
		const server = await startModelServer({ wires: ['responses'] })
		server.onRequest(longWork(60))
		const seen: string[] = []
		const runtime = await startLongWork(server, 'responses', {
			runtime: {
				beforeRequest: ({ messages }) => {
					seen.push(textOf(messages.at(-1)?.content ?? []))
					return 'allow'
				},
			},
		})
		await runtime.prompt(GOAL)
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.equal(seen.length, server.requests.length)
		assert.ok(seen.some(text => text.includes('Do not call tools, and do not answer what was asked above')))
		await runtime.stop()
		await server.close()
	})
})
