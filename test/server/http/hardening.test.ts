import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { deferred } from '../../../src/core/async/deferred.ts'
import type { TaskId } from '../../../src/core/services/tasks.ts'
import { EventStream } from '../../../src/server/http/sse.ts'
import { hashedToken } from '../../../src/services/embedded/token-list.ts'
import type { Asked } from '../../support/server/client.ts'
import { ANN, BOB, type Serving, startServing } from '../../support/server/serving.ts'
import { longer, SOAK_SEED } from '../../support/soak.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

describe('a request is refused', () => {
	type Refused = [
		what: string,
		method: string,
		path: string,
		asked: Asked,
		status: number,
		code: string,
		says: RegExp,
	]
	const post = (body: unknown): ['POST', string, Asked] => ['POST', '/v1/tasks', { body }]
	const cases: readonly Refused[] = [
		['without a token', 'GET', '/v1/tasks', { token: '' }, 401, 'unauthenticated', /Bearer/],
		['with a wrong one', 'GET', '/v1/tasks', { token: `${ANN}x` }, 401, 'unauthenticated', /not one of/],
		[
			'with one in the path',
			'GET',
			`/v1/tasks?token=${ANN}`,
			{ token: '' },
			401,
			'unauthenticated',
			/Bearer/,
		],
		[
			'with one of another kind',
			'GET',
			'/v1/tasks',
			{ token: '', headers: { Authorization: `Basic ${ANN}` } },
			401,
			'unauthenticated',
			/Bearer/,
		],
		['without a token, whatever the path', 'GET', '/nothing', { token: '' }, 401, 'unauthenticated', /./],
		[
			'for another host',
			'GET',
			'/v1/tasks',
			{ headers: { Host: 'evil.example' } },
			421,
			'foreign-host',
			/evil\.example.*--allow-host/,
		],
		[
			'for another port',
			'GET',
			'/v1/health',
			{ headers: { Host: '127.0.0.1:1' } },
			421,
			'foreign-host',
			/127\.0\.0\.1:1/,
		],
		[
			'of a foreign page',
			'GET',
			'/v1/tasks',
			{ headers: { Origin: 'https://evil.example' } },
			403,
			'forbidden-origin',
			/evil\.example.*--allow-origin/,
		],
		[
			'of a page without a name',
			'POST',
			'/v1/tasks',
			{ headers: { Origin: 'null' }, body: {} },
			403,
			'forbidden-origin',
			/null/,
		],
		['where nothing is', 'GET', '/v1/nothing', {}, 404, 'not-found', /\/v1\/nothing/],
		['where nothing is, by a way around', 'GET', '/v1/tasks/../../etc/passwd', {}, 404, 'not-found', /./],
		[
			'with a method that is not for it',
			'POST',
			'/v1/tasks/t-1',
			{ body: {} },
			405,
			'method-not-allowed',
			/POST/,
		],
		[
			'with a body that is no JSON by name',
			'POST',
			'/v1/tasks',
			{ raw: '{}', headers: { 'Content-Type': 'text/plain' } },
			415,
			'unsupported-media-type',
			/text\/plain/,
		],
		[
			'with a body that is no JSON',
			'POST',
			'/v1/tasks',
			{ raw: '{"prompt":', headers: JSON_TYPE },
			400,
			'bad-request',
			/not JSON/,
		],
		['without a body', 'POST', '/v1/tasks', { raw: '', headers: JSON_TYPE }, 400, 'bad-request', /empty/],
		['with a list', ...post([1]), 400, 'bad-request', /object/],
		['without a prompt', ...post({}), 400, 'bad-request', /prompt is missing/],
		['with an empty one', ...post({ prompt: ' \n' }), 400, 'bad-request', /prompt is empty/],
		['with one that is no text', ...post({ prompt: { a: 1 } }), 400, 'bad-request', /\{"a":1\}/],
		['with a field nobody knows', ...post({ prompt: 'x', promt: 'y' }), 400, 'bad-request', /"promt"/],
		[
			'with a field that every object has',
			'POST',
			'/v1/tasks',
			{ raw: '{"prompt":"x","__proto__":{"a":1}}', headers: JSON_TYPE },
			400,
			'bad-request',
			/__proto__/,
		],
		[
			'with a priority that is none',
			...post({ prompt: 'x', priority: 1.5 }),
			400,
			'bad-request',
			/1\.5.*-100 to 100/,
		],
		['for an agent that is not there', ...post({ prompt: 'x', agent: 'bob' }), 400, 'bad-request', /"bob"/],
		[
			'for a folder that is not for tasks',
			...post({ prompt: 'x', workspace: '/etc' }),
			400,
			'usage',
			/\/etc/,
		],
		[
			'for a session that is not there',
			...post({ prompt: 'x', session: '../x' }),
			404,
			'not-found',
			/"\.\.\/x"/,
		],
		['with a limit that is none', 'GET', '/v1/tasks?limit=0', {}, 400, 'bad-request', /"0".*1 to 200/],
		['with a state that is none', 'GET', '/v1/tasks?state=done', {}, 400, 'bad-request', /done.*completed/],
		['with a parameter nobody knows', 'GET', '/v1/tasks?stat=done', {}, 400, 'bad-request', /"stat"/],
		['with one that is there twice', 'GET', '/v1/tasks?limit=1&limit=2', {}, 400, 'bad-request', /twice/],
		['with a cursor that is none', 'GET', '/v1/tasks?cursor=zzz', {}, 400, 'usage', /"zzz"/],
		[
			'with a body of other letters',
			'POST',
			'/v1/tasks',
			{ raw: Buffer.from('{"prompt":"\xff"}', 'latin1'), headers: JSON_TYPE },
			400,
			'bad-request',
			/UTF-8/,
		],
		[
			'with a packed body',
			'POST',
			'/v1/tasks',
			{ raw: '{"prompt":"x"}', headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } },
			415,
			'unsupported-media-type',
			/gzip/,
		],
		[
			'with a body that is deeper than long',
			'POST',
			'/v1/tasks',
			{ raw: `{"prompt":"[[","schema":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, headers: JSON_TYPE },
			400,
			'bad-request',
			/128 levels/,
		],
		['for one of no letters', 'GET', '/v1/tasks/%00', {}, 404, 'not-found', /./],
		[
			'with a method that is not for what is open',
			'DELETE',
			'/v1/health',
			{ token: '' },
			405,
			'method-not-allowed',
			/DELETE/,
		],
		['with a priority in words', ...post({ prompt: 'x', priority: '1' }), 400, 'bad-request', /priority "1"/],
		['for a task that is not there', 'GET', '/v1/tasks/t-1', {}, 404, 'task-not-found', /t-1/],
		['for one by a broken name', 'GET', '/v1/tasks/%ff', {}, 404, 'not-found', /./],
	]

	test('with a status, a code and words that name it', async () => {
		const serving = await startServing()
		for (const [what, method, path, asked, status, code, says] of cases) {
			const found = await serving.ask(method, path, asked)
			assert.deepEqual([found.status, found.json?.error?.code], [status, code], `${what}: ${found.text}`)
			assert.match(found.json.error.message, says, what)
			assert.equal(found.headers['x-content-type-options'], 'nosniff')
			assert.equal(found.headers['cache-control'], 'no-store')
		}
		const made = (await serving.ask('POST', '/v1/tasks', { body: { prompt: 'x' } })).json.id
		for (const [path, headers] of [
			['events?after=-1', {}],
			['events?after=x', {}],
			['events', { 'Last-Event-ID': '1e3', Accept: 'text/event-stream' }],
		] as const)
			assert.equal((await serving.ask('GET', `/v1/tasks/${made}/${path}`, { headers })).status, 400, path)
		const page = { headers: { Accept: 'text/html' } }
		assert.equal((await serving.ask('GET', `/v1/tasks/${made}/events`, page)).status, 406)
	})

	test('and HEAD is answered as GET is, without a body', async () => {
		const serving = await startServing()
		const health = await serving.ask('HEAD', '/v1/health', { token: '' })
		const made = (await serving.ask('POST', '/v1/tasks', { body: { prompt: 'x' } })).json.id
		const headers = { Accept: 'text/event-stream' }
		const events = await serving.ask('HEAD', `/v1/tasks/${made}/events`, { headers })
		assert.deepEqual(
			[health, events].map(({ status, text }) => [status, text]),
			[
				[200, ''],
				[200, ''],
			],
		)
		assert.equal((await serving.ask('HEAD', '/v1/tasks', { token: '' })).status, 401)
	})

	test('or let in by the names and pages that were allowed', async () => {
		const serving = await startServing()
		const hosts = [
			`127.0.0.1:${serving.port}`,
			`localhost:${serving.port}`,
			`[::1]:${serving.port}`,
			'tasks.example',
			'tasks.example:443',
		]
		for (const Host of hosts)
			assert.equal((await serving.ask('GET', '/v1/tasks', { headers: { Host } })).status, 200, Host)
		const Origin = 'https://ui.example'
		const preflight = await serving.ask('OPTIONS', '/v1/tasks', { token: '', headers: { Origin } })
		assert.deepEqual([preflight.status, preflight.headers['access-control-allow-origin']], [204, Origin])
		const theirs = await serving.ask('GET', '/v1/tasks', { headers: { Origin } })
		assert.equal(theirs.headers['access-control-expose-headers'], 'Location, Retry-After')
		const own = await serving.ask('GET', '/v1/tasks', { headers: { Origin: serving.url } })
		assert.deepEqual([own.status, own.headers['access-control-allow-origin']], [200, serving.url])
		assert.equal((await serving.ask('GET', '/v1/tasks')).headers['access-control-allow-origin'], undefined)
	})

	test('when it is one too many in a second, of a tenant and of strangers', async () => {
		const few = { perSecond: 0.001, atOnce: 3 }
		const serving = await startServing({ http: { rate: few, strangersRate: few } })
		const statuses = async (token: string) => {
			const found = []
			for (let number = 0; number < 4; number++) found.push(await serving.ask('GET', '/v1/tasks', { token }))
			assert.ok(Number(found.at(-1)?.headers['retry-after']) > 0)
			return found.map(({ status }) => status)
		}
		assert.deepEqual(await statuses(ANN), [200, 200, 200, 429])
		assert.deepEqual(await statuses('nobody'), [401, 401, 401, 429])
		assert.deepEqual(await statuses(BOB), [200, 200, 200, 429])
	})
})

describe('what is too large or too slow', () => {
	test('is cut off: bodies, by what they say and by what they are, and headers', async () => {
		const serving = await startServing()
		const large = 'x'.repeat(2 * 1024 * 1024)
		const refusedBody = await talk(
			serving,
			`POST /v1/tasks HTTP/1.1\r\n${head(serving)}Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{`,
		)
		assert.match(refusedBody, /^HTTP\/1\.1 413 .*"body-too-large"/s)
		const chunk = `${(256 * 1024).toString(16)}\r\n${'x'.repeat(256 * 1024)}\r\n`
		const chunked = await talk(
			serving,
			`POST /v1/tasks HTTP/1.1\r\n${head(serving)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(40)}0\r\n\r\n`,
		)
		assert.match(chunked, /^HTTP\/1\.1 413 /)
		const headers = await talk(
			serving,
			`GET /v1/health HTTP/1.1\r\n${head(serving)}X: ${large.slice(0, 40_000)}\r\n\r\n`,
		)
		assert.match(headers, /^HTTP\/1\.1 431 /)
		assert.match(await talk(serving, 'NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 /)
		const fits = await serving.ask('POST', '/v1/tasks', { body: { prompt: 'x'.repeat(1024 * 1024) } })
		assert.equal(fits.status, 201)
	})

	test('is ended: a request that never comes whole', async () => {
		const serving = await startServing({ http: { requestMs: 300 } })
		const slow = [
			`GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:${serving.port}\r\nX-Slow: `,
			`POST /v1/tasks HTTP/1.1\r\n${head(serving)}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"pro`,
		]
		const answers = await Promise.all(slow.map(text => talk(serving, text)))
		assert.match(answers[0]!, /^HTTP\/1\.1 408 /)
		assert.equal((await serving.ask('GET', '/v1/health')).status, 200)
	})

	test('a reader who takes nothing is cut off, and one who does is told that the stream goes on', async () => {
		const { createServer } = process.getBuiltinModule('node:http')
		const done = deferred()
		const server = createServer((request, response) => {
			const events = new EventStream(response, { keepAliveMs: 5, stallMs: 50 })
			if (request.url === '/much') void writeMuch(events).then(done.resolve)
		})
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
		const address = server.address()
		const port = typeof address === 'object' ? address?.port : 0
		const { connect } = process.getBuiltinModule('node:net')
		const reader = connect(port ?? 0, '127.0.0.1').on('error', () => {})
		reader.write('GET /much HTTP/1.1\r\nHost: x\r\n\r\n')
		reader.pause()
		const taker = connect(port ?? 0, '127.0.0.1').setEncoding('utf8')
		taker.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
		let heard = ''
		for await (const text of taker) {
			heard += text
			if (heard.includes(':\n\n')) break
		}
		// Without the cut, the first write that finds no room would never end.
		await done.promise
		reader.destroy()
		server.closeAllConnections()
		await new Promise(resolve => server.close(resolve))
	})
})

