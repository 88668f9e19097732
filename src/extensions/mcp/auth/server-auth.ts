// The authorization of one MCP server over HTTP: a fetch that sends the token along, renews it, logs in where the server
// asks for it, and asks for more where the server says that the token covers too little. Tokens live in one file that all
// processes of the user share.

import type { FetchLike } from '@modelcontextprotocol/client'
import { AgentError } from '../../../core/errors.ts'
import type { Clock } from '../../../core/host.ts'
import type { JsonValue } from '../../../core/json.ts'
import { authFetch } from './auth-fetch.ts'
import { browserGrant } from './browser-grant.ts'
import { deviceGrant } from './device-grant.ts'
import { configuredClient, type Discovered, discover, endpointOf } from './discovery.ts'
import { LoginNeeded } from './login-needed.ts'
import { type OAuthConfig, readOAuthConfig } from './oauth-config.ts'
import type { Person } from './person.ts'
import { type Challenge, challengeOf, probe } from './probe.ts'
import { codeOf } from './refusal.ts'
import { type LoginFile, loginFile, type StoredLogin, secretsOf } from './stored-login.ts'
import { crossAppTokens, ownTokens, refreshTokens } from './token-request.ts'

export type ServerAuthSetup = {
	/** `oauth` is the entry's own, as it stands there. */
	server: { name: string; url: string; oauth?: JsonValue }
	/** Of all login files: `mcp-credentials` below the user's own folder. */
	folder: string
	/** Where `clientSecretEnv` is read from; holds no key of our own providers. */
	env: Readonly<Record<string, string | undefined>>
	clock: Clock
	/** Sends the requests; the transport's own when left out. */
	fetch?: FetchLike
	/** Who is asked for a login in the middle of things. Without it a request that needs one fails with `LoginNeeded`. */
	person?: Person
}

export type ServerAuth = {
	/**
	 * For the `fetch` option of `StreamableHTTPClientTransport` and `SSEClientTransport`, which get no `authProvider`
	 * then. A request that has an `Authorization` header of its own is sent as it is.
	 *
	 * It rejects with `LoginNeeded` when a person is needed and there is none (the server's state is "needs login" then;
	 * a login in another process counts from the next request on), else with an AgentError that says what is wrong.
	 */
	fetch: FetchLike
	/**
	 * Logs in anew, whatever is stored. @returns whether the server wants a login at all
	 * @throws AgentError `auth-failed`, `cancelled`
	 */
	login(person: Person): Promise<boolean>
	/** Revokes the tokens where the login server can, and forgets them. @returns whether there were any */
	logout(): Promise<boolean>
	/** Everything that must be taken out of whatever is stored or shown. Grows as tokens come. */
	secrets(): readonly string[]
}

/**
 * Makes the authorization of one server; costs nothing until its first request. One for each server and process: calls
 * at the same time then share a renewal and a login.
 * @throws AgentError `config-invalid` for OAuth settings that cannot be meant
 */
export function createServerAuth(setup: ServerAuthSetup): ServerAuth {
	const config = readOAuthConfig(setup.server.oauth, setup.server.name, setup.env)
	const live = new LiveServerAuth(setup, config)
	return {
		fetch: (url, init) => live.send(url, init, setup.person),
		login: person => live.login(person),
		logout: () => live.logout(),
		secrets: () => live.secrets(),
	}
}

/** Times that one request may ask for more: the server that wants another scope each time has no end. */
const MAX_STEP_UPS = 2

class LiveServerAuth {
	readonly #setup: ServerAuthSetup
	readonly #config: OAuthConfig
	readonly #file: LoginFile
	readonly #secrets = new Set<string>()
	/** What is being done about a token, by the token and the reason: everybody who meets the same waits for it. */
	readonly #underWay = new Map<string, Promise<string>>()
	/** Scopes that were granted and did not help. */
	readonly #useless = new Set<string>()
	#login: StoredLogin | undefined
	#isRead = false

