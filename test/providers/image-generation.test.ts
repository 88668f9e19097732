import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../src/core/errors.ts'
import { generateImage, type ImageOrder } from '../../src/providers/image-generation.ts'
import { PICTURE } from '../support/picture.ts'
import { type Answer, type Loopback, startLoopback } from '../support/providers/loopback.ts'

let server: Loopback
beforeEach(async () => {
	server = await startLoopback()
})
afterEach(() => server.close())

const KEY = 'sk-test-0123456789abcdef'

const draw = (order: Partial<ImageOrder> = {}, signal = new AbortController().signal) =>
	generateImage(
		{ prompt: 'a grey pixel', format: 'png', ...order },
		{
			config: {
				id: 'painter',
				api: 'responses',
				baseUrl: `${server.url}/v1`,
				key: async () => ({ value: KEY, source: 'PAINTER_KEY' }),
				keyName: 'PAINTER_KEY',
				keyOptional: false,
			},
			model: 'gpt-image-x',
			clock: { now: () => 0 },
			proxyEnv: {},
		},
		signal,
	)

const json =
	(value: object, status = 200): Answer =>
	response => {
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
	}

const fails = (code: AgentError['code'], words: RegExp) => (error: unknown) => {
	assert.ok(error instanceof AgentError, String(error))
	assert.equal(error.code, code)
	assert.match(error.message, words)
	assert.doesNotMatch(error.message, new RegExp(KEY))
	return true
}

describe('the Images endpoint', () => {
	test('is asked for one picture, and its bytes come back', async () => {
		server.answerWith(json({ created: 1, data: [{ b64_json: PICTURE.base64 }] }))
		assert.deepEqual(await draw({ size: '1536x1024', format: 'webp' }), {
			bytes: PICTURE.bytes,
			usage: undefined,
		})
		const [asked] = server.asked
		assert.equal(asked?.path, '/v1/images/generations')
		assert.equal(asked?.headers.authorization, `Bearer ${KEY}`)
		assert.deepEqual(JSON.parse(asked?.text ?? ''), {
			model: 'gpt-image-x',
			prompt: 'a grey pixel',
			n: 1,
			output_format: 'webp',
			size: '1536x1024',
		})
	})

	test.each<[string, Answer, AgentError['code'], RegExp]>([
		[
			'a refused key',
			json({ error: { message: `Incorrect API key provided: ${KEY}` } }, 401),
			'auth-failed',
			/PAINTER_KEY/,
		],
		['a missing endpoint', json({ error: { message: 'no such path' } }, 404), 'not-found', /answered 404/],
		[
			'too many requests',
			json({ error: { message: 'Rate limit reached. Please try again in 20s.' } }, 429),
			'rate-limited',
			/Rate limit/,
		],
		['a link', json({ data: [{ url: 'https://example.com/x.png' }] }), 'empty-reply', /with a link/],
		['no JSON', response => void response.end('drawing…'), 'empty-reply', /without a picture/],
		['a cut connection', response => void response.destroy(), 'connection-lost', /closed the connection/],
	])('answering with %s is an exact reason, and is not asked again', async (_, answer, code, words) => {
		server.answerWith(answer)
		await assert.rejects(draw(), fails(code, words))
		assert.equal(server.asked.length, 1)
	})

	test('is let go of when the call is cancelled', async () => {
		const stop = new AbortController()
		server.answerWith(() => stop.abort())
		await assert.rejects(draw({}, stop.signal))
	})
})
