import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, request } from 'node:http'
import { createServer as createHttp2, createSecureServer as createSecureHttp2 } from 'node:http2'
import { createServer as createTcp } from 'node:net'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { modelInfo } from '../../../src/providers/discovery/catalogue.ts'
import type { NetworkStep } from '../../../src/providers/network/step.ts'
import { walkToProvider } from '../../../src/providers/network/walk.ts'
import {
	type ModelServer,
	type ModelServerOptions,
	startModelServer,
} from '../../support/model-server/model-server.ts'
import { listen, startProxy } from '../../support/model-server/proxy.ts'
import { type CertificateName, listenWithTls } from '../../support/model-server/tls.ts'

const KEY = 'sk-test-0123456789abcdef'

async function modelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
	const server = await startModelServer({ models: ['small', 'large'], ...options })
	onTestFinished(() => server.close())
	return server
}

type Way = {
	baseUrl: string
	api?: ProviderConfig['api']
	key?: string | null
	model?: string
	env?: Record<string, string>
	socket?: boolean
	limitMs?: number
}

/**
 * Where the step after `last` waits in vain. On a busy machine `last` may take as long as it is waited for, too: then it is
 * walked once more with time for that.
 * @returns also how long was waited
 */
async function walkInVain(way: Way & { limitMs: number }, last: string) {
	for (let limitMs = way.limitMs; ; limitMs *= 2) {
		const walked = await walk({ ...way, limitMs })
		if (walked.states[last] === 'ok') return { ...walked, limitMs }
	}
}

/** @returns each step as `state`, and what was said of it */
async function walk({ baseUrl, api = 'chat', key = KEY, model, env = {}, socket, limitMs = 5_000 }: Way) {
	const steps: NetworkStep[] = []
	await walkToProvider({
		config: {
			id: 'mine',
			api,
			baseUrl,
			key: async () => (key === null ? undefined : { value: key, source: 'MY_KEY' }),
			keyName: 'MY_KEY',
			keyOptional: false,
			...(socket !== undefined && { socket }),
		},
		model,
		info: modelInfo,
		env,
		tell: step => steps.push(step),
		limitMs,
	})
	const said = JSON.stringify(steps)
	assert.ok(!said.includes(KEY), said)
	const states = Object.fromEntries(steps.map(({ step, state }) => [step, state]))
	const text = (step: string) => steps.find(each => each.step === step)?.text ?? ''
	const code = (step: string) => steps.find(each => each.step === step)?.code
	assert.deepEqual(
		steps.map(({ step }) => step),
		EVERY_STEP,
		'each step once, in order',
	)
	for (const { state, durationMs } of steps) assert.equal(durationMs === undefined, state === 'skipped')
	return { states, text, code, said, steps }
}

const EVERY_STEP = ['configuration', 'proxy', 'dns', 'tcp', 'tls', 'http', 'models', 'token', 'websocket']

/** What stands behind a server with TLS. */
const forwardTo =
	(server: ModelServer): RequestListener =>
	(message, response) => {
		message.pipe(
			request(
				new URL(message.url ?? '', server.anthropicUrl),
				{ method: message.method, headers: message.headers },
				far => {
					response.writeHead(far.statusCode ?? 0, far.headers)
					far.pipe(response)
				},
			),
		)
	}

const portOf = (server: ModelServer) => new URL(server.url).port

