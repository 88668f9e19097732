import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mendedMessage } from '../../../src/extensions/mcp/mended-message.ts'

const mended = (result: object) => {
	const message = mendedMessage({ jsonrpc: '2.0', id: 1, result: result as never })
	return 'result' in message ? message.result : undefined
}

test('a tool that is not well described does not cost the others', () => {
	const good = { name: 'good', description: 'Does it', inputSchema: { type: 'object', required: ['x'] } }
	assert.deepEqual(
		mended({
			tools: [
				good,
				{ name: 'bare', description: null },
				{ name: 'untyped', inputSchema: { properties: null, required: null } },
				{ name: 'strict', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } },
				{ description: 'nobody' },
				'junk',
			],
			nextCursor: '2',
		}),
		{
			tools: [
				good,
				{ name: 'bare', inputSchema: { type: 'object' } },
				{ name: 'untyped', inputSchema: { type: 'object' } },
				{ name: 'strict', inputSchema: { type: 'object' } },
			],
			nextCursor: '2',
		},
	)
})

test('a schema keeps its order', () => {
	const inputSchema = { required: ['x'], type: 'object', $schema: 's', properties: { x: {} }, title: 't' }
	const tools = [{ name: 'a', inputSchema }]
	assert.equal(JSON.stringify(mended({ tools })), JSON.stringify({ tools }))
})

test('a part that nobody knows is named, and the rest of the result stays', () => {
	const text = { type: 'text', text: 'Hello.' }
	assert.deepEqual(
		mended({
			content: [
				text,
				{ type: 'hologram', depth: 3 },
				{ type: 'image', data: 'AAAA' },
				{ type: 'resource_link', uri: 'x://y' },
				null,
				{},
			],
			isError: true,
		}),
		{
			content: [
				text,
				{ type: 'text', text: '[a part of the type "hologram", which is not known here]' },
				{ type: 'text', text: '[a part of the type image without its mimeType]' },
				{ type: 'resource_link', name: 'x://y', uri: 'x://y' },
				{ type: 'text', text: '[a part that is no object]' },
				{ type: 'text', text: '[a part of the type nothing, which is not known here]' },
			],
			isError: true,
		},
	)
})

test('every other message is left as it is', () => {
	const others = [
		{ jsonrpc: '2.0', id: 1, result: {} },
		{ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } },
		{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } },
	] as const
	for (const message of others) assert.equal(mendedMessage(message), message)
})
