// What every wire format owes the rest of the program. Each replays the same story from its own recorded
// stream, then meets everything that servers and gateways do to such a stream.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { AgentError } from '../../src/core/errors.ts'
import type { JsonValue } from '../../src/core/json.ts'
import { userText } from '../../src/core/messages.ts'
import type { ModelPart, ModelRequest, Provider, ProviderConfig } from '../../src/core/model.ts'
import { modelInfo } from '../../src/providers/discovery/catalogue.ts'
import { createProviders } from '../../src/providers/registry.ts'
import {
	type Answer,
	type Loopback,
	refuses,
	startLoopback,
	streams,
	streamsOn,
} from '../support/providers/loopback.ts'

export type ProviderContract = {
	api: 'responses' | 'chat' | 'messages'
	/** Of the folder with its recorded streams. */
	folder: string
	model: string
	path: string
	/** How the format seals reasoning; undefined when it does not. */
	opaque: JsonValue | undefined
	/** What the format calls itself, and what a 404 suggests instead. */
	suggestion: RegExp
	/** A call that the recorded stream completes before it is cut off after `cutAfter`. */
	cutAfter: string
	/** Another way to the same answers than HTTP. */
	transport?: { name: string; start(): Promise<Loopback> }
}

const REQUEST: Omit<ModelRequest, 'model'> = {
	system: 'You are terse.',
	messages: [userText('What do a and b do?')],
	tools: [{ name: 'read', description: 'Reads a file.', inputSchema: { type: 'object' } }],
	maxOutputTokens: 1_000,
	cacheKey: 'session-1',
}

const SPENT = {
	inputTokens: 1_200,
	cachedInputTokens: 1_000,
	cacheWriteTokens: 0,
	outputTokens: 60,
	reasoningTokens: 20,
}

const KEY = 'sk-test-0123456789abcdef'

