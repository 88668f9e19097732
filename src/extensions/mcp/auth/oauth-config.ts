// The OAuth settings of a server: what stands under `oauth` in its entry. Other agents' names for the same things are
// understood; everything may be missing, for a server usually says itself what a client has to know.

import { AgentError } from '../../../core/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { webAddress } from '../../../core/text/web-address.ts'

export type OAuthConfig = {
	/** Without it we register ourselves, or name `clientMetadataUrl`. */
	clientId?: string
	/** Only ever in memory: it is read from `clientSecretEnv` or stands in the entry. */
	clientSecret?: string
	/** Asked for in place of what the server proposes. */
	scopes?: readonly string[]
	/** For a login server that knows only one address to come back to. */
	redirectPort?: number
	/** That address says `localhost` instead of `127.0.0.1`. */
	redirectHost?: 'localhost'
	/** A client-id metadata document that says who we are, where the login server reads such. */
	clientMetadataUrl?: string
	/**
	 * `client_credentials`: this program logs in as itself; `cross_app`: as somebody who is logged in at their company.
	 * No person is asked for either.
	 */
	grant: 'authorization_code' | 'client_credentials' | 'cross_app'
	/** Where the company's own login server vouches for the user (SEP-990). */
	idp?: { tokenUrl: string; clientId: string; clientSecret?: string; idToken: string }
	/** Signs in place of a secret (`private_key_jwt`). */
	privateKey?: { pem: string; algorithm: string }
	/** The only login server that `clientSecret` and `privateKey` may be sent to. */
	issuer?: string
}

/**
 * @param value - `oauth` of the entry as it stands there
 * @param server - its name, for messages
 * @param env - where secrets are read from; holds no key of our own providers
 * @throws AgentError `config-invalid`, which names the field
 */
export function readOAuthConfig(
	value: JsonValue | undefined,
	server: string,
	env: Readonly<Record<string, string | undefined>>,
): OAuthConfig {
	const entry = value ?? {}
	if (!isObject(entry)) throw wrong(server, 'oauth', 'must be an object')
	const read = new EntryReader(entry, { server, env, path: 'oauth' })
	const redirectPort = read.port('redirectPort') ?? read.port('callbackPort')
	const clientSecret = read.secret('clientSecretEnv') ?? read.text('clientSecret')
	const pem = read.secret('privateKeyEnv')
	const scopes = read.words('scopes') ?? read.words('scope')
	const clientMetadataUrl = read.address('clientMetadataUrl')
	const issuer = read.address('issuer')
	const clientId = read.text('clientId')
	const grant = read.text('grantType') ?? 'authorization_code'
	if (grant !== 'authorization_code' && grant !== 'client_credentials')
		throw wrong(server, 'oauth.grantType', 'is authorization_code or client_credentials', grant)
	if (grant === 'client_credentials' && (clientId === undefined || (clientSecret ?? pem) === undefined))
		throw wrong(server, 'oauth.grantType', 'needs clientId and clientSecretEnv to be client_credentials')
	const idp = readIdp(entry.idp, { server, env, path: 'oauth.idp' })
	if (idp !== undefined && (clientId === undefined || grant !== 'authorization_code'))
		throw wrong(server, 'oauth.idp', 'goes with clientId, and without grantType')
	return {
		grant: idp === undefined ? grant : 'cross_app',
		...(idp !== undefined && { idp }),
		...(clientId !== undefined && { clientId }),
		...(clientSecret !== undefined && { clientSecret }),
		...(scopes !== undefined && { scopes }),
		...(redirectPort !== undefined && { redirectPort }),
		// Under its own name for the field, Claude Code tells people to register `http://localhost:PORT/callback`.
		...(entry.callbackPort !== undefined && { redirectHost: 'localhost' }),
		...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
		...(pem !== undefined && {
			privateKey: { pem, algorithm: read.text('privateKeyAlgorithm') ?? 'RS256' },
		}),
		...(issuer !== undefined && { issuer }),
	}
}

function readIdp(value: JsonValue | undefined, place: EntryPlace): OAuthConfig['idp'] {
	if (value === undefined) return undefined
	if (!isObject(value)) throw wrong(place.server, place.path, 'must be an object')
	const read = new EntryReader(value, place)
	const clientSecret = read.secret('clientSecretEnv')
	const tokenUrl = read.address('tokenUrl')
	const clientId = read.text('clientId')
	const idToken = read.secret('idTokenEnv')
	if (tokenUrl === undefined || clientId === undefined || idToken === undefined)
		throw wrong(place.server, place.path, 'needs tokenUrl, clientId and idTokenEnv')
	return { tokenUrl, clientId, idToken, ...(clientSecret !== undefined && { clientSecret }) }
}

type EntryPlace = {
	server: string
	env: Readonly<Record<string, string | undefined>>
	/** Of the object in the server's entry, for messages. */
	path: string
}

class EntryReader {
	readonly #entry: JsonObject
	readonly #place: EntryPlace

	constructor(entry: JsonObject, place: EntryPlace) {
		this.#entry = entry
		this.#place = place
	}

	text(name: string): string | undefined {
		const value = this.#entry[name]
		if (value === undefined || value === null) return undefined
		if (typeof value === 'string' && value !== '') return value
		throw this.#wrong(name, 'must be a text', value)
	}

	/** What the variable of that name holds. */
	secret(name: string): string | undefined {
		const variable = this.text(name)
		if (variable === undefined) return undefined
		const value = this.#place.env[variable]?.trim()
		if (value) return value
		throw this.#wrong(name, `names ${variable}, which is not set in the environment`)
	}

	words(name: string): readonly string[] | undefined {
		const value = this.#entry[name]
		if (value === undefined || value === null) return undefined
		const words = typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : value
		if (Array.isArray(words) && words.every(word => typeof word === 'string' && SCOPE.test(word)))
			return words.map(String)
		throw this.#wrong(name, 'must be a list of scopes', value)
	}

	port(name: string): number | undefined {
		const value = this.#entry[name]
		if (value === undefined || value === null) return undefined
		const isPort = typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536
		if (isPort) return value
		throw this.#wrong(name, 'must be a port', value)
	}

	address(name: string): string | undefined {
		const text = this.text(name)
		if (text !== undefined)
			webAddress(text, `${this.#place.path}.${name} of the MCP server ${this.#place.server}`)
		return text
	}

	#wrong(name: string, problem: string, value?: JsonValue): AgentError {
		return wrong(this.#place.server, `${this.#place.path}.${name}`, problem, value)
	}
}

/** RFC 6749 §3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

function wrong(server: string, field: string, problem: string, value?: JsonValue): AgentError {
	const got = value === undefined ? '' : `, not ${JSON.stringify(value).slice(0, 100)}`
	return new AgentError('config-invalid', `${field} of the MCP server ${server} ${problem}${got}`)
}
