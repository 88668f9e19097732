import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { afterEach, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { browserLogin } from '../../../src/providers/auth/browser-login.ts'
import { createHttpFetch } from '../../../src/providers/http/http-fetch.ts'
import { type HandClock, handClock } from '../../support/hand-clock.ts'
import {
	type OAuthServer,
	type OAuthServerOptions,
	startOAuthServer,
} from '../../support/providers/oauth-server.ts'

let server: OAuthServer
let clock: HandClock
let cancel: AbortController
afterEach(() => server.close())

/** @param visit - what the browser does with the page */
async function logIn(
	visit: (page: URL) => void,
	options: OAuthServerOptions & { redirectPort?: number } = {},
) {
	server = await startOAuthServer(options)
	clock = handClock()
	cancel = new AbortController()
	const { redirectPort } = options
	return browserLogin({
		endpoints: { ...server.endpoints, ...(redirectPort !== undefined && { redirectPort }) },
		fetch: createHttpFetch(),
		clock,
		signal: cancel.signal,
		show: visit,
	})
}

async function failure(login: Promise<unknown>): Promise<[string, string]> {
	const error = await login.then(() => undefined).catch((caught: unknown) => caught)
	assert.ok(error instanceof AgentError)
	return [error.code, error.message]
}

const follow = (page: URL) => void fetch(page)

test('the browser brings a code back, and it is worth tokens only with the secret of this login', async () => {
	let answered: Promise<string> | undefined
	const login = await logIn(page => {
		answered = fetch(page).then(response => response.text())
	})
	const { access, refresh } = server.issued[0]!
	assert.deepEqual([login.accessToken, login.refreshToken], [access, refresh])
	assert.equal(await answered, 'You are logged in. This page can be closed.\n')
	const [asked, token] = server.asked
	const { state, code_challenge: challenge, redirect_uri: redirect = '', ...page } = asked!.fields
	assert.deepEqual(page, {
		response_type: 'code',
		client_id: 'keelson-test',
		code_challenge_method: 'S256',
		scope: 'models offline_access',
		audience: 'https://models.example',
	})
	assert.match(redirect, /^http:\/\/127\.0\.0\.1:\d+\/callback$/)
	assert.ok(state && state.length >= 43 && challenge !== token!.fields.code_verifier)
	await assert.rejects(fetch(redirect), 'the port is closed again')
})

test('what does not repeat the state of this login is turned away, and the login goes on waiting', async () => {
	const statuses: number[] = []
	const login = await logIn(page => {
		void (async () => {
			const redirect = page.searchParams.get('redirect_uri')
			for (const stray of ['?code=x&state=wrong', '?error=access_denied', '?code=x', '/more', ''])
				statuses.push((await fetch(`${redirect}${stray}`)).status)
			await fetch(page)
		})()
	})
	assert.deepEqual(statuses, [400, 400, 400, 404, 400])
	assert.equal(login.accessToken, server.issued[0]?.access)
})

test('a no in the browser ends it', async () => {
	assert.deepEqual(await failure(logIn(follow, { pageError: 'access_denied' })), [
		'auth-failed',
		'the login was refused in the browser',
	])
})

test('another error is told in words that no terminal acts on', async () => {
	assert.deepEqual(await failure(logIn(follow, { pageError: 'bad\u001b[2Jscope' })), [
		'auth-failed',
		'the login server refuses: bad [2Jscope',
	])
})

test('a user who never comes back is waited for five minutes', async () => {
	let isShown = () => {}
	const shown = new Promise<void>(resolve => {
		isShown = resolve
	})
	const failed = failure(logIn(() => isShown()))
	await shown
	await clock.asleepFor(300_000)
	clock.advance(300_000)
	assert.deepEqual(await failed, [
		'auth-failed',
		'nobody came back from the browser within 5 minutes; run `agent login` again',
	])
})

test('a user who leaves is let go at once', async () => {
	assert.deepEqual(await failure(logIn(() => cancel.abort())), ['cancelled', 'the login was cancelled'])
})

test('a port that the settings want and somebody else has is named', async () => {
	const other = createServer()
	await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
	const address = other.address()
	const port = typeof address === 'object' && address ? address.port : 0
	const [code, message] = await failure(logIn(follow, { redirectPort: port }))
	other.close()
	assert.equal(code, 'config-invalid')
	assert.match(message, new RegExp(`^oauth\\.redirectPort ${port} cannot be listened on: .*EADDRINUSE`))
})
