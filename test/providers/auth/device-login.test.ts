import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { deviceLogin } from '../../../src/providers/auth/device-login.ts'
import { createHttpFetch } from '../../../src/providers/http/http-fetch.ts'
import { type HandClock, handClock } from '../../support/hand-clock.ts'
import {
	type OAuthServer,
	type OAuthServerOptions,
	startOAuthServer,
} from '../../support/providers/oauth-server.ts'

let server: OAuthServer
let clock: HandClock
let shown: string[]
let cancel: AbortController
afterEach(() => server.close())

/** The login is under way when this resolves, and settles as `login` does. */
async function begin(options: OAuthServerOptions & { polls?: readonly string[] } = {}) {
	server = await startOAuthServer(options)
	server.device(...(options.polls ?? []))
	clock = handClock()
	shown = []
	cancel = new AbortController()
	const login = deviceLogin({
		endpoints: server.endpoints,
		fetch: createHttpFetch(),
		clock,
		signal: cancel.signal,
		show: ({ url, code }) => shown.push(`${url.href} ${code}`),
	})
	return { login, failure: failureOf(login) }
}

async function failureOf(login: Promise<unknown>): Promise<[string, string] | undefined> {
	const error = await login.then(() => undefined).catch((caught: unknown) => caught)
	return error instanceof AgentError ? [error.code, error.message] : undefined
}

/** Lets one wait of exactly this long pass. */
async function pass(ms: number): Promise<void> {
	await clock.asleepFor(ms)
	clock.advance(ms)
}

const polls = () => server.asked.filter(({ path }) => path === '/token').length

test('a code is shown, and the tokens come once it has been typed', async () => {
	const { login } = await begin({ polls: ['authorization_pending', 'authorization_pending'] })
	for (let poll = 0; poll < 3; poll++) await pass(5_000)
	const stored = await login
	const { access, refresh } = server.issued[0]!
	assert.deepEqual(stored, {
		type: 'oauth',
		accessToken: access,
		refreshToken: refresh,
		expiresAt: clock.now() + 3_600_000,
		refreshAt: clock.now() + 3_300_000,
		tokenUrl: server.endpoints.tokenUrl,
		clientId: 'keelson-test',
	})
	assert.deepEqual(shown, [`${server.url}/activate WXYZ-1234`])
	assert.deepEqual(server.asked[0], {
		path: '/device',
		fields: {
			client_id: 'keelson-test',
			scope: 'models offline_access',
			audience: 'https://models.example',
		},
	})
})

test('a server that is asked too often is asked five seconds later from then on', async () => {
	const { login } = await begin({ polls: ['slow_down', 'authorization_pending', 'slow_down'] })
	for (const ms of [5_000, 10_000, 10_000, 15_000]) await pass(ms)
	await login
	assert.equal(polls(), 4)
})

describe('it ends, and says why, when', () => {
	test.each([
		['access_denied', 'the login was refused in the browser'],
		['expired_token', 'nobody typed the code in time; run `agent login` again'],
		['invalid_scope', 'the login server refuses: invalid_scope'],
	])('the server says %s', async (error, words) => {
		const { failure } = await begin({ polls: ['authorization_pending', error] })
		for (let poll = 0; poll < 2; poll++) await pass(5_000)
		assert.deepEqual(await failure, ['auth-failed', words])
		assert.equal(polls(), 2)
	})

	test('nobody types the code while it lasts', async () => {
		const { failure } = await begin({ polls: Array.from({ length: 200 }, () => 'authorization_pending') })
		for (let seconds = 5; seconds < 600; seconds += 5) await pass(5_000)
		assert.deepEqual(await failure, ['auth-failed', 'nobody typed the code in time; run `agent login` again'])
	})

	test('the server is in trouble whenever it is asked; a few times are none', async () => {
		const { login } = await begin({ polls: ['500', '502', 'authorization_pending', '500'] })
		for (const ms of [5_000, 10_000, 15_000, 15_000, 20_000]) await pass(ms)
		await login
		await server.close()
		const { failure } = await begin({ polls: Array.from({ length: 6 }, () => '500') })
		for (let seconds = 5; seconds <= 30; seconds += 5) await pass(seconds * 1_000)
		const [code, message] = (await failure)!
		assert.equal(code, 'server-error')
		assert.match(
			message,
			/^the login cannot end: the login server 127\.0\.0\.1:\d+ answered 500, 6 times; run `agent login` again$/,
		)
		assert.equal(polls(), 6)
	})

	test('the user leaves', async () => {
		const { failure } = await begin({ polls: ['authorization_pending'] })
		await clock.asleepFor(5_000)
		cancel.abort()
		assert.deepEqual(await failure, ['cancelled', 'the login was cancelled'])
	})

	test.each(['file:///etc/passwd', 'http://phish.example/', '-x', '$(reboot)', 'javascript:alert(1)'])(
		'the page of the server is %s: it is not shown',
		async verificationUri => {
			const { failure } = await begin({ verificationUri })
			assert.deepEqual(await failure, [
				'config-invalid',
				`the page of ${server.endpoints.deviceUrl} must begin with https://, not be ${JSON.stringify(verificationUri)}`,
			])
			assert.deepEqual(shown, [])
		},
	)
})