export function providerContract(contract: ProviderContract): void {
	const { transport } = contract
	const overHttp = test.skipIf(transport !== undefined)
	const recorded = (name: string) =>
		readFileSync(new URL(`../fixtures/providers/${contract.folder}/${name}`, import.meta.url), 'utf8')

	const reasoning = { type: 'reasoning-end', text: 'Two files.\n\nRead both.' } as const
	const story: readonly ModelPart[] = [
		{ type: 'reasoning-delta', text: 'Two files.\n\nRead both.' },
		contract.opaque === undefined ? reasoning : { ...reasoning, opaque: contract.opaque },
		{ type: 'text-delta', text: 'Let me look at “b’s” wörld 😀.' },
		{ type: 'tool-call', callId: 'call_1', tool: 'read', arguments: '{"path":"a.ts"}' },
		{ type: 'tool-call', callId: 'call_2', tool: 'read', arguments: '{"path":"b.ts","limit":10}' },
		{ type: 'finish', reason: 'tool-calls', usage: SPENT },
	]

	describe(`the ${contract.api} provider${transport ? ` over ${transport.name}` : ''}`, () => {
		let server: Loopback
		beforeEach(async () => {
			server = await (transport?.start ?? startLoopback)()
		})
		afterEach(() => server.close())

		async function connect(changes: Partial<ProviderConfig> = {}): Promise<Provider> {
			const config: ProviderConfig = {
				id: 'mine',
				api: contract.api,
				baseUrl: `${server.url}/v1`,
				key: async () => ({ value: KEY, source: 'MINE_API_KEY' }),
				keyName: 'MINE_API_KEY',
				keyOptional: false,
				...changes,
			}
			const media = { put: () => Promise.reject(new Error('nothing is stored')), get: async () => undefined }
			return createProviders({ configs: [config], media, info: modelInfo, clock: Date }).get('mine')
		}

		async function ask(answer: Answer, changes: Partial<ProviderConfig> = {}): Promise<readonly ModelPart[]> {
			server.answerWith(answer)
			const provider = await connect(changes)
			return collect(provider, { ...REQUEST, model: contract.model })
		}

		async function failure(answer: Answer, changes: Partial<ProviderConfig> = {}): Promise<AgentError> {
			return errorOf(await ask(answer, changes))
		}

		test('tells the story of a recorded stream', async () => {
			assert.deepEqual(joined(await ask(streams(recorded('two-calls.sse')))), story)
			assert.equal(server.asked[0]?.path, contract.path)
		})

		test('hands text on as it comes', async () => {
			assert.deepEqual(await ask(streams(recorded('text.sse'))), [
				{ type: 'text-delta', text: 'All ' },
				{ type: 'text-delta', text: 'done.' },
				{ type: 'finish', reason: 'stop', usage: SPENT },
			])
		})

		for (const [name, ending] of [
			['CR', '\r'],
			['CRLF', '\r\n'],
		] as const) {
			test(`reads lines that end in ${name}`, async () => {
				const text = recorded('two-calls.sse').replaceAll('\n', ending)
				assert.deepEqual(joined(await ask(streams(text))), story)
			})
		}

		test('reads a stream that comes byte by byte', async () => {
			const bytes = Buffer.from(recorded('two-calls.sse'))
			const parts = await ask(async response => {
				response.writeHead(200, { 'content-type': 'text/event-stream' })
				for (let at = 0; at < bytes.length; at += 1) {
					response.write(bytes.subarray(at, at + 1))
					if (at % 64 === 0) await new Promise(resolve => setImmediate(resolve))
				}
				response.end()
			})
			assert.deepEqual(joined(parts), story)
		})

		test('skips a byte order mark, comments, words that keep it alive and events it does not know', async () => {
			const noise = ': ping\n\nevent: nonsense\ndata: {"type":"nonsense"}\n\ndata: keep-alive\n\ndata: 7\n\n'
			const text = `\ufeff${noise}${recorded('two-calls.sse').replaceAll('\n\n', `\n\n${noise}`)}`
			assert.deepEqual(joined(await ask(streams(text))), story)
		})

		test('says so when an event in the middle is torn, and shows nothing that comes after the hole', async () => {
			const before = upTo('All ', recorded('text.sse'))
			for (const torn of ['data: {"type": "response.comp', 'data: half of it'])
				assert.deepEqual(
					await failure(streamsOn(`${before}${torn}\n\n${recorded('text.sse').slice(before.length)}`)).then(
						({ code, message }) => [code, /holds what is no JSON/.test(message)],
					),
					['stream-broken', true],
				)
		})

		test('believes the stream rather than its content type', async () => {
			const parts = await ask(response => {
				response.writeHead(200, { 'content-type': 'application/json' }).end(recorded('two-calls.sse'))
			})
			assert.deepEqual(joined(parts), story)
		})

		test('is done with the last event, though the connection stays open', async () => {
			assert.deepEqual(joined(await ask(streamsOn(recorded('two-calls.sse')))), story)
		})

		test('keeps a call that was complete when the stream broke', async () => {
			const parts = joined(await ask(streams(upTo(contract.cutAfter, recorded('two-calls.sse')))))
			assert.deepEqual(parts.slice(0, 4), story.slice(0, 4))
			assert.equal(errorOf(parts).code, 'stream-broken')
		})

		test('says so when a connection breaks in the middle', async () => {
			const parts = await ask(response => {
				response.writeHead(200, { 'content-type': 'text/event-stream' })
				response.write(upTo('All ', recorded('text.sse')), () => response.destroy())
			})
			assert.equal(errorOf(parts).code, 'stream-broken')
		})

		test('says so when a stream is empty', async () => {
			assert.equal((await failure(streams(''))).code, 'empty-reply')
			assert.equal((await failure(streams(': only a comment\n\n'))).code, 'empty-reply')
		})

		test('ends at once with an error that comes inside the stream', async () => {
			const parts = await ask(streamsOn(recorded('overloaded.sse')))
			assert.deepEqual(parts[0], { type: 'text-delta', text: 'All ' })
			assert.equal(errorOf(parts).code, 'overloaded')
			assert.match(errorOf(parts).message, /currently overloaded/)
		})

		overHttp('takes a reply that was not streamed for what it is', async () => {
			const parts = await ask(response => {
				response.writeHead(200, { 'content-type': 'application/json' }).end(recorded('two-calls.json'))
			})
			assert.deepEqual(joined(parts), story)
		})

		overHttp(
			'asks once more without streaming where a stream is empty or not implemented, and knows it then',
			async () => {
				for (const refusal of [refuses(501, 'No.'), streams('')]) {
					const whole = refuses(200, JSON.parse(recorded('two-calls.json')))
					const before = server.asked.length
					server.answerWith(refusal, whole)
					const provider = await connect()
					const request = { ...REQUEST, model: contract.model }
					assert.deepEqual(joined(await collect(provider, request)), story)
					assert.deepEqual(joined(await collect(provider, request)), story)
					assert.deepEqual(
						server.asked.slice(before).map(({ text }) => JSON.parse(text).stream),
						[true, undefined, undefined],
					)
				}
			},
		)

		overHttp('asks for a stream again when the empty one had another reason', async () => {
			server.answerWith(streams(''), streams(''), streams(recorded('two-calls.sse')))
			const provider = await connect()
			const request = { ...REQUEST, model: contract.model }
			assert.equal(errorOf(await collect(provider, request)).code, 'empty-reply')
			assert.deepEqual(joined(await collect(provider, request)), story)
			assert.deepEqual(
				server.asked.map(({ text }) => JSON.parse(text).stream),
				[true, undefined, true],
			)
		})

		overHttp(
			'asks again without streaming where that is not supported, and knows it the next time',
			async () => {
				const refusal = refuses(400, { error: { message: 'Streaming is not supported by this model.' } })
				const whole = refuses(200, JSON.parse(recorded('two-calls.json')))
				server.answerWith(refusal, whole)
				const provider = await connect()
				const request = { ...REQUEST, model: contract.model }
				assert.deepEqual(joined(await collect(provider, request)), story)
				assert.deepEqual(joined(await collect(provider, request)), story)
				assert.deepEqual(
					server.asked.map(({ text }) => JSON.parse(text).stream),
					[true, undefined, undefined],
				)
			},
		)

		test('sends the same bytes for the same request', async () => {
			server.answerWith(streams(recorded('text.sse')))
			const provider = await connect()
			for (let i = 0; i < 2; i++) await collect(provider, { ...REQUEST, model: contract.model })
			assert.equal(server.asked[0]?.text, server.asked[1]?.text)
		})

		test('names where a refused key came from, and never the key', async () => {
			const error = await failure(
				refuses(401, { error: { message: `Incorrect API key provided: ${KEY}.`, code: 'invalid_api_key' } }),
			)
			assert.equal(error.code, 'auth-failed')
			assert.match(error.message, /MINE_API_KEY/)
			assert.ok(!error.message.includes(KEY))
		})

		test('asks nothing without a key, and says where one is looked for', async () => {
			const error = await failure(streams(''), { key: async () => undefined })
			assert.equal(error.code, 'auth-failed')
			assert.equal(
				error.message,
				'no key for mine: set MINE_API_KEY, run `agent login mine`, or choose another model with -m; `agent run -m demo` needs none',
			)
			assert.deepEqual(server.asked, [])
		})

		test('asks without a key where none is wanted', async () => {
			const config = { key: async () => undefined, keyOptional: true }
			assert.deepEqual(joined(await ask(streams(recorded('two-calls.sse')), config)), story)
			const { authorization, 'x-api-key': apiKey } = server.asked[0]?.headers ?? {}
			assert.deepEqual({ authorization, apiKey }, { authorization: undefined, apiKey: undefined })
		})

		test('suggests another wire format for a path that is not there', async () => {
			const error = await failure(refuses(404, { error: { message: 'Not Found' } }))
			assert.equal(error.code, 'not-found')
			assert.match(error.message, contract.suggestion)
		})

		overHttp('says that a base URL which answers with a page is not an API', async () => {
			const page = '<!doctype html><html><title>Welcome</title></html>'
			for (const status of [200, 404, 405, 501]) {
				const error = await failure(refuses(status, page))
				assert.equal(error.code, 'not-found')
				assert.match(error.message, /with a web page: the base URL is not an API; check http.*\/v1$/)
			}
		})

		overHttp('says that an answer is not compressed as it says, and does not ask again', async () => {
			const { code, message } = await failure(response => {
				response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
				response.end(recorded('text.sse'))
			})
			assert.equal(code, 'bad-request')
			assert.match(
				message,
				/^the answer of mine says that it is compressed and cannot be decompressed \(.+\): ask who runs /,
			)
			assert.equal(server.asked.length, 1)
		})

		test('tells a used-up quota from too many requests, with the time to wait', async () => {
			const quota = { message: 'You exceeded your current quota.', code: 'insufficient_quota' }
			assert.equal((await failure(refuses(429, { error: quota }))).code, 'quota-exhausted')
			const limited = await failure(
				refuses(429, { error: { message: 'Slow down.' } }, { 'retry-after': '7' }),
			)
			assert.deepEqual([limited.code, limited.retryAfterMs], ['rate-limited', 7_000])
		})

		overHttp('does not follow a redirect, and names where it would have led', async () => {
			const error = await failure(refuses(307, '', { location: 'https://elsewhere.example/v1' }))
			assert.equal(error.code, 'bad-request')
			assert.match(error.message, /elsewhere\.example/)
		})

		test('says which server would listen on a port of this machine', async () => {
			const error = await failure(streams(''), { baseUrl: 'http://127.0.0.1:1/v1' })
			assert.equal(error.code, 'connection-lost')
			assert.match(error.message, /nothing listens on port 1 /)
		})

		test('stops soon after it is told to, and leaves the server', async () => {
			const left = new Promise<void>(resolve => {
				server.answerWith(response => {
					response.on('close', resolve)
					response.writeHead(200, { 'content-type': 'text/event-stream' })
					response.write(upTo('All ', recorded('text.sse')))
				})
			})
			const provider = await connect()
			const stop = new AbortController()
			const parts: ModelPart[] = []
			for await (const part of provider.stream({ ...REQUEST, model: contract.model }, stop.signal)) {
				parts.push(part)
				stop.abort()
			}
			await left
			assert.equal(parts.at(-1)?.type, 'error')
		})
	})
}

async function collect(provider: Provider, request: ModelRequest): Promise<readonly ModelPart[]> {
	const parts: ModelPart[] = []
	for await (const part of provider.stream(request, new AbortController().signal)) {
		if (part.type !== 'alive') parts.push(part)
	}
	return parts
}

/** The stream up to the end of the event that holds `mark`. */
function upTo(mark: string, text: string): string {
	const at = text.indexOf(mark)
	assert.notEqual(at, -1)
	return text.slice(0, text.indexOf('\n\n', at) + 2)
}

/** Where a stream is cut into deltas is not part of the story. */
function joined(parts: readonly ModelPart[]): readonly ModelPart[] {
	const all: ModelPart[] = []
	for (const part of parts) {
		const last = all.at(-1)
		const isDelta = part.type === 'text-delta' || part.type === 'reasoning-delta'
		if (isDelta && last?.type === part.type) all[all.length - 1] = { ...part, text: last.text + part.text }
		else all.push(part)
	}
	return all
}

function errorOf(parts: readonly ModelPart[]): AgentError {
	const last = parts.at(-1)
	if (last?.type !== 'error') assert.fail(`ended with ${JSON.stringify(last)}`)
	return last.error
}
