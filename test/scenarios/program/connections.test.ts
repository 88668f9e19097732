import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, test } from 'vitest'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'

let desk: Desk | undefined
afterEach(() => desk?.remove())

test('the replies of a run come over one connection', async () => {
	const ports: (number | undefined)[] = []
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			const turn = ports.push(request.socket.remotePort)
			const path = `${'./'.repeat(turn)}.`
			const call = {
				index: 0,
				id: `c${turn}`,
				function: { name: 'list', arguments: JSON.stringify({ path }) },
			}
			const delta = turn > 5 ? { content: 'done' } : { tool_calls: [call] }
			const chunks = [
				{ choices: [{ delta }] },
				{ choices: [{ delta: {}, finish_reason: 'stop' }] },
				{ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } },
			]
			const events = chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('')
			response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${events}data: [DONE]\n\n`)
		})
	})
	// A busy machine may need longer for a turn than a server keeps a connection by itself.
	server.keepAliveTimeout = 60_000
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	try {
		desk = await makeDesk()
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
		const env = { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'test' }
		const { code, stdout } = await runAgent(['run', '-m', 'openai-chat/test-model', 'go'], { desk, env })
		assert.deepEqual([code, stdout, ports.length, new Set(ports).size], [0, 'done\n', 6, 1])
	} finally {
		server.closeAllConnections()
		await new Promise(resolve => server.close(resolve))
	}
})
