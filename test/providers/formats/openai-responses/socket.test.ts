import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../../../src/core/errors.ts'
import type { UnixMs } from '../../../../src/core/ids.ts'
import type { JsonObject } from '../../../../src/core/json.ts'
import { type Message, userText } from '../../../../src/core/messages.ts'
import type { ModelPart, ModelRequest, Provider, ProviderConfig } from '../../../../src/core/model.ts'
import { createTimedNotes } from '../../../../src/process/timed-notes.ts'
import { modelInfo } from '../../../../src/providers/discovery/catalogue.ts'
import { objectsIn } from '../../../../src/providers/http/read-json.ts'
import { createProviders } from '../../../../src/providers/registry.ts'
import type { WireLimits } from '../../../../src/providers/wire/wire.ts'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts'
import { temporaryFolder } from '../../../support/sessions/temporary-folder.ts'

const MODEL = { provider: 'mine', model: 'gpt-5.5' }
const FAILED = 'mine: asking over HTTPS from now on, for the WebSocket failed:'

let server: ModelServer
let now = 0
beforeEach(async () => {
	now = 0
	server = await startModelServer({ sockets: true })
})
afterEach(() => server.close())

function connect(changes: Partial<ProviderConfig> = {}, limits: WireLimits = {}): Promise<Provider> {
	const config: ProviderConfig = {
		id: 'mine',
		api: 'responses',
		baseUrl: server.url,
		key: async () => ({ value: 'test-key', source: 'MINE_API_KEY' }),
		keyName: 'MINE_API_KEY',
		keyOptional: false,
		...changes,
	}
	const media = { put: () => Promise.reject(new Error('nothing is stored')), get: async () => undefined }
	const clock = { now: () => now as UnixMs }
	return createProviders({ configs: [config], media, info: modelInfo, clock, limits }).get('mine')
}

type Asked = { text: string; notices: readonly string[]; error?: AgentError; message: Message }

/** One reply, and the message that the loop would make of it. */
async function ask(
	provider: Provider,
	messages: readonly Message[],
	changes: Partial<ModelRequest> = {},
	signal = new AbortController().signal,
): Promise<Asked> {
	const parts: ModelPart[] = []
	for await (const part of provider.stream(requestOf(messages, changes), signal)) parts.push(part)
	const last = parts.at(-1)
	const text = parts.map(part => (part.type === 'text-delta' ? part.text : '')).join('')
	const content = parts.flatMap((part): Extract<Message, { role: 'assistant' }>['content'] => {
		if (part.type === 'tool-call') return [{ ...part, callId: part.callId as never }]
		if (part.type === 'reasoning-end') {
			return [{ type: 'reasoning', text: part.text, opaque: { by: MODEL, data: part.opaque ?? null } }]
		}
		return []
	})
	return {
		text,
		notices: parts.flatMap(part => (part.type === 'notice' ? [part.text] : [])),
		...(last?.type === 'error' && { error: last.error }),
		message: {
			role: 'assistant',
			model: MODEL,
			content: [
				...content.filter(part => part.type === 'reasoning'),
				...textPart(text),
				...content.filter(part => part.type === 'tool-call'),
			],
			stop: 'stop',
		},
	}
}

function textPart(text: string) {
	return text === '' ? [] : [{ type: 'text', text } as const]
}

function requestOf(messages: readonly Message[], changes: Partial<ModelRequest> = {}): ModelRequest {
	return {
		model: MODEL.model,
		system: 'You are terse.',
		messages,
		tools: [{ name: 'read', description: 'Reads a file.', inputSchema: { type: 'object' } }],
		maxOutputTokens: 1_000,
		cacheKey: 'session-1',
		...changes,
	}
}

function result(callId: string, text: string): Message {
	return {
		role: 'tool',
		callId: callId as never,
		tool: 'read',
		outcome: 'ok',
		content: [{ type: 'text', text }],
	}
}

function ways(): readonly string[] {
	return server.requests.map(request => request.over)
}

/** How many items went out, and what they went on from. */
function sent(): readonly { items: number; goesOn: boolean }[] {
	return server.requests.map(({ body }) => ({
		items: objectsIn(body.input).length,
		goesOn: body.previous_response_id !== undefined,
	}))
}

const untilIn = ({ until }: JsonObject) => (typeof until === 'number' ? { until } : undefined)

const HELLO = userText('Hello.')

