import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, test } from 'vitest'
import { openClient } from '../../../../src/cli/commands/tasks/server-client.ts'
import { createTask } from '../../../../src/cli/commands/tasks/tasks.ts'
import { codeForError } from '../../../../src/cli/io/exit-codes.ts'
import type { Output } from '../../../../src/cli/io/output.ts'
import { AgentError } from '../../../../src/core/errors.ts'

type Answer = { status: number; body: string; type?: string }

async function serverThatSays({ status, body, type = 'application/json' }: Answer): Promise<string> {
	const server = createServer((_request, response) => {
		response.writeHead(status, { 'Content-Type': type }).end(body)
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		server.close()
	})
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const refusal = (code: string) => JSON.stringify({ error: { code, message: `that is ${code}` } })

const cases: readonly [what: string, answer: Answer, exitCode: number, says: RegExp][] = [
	['a request that is wrong', { status: 400, body: refusal('bad-request') }, 2, /that is bad-request/],
	['something that is not there', { status: 404, body: refusal('not-found') }, 2, /that is not-found/],
	['no such task', { status: 404, body: refusal('task-not-found') }, 2, /that is task-not-found/],
	['no good token', { status: 401, body: refusal('unauthenticated') }, 3, /that is unauthenticated/],
	['not now', { status: 409, body: refusal('rejected') }, 1, /that is rejected/],
	["a model's server that refuses", { status: 502, body: refusal('bad-request') }, 1, /that is bad-request/],
	['another server', { status: 404, body: '<html>' }, 2, /answers 404, and not as agent serve does/],
	['another server with a page', { status: 200, body: '<html>' }, 1, /is not JSON/],
]

test.each(cases)('%s has the exit code that it has everywhere', async (_what, answer, exitCode, says) => {
	const client = await openClient({ server: await serverThatSays(answer), token: 'any' })
	await assert.rejects(client.get('/v1/tasks/t-1'), error => {
		assert.ok(error instanceof AgentError)
		assert.match(error.message, says)
		assert.equal(codeForError(error.code), exitCode)
		return true
	})
})

test('a server that answers a follower with a page is not asked for ever', async () => {
	const server = await serverThatSays({ status: 200, body: '<html>', type: 'text/html' })
	const client = await openClient({ server, token: 'any' })
	const events = client.events('/v1/tasks/t-1/events', 0, new AbortController().signal)
	await assert.rejects(events[Symbol.asyncIterator]().next(), { code: 'stream-broken' })
})

test('a task of nothing is a mistake in what was typed', async () => {
	const output: Output = {
		out() {},
		error() {},
		drained: async () => {},
		closed: new AbortController().signal,
	}
	await assert.rejects(createTask(' ', { server: 'http://127.0.0.1:1', token: 'any' }, { output }), {
		code: 'usage',
	})
})