describe('a way on which all is well', () => {
	test('is walked to the token and the WebSocket', async () => {
		const server = await modelServer({ key: KEY, sockets: true })
		server.script({ text: ['O', 'K'] })
		const { states, text, steps } = await walk({
			baseUrl: `http://localhost:${portOf(server)}/v1`,
			api: 'responses',
		})
		assert.deepEqual(states, {
			configuration: 'ok',
			proxy: 'skipped',
			dns: 'ok',
			tcp: 'ok',
			tls: 'skipped',
			http: 'ok',
			models: 'ok',
			token: 'ok',
			websocket: 'ok',
		})
		assert.match(text('configuration'), /\(Responses\), key from MY_KEY, no proxy$/)
		assert.match(text('dns'), /127\.0\.0\.1.*1 IPv4/)
		assert.match(text('tcp'), /connected to .*127\.0\.0\.1:\d+ in \d+ ms/)
		assert.equal(text('http'), 'HTTP/1.1')
		assert.equal(text('models'), 'answered 200 with the key from MY_KEY: 2 models')
		assert.match(text('token'), /^mine\/small: first byte after \d+ ms, first token after \d+ ms$/)
		assert.equal(text('websocket'), 'the server answered 101 to the handshake')
		assert.deepEqual(steps.find(({ step }) => step === 'models')?.details, { status: 200, count: 2 })
		assert.equal(server.requests.length, 1, 'one request costs something')
	})

	test.each(['chat', 'messages'] as const)('has no WebSocket where %s is spoken', async api => {
		const server = await modelServer({ key: KEY })
		server.script({ text: 'OK' })
		const baseUrl = api === 'messages' ? server.anthropicUrl : server.url
		const { states, text } = await walk({ baseUrl, api, model: 'large' })
		assert.equal(states.token, 'ok')
		assert.match(text('token'), /^mine\/large: /)
		assert.equal(text('dns'), '127.0.0.1 is an address')
		assert.equal(text('websocket'), 'only the Responses API has them')
		assert.equal(server.requests[0]?.body.model, 'large')
	})

	test('goes over TLS, and through a proxy that wants a password', async () => {
		const server = await modelServer({ key: KEY })
		server.script({ text: 'OK' }, { text: 'OK' })
		const { port } = await listenWithTls(forwardTo(server))
		const proxy = await startProxy({ password: 'ada:geheim!' })
		const straight = await walk({ baseUrl: `https://localhost:${port}/v1` })
		assert.match(
			straight.text('tls'),
			/^TLSv1\.3, certificate for localhost.*, signed by .*, good until .* GMT$/,
		)
		const proxied = await walk({
			baseUrl: `https://localhost:${port}/v1`,
			env: { HTTPS_PROXY: `http://ada:geheim!@${proxy.url}` },
		})
		for (const { states } of [straight, proxied])
			assert.deepEqual([states.tls, states.http, states.models, states.token], ['ok', 'ok', 'ok', 'ok'])
		assert.equal(proxied.states.proxy, 'ok')
		assert.match(
			proxied.text('proxy'),
			/the proxy http:\/\/127.* \(from HTTPS_PROXY\) reached in \d+ ms; it answered 200 to CONNECT localhost:/,
		)
		assert.equal(proxied.text('dns'), 'the proxy looks localhost up')
		assert.ok(!proxied.said.includes('geheim'))
	})

	test('is told in whole words though the password is a letter', async () => {
		const proxy = await startProxy({ password: 'u:p', answer: 403 })
		const env = { HTTPS_PROXY: `http://u:p@${proxy.url}` }
		const { text } = await walk({ baseUrl: 'https://localhost:1/v1', env })
		assert.match(
			text('proxy'),
			/^the proxy http:\/\/127\.0\.0\.1:\d+ \(from HTTPS_PROXY\) lets nothing through/,
		)
	})

	test('goes through a proxy without a scheme that reads what has no TLS', async () => {
		const server = await modelServer({ key: KEY, sockets: true })
		server.script({ text: 'OK' })
		const proxy = await startProxy()
		const { states, text } = await walk({
			baseUrl: server.url,
			api: 'responses',
			env: { http_proxy: proxy.url },
		})
		assert.deepEqual([states.proxy, states.http, states.token], ['ok', 'ok', 'ok'])
		assert.match(text('proxy'), /\(from http_proxy\) reached in \d+ ms$/)
		assert.equal(text('websocket'), 'not tried through a proxy')
		assert.equal(proxy.asked.length, 3)
	})

	test('passes a proxy that NO_PROXY exempts it from, and says so', async () => {
		const server = await modelServer()
		server.script({ text: 'OK' })
		const env = { ALL_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' }
		const { states, text } = await walk({ baseUrl: server.url, env })
		assert.equal(states.token, 'ok')
		assert.match(text('configuration'), /no proxy: NO_PROXY exempts 127\.0\.0\.1:\d+ from ALL_PROXY$/)
	})

	test('does without WebSockets where the server has none, unless the settings insist', async () => {
		const server = await modelServer()
		server.script({ text: 'OK' }, { text: 'OK' })
		const without = await walk({ baseUrl: server.url, api: 'responses' })
		assert.equal(without.states.websocket, 'missing')
		assert.match(without.text('websocket'), /answered 4\d\d to the handshake; replies come over HTTPS/)
		const insists = await walk({ baseUrl: server.url, api: 'responses', socket: true })
		assert.equal(insists.states.websocket, 'failed')
	})
})

describe('a proxy that does not let us through', () => {
	test.each<[string, string, { password?: string; answer?: number }, RegExp]>([
		[
			'wants a password',
			'config-invalid',
			{ password: 'ada:x' },
			/\(from HTTPS_PROXY\) wants a name and a password/,
		],
		[
			'refuses',
			'config-invalid',
			{ answer: 403 },
			/lets nothing through to localhost:\d+: 403 No; ask who runs it/,
		],
		['reaches nobody', 'connection-lost', { answer: 502 }, /cannot reach localhost:\d+: 502 No/],
	])('%s', async (_, code, options, words) => {
		const { port } = await listenWithTls(() => assert.fail('the proxy was passed by'))
		const proxy = await startProxy(options)
		const walked = await walk({ baseUrl: `https://localhost:${port}/v1`, env: { HTTPS_PROXY: proxy.url } })
		assert.equal(walked.states.proxy, 'failed')
		assert.equal(walked.code('proxy'), code)
		assert.match(walked.text('proxy'), words)
		for (const step of EVERY_STEP.slice(2)) assert.equal(walked.states[step], 'skipped')
	})

	test('is dead', async () => {
		const env = { HTTPS_PROXY: 'http://127.0.0.1:1' }
		const { text, states } = await walk({ baseUrl: 'https://localhost:1/v1', env })
		assert.equal(text('proxy'), 'the proxy http://127.0.0.1:1 (from HTTPS_PROXY) refused the connection')
		assert.equal(states.token, 'skipped')
	})

	test('never answers', async () => {
		const port = await listen(createTcp(() => {}))
		const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` }
		const { text } = await walk({ baseUrl: 'https://localhost:1/v1', env, limitMs: 300 })
		assert.match(text('proxy'), /\(from HTTPS_PROXY\) could not be asked: no answer within 0\.3 s/)
	})

	test('wants a password for what has no TLS', async () => {
		const server = await modelServer()
		const proxy = await startProxy({ password: 'ada:x' })
		const { states, text } = await walk({ baseUrl: server.url, env: { HTTP_PROXY: proxy.url } })
		assert.deepEqual([states.proxy, states.http, states.models], ['ok', 'failed', 'skipped'])
		assert.match(text('http'), /wants a name and a password/)
	})

	test('cannot be understood', async () => {
		const env = { ALL_PROXY: 'socks5://127.0.0.1:1080' }
		const { states, code, text } = await walk({ baseUrl: 'https://localhost:1/v1', env })
		assert.equal(code('configuration'), 'config-invalid')
		assert.match(text('configuration'), /ALL_PROXY names a SOCKS proxy/)
		assert.equal(states.proxy, 'skipped')
	})
})

describe('TLS that does not hold', () => {
	test.each<[CertificateName, boolean, RegExp]>([
		['localhost', false, /has a certificate that is signed by itself; NODE_EXTRA_CA_CERTS names a file/],
		['other', true, /has a certificate for other\.example, not for localhost/],
		['expired', true, /has a certificate that was good until .* GMT \(CERT_HAS_EXPIRED\)/],
	])('is told of %s (trusted: %s), also through a proxy', async (name, isTrusted, words) => {
		const { port } = await listenWithTls(() => assert.fail('something was sent'), { name, isTrusted })
		const proxy = await startProxy()
		for (const env of [{}, { HTTPS_PROXY: proxy.url }]) {
			const { states, code, text } = await walk({ baseUrl: `https://localhost:${port}/v1`, env })
			assert.deepEqual([states.tls, states.http, states.token], ['failed', 'skipped', 'skipped'])
			assert.equal(code('tls'), 'config-invalid')
			assert.match(text('tls'), words)
		}
		assert.equal(proxy.asked.length, 1)
	})

	test('names NODE_EXTRA_CA_CERTS, and that it cannot be read', async () => {
		const { port } = await listenWithTls(() => {}, { isTrusted: false })
		const baseUrl = `https://localhost:${port}/v1`
		const there = await walk({ baseUrl, env: { NODE_EXTRA_CA_CERTS: import.meta.filename } })
		assert.match(there.text('tls'), /NODE_EXTRA_CA_CERTS adds the issuers in .*walk\.test\.ts/)
		const gone = await walk({ baseUrl, env: { NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' } })
		assert.match(gone.text('tls'), /NODE_EXTRA_CA_CERTS names \/nowhere\/ca\.pem, which cannot be read/)
	})

	test('is not there', async () => {
		const server = await modelServer()
		const { text, states } = await walk({ baseUrl: `https://localhost:${portOf(server)}/v1` })
		assert.equal(states.tls, 'failed')
		assert.match(text('tls'), /does not speak TLS; write its base URL with http:\/\//)
	})

	test('is expected by a server whose base URL has none', async () => {
		const { port } = await listenWithTls(() => {})
		const { text, states } = await walk({ baseUrl: `http://localhost:${port}/v1` })
		assert.deepEqual([states.tcp, states.http], ['ok', 'failed'])
		assert.match(text('http'), /expects TLS; write its base URL with https:\/\//)
	})

	test('is not checked where the environment says so, and that is told', async () => {
		const { port } = await listenWithTls((_, response) => response.end(), { name: 'other' })
		const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
		const { states, text } = await walk({ baseUrl: `https://localhost:${port}/v1`, env })
		assert.deepEqual([states.tls, states.http], ['ok', 'ok'])
		assert.match(
			text('tls'),
			/not checked: NODE_TLS_REJECT_UNAUTHORIZED is 0 \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
		)
	})

	test('never begins', async () => {
		const port = await listen(createTcp(() => {}))
		const { text } = await walkInVain({ baseUrl: `https://127.0.0.1:${port}/v1`, limitMs: 300 }, 'tcp')
		assert.match(text('tls'), /did not answer in time/)
	})
})

describe('a server that does not do what is asked', () => {
	test('is not there', async () => {
		const { states, text } = await walk({ baseUrl: 'http://127.0.0.1:1/v1' })
		assert.deepEqual([states.tcp, states.http], ['failed', 'skipped'])
		assert.match(text('tcp'), /127\.0\.0\.1:1 refused the connection/)
	})

	test('has a name that nobody knows', async () => {
		const { states, text } = await walk({ baseUrl: 'http://nobody.invalid/v1' })
		assert.deepEqual([states.dns, states.tcp, states.http], ['failed', 'skipped', 'skipped'])
		assert.match(text('dns'), /nobody\.invalid (?:is not a host that can be found|could not be looked up)/)
	})

	test('speaks HTTP/2 only, with TLS and without', async () => {
		const plain = await walk({ baseUrl: `http://127.0.0.1:${await listen(createHttp2())}/v1` })
		assert.deepEqual([plain.states.tcp, plain.states.http, plain.states.models], ['ok', 'failed', 'skipped'])
		assert.match(plain.text('http'), /speaks HTTP\/2 only, which is not spoken here; put a gateway/)
		const pem = await readFile(join(import.meta.dirname, '../../fixtures/tls/localhost.pem'), 'utf8')
		const port = await listen(createSecureHttp2({ key: pem, cert: pem }))
		const secure = await walk({ baseUrl: `https://127.0.0.1:${port}/v1` })
		assert.equal(secure.states.tls, 'failed')
		assert.match(secure.text('tls'), /speaks HTTP\/2 only, which is not spoken here; put a gateway/)
	})

	test('names itself in more than one line, with the key in it', async () => {
		const answer = `HTTP/1.1 200 OK\r\nserver: gate\x1b[31m ${KEY}\r\ncontent-length: 0\r\n\r\n`
		const port = await listen(createTcp(socket => socket.once('data', () => socket.end(answer))))
		const { said, text, steps } = await walk({ baseUrl: `http://127.0.0.1:${port}/v1` })
		assert.ok(!/\x1b/.test(text('http')), said)
		assert.equal(steps.length, EVERY_STEP.length)
	})

	test('takes no such key', async () => {
		const server = await modelServer({ key: 'another', sockets: true })
		// Its list is for everybody, as OpenRouter's is.
		const open = await walk({ baseUrl: server.url, api: 'responses' })
		assert.deepEqual(
			[open.states.models, open.states.token, open.states.websocket],
			['ok', 'failed', 'skipped'],
		)
		assert.equal(open.code('token'), 'auth-failed')
		const refuses: RequestListener = ({ headers }, response) => {
			const error = { message: `Incorrect API key provided: ${headers.authorization}` }
			response.writeHead(401).end(JSON.stringify({ error }))
		}
		const port = await listen(createServer(refuses))
		const { states, text, code } = await walk({ baseUrl: `http://127.0.0.1:${port}/v1` })
		assert.deepEqual([states.http, states.models, states.token], ['ok', 'failed', 'skipped'])
		assert.equal(code('models'), 'auth-failed')
		assert.match(text('models'), /answered 401.*check the key, which came from MY_KEY/)
	})

	test('is asked nothing without a key, though the way to it is walked', async () => {
		const server = await modelServer()
		const { states, text } = await walk({ baseUrl: server.url, key: null })
		assert.deepEqual(
			[states.configuration, states.tcp, states.http, states.models],
			['failed', 'ok', 'ok', 'skipped'],
		)
		assert.match(text('configuration'), /no key for mine: set MY_KEY/)
	})

	test('answers with a page', async () => {
		const page: RequestListener = (_, response) =>
			response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><p>Not here.')
		const port = await listen(createServer(page))
		const { states, text } = await walk({ baseUrl: `http://127.0.0.1:${port}/api`, model: 'small' })
		assert.deepEqual([states.http, states.models, states.token], ['ok', 'failed', 'failed'])
		assert.match(
			text('models'),
			/answered 404 with a web page: the base URL is not an API; check .*it usually ends in \/v1/,
		)
	})

	test('has no list of models, and the model that is known answers', async () => {
		const server = await modelServer()
		server.script({ text: 'OK' })
		const forward = forwardTo(server)
		const port = await listen(
			createServer((message, response) =>
				message.url === '/v1/models' ? response.writeHead(404).end() : forward(message, response),
			),
		)
		const { states } = await walk({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'small' })
		assert.deepEqual([states.models, states.token], ['failed', 'ok'])
	})

	test('has an address of IPv6', async () => {
		const server = await modelServer()
		server.script({ text: 'OK' })
		const port = await listen(createServer(forwardTo(server)), '::1')
		const { states, text } = await walk({ baseUrl: `http://[::1]:${port}/v1` })
		assert.equal(text('dns'), '::1 is an address')
		assert.match(text('tcp'), /^connected to \[::1\]:\d+ in \d+ ms$/)
		assert.equal(states.token, 'ok')
	})

	test('has no model', async () => {
		const server = await modelServer({ models: [] })
		const { states, text } = await walk({ baseUrl: server.url })
		assert.deepEqual([states.models, states.token], ['ok', 'skipped'])
		assert.match(text('token'), /name one with -m/)
	})

	test('fails with the words and the code that a reply would', async () => {
		const server = await modelServer()
		server.script({
			status: 429,
			error: { message: 'You exceeded your current quota', code: 'insufficient_quota' },
		})
		const { states, code, text } = await walk({ baseUrl: server.url })
		assert.equal(states.token, 'failed')
		assert.equal(code('token'), 'quota-exhausted')
		assert.match(text('token'), /look at its plan and billing/)
	})

	test('never sends a token', async () => {
		const server = await modelServer()
		server.script({ text: 'OK', fault: { kind: 'stall', after: 'headers' } })
		const { states, text, limitMs } = await walkInVain({ baseUrl: server.url, limitMs: 500 }, 'models')
		assert.equal(states.token, 'failed')
		assert.ok(text('token').includes(`within ${limitMs / 1_000} s`), text('token'))
	})

	test('has an address that is none, or the password of somebody in it', async () => {
		const odd = await walk({ baseUrl: 'nonsense' })
		assert.match(odd.text('configuration'), /the base URL of mine is no address: "nonsense"/)
		const locked = await walk({ baseUrl: 'http://ada:geheim@127.0.0.1:1/v1' })
		assert.ok(!locked.said.includes('geheim'), locked.said)
	})
})