describe('a conversation over one socket', () => {
	test('asks with the same headers and the same body, but for what only HTTPS needs', async () => {
		server.script({ text: 'Hi.' }, { text: 'Hi.' })
		await ask(await connect({ headers: { 'x-mine': 'yes' } }), [HELLO])
		await ask(await connect({ headers: { 'x-mine': 'yes' }, socket: false }), [HELLO])
		const [socket, https] = server.requests
		assert.deepEqual([socket?.over, https?.over], ['socket', 'https'])
		const { stream, ...body } = https?.body ?? {}
		assert.deepEqual([stream, socket?.body], [true, { type: 'response.create', ...body }])
		for (const name of ['authorization', 'x-mine', 'user-agent']) {
			assert.equal(socket?.headers[name], https?.headers[name])
		}
	})

	test('sends only what is new, and the server knows the rest', async () => {
		const long = 'x'.repeat(100_000)
		server.script(
			{
				reasoning: ['Two', ' files.'],
				text: 'Let me look.',
				calls: [{ id: 'c1', name: 'read', arguments: {} }],
			},
			{ calls: [{ id: 'c2', name: 'read', arguments: {} }] },
			{ text: 'Done.' },
			{ text: 'Welcome.' },
		)
		const provider = await connect()
		const history: Message[] = [userText(long)]
		for (const next of [result('c1', 'one'), result('c2', 'two'), userText('Thanks.')]) {
			const { message } = await ask(provider, history)
			history.push(message, next)
		}
		assert.equal((await ask(provider, history)).text, 'Welcome.')
		assert.deepEqual(sent(), [
			{ items: 1, goesOn: false },
			{ items: 1, goesOn: true },
			{ items: 1, goesOn: true },
			{ items: 1, goesOn: true },
		])
		assert.ok(server.requests.slice(1).every(({ bytes }) => bytes.length < 1_000))
		assert.equal(server.sockets.knocks, 1)
		server.assertFinished()
	})

	test('sends everything when the history is not what was heard with something added', async () => {
		server.script({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }, { text: 'Four.' })
		const provider = await connect()
		const { message } = await ask(provider, [HELLO])
		await ask(provider, [userText('In short: hello.'), message, userText('Go on.')])
		const other: Message = { role: 'assistant', model: MODEL, content: textPart('Never said.'), stop: 'stop' }
		await ask(provider, [userText('In short: hello.'), message, userText('Go on.'), other, HELLO])
		await ask(provider, [HELLO, message, HELLO], { model: 'gpt-5.5-mini' })
		assert.deepEqual(
			sent().map(({ goesOn }) => goesOn),
			[false, false, false, false],
		)
		assert.equal(server.sockets.knocks, 1)
	})

	test('opens another one for a second reply at the same time, and keeps one', async () => {
		const held = server.hold({ text: 'Slow.' })
		server.script({ text: 'Quick.' }, { text: 'Third.' })
		const provider = await connect()
		const slow = ask(provider, [HELLO])
		await held.arrived
		assert.equal((await ask(provider, [HELLO])).text, 'Quick.')
		await held.release()
		assert.equal((await slow).text, 'Slow.')
		await ask(provider, [HELLO])
		assert.equal(server.sockets.knocks, 2)
	})

	test('opens a new one when the server has closed it in between, without a word', async () => {
		server.script({ text: 'One.' }, { text: 'Two.' })
		const provider = await connect()
		const { message } = await ask(provider, [HELLO])
		await server.sockets.close()
		const { text, notices } = await ask(provider, [HELLO, message, HELLO])
		assert.deepEqual([text, notices], ['Two.', []])
		assert.deepEqual(sent(), [
			{ items: 1, goesOn: false },
			{ items: 3, goesOn: false },
		])
	})

	test('opens a new one for another key, and for one that has been open for almost an hour', async () => {
		server.onRequest(() => ({ text: 'Yes.' }))
		let value = 'key-1'
		const provider = await connect({ key: async () => ({ value, source: 'a file' }) })
		await ask(provider, [HELLO])
		value = 'key-2'
		await ask(provider, [HELLO])
		assert.equal(server.requests[1]?.headers.authorization, 'Bearer key-2')
		now += 56 * 60_000
		await ask(provider, [HELLO])
		assert.equal(server.sockets.knocks, 3)
	})

	test('opens a new one when the old one spoke unasked', async () => {
		server.onRequest(() => ({ text: 'Yes.' }))
		const provider = await connect()
		await ask(provider, [HELLO])
		await server.sockets.say({
			type: 'error',
			status: 400,
			error: { code: 'websocket_connection_limit_reached' },
		})
		assert.equal((await ask(provider, [HELLO])).text, 'Yes.')
		assert.equal(server.sockets.knocks, 2)
	})
})

