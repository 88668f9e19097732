// A login server on loopback: pages that ask, codes for other devices, tokens that rotate. As strict as the real ones:
// each code and each refresh token is good once, and a code only with the secret half of its PKCE pair.

import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthEndpoints } from '../../../src/providers/auth/oauth.ts'

export type OAuthServer = {
	readonly url: string
	/** As a settings file would name them. */
	readonly endpoints: Required<Omit<OAuthEndpoints, 'redirectPort'>>
	/** Every form that came to the device or token address, and every query of the page. */
	readonly asked: readonly { path: string; fields: Readonly<Record<string, string>> }[]
	/** Every access and refresh token ever given out, newest last. */
	readonly issued: readonly { access: string; refresh: string }[]
	/** What the next polls of a device are told before it gets its tokens; a status is answered with a page. */
	device(...errors: readonly string[]): void
	/** What the token address says to every refresh from now on, instead of tokens. */
	refuseRefresh(refusal: { status: number; body: string }): void
	/** Only the newest access token is good, and not after `revoke`. */
	accepts(authorization: string | undefined): boolean
	revoke(): void
	close(): Promise<void>
}

export type OAuthServerOptions = {
	expiresInSeconds?: number
	/** Waits before it answers a refresh, so that others can come meanwhile. */
	refreshDelayMs?: number
	/** How the page answers: with a code, or with this error. */
	pageError?: string
	/** Where a device is sent to. */
	verificationUri?: string
	intervalSeconds?: number
}

export async function startOAuthServer(options: OAuthServerOptions = {}): Promise<OAuthServer> {
	const asked: { path: string; fields: Record<string, string> }[] = []
	const issued: { access: string; refresh: string }[] = []
	/** Code → what its token request has to bring. */
	const codes = new Map<string, { challenge: string; redirect: string }>()
	const devices = new Set<string>()
	let deviceErrors: readonly string[] = []
	let refreshRefusal: { status: number; body: string } | undefined
	let isRevoked = false

	const server = createServer(async (request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
		const fields = Object.fromEntries(
			request.method === 'POST' ? new URLSearchParams(await textOf(request)) : searchParams,
		)
		asked.push({ path: pathname, fields })
		if (fields.client_id !== CLIENT) return refuse(response, 'invalid_client')
		if (pathname === '/authorize') return page(fields, response)
		if (request.method !== 'POST') return refuse(response, 'invalid_request')
		if (pathname === '/device') return begin(response)
		if (pathname === '/token') return token(fields, response)
		response.writeHead(404).end()
	})

	function page(fields: Record<string, string>, response: ServerResponse): void {
		const { redirect_uri: redirect = '', state = '', code_challenge: challenge = '' } = fields
		const isRight = fields.code_challenge_method === 'S256' && fields.response_type === 'code'
		if (!isRight || challenge.length !== 43) return refuse(response, 'invalid_request')
		const back = new URL(redirect)
		back.searchParams.set('state', state)
		if (options.pageError !== undefined) back.searchParams.set('error', options.pageError)
		else {
			const code = fresh('code')
			codes.set(code, { challenge, redirect })
			back.searchParams.set('code', code)
		}
		response.writeHead(302, { location: back.href }).end()
	}

	function begin(response: ServerResponse): void {
		const deviceCode = fresh('device')
		devices.add(deviceCode)
		send(response, 200, {
			device_code: deviceCode,
			user_code: 'WXYZ-1234',
			verification_uri: options.verificationUri ?? `${url}/activate`,
			expires_in: 600,
			interval: options.intervalSeconds ?? 5,
		})
	}

	async function token(fields: Record<string, string>, response: ServerResponse): Promise<void> {
		switch (fields.grant_type) {
			case 'authorization_code': {
				const expected = codes.get(fields.code ?? '')
				codes.delete(fields.code ?? '')
				const hash = createHash('sha256')
					.update(fields.code_verifier ?? '')
					.digest('base64url')
				if (expected?.challenge !== hash || expected.redirect !== fields.redirect_uri)
					return refuse(response, 'invalid_grant')
				return give(response)
			}
			case 'urn:ietf:params:oauth:grant-type:device_code': {
				if (!devices.has(fields.device_code ?? '')) return refuse(response, 'invalid_grant')
				const [error, ...later] = deviceErrors
				deviceErrors = later
				if (error !== undefined && /^\d{3}$/.test(error))
					return void response.writeHead(Number(error)).end('<html>in trouble</html>')
				if (error !== undefined) return refuse(response, error)
				devices.delete(fields.device_code ?? '')
				return give(response)
			}
			case 'refresh_token': {
				await new Promise(resolve => setTimeout(resolve, options.refreshDelayMs ?? 0))
				if (refreshRefusal) {
					response.writeHead(refreshRefusal.status).end(refreshRefusal.body)
					return
				}
				const isNewest = fields.refresh_token === issued.at(-1)?.refresh
				if (!isNewest) return refuse(response, 'invalid_grant', 'this refresh token has been used')
				return give(response)
			}
			default:
				return refuse(response, 'unsupported_grant_type')
		}
	}

	function give(response: ServerResponse): void {
		const tokens = { access: fresh('access'), refresh: fresh('refresh') }
		issued.push(tokens)
		isRevoked = false
		send(response, 200, {
			access_token: tokens.access,
			refresh_token: tokens.refresh,
			token_type: 'Bearer',
			expires_in: options.expiresInSeconds ?? 3_600,
		})
	}

	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	return {
		url,
		asked,
		issued,
		endpoints: {
			authorizeUrl: `${url}/authorize`,
			deviceUrl: `${url}/device`,
			tokenUrl: `${url}/token`,
			clientId: CLIENT,
			scopes: ['models', 'offline_access'],
			audience: 'https://models.example',
		},
		device: (...errors) => {
			deviceErrors = errors
		},
		refuseRefresh: refusal => {
			refreshRefusal = refusal
		},
		accepts: authorization => !isRevoked && authorization === `Bearer ${issued.at(-1)?.access}`,
		revoke: () => {
			isRevoked = true
		},
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}

const CLIENT = 'keelson-test'

/** Looks like nothing a scrubber would know by its form, so that only knowing the value can hide it. */
function fresh(kind: string): string {
	return `${kind} ${randomBytes(9)
		.toString('hex')
		.replaceAll(/\d/g, digit => 'ghijklmnop'[Number(digit)]!)}`.replace(' ', '-')
}

function refuse(response: ServerResponse, error: string, description?: string): void {
	send(response, 400, { error, ...(description && { error_description: description }) })
}

function send(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = []
	for await (const chunk of request) chunks.push(chunk)
	return Buffer.concat(chunks).toString()
}
