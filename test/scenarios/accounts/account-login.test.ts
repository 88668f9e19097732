// A login whose requests go elsewhere than those with a key: another server, its own headers and fields.

import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type OAuthServer, startOAuthServer } from '../../support/providers/oauth-server.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'

let keys: ModelServer
let backend: ModelServer
let oauth: OAuthServer
let desk: Desk
beforeEach(async () => {
	keys = await startModelServer()
	backend = await startModelServer({ models: ['of-the-account'], sockets: true })
	oauth = await startOAuthServer({ intervalSeconds: 0.02 })
	keys.onRequest(() => ({ text: 'with a key' }))
	backend.onRequest(({ headers }) =>
		oauth.accepts(headers.authorization)
			? { text: 'with the login' }
			: { status: 401, error: { message: 'not good any more' } },
	)
	desk = await makeDesk()
	await settings({
		baseUrl: backend.url,
		headers: { 'x-account': 'acct-1' },
		body: { store: false, stream: true, max_output_tokens: null, safety_identifier: 'yes' },
	})
})
afterEach(async () => {
	await keys.close()
	await backend.close()
	await oauth.close()
	await desk.remove()
})

async function settings(account: object, more: object = {}): Promise<void> {
	const corp = {
		api: 'responses',
		baseUrl: keys.url,
		headers: { 'x-team': 'blue', 'x-account': 'nobody' },
		apiKeyEnv: 'CORP_KEY',
		oauth: { ...oauth.endpoints, account },
		...more,
	}
	await mkdir(desk.home, { recursive: true })
	await writeFile(join(desk.home, 'settings.json'), JSON.stringify({ model: 'corp/m', providers: { corp } }))
}

const agent = (args: readonly string[], env: Record<string, string> = {}) => runAgent(args, { desk, env })
const login = async () => assert.equal((await agent(['login', 'corp', '--device'])).code, 0)

describe('with an account', () => {
	test('a login goes to its server, as that wants to be asked', async () => {
		await login()
		const { code, stdout, stderr } = await agent(['run', 'hello'])
		assert.deepEqual([code, stdout], [0, 'with the login\n'], stderr)
		assert.equal(keys.requests.length, 0)
		const [{ body, headers, path, over }] = backend.requests as [ModelServer['requests'][number]]
		assert.deepEqual([body.store, body.stream, body.safety_identifier], [false, true, 'yes'])
		assert.equal(Object.hasOwn(body, 'max_output_tokens'), false)
		assert.deepEqual([headers['x-account'], headers['x-team']], ['acct-1', 'blue'])
		assert.deepEqual([path, over], ['/v1/responses', 'https'])
	})

	test('a key of the same provider goes where keys go, unchanged', async () => {
		await login()
		const { stdout } = await agent(['run', 'hello'], { CORP_KEY: 'corp-key-1234' })
		assert.equal(stdout, 'with a key\n')
		assert.equal(backend.requests.length, 0)
		const [{ body, headers }] = keys.requests as [ModelServer['requests'][number]]
		assert.deepEqual([headers.authorization, headers['x-account']], ['Bearer corp-key-1234', 'nobody'])
		assert.equal(Object.hasOwn(body, 'safety_identifier'), false)
	})

	test('a token that the server takes no longer is renewed, and the next one goes there, too', async () => {
		await login()
		oauth.revoke()
		const { code, stdout, stderr } = await agent(['run', 'hello'])
		assert.deepEqual([code, stdout], [0, 'with the login\n'], stderr)
		assert.equal(backend.requests.length, 2)
		assert.equal(backend.requests[1]?.body.safety_identifier, 'yes')
		assert.equal(backend.requests[1]?.headers['x-account'], 'acct-1')
		assert.equal(keys.requests.length, 0)
	})

	test('what it insists on is not conceded', async () => {
		await login()
		backend.script({ status: 400, error: { message: 'streaming is not supported' } })
		const { code, stderr } = await agent(['run', 'hello'])
		assert.equal(code, 1, stderr)
		assert.match(stderr, /streaming is not supported/)
		assert.deepEqual(
			backend.requests.map(({ body }) => body.stream),
			[true],
		)
	})

	test('its models are asked for at its server, and its token goes nowhere else', async () => {
		await login()
		const { stdout } = await agent(['models', 'corp'])
		assert.match(stdout, /corp\/of-the-account/)
		const { accessToken } = JSON.parse(await readFile(join(desk.home, 'credentials.json'), 'utf8')).providers
			.corp
		assert.ok(accessToken)
		assert.equal(JSON.stringify(keys.requests).includes(accessToken), false)
	})

	test('without an address of its own only headers and fields are different', async () => {
		await settings({ body: { safety_identifier: 'yes' } })
		keys.onRequest(() => ({ text: 'the same server' }))
		await login()
		assert.equal((await agent(['run', 'hello'])).stdout, 'the same server\n')
		assert.equal(keys.requests[0]?.body.safety_identifier, 'yes')
	})

	test('one that is not written right is named', async () => {
		await settings({ baseUrl: 'ftp://nowhere' })
		const { code, stderr } = await agent(['run', 'hello'])
		assert.equal(code, 3)
		assert.match(stderr, /providers\.corp\.oauth\.account\.baseUrl must/)
	})
})