test('a token that is taken away ends the streams that it has opened, and no others', async () => {
	const serving = await startServing()
	const id = await serving.create('wait')
	const bobs = await serving.create('wait', {}, BOB)
	// A reader that has had nothing yet.
	const headers = { 'Last-Event-ID': '' }
	const stream = await serving.stream(`/v1/tasks/${id}/events`, { headers })
	const his = await serving.stream(`/v1/tasks/${bobs}/events`, { token: BOB })
	assert.deepEqual([(await stream.next()).value?.event, (await his.next()).value?.event], ['task', 'task'])
	serving.tokens.replace([hashedToken(BOB, { app: 'crm', user: 'bob' })])
	assert.deepEqual([(await stream.next()).done, (await serving.ask('GET', '/v1/tasks')).status], [true, 401])
	await serving.ask('POST', `/v1/tasks/${bobs}/cancel`, { token: BOB })
	assert.equal(await lastState(his), 'canceled')
})

describe('many at once', () => {
	test('200 open streams leave room for a request; one tenant does not get all of them', async () => {
		const serving = await startServing()
		const id = await serving.create('wait')
		const streams = await Promise.all(
			Array.from({ length: 200 }, () => serving.stream(`/v1/tasks/${id}/events`)),
		)
		for (const stream of streams) assert.equal((await stream.next()).value?.event, 'task')
		assert.equal((await serving.ask('GET', `/v1/tasks/${id}`)).status, 200)
		const more = await Promise.all(Array.from({ length: 56 }, () => serving.stream(`/v1/tasks/${id}/events`)))
		const full = await serving.ask('GET', `/v1/tasks/${id}/events`, {
			headers: { Accept: 'text/event-stream' },
		})
		assert.deepEqual([full.status, full.headers['retry-after']], [429, '5'])
		const bobs = await serving.create('wait', {}, BOB)
		const his = await serving.stream(`/v1/tasks/${bobs}/events`, { token: BOB })
		assert.equal((await his.next()).value?.data.id, bobs)
		// All of them hear the end.
		await serving.ask('POST', `/v1/tasks/${id}/cancel`)
		const ends = await Promise.all([...streams, ...more].map(lastState))
		assert.deepEqual(new Set(ends), new Set(['canceled']))
	})

	test('a hundred waiting tasks of a tenant are enough: the next is told when to come back', async () => {
		const serving = await startServing()
		const body = { prompt: 'x' }
		const made = await Promise.all(
			Array.from({ length: 101 }, () => serving.ask('POST', '/v1/tasks', { body })),
		)
		const refused = made.filter(({ status }) => status !== 201)
		assert.deepEqual(
			refused.map(({ status, headers }) => [status, headers['retry-after']]),
			[[429, '5']],
		)
		assert.equal((await serving.ask('POST', '/v1/tasks', { token: BOB, body })).status, 201)
	})
})

