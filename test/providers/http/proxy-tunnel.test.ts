import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { createServer as createTcp } from 'node:net'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { createHttpFetch } from '../../../src/providers/http/http-fetch.ts'
import { listen, startProxy } from '../../support/model-server/proxy.ts'
import { listenWithTls } from '../../support/model-server/tls.ts'

const failure = (asked: Promise<unknown>): Promise<AgentError> =>
	asked.then(
		() => assert.fail('it was answered'),
		error => {
			assert.ok(error instanceof AgentError, String(error))
			return error
		},
	)

describe('a proxy', () => {
	test('stands between us and a server with TLS, which it cannot read, over one connection for requests that follow', async () => {
		const server = await listenWithTls((_, response) => response.end('Yes.'))
		const proxy = await startProxy({ password: 'ada:s p' })
		for (const proxyEnv of [
			{ HTTPS_PROXY: `http://ada:s%20p@${proxy.url}` },
			{ https_proxy: `ada:s%20p@${proxy.url}` },
			{ ALL_PROXY: `http://ada:s%20p@${proxy.url}` },
		]) {
			const fetch = createHttpFetch({ proxyEnv })
			assert.equal(await (await fetch(server.url)).text(), 'Yes.')
			assert.equal(await (await fetch(server.url)).text(), 'Yes.')
		}
		assert.deepEqual(proxy.asked, Array(3).fill(new URL(server.url).host))
	})

	test('gets the whole address of a server without TLS', async () => {
		const port = await listen(
			createServer((message, response) => response.end(`${message.headers.host} ${message.url}`)),
		)
		const proxy = await startProxy({ password: 'ada:x' })
		const fetch = createHttpFetch({ proxyEnv: { HTTP_PROXY: `http://ada:x@${proxy.url}` } })
		const url = `http://127.0.0.1:${port}/v1/models?all=1`
		assert.equal(await (await fetch(url)).text(), `127.0.0.1:${port} /v1/models?all=1`)
		assert.deepEqual(proxy.asked, [url])
	})

	test('that wants a password is told as such, for both ways, and once', async () => {
		const proxy = await startProxy({ password: 'ada:x' })
		const proxyEnv = { HTTPS_PROXY: `http://${proxy.url}`, HTTP_PROXY: `http://bob:y@${proxy.url}` }
		const tunnelled = await failure(createHttpFetch({ proxyEnv })('https://api.test/'))
		assert.equal(tunnelled.code, 'config-invalid')
		assert.match(
			tunnelled.message,
			/\(from HTTPS_PROXY\) wants a name and a password; it is written http:\/\/NAME:PASSWORD@/,
		)
		const plain = await failure(createHttpFetch({ proxyEnv })('http://api.test/'))
		assert.match(plain.message, /\(from HTTP_PROXY\) does not take the name and password in it/)
		assert.doesNotMatch(plain.message, /bob|:y@/)
		assert.equal(proxy.asked.length, 2)
	})

	test.each([
		[403, 'config-invalid', /lets nothing through to api\.test:443: 403 No/],
		[502, 'connection-lost', /cannot reach api\.test:443: 502 No/],
	] as const)('that answers %s is what the failure is about', async (answer, code, words) => {
		const proxy = await startProxy({ answer })
		const error = await failure(
			createHttpFetch({ proxyEnv: { HTTPS_PROXY: proxy.url } })('https://api.test/'),
		)
		assert.equal(error.code, code)
		assert.match(error.message, words)
	})

	test('that forbids what has no TLS is what the failure is about', async () => {
		const proxy = await startProxy({ answer: 403 })
		const error = await failure(
			createHttpFetch({ proxyEnv: { HTTP_PROXY: proxy.url } })('http://api.test/v1/x'),
		)
		assert.equal(error.code, 'config-invalid')
		assert.match(error.message, /\(from HTTP_PROXY\) lets nothing through to api\.test: 403/)
	})

	test('takes a password with a percent sign in it, escaped or not', async () => {
		const proxy = await startProxy({ password: 'ada:100% %zz' })
		const port = await listen(createServer((_, response) => response.end('Yes.')))
		for (const password of ['100%%20%zz', '100%25%20%25zz']) {
			const fetch = createHttpFetch({ proxyEnv: { HTTP_PROXY: `http://ada:${password}@${proxy.url}` } })
			assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'Yes.')
		}
	})

	test('that wants another login than Basic is told as such', async () => {
		const server = createServer()
		server.on('connect', (_, near) =>
			near.end('HTTP/1.1 407 No\r\nproxy-authenticate: NTLM\r\nproxy-authenticate: Negotiate\r\n\r\n'),
		)
		const proxyEnv = { HTTPS_PROXY: `http://ada:x@127.0.0.1:${await listen(server)}` }
		const error = await failure(createHttpFetch({ proxyEnv })('https://api.test/'))
		assert.match(error.message, /wants a login by NTLM, which is not spoken here/)
	})

	test('that speaks something else is not asked again', async () => {
		const greeting = createTcp(near => near.end('SSH-2.0-OpenSSH_9.6\r\n'))
		const port = await listen(greeting)
		const { port: tlsPort } = await listenWithTls(() => {}, { isTrusted: false })
		for (const [address, words] of [
			[`http://127.0.0.1:${port}`, /does not speak HTTP \(HPE_/],
			[`https://127.0.0.1:${port}`, /does not speak TLS; write its address with http:/],
			[`https://localhost:${tlsPort}`, /has a certificate that is not trusted; NODE_EXTRA_CA_CERTS/],
		] as const) {
			const error = await failure(
				createHttpFetch({ proxyEnv: { HTTPS_PROXY: address } })('https://api.test/'),
			)
			assert.equal(error.code, 'config-invalid', address)
			assert.match(error.message, words)
		}
	})

	test('that is not there is named, for both ways', async () => {
		const proxyEnv = { ALL_PROXY: 'http://127.0.0.1:1' }
		for (const url of ['https://api.test/', 'http://api.test/']) {
			const error = await failure(createHttpFetch({ proxyEnv })(url))
			assert.equal(error.code, 'connection-lost')
			assert.match(
				error.message,
				/the proxy http:\/\/127\.0\.0\.1:1 \(from ALL_PROXY\) refused the connection/,
			)
		}
	})

	test.each([
		[
			':::bad:::',
			/HTTPS_PROXY is no address of a proxy: ":::bad:::"; it looks like http:\/\/proxy\.example:3128/,
		],
		['socks5://127.0.0.1:1080', /names a SOCKS proxy \(socks5:\/\/127\.0\.0\.1:1080\)/],
		['ftp://x', /is no address of a proxy/],
		['ht!tp://x', /is no address of a proxy/],
		['http://ada:secret@', /is no address of a proxy: "http:\/\/…@"/],
	])('is never passed by where its address cannot be read: %s', async (address, words) => {
		const error = await failure(
			createHttpFetch({ proxyEnv: { HTTPS_PROXY: address } })('https://127.0.0.1:1/'),
		)
		assert.equal(error.code, 'config-invalid')
		assert.match(error.message, words)
	})

	test('that takes the connection and says nothing is given up', async () => {
		const silent = await new Promise<Server>(resolve => {
			const server = createServer(() => {})
			server.on('connect', () => {})
			resolve(server)
		})
		const port = await listen(silent)
		const limits = { proxyEnv: { HTTPS_PROXY: `127.0.0.1:${port}` }, connectTimeoutMs: 30 }
		const error = await failure(createHttpFetch(limits)('https://api.test/'))
		assert.match(error.message, /within 0\.03 s/)
	})
})
