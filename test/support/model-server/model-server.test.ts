import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from './model-server.ts'
import { signThinking } from './reply/seal.ts'

let server: ModelServer

beforeEach(async () => {
	server = await startModelServer()
})
afterEach(() => server.close())

describe('the official clients read what it writes', () => {
	const reply = {
		reasoning: ['Let me ', 'look.'],
		text: ['Hello ', 'wörld 🌍'],
		calls: [
			{ id: 'call_a', name: 'read', arguments: { path: 'a very long path, so that it comes in pieces.ts' } },
			{ id: 'call_b', name: 'read', arguments: '{"path": broken' },
		],
		usage: { inputTokens: 100, cachedInputTokens: 60, outputTokens: 20, reasoningTokens: 5 },
	}

	test('Responses', async () => {
		server.script(reply)
		const stream = openai().responses.stream({
			model: 'test-model',
			input: 'hi',
			store: false,
			include: ['reasoning.encrypted_content'],
		})
		const types: string[] = []
		for await (const event of stream) types.push(event.type)
		const response = await stream.finalResponse()
		assert.deepEqual(types.slice(0, 4), [
			'response.created',
			'response.in_progress',
			'response.output_item.added',
			'response.reasoning_summary_part.added',
		])
		assert.equal(types.at(-1), 'response.completed')
		assert.deepEqual(
			response.output.map(item => item.type),
			['reasoning', 'message', 'function_call', 'function_call'],
		)
		assert.equal(response.output_text, 'Hello wörld 🌍')
		assert.deepEqual(response.usage, {
			input_tokens: 100,
			input_tokens_details: { cached_tokens: 60, cache_write_tokens: 0 },
			output_tokens: 20,
			output_tokens_details: { reasoning_tokens: 5 },
			total_tokens: 120,
		})
		server.assertFinished()
	})

	test('Chat Completions', async () => {
		server.script(reply)
		const stream = openai().chat.completions.stream({
			model: 'test-model',
			messages: [{ role: 'user', content: 'hi' }],
			stream_options: { include_usage: true },
		})
		const { choices, usage } = await stream.finalChatCompletion()
		assert.equal(choices[0]?.message.content, 'Hello wörld 🌍')
		assert.equal(choices[0]?.finish_reason, 'tool_calls')
		assert.deepEqual(
			choices[0]?.message.tool_calls?.map(call => [call.id, call.type === 'function' && call.function]),
			[
				['call_a', { name: 'read', arguments: JSON.stringify(reply.calls[0]?.arguments) }],
				['call_b', { name: 'read', arguments: '{"path": broken' }],
			],
		)
		assert.equal(usage?.prompt_tokens_details?.cached_tokens, 60)
	})

	test('Messages', async () => {
		server.script({ ...reply, calls: reply.calls.slice(0, 1) })
		const stream = anthropic().messages.stream({
			model: 'test-model',
			max_tokens: 100,
			messages: [{ role: 'user', content: 'hi' }],
		})
		const message = await stream.finalMessage()
		assert.deepEqual(
			message.content.map(block => ({ ...block })),
			[
				{ type: 'thinking', thinking: 'Let me look.', signature: signThinking('Let me look.') },
				{ type: 'text', text: 'Hello wörld 🌍' },
				{ type: 'tool_use', id: 'call_a', name: 'read', input: reply.calls[0]?.arguments },
			],
		)
		assert.equal(message.stop_reason, 'tool_use')
		assert.deepEqual(
			[message.usage.input_tokens, message.usage.cache_read_input_tokens, message.usage.output_tokens],
			[40, 60, 20],
		)
	})

	test('without streaming, and its list of models', async () => {
		server.script({ text: 'one' }, { text: 'two' }, { text: 'three' })
		const response = await openai().responses.create({ model: 'test-model', input: 'hi' })
		const messages = [{ role: 'user' as const, content: 'hi' }]
		const completion = await openai().chat.completions.create({ model: 'test-model', messages })
		const message = await anthropic().messages.create({ model: 'test-model', max_tokens: 9, messages })
		const models = await openai().models.list()
		assert.deepEqual(
			[response.output_text, completion.choices[0]?.message.content, message.content[0]],
			['one', 'two', { type: 'text', text: 'three' }],
		)
		assert.deepEqual(
			models.data.map(model => model.id),
			['test-model'],
		)
	})
})

