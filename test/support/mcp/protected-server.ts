// A real MCP server behind a login, and its login server, on one loopback port each: discovery, registration, pages that
// agree at once, codes, refresh tokens that are good for one use, scopes, revocation. Strict where the standards are.

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export type LoginRules = {
	/** Clients may register themselves; yes when left out. */
	registers?: boolean
	/** Clients it knows from elsewhere, with their secrets. */
	clients?: Readonly<Record<string, string>>
	readsClientDocuments?: boolean
	tokenLifeSeconds?: number
	/** No refresh tokens with the others. */
	withoutRefresh?: boolean
	/** What a method of the MCP server wants a token to cover. */
	scopes?: Readonly<Record<string, string>>
	/** What it grants whatever is asked for. */
	grants?: string
	/** What the page does in place of agreeing. */
	page?: 'refuses' | 'comes-from-elsewhere' | 'stays-silent'
	/** Refusals before the code counts as typed; the endpoint is there only when it is set. */
	devicePolls?: readonly string[]
	/** The MCP server is an older one: it answers over a stream of events that is asked for first. */
	overSse?: boolean
	/** The MCP server lets nobody in. */
	takesNothing?: boolean
	/** What the MCP server says that it is. */
	resource?: string
	/** Its tools repeat the token that they were called with. */
	echoesTokens?: boolean
	/** The MCP server lets anybody in. */
	isOpen?: boolean
}

export type ProtectedServer = {
	/** Of the MCP server. */
	url: string
	/** Of the login server. */
	issuer: string
	/** What the login server was asked, in order: `POST /token refresh_token`. */
	asked: readonly string[]
	/** Forms and pages it was sent, in order. */
	forms: readonly URLSearchParams[]
	/** Tokens that the MCP server was sent. */
	sent: readonly (string | undefined)[]
	/** From now on. */
	rules: LoginRules
	/** No token that was given out so far is good any longer. */
	expire(): void
	/** No refresh token either. */
	forget(): void
	/** Nor any client that has registered. */
	forgetClients(): void
	close(): Promise<void>
}

type Call = { id?: number; method: string; params?: { name?: string } }
type Grant = { scope: string; client: string }

export async function startProtectedServer(rules: LoginRules = {}): Promise<ProtectedServer> {
	const login = new LoginServer(rules)
	const mcp = createServer((request, response) => void login.serveMcp(request, response))
	const auth = createServer((request, response) => void login.serveLogin(request, response))
	login.url = `${await listening(mcp)}/mcp`
	login.issuer = await listening(auth)
	return Object.assign(login, {
		close: async () => {
			for (const server of [mcp, auth]) {
				server.closeAllConnections()
				await new Promise(resolve => server.close(resolve))
			}
		},
	})
}

function listening(server: Server): Promise<string> {
	return new Promise(resolve => {
		server.listen(0, '127.0.0.1', () => {
			const address = server.address()
			if (address === null || typeof address === 'string') throw new Error('no port')
			resolve(`http://127.0.0.1:${address.port}`)
		})
	})
}

class LoginServer {
	url = ''
	issuer = ''
	rules: LoginRules
	readonly asked: string[] = []
	readonly forms: URLSearchParams[] = []
	readonly sent: (string | undefined)[] = []
	readonly #codes = new Map<string, Grant & { challenge: string; redirectUri: string }>()
	readonly #access = new Map<string, Grant>()
	readonly #refresh = new Map<string, Grant>()
	readonly #clients = new Map<string, readonly string[]>()
	#count = 0
	#polls = 0
	#stream: ServerResponse | undefined

	constructor(rules: LoginRules) {
		this.rules = rules
	}

	expire(): void {
		this.#access.clear()
	}

	forget(): void {
		this.expire()
		this.#refresh.clear()
	}

	forgetClients(): void {
		this.forget()
		this.#clients.clear()
	}

