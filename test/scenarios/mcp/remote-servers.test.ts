import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, test } from 'vitest'
import type { JsonObject } from '../../../src/core/json.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { ModelPart } from '../../../src/core/model.ts'
import { untilConnected } from '../../support/mcp/connected.ts'
import { configured, PATIENT, startEverything } from '../../support/mcp/servers.ts'
import type { Step } from '../../support/runtime/script.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

const stopping: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const stop of stopping.splice(0).reverse()) await stop()
})

async function runWith(server: JsonObject, replies: readonly (readonly Step<ModelPart>[])[]) {
	const provider = scriptedProvider(...replies)
	const runtime = await startRuntime({
		provider,
		isInteractive: false,
		approvals: { kind: 'all' },
		runtime: { extensions: configured({ remote: server }), settings: PATIENT },
	})
	stopping.push(runtime.stop)
	await runtime.prompt('go')
	await runtime.until('run-end')
	provider.assertFinished()
	const told = runtime.envelopes.flatMap(({ event }) => (event.type === 'notice' ? [event.text] : []))
	const results = runtime.envelopes.flatMap(({ event }) => (event.type === 'tool-end' ? [event.result] : []))
	const [status] = await runtime.port.queries.servers()
	return { told, results, state: status!.state }
}

/** Answers everything with this status. */
async function answering(status: number): Promise<{ url: string; requests: IncomingMessage[] }> {
	const requests: IncomingMessage[] = []
	const server = createServer((request, response) => {
		requests.push(request)
		response.writeHead(status, status === 401 ? { 'www-authenticate': 'Bearer' } : {}).end('{}')
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	stopping.push(async () => {
		server.close()
		server.closeAllConnections()
	})
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests }
}

describe('a server behind a URL', () => {
	test('that answers 401 needs a login, which is said once with the way to it', async () => {
		const { url, requests } = await answering(401)
		const { state, told } = await runWith({ url, headers: { 'X-Team': 'blue' } }, [answer('well')])
		assert.deepEqual(state, { kind: 'needs-login' })
		assert.deepEqual(told, ['The MCP server remote wants a login: agent mcp login remote'])
		assert.ok(requests.length > 0 && requests.every(({ headers }) => headers['x-team'] === 'blue'))
	})

	test('that wanted a login is there with a later prompt, once somebody has logged in', async () => {
		const everything = await startEverything('streamableHttp')
		stopping.push(everything.stop)
		let isLoggedIn = false
		const door = createServer((request, response) => {
			if (!isLoggedIn) return response.writeHead(401).end()
			const { method, headers } = request
			const inner = httpRequest(everything.url, { method, headers }, answered => {
				response.writeHead(answered.statusCode ?? 500, answered.headers)
				answered.pipe(response)
			})
			inner.on('error', () => response.destroy())
			request.pipe(inner)
		}).listen(0, '127.0.0.1')
		await once(door, 'listening')
		stopping.push(async () => {
			door.close()
			door.closeAllConnections()
		})
		const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`
		const provider = scriptedProvider(answer('one'), answer('two'), answer('three'))
		const runtime = await startRuntime({
			provider,
			isInteractive: false,
			runtime: { extensions: configured({ remote: { url } }), settings: PATIENT },
		})
		stopping.push(runtime.stop)
		const run = async () => {
			await runtime.prompt('go')
			await runtime.until('run-end')
			return provider.requests.at(-1)!.tools.some(({ name }) => name === 'mcp__remote__echo')
		}
		assert.equal(await run(), false)
		isLoggedIn = true
		assert.equal(await run(), false)
		await untilConnected(runtime)
		assert.equal(await run(), true)
	})

	test('that is something else is named, and keeps nobody waiting', async () => {
		const { url } = await answering(500)
		const { state, told } = await runWith({ url }, [answer('well')])
		assert.equal(state.kind, 'failed')
		assert.match(told.join('\n'), /^The MCP server remote is not there: .*500/)
	})

	test('that goes away in the middle of a run fails its calls at once from then on', async () => {
		const everything = await startEverything('streamableHttp')
		stopping.push(everything.stop)
		const echo = (callId: string) => toolCalls([callId, 'mcp__remote__echo', { message: 'x' }])
		const { results, state } = await runWith({ url: everything.url }, [
			echo('c1'),
			[everything.stop, ...echo('c2')],
			echo('c3'),
			answer('well'),
		])
		const [first, second, third] = results
		assert.equal(first?.outcome, 'ok')
		assert.equal(second?.outcome, 'failed')
		assert.match(textOf(third!.content), /the MCP server remote is not connected/)
		assert.notEqual(state.kind, 'connected')
	})
})