describe('the script is strict both ways', () => {
	test('a request without a reply is answered 500 and told at the end', async () => {
		const { status, text } = await ask()
		assert.equal(status, 500)
		assert.match(text, /script exhausted: request 1 \(responses\) has no reply/)
		assert.throws(() => server.assertFinished(), /script exhausted/)
	})

	test('a reply nobody asked for is told at the end', () => {
		server.script({ text: 'unused' })
		assert.throws(() => server.assertFinished(), /never asked for/)
	})

	test('a rule answers what the queue does not', async () => {
		server.onRequest((request, index) => ({ text: `${index}: ${String(request.body.input)}` }))
		server.script({ text: 'first' })
		const texts = [await ask(), await ask()].map(({ text }) => text)
		assert.match(texts[0] ?? '', /"text":"first"/)
		assert.match(texts[1] ?? '', /"text":"1: hi"/)
	})

	test('a wrong key is refused, as each API does', async () => {
		const locked = await startModelServer({ key: 'right' })
		try {
			const answers = await Promise.all([
				ask({ url: locked.url, headers: { authorization: 'Bearer wrong' } }),
				ask({ url: locked.url, path: '/messages', headers: { 'x-api-key': 'wrong' } }),
			])
			assert.deepEqual(
				answers.map(({ status, text }) => [
					status,
					JSON.parse(text).error.code ?? JSON.parse(text).error.type,
				]),
				[
					[401, 'invalid_api_key'],
					[401, 'authentication_error'],
				],
			)
		} finally {
			await locked.close()
		}
	})
})

describe('faults', () => {
	test('a socket can be dropped before the headers, or after so many bytes', async () => {
		server.script(
			{ fault: { kind: 'drop', after: 'nothing' } },
			{ text: 'hello', fault: { kind: 'drop', after: { bytes: 40 } } },
		)
		assert.deepEqual(await ask(), { status: 0, text: '', error: 'ECONNRESET' })
		const cut = await ask()
		assert.deepEqual([cut.status, cut.text.length, cut.error], [200, 40, 'ECONNRESET'])
		assert.equal(await server.requests[1]?.ended, 'cut')
	})

	test('a socket can be dropped after the headers', async () => {
		server.script({ text: 'hello', fault: { kind: 'drop', after: 'headers' } })
		assert.deepEqual(await ask(), { status: 200, text: '', error: 'ECONNRESET' })
	})

	test('a stream can end after a call without its final event', async () => {
		server.script({ calls: [{ name: 'read', arguments: {} }], fault: { kind: 'end', after: 'reply' } })
		const { text, error } = await ask()
		assert.equal(error, undefined)
		assert.match(text, /response\.output_item\.done/)
		assert.doesNotMatch(text, /response\.completed/)
	})

	test('an error can come inside the stream, in the form of each API', async () => {
		const fault = { kind: 'error', after: 'text', error: { code: 'overloaded', message: 'later' } } as const
		server.script(
			{ text: ['a', 'b'], fault },
			{ text: ['a', 'b'], fault: { ...fault, as: 'response.failed' } },
			{ text: ['a', 'b'], fault },
			{ text: ['a', 'b'], fault },
		)
		const last = async (path: string) => (await ask({ path })).text.trim().split('\n\n').at(-1) ?? ''
		assert.match(await last('/responses'), /^event: error\ndata: .*"code":"overloaded","message":"later"/)
		assert.match(await last('/responses'), /^event: response.failed\ndata: .*"status":"failed".*"overloaded"/)
		assert.match(await last('/chat/completions'), /^data: {"error":{"message":"later".*"code":"overloaded"}}/)
		assert.match(await last('/messages'), /^event: error\ndata: .*"type":"overloaded","message":"later"/)
	})

	test('a fault at a place the reply does not have is a mistake of the test', async () => {
		server.script({ text: 'no call here', fault: { kind: 'drop', after: 'call' } })
		await ask()
		assert.throws(() => server.assertFinished(), /the fault comes after 'call'/)
	})

	test('a stalled answer goes on until the client leaves', async () => {
		server.script({ text: ['a', 'b'], fault: { kind: 'stall', after: 'text' } })
		const client = new AbortController()
		const answer = ask({ signal: client.signal })
		const request = await server.waitForRequest(1)
		client.abort()
		await answer
		assert.equal(await request.ended, 'cut')
	})

	test('the same events come through in any framing', async () => {
		const framings = [
			{},
			{ lineEnd: '\r\n' as const, byteOrderMark: true },
			{ lineEnd: '\r' as const, comments: true },
			{ multiLineData: true, chunkBytes: 1 },
		]
		server.script(...framings.map(framing => ({ text: 'wörld', framing })))
		const texts: string[] = []
		for (const _ of framings) texts.push((await ask()).text)
		assert.ok(texts[1]?.startsWith('\ufeffevent: response.created\r\n'))
		assert.ok(texts[2]?.startsWith(': keep-alive\revent: response.created\r'))
		assert.ok(texts[3]?.startsWith('event: response.created\ndata: {\ndata:  "type"'))
		const plain = texts.map(text => eventsOf(text).map(event => event.type))
		for (const types of plain) assert.deepEqual(types, plain[0])
	})
})