	async serveMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const text = await bodyOf(request)
		const { pathname } = new URL(request.url ?? '/', this.url)
		if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
			if (this.rules.isOpen) return json(response, 404, {})
			const resource = this.rules.resource ?? this.url
			return json(response, 200, { resource, authorization_servers: [this.issuer] })
		}
		const isStream = this.rules.overSse === true && request.method === 'GET'
		if (pathname !== (this.rules.overSse && !isStream ? '/messages' : '/mcp')) return json(response, 404, {})
		if (request.method !== 'POST' && !isStream) return json(response, 405, {})
		const token = request.headers.authorization?.replace(/^Bearer /, '')
		this.sent.push(token)
		const call: Call = isStream ? { method: 'stream' } : JSON.parse(text)
		const metadata = `resource_metadata="${new URL('/.well-known/oauth-protected-resource/mcp', this.url)}"`
		const grant = this.rules.takesNothing ? undefined : this.#access.get(token ?? '')
		if (!grant && !this.rules.isOpen)
			return json(response, 401, {}, { 'www-authenticate': `Bearer ${metadata}` })
		const scope = this.rules.scopes?.[call.params?.name ?? call.method]
		if (scope && !grant?.scope.split(' ').includes(scope)) {
			const challenge = `Bearer error="insufficient_scope", scope="${scope}", ${metadata}`
			return json(response, 403, {}, { 'www-authenticate': challenge })
		}
		if (isStream) {
			this.#stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
			return void response.write('event: endpoint\ndata: /messages\n\n')
		}
		if (call.id === undefined) return void response.writeHead(202).end()
		const echo = this.rules.echoesTokens && call.method === 'tools/call'
		const result = echo ? { content: [{ type: 'text', text: `you sent ${token}` }] } : answerTo(call.method)
		const answer = { jsonrpc: '2.0', id: call.id, result }
		if (!this.#stream) return json(response, 200, answer)
		response.writeHead(202).end()
		this.#stream.write(`data: ${JSON.stringify(answer)}\n\n`)
	}

	async serveLogin(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const text = await bodyOf(request)
		const { pathname, searchParams } = new URL(request.url ?? '/', this.issuer)
		const form = request.method === 'POST' ? new URLSearchParams(text) : searchParams
		this.asked.push(`${request.method} ${pathname} ${form.get('grant_type') ?? ''}`.trim())
		if (pathname !== '/register') this.forms.push(form)
		if (pathname === '/.well-known/oauth-authorization-server') return json(response, 200, this.#metadata())
		if (pathname === '/register' && this.rules.registers !== false) return this.#register(text, response)
		if (pathname === '/authorize') return this.#authorize(form, response)
		if (pathname === '/token') return this.#token(form, { request, response })
		if (pathname === '/revoke') {
			this.#refresh.delete(form.get('token') ?? '')
			return json(response, 200, {})
		}
		if (pathname === '/device')
			return json(response, 200, {
				device_code: 'the-device',
				user_code: 'ABCD-EFGH',
				verification_uri: `${this.issuer}/type-it`,
				interval: 1,
				expires_in: 600,
			})
		json(response, 404, {})
	}

	#metadata() {
		return {
			issuer: this.issuer,
			authorization_endpoint: `${this.issuer}/authorize`,
			token_endpoint: `${this.issuer}/token`,
			revocation_endpoint: `${this.issuer}/revoke`,
			...(this.rules.registers !== false && { registration_endpoint: `${this.issuer}/register` }),
			...(this.rules.devicePolls && { device_authorization_endpoint: `${this.issuer}/device` }),
			response_types_supported: ['code'],
			code_challenge_methods_supported: ['S256'],
			token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
			authorization_response_iss_parameter_supported: true,
			client_id_metadata_document_supported: this.rules.readsClientDocuments === true,
		}
	}

	#register(text: string, response: ServerResponse): void {
		const wish: { redirect_uris: string[] } = JSON.parse(text)
		const id = `registered-${++this.#count}`
		this.#clients.set(id, wish.redirect_uris)
		json(response, 201, { ...wish, client_id: id })
	}

	#authorize(query: URLSearchParams, response: ServerResponse): void {
		const client = query.get('client_id') ?? ''
		const redirectUri = query.get('redirect_uri') ?? ''
		const isKnown =
			this.#clients.get(client)?.includes(redirectUri) ||
			Object.hasOwn(this.rules.clients ?? {}, client) ||
			(this.rules.readsClientDocuments && client.startsWith('https://'))
		if (!isKnown || query.get('code_challenge_method') !== 'S256' || query.get('resource') !== this.url)
			return json(response, 400, { error: 'invalid_request' })
		if (this.rules.page === 'stays-silent') return void response.end()
		const back = new URL(redirectUri)
		back.searchParams.set('state', query.get('state') ?? '')
		back.searchParams.set(
			'iss',
			this.rules.page === 'comes-from-elsewhere' ? 'https://evil.test' : this.issuer,
		)
		if (this.rules.page === 'refuses') back.searchParams.set('error', 'access_denied')
		else {
			const code = `code-${++this.#count}`
			const scope = this.rules.grants ?? query.get('scope') ?? ''
			const challenge = query.get('code_challenge') ?? ''
			this.#codes.set(code, { client, scope, challenge, redirectUri })
			back.searchParams.set('code', code)
		}
		response.writeHead(302, { location: back.href }).end()
	}

	#token(form: URLSearchParams, at: { request: IncomingMessage; response: ServerResponse }): void {
		const client = this.#clientOf(form, at.request)
		if (client === undefined) return json(at.response, 401, { error: 'invalid_client' })
		const grant = this.#grantOf(form, client)
		if (typeof grant === 'string') return json(at.response, 400, { error: grant })
		const access = `access-token-${++this.#count}`
		this.#access.set(access, grant)
		const refresh = this.rules.withoutRefresh ? undefined : `refresh-token-${this.#count}`
		if (refresh) this.#refresh.set(refresh, grant)
		json(at.response, 200, {
			access_token: access,
			token_type: 'Bearer',
			...(refresh && { refresh_token: refresh }),
			...(grant.scope && { scope: grant.scope }),
			...(this.rules.tokenLifeSeconds && { expires_in: this.rules.tokenLifeSeconds }),
		})
	}

	#clientOf(form: URLSearchParams, request: IncomingMessage): string | undefined {
		const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1]
		const [id = '', secret = ''] = basic
			? Buffer.from(basic, 'base64').toString().split(':')
			: [form.get('client_id') ?? '', form.get('client_secret') ?? '']
		const isKnown =
			this.#clients.has(id) || this.rules.clients?.[id] !== undefined || id.startsWith('https://')
		return isKnown && secret === (this.rules.clients?.[id] ?? '') ? id : undefined
	}

	#grantOf(form: URLSearchParams, client: string): Grant | string {
		switch (form.get('grant_type')) {
			case 'authorization_code': {
				const grant = this.#codes.get(form.get('code') ?? '')
				this.#codes.delete(form.get('code') ?? '')
				const challenge = createHash('sha256')
					.update(form.get('code_verifier') ?? '')
					.digest('base64url')
				const fits = grant?.redirectUri === form.get('redirect_uri') && grant.client === client
				return grant && fits && grant.challenge === challenge ? grant : 'invalid_grant'
			}
			case 'refresh_token': {
				const grant = this.#refresh.get(form.get('refresh_token') ?? '')
				this.#refresh.delete(form.get('refresh_token') ?? '')
				return grant ?? 'invalid_grant'
			}
			case 'client_credentials':
				return { client, scope: form.get('scope') ?? '' }
			case 'urn:ietf:params:oauth:grant-type:device_code':
				return this.rules.devicePolls?.[this.#polls++] ?? { client, scope: 'device' }
			default:
				return 'unsupported_grant_type'
		}
	}
}

function answerTo(method: string): object {
	if (method === 'tools/list')
		return { tools: ['look', 'change'].map(name => ({ name, inputSchema: { type: 'object' } })) }
	if (method === 'tools/call') return { content: [{ type: 'text', text: 'done' }] }
	return {
		protocolVersion: '2025-11-25',
		capabilities: { tools: {} },
		serverInfo: { name: 'p', version: '1' },
	}
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	let text = ''
	for await (const chunk of request.setEncoding('utf8')) text += chunk
	return text
}

function json(
	response: ServerResponse,
	status: number,
	body: object,
	headers: Readonly<Record<string, string>> = {},
): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