test('whatever is sent, the server answers or hangs up, and keeps nothing of it', {
	timeout: longer(60_000),
}, async () => {
	const serving = await startServing()
	const id = (await serving.create('wait')) as TaskId
	const part = fc.oneof(
		fc.constantFrom('v1', 'tasks', id, 'events', 'cancel', 'input', '..', '%00', '%2e%2e', ''),
		fc.string({ maxLength: 20 }).map(encodeURIComponent),
		fc.string({ unit: 'binary', maxLength: 10 }),
	)
	const request = fc.record({
		method: fc.constantFrom(
			'GET',
			'POST',
			'PUT',
			'DELETE',
			'HEAD',
			'OPTIONS',
			'PATCH',
			'GET',
			'POST',
			'BREW',
		),
		path: fc.array(part, { maxLength: 6 }).map(parts => `/${parts.join('/')}`),
		query: fc.option(
			fc.string({ maxLength: 20 }).map(text => `?${text}`),
			{ nil: '' },
		),
		token: fc.constantFrom(ANN, BOB, 'wrong', ''),
		headers: fc.array(
			fc.tuple(
				fc.constantFrom(
					'Accept',
					'Content-Type',
					'Last-Event-ID',
					'Origin',
					'Content-Length',
					'Transfer-Encoding',
					'Expect',
					'Upgrade',
					'Connection',
					'X',
				),
				fc.oneof(
					fc.constantFrom(
						'application/json',
						'text/event-stream',
						'0',
						'5',
						'-1',
						'chunked',
						'100-continue',
						'websocket',
						'close',
						'null',
					),
					fc.string({ maxLength: 30 }),
				),
			),
			{ maxLength: 5 },
		),
		body: fc.oneof(
			fc.constant(''),
			fc.json({ maxDepth: 3 }),
			fc.string({ maxLength: 100 }),
			fc.constantFrom('{"text":"x"}', '{"approval":"a","decision":"once"}', '{"__proto__":1}', '0\r\n\r\n'),
		),
	})
	const texts = fc.sample(request, { numRuns: longer(400), seed: SOAK_SEED + 11 }).map(wireText(serving))
	const round = async () => {
		for (let from = 0; from < texts.length; from += 50)
			await Promise.all(texts.slice(from, from + 50).map(text => fuzzed(serving, text)))
	}
	await round()
	const before = heapAfterCollection()
	await round()
	const after = heapAfterCollection()
	assert.equal((await serving.ask('GET', '/v1/health')).status, 200)
	assert.ok(after < before * 1.1, `${before} bytes before, ${after} after ${texts.length} requests`)
	assert.ok((await serving.hub.tasks.get({ app: 'local', user: 'local' }, id)) !== undefined)
})