describe('what the server says no to', () => {
	test('is an error of the attempt like any other, and the socket stays', async () => {
		server.script(
			{ status: 429, headers: { 'retry-after': '7' } },
			{ status: 401 },
			{ fault: { kind: 'error', after: 'text', error: { code: 'server_error' } }, text: ['Half', ' more'] },
			{ text: 'Yes.' },
		)
		const provider = await connect()
		const limited = await ask(provider, [HELLO])
		assert.deepEqual([limited.error?.code, limited.error?.retryAfterMs], ['rate-limited', 7_000])
		const refused = await ask(provider, [HELLO])
		assert.match(refused.error?.message ?? '', /MINE_API_KEY/)
		const half = await ask(provider, [HELLO])
		assert.deepEqual([half.text, half.error?.code], ['Half', 'server-error'])
		assert.deepEqual(await ask(provider, [HELLO]).then(({ text, notices }) => [text, notices]), ['Yes.', []])
		assert.deepEqual(ways(), ['socket', 'socket', 'socket', 'socket'])
	})

	test('is asked again for less where that helps', async () => {
		server.script({ status: 400, error: { message: 'No reasoning.summary for you.' } }, { text: 'Yes.' })
		assert.equal((await ask(await connect(), [HELLO])).text, 'Yes.')
		assert.deepEqual(
			server.requests.map(({ body }) => body.reasoning),
			[{ summary: 'auto' }, undefined],
		)
	})

	test('when it has forgotten its last reply, is everything from then on', async () => {
		const forgotten = { status: 400, error: { code: 'previous_response_not_found', message: 'Not found.' } }
		server.script({ text: 'One.' }, forgotten, { text: 'Two.' }, { text: 'Three.' })
		const provider = await connect()
		const one = await ask(provider, [HELLO])
		const history = [HELLO, one.message, HELLO]
		const two = await ask(provider, history)
		assert.deepEqual([two.text, two.notices], ['Two.', []])
		await ask(provider, [...history, two.message, HELLO])
		assert.deepEqual(sent(), [
			{ items: 1, goesOn: false },
			{ items: 1, goesOn: true },
			{ items: 3, goesOn: false },
			{ items: 5, goesOn: false },
		])
		assert.equal(server.sockets.knocks, 1)
	})

	test('because the connection is an hour old, goes over a new one', async () => {
		const tooOld = {
			status: 400,
			error: { code: 'websocket_connection_limit_reached', message: '60 minutes' },
		}
		server.script(tooOld, { text: 'Yes.' })
		assert.equal((await ask(await connect(), [HELLO])).text, 'Yes.')
		assert.equal(server.sockets.knocks, 2)
	})

	test('because it serves no more connections, goes over HTTPS when a new one is told so too', async () => {
		const noMore = { status: 400, error: { code: 'websocket_connection_limit_reached', message: 'No.' } }
		server.script(noMore, noMore, { text: 'Yes.' })
		const { text, notices } = await ask(await connect(), [HELLO])
		assert.deepEqual([text, ways(), server.sockets.knocks], ['Yes.', ['socket', 'socket', 'https'], 2])
		assert.equal(notices.length, 1)
	})
})