	constructor(setup: ServerAuthSetup, config: OAuthConfig) {
		this.#setup = setup
		this.#config = config
		this.#file = loginFile(setup.folder, setup.server)
		const { clientSecret, privateKey, idp } = config
		for (const secret of [clientSecret, privateKey?.pem, idp?.idToken, idp?.clientSecret])
			if (secret !== undefined) this.#secrets.add(secret)
	}

	secrets(): readonly string[] {
		return [...this.#secrets]
	}

	async send(
		url: string | URL,
		init: RequestInit | undefined,
		person: Person | undefined,
	): Promise<Response> {
		const { fetch = globalThis.fetch } = this.#setup
		if (new Headers(init?.headers).has('authorization')) return fetch(url, init)
		let token = await this.#tokenInTime()
		let isRenewed = false
		let stepUps = 0
		for (;;) {
			const response = await fetch(url, { ...init, headers: tokenHeaders(init, token) })
			if (response.status !== 401 && response.status !== 403) return response
			const challenge = await challengeOf(response)
			if (response.status === 401 && !isRenewed) {
				isRenewed = true
				token = await this.#once(`401 ${token}`, () => this.#replace(token, challenge, person))
			} else if (response.status === 401) {
				throw new LoginNeeded(this.#setup.server.name, 'does not take the login that it has just been given')
			} else if (challenge.error === 'insufficient_scope') {
				const scope = challenge.scope ?? ''
				if (stepUps === MAX_STEP_UPS || this.#useless.has(`${token} ${scope}`)) throw this.#tooNarrow(scope)
				stepUps += 1
				token = await this.#once(`403 ${token} ${scope}`, () => this.#widen(token, challenge, person))
				this.#useless.add(`${token} ${scope}`)
			} else return response
			await response.body?.cancel()
		}
	}

	async login(person: Person): Promise<boolean> {
		const { server } = this.#setup
		const { status, challenge } = await probe(this.#fetch(), server.url, person.signal)
		const found = await this.#discover(challenge, person.signal)
		if (status !== 401 && !found.isProtected) return false
		const before = await this.#file.read()
		const scope = united(this.#scopeFor(found, challenge), before?.wantedScope)
		this.#login = await this.#grant({ found, scope, person })
		this.#isRead = true
		// The login is there; whether it is any good, only the server can say.
		const withToken: FetchLike = (url, init) => this.send(url, init, person)
		const after = await probe(withToken, server.url, person.signal)
		if (after.status < 400) return true
		throw new AgentError(
			'auth-failed',
			`the login is done, but the MCP server ${server.name} answers ${after.status} to it`,
		)
	}

	async logout(): Promise<boolean> {
		let had = false
		await this.#file.update(async login => {
			had = login !== undefined
			if (login !== undefined) await this.#revoke(login)
			return had ? null : undefined
		})
		this.#login = undefined
		return had
	}

	/** A token that is about to run out is renewed; while it lasts, a renewal that fails can wait. */
	async #tokenInTime(): Promise<string | undefined> {
		if (!this.#isRead) await this.#read()
		const tokens = this.#login?.tokens
		const now = this.#setup.clock.now()
		if (tokens?.refreshAt === undefined || now < tokens.refreshAt) return tokens?.accessToken
		if (tokens.refreshToken === undefined) return tokens.accessToken
		const { accessToken } = tokens
		return this.#once(`401 ${accessToken}`, async () => {
			const renewed = await this.#renew(accessToken).catch(error => {
				if (error instanceof AgentError && error.retryable) return undefined
				throw error
			})
			// The server's own 401 says what is to be done now.
			return renewed ?? accessToken
		})
	}

	/** Another token in the place of one that was refused. */
	async #replace(
		spent: string | undefined,
		challenge: Challenge,
		person: Person | undefined,
	): Promise<string> {
		const renewed = await this.#renew(spent)
		if (renewed !== undefined) return renewed
		return this.#obtain({ challenge, person, why: 'wants a login' })
	}

	/** A token that covers more. */
	async #widen(spent: string | undefined, challenge: Challenge, person: Person | undefined): Promise<string> {
		await this.#read()
		const tokens = this.#login?.tokens
		// Somebody has done it meanwhile.
		if (tokens !== undefined && tokens.accessToken !== spent) return tokens.accessToken
		const scope = united(tokens?.scope, challenge.scope)
		const why = `wants more rights${challenge.scope ? ` (${challenge.scope})` : ''}`
		return this.#obtain({ challenge, person, why, ...(scope !== undefined && { scope }) })
	}

	async #obtain(wish: {
		challenge: Challenge
		person: Person | undefined
		why: string
		scope?: string
	}): Promise<string> {
		const { challenge, person, why, scope } = wish
		const isOwn = this.#config.grant !== 'authorization_code'
		if (!isOwn && person === undefined) {
			const wantedScope = united(scope, challenge.scope)
			if (wantedScope !== undefined && this.#login !== undefined)
				await this.#file.update(async login => login && { ...login, wantedScope })
			throw new LoginNeeded(this.#setup.server.name, why)
		}
		const found = await this.#discover(challenge, person?.signal)
		const asked = scope ?? this.#scopeFor(found, challenge)
		this.#login = await this.#grant({ found, scope: asked, ...(person && { person }) })
		return this.#login.tokens?.accessToken ?? ''
	}

	/** Tokens by whatever way there is, on disk before anybody uses them. */
	async #grant(wish: {
		found: Discovered
		scope: string | undefined
		person?: Person
	}): Promise<StoredLogin> {
		const { found, scope, person } = wish
		const { clock, server } = this.#setup
		const known = (await this.#file.read())?.client
		const fetch = this.#authFetch(person?.signal)
		let login: StoredLogin
		if (this.#config.grant !== 'authorization_code') {
			const { authority } = found
			const at = { server: server.name, config: this.#config, ...(known && { known }) }
			const client = configuredClient(at, authority.issuer)
			const from = { authority, client, fetch, now: clock.now() }
			const { idp } = this.#config
			const tokens = idp
				? await crossAppTokens(from, idp, { scope, serverUrl: server.url })
				: await ownTokens(from, this.#config, scope)
			login = { client, authority, tokens }
		} else if (person === undefined) throw new LoginNeeded(server.name, 'wants a login')
		else {
			const offersCode = endpointOf(found.metadata, 'device_authorization_endpoint') !== undefined
			const byDevice = person.byDevice === 'if-offered' ? offersCode : person.byDevice
			const grant = byDevice ? deviceGrant : browserGrant
			login = await grant({
				server: server.name,
				config: this.#config,
				found,
				person,
				fetch,
				clock,
				...(known && { known }),
				...(scope !== undefined && { scope }),
			})
		}
		this.#remember(login)
		await this.#file.update(async () => this.#toStore(login))
		return login
	}

	/**
	 * Refreshed by one process for all of them: whoever comes second finds the new tokens in the file.
	 * @returns undefined when there is nothing to refresh it with, or no longer
	 */
	async #renew(spent: string | undefined): Promise<string | undefined> {
		// Nobody has ever logged in, so there is nothing to keep others from.
		if ((await this.#file.read()) === undefined) return undefined
		await this.#file.update(async stored => {
			this.#login = this.#withSecret(stored)
			this.#isRead = true
			const { tokens, client, authority } = this.#login ?? {}
			if (tokens === undefined || tokens.accessToken !== spent) return undefined
			if (tokens.refreshToken === undefined || client === undefined || authority === undefined)
				return undefined
			const { wantedScope } = this.#login ?? {}
			const login = await this.#refresh({ tokens, client, authority })
			this.#login = { ...login, ...(wantedScope !== undefined && { wantedScope }) }
			return this.#toStore(this.#login)
		})
		const token = this.#login?.tokens?.accessToken
		if (this.#login) this.#remember(this.#login)
		return token === spent ? undefined : token
	}

	/** What is refused will not be any better the next time, so it is left out from then on. */
	async #refresh(login: Required<Omit<StoredLogin, 'wantedScope'>>): Promise<StoredLogin> {
		const { tokens, client, authority } = login
		const from = { authority, client, fetch: this.#authFetch(undefined), now: this.#setup.clock.now() }
		try {
			return { client, authority, tokens: await refreshTokens(from, tokens) }
		} catch (error) {
			const code = await codeOf(error)
			if (code === undefined) throw error
			const isUnknown = code === 'invalid_client' || code === 'unauthorized_client'
			return isUnknown ? { authority } : { client, authority }
		}
	}

	async #revoke({ client, tokens, authority }: StoredLogin): Promise<void> {
		if (!client || !tokens || !authority?.revocationUrl) return
		const form = new URLSearchParams({
			token: tokens.refreshToken ?? tokens.accessToken,
			client_id: client.id,
			...(client.secret !== undefined && { client_secret: client.secret }),
		})
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		const request = { method: 'POST', headers, body: form, redirect: 'manual' } as const
		// It is forgotten here whatever the server says.
		await this.#authFetch(undefined)(authority.revocationUrl, request).catch(() => undefined)
	}

	#scopeFor(found: Discovered, challenge: Challenge): string | undefined {
		const wanted = this.#config.scopes?.join(' ') ?? challenge.scope ?? found.scopes?.join(' ')
		const isOffered = found.metadata?.scopes_supported?.includes('offline_access') === true
		const isOurs = this.#config.grant === 'authorization_code'
		// Without it such a server gives no refresh token.
		return wanted && isOffered && isOurs ? united(wanted, 'offline_access') : wanted || undefined
	}

	#discover(challenge: Challenge, signal: AbortSignal | undefined): Promise<Discovered> {
		const { resourceMetadataUrl } = challenge
		return discover({
			serverUrl: this.#setup.server.url,
			fetch: this.#authFetch(signal),
			...(resourceMetadataUrl && { resourceMetadataUrl }),
		})
	}

	#fetch(): FetchLike {
		return this.#setup.fetch ?? globalThis.fetch
	}

	#authFetch(signal: AbortSignal | undefined): FetchLike {
		return authFetch(this.#fetch(), this.#setup.server.url, signal)
	}

	async #read(): Promise<void> {
		this.#login = this.#withSecret(await this.#file.read())
		this.#isRead = this.#login?.tokens !== undefined
		if (this.#login) this.#remember(this.#login)
	}

	/** The secret of a configured client is not in the file: it stays where the user has put it. */
	#withSecret(login: StoredLogin | undefined): StoredLogin | undefined {
		const { clientId, clientSecret } = this.#config
		if (login?.client === undefined || clientSecret === undefined || login.client.id !== clientId)
			return login
		return { ...login, client: { ...login.client, secret: clientSecret } }
	}

	#toStore(login: StoredLogin): StoredLogin {
		if (login.client === undefined || this.#config.clientId === undefined) return login
		const { secret: _, ...client } = login.client
		return { ...login, client }
	}

	#remember(login: StoredLogin): void {
		for (const secret of secretsOf(login)) this.#secrets.add(secret)
	}

	#once(key: string, work: () => Promise<string>): Promise<string> {
		const running = this.#underWay.get(key)
		if (running) return running
		const started = work().finally(() => this.#underWay.delete(key))
		this.#underWay.set(key, started)
		return started
	}

	#tooNarrow(scope: string): AgentError {
		const rights = scope === '' ? 'more rights' : `the right ${scope}`
		return new AgentError(
			'auth-failed',
			`the MCP server ${this.#setup.server.name} goes on asking for ${rights}, which its login server does not give`,
		)
	}
}

function tokenHeaders(init: RequestInit | undefined, token: string | undefined): Headers {
	const headers = new Headers(init?.headers)
	if (token !== undefined && token !== '') headers.set('authorization', `Bearer ${token}`)
	return headers
}

/** Every scope of both, once. */
function united(...scopes: readonly (string | undefined)[]): string | undefined {
	const words = scopes.flatMap(scope => scope?.split(' ') ?? []).filter(Boolean)
	return words.length === 0 ? undefined : [...new Set(words)].join(' ')
}
