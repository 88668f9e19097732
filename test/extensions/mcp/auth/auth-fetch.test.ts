import assert from 'node:assert/strict'
import { test } from 'vitest'
import { authFetch } from '../../../../src/extensions/mcp/auth/auth-fetch.ts'

const asked: string[] = []
async function answering(url: string | URL): Promise<Response> {
	asked.push(String(url))
	return new Response('{}')
}

for (const [server, address, expected] of [
	['https://mcp.test/mcp', 'https://login.test/token', undefined],
	['http://mcp.intranet:8080/mcp', 'http://mcp.intranet:8080/token', undefined],
	['http://127.0.0.1:8080/mcp', 'http://127.0.0.1:9090/token', undefined],
	['https://mcp.test/mcp', 'http://login.test/token', /must begin with https/],
	['https://mcp.test/mcp', 'http://169.254.169.254/latest/meta-data', /must begin with https/],
	['https://mcp.test/mcp', 'file:///etc/passwd', /must begin with https/],
	['https://mcp.test/mcp', 'http://127.0.0.1:6379/', /mcp\.test sends its login to this machine/],
	['https://mcp.test/mcp', 'https://localhost/', /sends its login to this machine/],
] as const)
	test(`a login of ${server} ${expected ? 'does not go' : 'goes'} to ${address}`, async () => {
		const request = authFetch(answering, server)(address)
		if (!expected) return assert.equal(await (await request).text(), '{}')
		const before = asked.length
		await assert.rejects(request, expected)
		assert.equal(asked.length, before)
	})

test('an answer that does not end is left', async () => {
	const endless = new ReadableStream({ pull: stream => stream.enqueue(new Uint8Array(65_536)) })
	const request = authFetch(async () => new Response(endless), 'https://mcp.test/mcp')('https://mcp.test/x')
	await assert.rejects(request, /mcp\.test answered with more than 1048576 bytes/)
})

test('a login server that is not there is named', async () => {
	const request = authFetch(fetch, 'http://127.0.0.1:9/mcp')('http://127.0.0.1:9/token')
	await assert.rejects(request, { code: 'connection-lost', message: /^127\.0\.0\.1:9 could not be asked: ./ })
})