describe('a held reply', () => {
	test('leaves event by event', async () => {
		const held = server.hold({ text: ['one', 'two'] })
		const seen: string[] = []
		const answer = ask({ onData: text => seen.push(text) })
		await held.arrived
		await held.until('text')
		await held.step()
		await held.release()
		const { text } = await answer
		assert.deepEqual(
			eventsOf(text)
				.filter(event => event.type === 'response.output_text.delta')
				.map(event => event.delta),
			['one', 'two'],
		)
		assert.ok(seen.length > 1)
	})

	test('can be dropped in the middle', async () => {
		const held = server.hold({ text: ['one', 'two'] })
		const answer = ask()
		await held.until('text')
		await held.drop()
		const { text, error } = await answer
		assert.equal(error, 'ECONNRESET')
		assert.match(text, /"one"/)
		assert.doesNotMatch(text, /"two"/)
	})
})

function openai(): OpenAI {
	return new OpenAI({ baseURL: server.url, apiKey: 'test', maxRetries: 0 })
}

function anthropic(): Anthropic {
	return new Anthropic({ baseURL: server.anthropicUrl, apiKey: 'test', maxRetries: 0 })
}

const BODIES: Record<string, object> = {
	'/responses': { model: 'test-model', input: 'hi', stream: true },
	'/chat/completions': {
		model: 'test-model',
		messages: [{ role: 'user', content: 'hi' }],
		stream: true,
	},
	'/messages': {
		model: 'test-model',
		max_tokens: 9,
		messages: [{ role: 'user', content: 'hi' }],
		stream: true,
	},
}

type Asked = { status: number; text: string; error?: string }

function ask(
	options: {
		url?: string
		path?: string
		headers?: Record<string, string>
		signal?: AbortSignal
		onData?: (text: string) => void
	} = {},
): Promise<Asked> {
	const { path = '/responses' } = options
	return new Promise(resolve => {
		let status = 0
		let bytes = Buffer.alloc(0)
		const end = (error?: string) => {
			const text = bytes.toString()
			resolve(error === undefined ? { status, text } : { status, text, error })
		}
		const request = httpRequest(`${options.url ?? server.url}${path}`, {
			method: 'POST',
			agent: false,
			headers: { 'anthropic-version': '2023-06-01', ...options.headers },
			...(options.signal ? { signal: options.signal } : {}),
		})
		request.on('error', (error: NodeJS.ErrnoException) => end(error.code))
		request.on('response', response => {
			status = response.statusCode ?? 0
			response.on('data', (chunk: Buffer) => {
				bytes = Buffer.concat([bytes, chunk])
				options.onData?.(chunk.toString())
			})
			response.on('end', () => end())
			response.on('error', (error: NodeJS.ErrnoException) => end(error.code))
		})
		request.end(JSON.stringify(BODIES[path]))
	})
}

/** Reads a stream in whatever framing; the standard's own rules, in a few lines. */
function eventsOf(stream: string): { type?: string; delta?: string }[] {
	return stream
		.replace(/^\ufeff/, '')
		.replace(/\r\n?/g, '\n')
		.split('\n\n')
		.map(block =>
			block
				.split('\n')
				.filter(line => line.startsWith('data: '))
				.map(line => line.slice(6))
				.join('\n'),
		)
		.filter(data => data !== '')
		.map(data => JSON.parse(data))
}
