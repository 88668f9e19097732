import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createHttp2 } from 'node:http2'
import { createServer as createTls } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { describe, onTestFinished, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { fromNetwork } from '../../../src/providers/errors/map-error.ts'
import { createHttpFetch } from '../../../src/providers/http/http-fetch.ts'
import { type CertificateName, listenWithTls } from '../../support/model-server/tls.ts'

const failure = (url: string): Promise<unknown> =>
	createHttpFetch()(url).then(
		() => assert.fail('it was answered'),
		error => error,
	)

async function listen(server: Server): Promise<number> {
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void server.close())
	return (server.address() as AddressInfo).port
}

describe('what is wrong with a certificate', () => {
	test.each<[CertificateName, boolean, RegExp]>([
		['localhost', false, /signed by itself; NODE_EXTRA_CA_CERTS names a file with your own issuers/],
		['other', true, /has a certificate for other\.example, not for localhost/],
		['expired', true, /has a certificate that was good until .* GMT \(CERT_HAS_EXPIRED\)/],
	])('is told of %s (trusted: %s)', async (name, isTrusted, words) => {
		let asked = 0
		const { url } = await listenWithTls(() => asked++, { name, isTrusted })
		const error = await failure(url)
		assert.ok(error instanceof AgentError)
		assert.equal(error.code, 'config-invalid')
		assert.match(error.message, words)
		assert.equal(asked, 0)
	})
})

describe('a server that speaks something else', () => {
	test('wants a certificate of ours', async () => {
		const pem = await readFile(new URL('../../fixtures/tls/localhost.pem', import.meta.url), 'utf8')
		await listenWithTls(() => {})
		const server = createTls({ key: pem, cert: pem, requestCert: true, rejectUnauthorized: true })
		const error = await failure(`https://localhost:${await listen(server)}/`)
		assert.ok(error instanceof AgentError && error.code === 'config-invalid')
		assert.match(error.message, /wants a certificate of yours/)
	})

	test('speaks an old TLS only', async () => {
		const pem = await readFile(new URL('../../fixtures/tls/localhost.pem', import.meta.url), 'utf8')
		const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
		const error = await failure(
			`https://localhost:${await listen(createTls({ key: pem, cert: pem, ...old }))}/`,
		)
		assert.ok(error instanceof AgentError && error.code === 'config-invalid')
		assert.match(error.message, /only a TLS older than 1\.2/)
	})

	test('expects TLS where the base URL has none', async () => {
		const { port } = await listenWithTls(() => {})
		const error = await failure(`http://localhost:${port}/`)
		assert.ok(error instanceof AgentError && error.code === 'config-invalid')
		assert.match(error.message, /expects TLS; write its base URL with https:\/\//)
	})

	test('has no TLS where the base URL says so', async () => {
		const error = await failure(`https://localhost:${await listen(createServer())}/`)
		assert.ok(error instanceof AgentError && error.code === 'config-invalid')
		assert.match(error.message, /does not speak TLS; write its base URL with http:\/\//)
	})

	test('only hangs up, and that is all there is to say', async () => {
		const server = createServer(({ socket }) => socket.resetAndDestroy())
		const error = await failure(`http://localhost:${await listen(server)}/`)
		assert.ok(!(error instanceof AgentError))
	})

	test('speaks HTTP/2 only', async () => {
		const baseUrl = `http://127.0.0.1:${await listen(createHttp2())}/v1`
		const config = {
			id: 'mine',
			api: 'chat',
			baseUrl,
			key: async () => undefined,
			keyName: undefined,
			keyOptional: true,
		} as const
		const { code, message } = fromNetwork(await failure(baseUrl), { config, key: undefined })
		assert.equal(code, 'bad-request')
		assert.match(message, /speaks HTTP\/2 only/)
	})
})
