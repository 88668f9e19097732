import assert from 'node:assert/strict'
import { on, once } from 'node:events'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { WebSocket } from 'ws'
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts'
import { objectIn } from '../../../src/providers/http/read-json.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

let server: ModelServer
let client: WebSocket
beforeEach(async () => {
	server = await startModelServer({ sockets: true, key: 'right' })
	client = await connect()
})
afterEach(async () => {
	client.terminate()
	await server.close()
})

async function connect(key = 'right'): Promise<WebSocket> {
	const headers = { authorization: `Bearer ${key}` }
	const socket = new WebSocket(`${server.url.replace('http', 'ws')}/responses`, { headers })
	await once(socket, 'open')
	return socket
}

/** The last event of what is answered. */
async function ask(fields: JsonObject, over = client): Promise<JsonObject> {
	const create = { type: 'response.create', model: 'gpt-5.5', store: false, input: [user('Hello.')] }
	const messages = on(over, 'message')
	over.send(JSON.stringify({ ...create, ...fields }))
	for await (const [data] of messages) {
		const event = parseJson(String(data))
		if (isObject(event) && /^(?:error|response\.completed)$/.test(String(event.type))) return event
	}
	throw new Error('the socket was closed')
}

function user(text: string): JsonObject {
	return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
}

function codeOf({ status, error }: JsonObject): unknown {
	const { code, message } = objectIn(error)
	return [status, code ?? message]
}

describe('the model server over WebSockets', () => {
	test('knows its last reply on the same connection, and only there and only once', async () => {
		server.script({ text: 'One.' }, { text: 'Two.' })
		const one = await ask({})
		const previous = { previous_response_id: String(objectIn(one.response).id) }
		const other = await connect()
		assert.deepEqual(codeOf(await ask(previous, other)), [400, 'previous_response_not_found'])
		assert.equal((await ask(previous)).type, 'response.completed')
		assert.deepEqual(codeOf(await ask(previous)), [400, 'previous_response_not_found'])
		other.terminate()
	})

	test('forgets its last reply when it refuses what follows', async () => {
		server.script({ text: 'One.' })
		const one = await ask({})
		const previous = { previous_response_id: String(objectIn(one.response).id) }
		assert.deepEqual(codeOf(await ask({ ...previous, nonsense: 1 })), [400, 'unknown_parameter'])
		assert.deepEqual(codeOf(await ask(previous)), [400, 'previous_response_not_found'])
	})

	test('is as strict about the whole conversation as over HTTPS', async () => {
		server.script({ calls: [{ id: 'c1', name: 'read', arguments: {} }] })
		const one = await ask({})
		const previous = { previous_response_id: String(objectIn(one.response).id) }
		assert.deepEqual(codeOf(await ask(previous)), [400, 'No tool output found for function call c1.'])
	})

	test('takes nothing that only makes sense over HTTPS, and no wrong key', async () => {
		assert.deepEqual(codeOf(await ask({ stream: true })), [400, "Unsupported parameter: 'stream'."])
		await assert.rejects(connect('wrong'), /401/)
	})
})