describe('a handshake that takes long', () => {
	test('leaves the reply to HTTPS, and the socket to the reply after that', async () => {
		const letThrough = server.sockets.hold()
		server.script({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' })
		const provider = await connect({}, { socketRaceMs: 20 })
		const one = await ask(provider, [HELLO])
		const two = await ask(provider, [HELLO, one.message, userText('Go on.')])
		assert.deepEqual([ways(), server.sockets.knocks], [['https', 'https'], 1])
		await letThrough()
		const three = await ask(provider, [HELLO, one.message, userText('Go on.'), two.message, userText('And?')])
		assert.deepEqual(
			[three.text, three.notices, ways()[2], server.sockets.knocks],
			['Three.', [], 'socket', 1],
		)
	})

	test('is known to the next process at once, and forgotten when the socket opens after all', async () => {
		const path = join(await temporaryFolder(), 'sockets.json')
		const limits = () => ({ socketRaceMs: 20, withoutSockets: createTimedNotes(path, untilIn) })
		const letThrough = server.sockets.hold()
		server.onRequest(() => ({ text: 'Yes.' }))
		const provider = await connect({}, limits())
		const { message } = await ask(provider, [HELLO])
		await ask(await connect({}, limits()), [HELLO])
		assert.deepEqual([ways(), server.sockets.knocks], [['https', 'https'], 1])
		await letThrough()
		server.sockets.open()
		const notes = createTimedNotes(path, untilIn)
		while ((await notes.read(now)).size > 0) await new Promise(resolve => setImmediate(resolve))
		await ask(provider, [HELLO, message, userText('Go on.')])
		await ask(await connect({}, { ...limits(), socketRaceMs: 30_000 }), [HELLO])
		assert.deepEqual([ways().slice(2), server.sockets.knocks], [['socket', 'socket'], 2])
	})

	test('ends with the request that was cancelled meanwhile', async () => {
		server.sockets.hold()
		const stop = new AbortController()
		const asked = ask(await connect({}, { socketRaceMs: 60_000 }), [HELLO], {}, stop.signal)
		await server.sockets.knocked
		stop.abort()
		assert.equal((await asked).error?.code, 'cancelled')
	})
})

describe('a server without sockets', () => {
	for (const answer of [404, 426, 400, 'drop', 'nothing'] as const) {
		test(`that answers a handshake with ${answer} is asked over HTTPS, and never for a socket again`, async () => {
			server.sockets.shut(answer)
			server.script({ text: 'One.' }, { text: 'Two.' })
			// Long enough for a busy machine to have sent the handshake by then.
			const provider = await connect({}, { connectTimeoutMs: answer === 'nothing' ? 400 : 10_000 })
			for (const expected of ['One.', 'Two.']) {
				const { text, notices } = await ask(provider, [HELLO])
				assert.deepEqual([text, notices], [expected, []])
			}
			assert.deepEqual([ways(), server.sockets.knocks], [['https', 'https'], 1])
		})
	}

	test('is not looked at again by another process of the same day, unless the settings insist', async () => {
		const path = join(await temporaryFolder(), 'sockets.json')
		const limits = () => ({ connectTimeoutMs: 400, withoutSockets: createTimedNotes(path, untilIn) })
		server.onRequest(() => ({ text: 'Yes.' }))
		for (const answer of [404, 'nothing'] as const) {
			await rm(path, { force: true })
			server.sockets.shut(answer)
			const before = server.sockets.knocks
			await ask(await connect({}, limits()), [HELLO])
			await ask(await connect({}, limits()), [HELLO])
			assert.equal(server.sockets.knocks - before, 1)
			await ask(await connect({ socket: true }, limits()), [HELLO])
			assert.equal(server.sockets.knocks - before, 2)
			now += 25 * 60 * 60_000
			await ask(await connect({}, limits()), [HELLO])
			assert.equal(server.sockets.knocks - before, 3)
		}
	})

	test.each([401, 503, 'drop'] as const)(
		'that may have been an accident (%s) is looked at again',
		async answer => {
			const withoutSockets = createTimedNotes(join(await temporaryFolder(), 'sockets.json'), untilIn)
			server.onRequest(() => ({ text: 'Yes.' }))
			server.sockets.shut(answer)
			await ask(await connect({}, { withoutSockets }), [HELLO])
			await ask(await connect({}, { withoutSockets }), [HELLO])
			assert.equal(server.sockets.knocks, 2)
		},
	)

	test('that answers like any HTTP server is asked over HTTPS', async () => {
		const plain = await startModelServer()
		try {
			plain.script({ text: 'Yes.' })
			const { text, notices } = await ask(await connect({ baseUrl: plain.url }), [HELLO])
			assert.deepEqual([text, notices], ['Yes.', []])
		} finally {
			await plain.close()
		}
	})

	test('is worth a word, once, where the settings say it has them', async () => {
		server.sockets.shut(404)
		server.script({ text: 'One.' }, { text: 'Two.' })
		const provider = await connect({ socket: true })
		const one = await ask(provider, [HELLO])
		assert.deepEqual(one.notices, [`${FAILED} the server answered 404 to the handshake`])
		assert.deepEqual((await ask(provider, [HELLO])).notices, [])
	})

	test('that cannot be reached at all is reported as such', async () => {
		const { error, notices } = await ask(await connect({ baseUrl: 'http://127.0.0.1:1/v1' }), [HELLO])
		assert.deepEqual([error?.code, notices], ['connection-lost', []])
	})

	test('is not looked for when sockets are switched off, or behind a proxy', async () => {
		server.onRequest(() => ({ text: 'Yes.' }))
		await ask(await connect({ socket: false }), [HELLO])
		await ask(await connect({}, { sockets: false }), [HELLO])
		const proxyEnv = { HTTP_PROXY: server.url.replace(/\/v1$/, '') }
		await ask(await connect({}, { proxyEnv }), [HELLO])
		assert.equal(server.sockets.knocks, 0)
		await ask(await connect({}, { proxyEnv: { ...proxyEnv, NO_PROXY: '127.0.0.1' } }), [HELLO])
		assert.equal(server.sockets.knocks, 1)
	})
})

describe('a socket that fails before the first event', () => {
	for (const [kind, why] of [
		['drop', 'the connection was dropped'],
		['end', 'the server closed it (1011)'],
		['stall', 'the server did not begin to answer within 0.05 s'],
	] as const) {
		test(`by ${kind} gives way to HTTPS there and then, and says so once`, async () => {
			server.script(
				{ text: 'One.' },
				{ fault: { kind, after: 'nothing' } },
				{ text: 'Two.' },
				{ text: 'Three.' },
			)
			const limits: WireLimits = {}
			const provider = await connect({}, limits)
			const { message } = await ask(provider, [HELLO])
			// Only where it cannot be kept: anything else may take as long as it likes.
			if (kind === 'stall') limits.firstEventTimeoutMs = 50
			const two = await ask(provider, [HELLO, message, HELLO])
			assert.deepEqual([two.text, two.notices, two.error], ['Two.', [`${FAILED} ${why}`], undefined])
			const three = await ask(provider, [HELLO, message, HELLO, two.message, HELLO])
			assert.deepEqual([three.text, three.notices], ['Three.', []])
			assert.deepEqual(ways(), ['socket', 'socket', 'https', 'https'])
			assert.deepEqual(sent().slice(2), [
				{ items: 3, goesOn: false },
				{ items: 5, goesOn: false },
			])
			server.assertFinished()
		})
	}
})

describe('a socket that breaks in the middle of a reply', () => {
	const broken = { text: ['Half', ' more'], fault: { kind: 'drop', after: 'text' } } as const

	test('breaks the attempt, and the next one has a new socket', async () => {
		server.script(broken, { text: 'Whole.' }, broken, { text: 'Whole.' })
		const provider = await connect()
		for (let i = 0; i < 2; i++) {
			const half = await ask(provider, [HELLO])
			assert.deepEqual([half.text, half.error?.code, half.notices], ['Half', 'stream-broken', []])
			const whole = await ask(provider, [HELLO])
			assert.deepEqual([whole.text, whole.notices], ['Whole.', []])
		}
		assert.deepEqual(ways(), ['socket', 'socket', 'socket', 'socket'])
	})

	test('twice in a row is followed by HTTPS', async () => {
		server.script(broken, broken, { text: 'Whole.' }, { text: 'Again.' })
		const provider = await connect()
		for (let i = 0; i < 2; i++) assert.equal((await ask(provider, [HELLO])).error?.code, 'stream-broken')
		const whole = await ask(provider, [HELLO])
		assert.deepEqual([whole.text, whole.notices], ['Whole.', [`${FAILED} two replies in a row broke off`]])
		assert.deepEqual((await ask(provider, [HELLO])).notices, [])
		assert.deepEqual(ways(), ['socket', 'socket', 'https', 'https'])
	})

	test('and is refused the new one is followed by HTTPS', async () => {
		server.script(broken, { text: 'Whole.' })
		const provider = await connect()
		await ask(provider, [HELLO])
		server.sockets.shut(503)
		const { text, notices } = await ask(provider, [HELLO])
		assert.deepEqual([text, notices], ['Whole.', [`${FAILED} the server answered 503 to the handshake`]])
	})

	for (const [what, reason, after] of [
		['a reply that the user leaves is not one', undefined, 'socket'],
		['a reply that falls silent is one', new AgentError('timeout', 'nothing has come'), 'https'],
	] as const) {
		test(`has failed by itself: ${what}`, async () => {
			const provider = await connect()
			for (let i = 0; i < 2; i++) {
				server.script({ text: ['Half', ' more'], fault: { kind: 'stall', after: 'text' } })
				const stop = new AbortController()
				for await (const { type } of provider.stream(requestOf([HELLO]), stop.signal)) {
					if (type === 'text-delta') stop.abort(reason)
				}
				assert.equal(await server.requests[i]?.ended, 'cut')
			}
			server.script({ text: 'Whole.' })
			assert.equal((await ask(provider, [HELLO])).text, 'Whole.')
			assert.equal(ways().at(-1), after)
		})
	}

	test('is not one that is cancelled before its first event', async () => {
		const held = server.hold({ text: 'Never.' })
		const provider = await connect()
		const stop = new AbortController()
		const asked = ask(provider, [HELLO], {}, stop.signal)
		await held.arrived
		stop.abort()
		assert.equal((await asked).error?.code, 'cancelled')
		server.script({ text: 'Whole.' })
		const { text, notices } = await ask(provider, [HELLO])
		assert.deepEqual([text, notices, ways().at(-1)], ['Whole.', [], 'socket'])
	})
})