async function writeMuch(events: EventStream): Promise<void> {
	const data = 'x'.repeat(1024 * 1024)
	for (let id = 0; id < 20; id++) await events.write({ event: 'event', data, id })
}

/** Half of them hang up by themselves: what waits for more of a request would otherwise take its time. */
async function fuzzed(serving: Serving, text: string): Promise<void> {
	const socket = serving.socket()
	socket.write(text, 'latin1')
	socket.once('data', () => socket.destroy())
	const timer = setTimeout(() => socket.destroy(), 50)
	await new Promise(resolve => socket.once('close', resolve))
	clearTimeout(timer)
}

function wireText({ port }: Serving) {
	return (request: {
		method: string
		path: string
		query: string
		token: string
		headers: readonly (readonly [string, string])[]
		body: string
	}): string => {
		const { method, path, query, token, headers, body } = request
		const lines = [
			`${method} ${path}${query} HTTP/1.1`,
			`Host: 127.0.0.1:${port}`,
			`Authorization: Bearer ${token}`,
			...headers.map(([name, value]) => `${name}: ${value}`),
			...(body === ''
				? []
				: ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body, 'latin1')}`]),
		]
		return `${lines.join('\r\n')}\r\n\r\n${body}`
	}
}

function heapAfterCollection(): number {
	setFlagsFromString('--expose-gc')
	const collect = runInNewContext('gc') as () => void
	collect()
	collect()
	return process.memoryUsage().heapUsed
}

async function lastState(
	stream: AsyncGenerator<{ event: string; data: { state?: string } }>,
): Promise<string | undefined> {
	let state: string | undefined
	for await (const { event, data } of stream) if (event === 'task') state = data.state
	return state
}

function head({ port }: Serving): string {
	return `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${ANN}\r\n`
}

/** All that comes back until the server hangs up. */
async function talk(serving: Serving, text: string): Promise<string> {
	const socket: Socket = serving.socket().setEncoding('utf8')
	let heard = ''
	socket.on('data', (more: string) => {
		heard += more
	})
	socket.write(text)
	await new Promise(resolve => socket.once('close', resolve))
	return heard
}
