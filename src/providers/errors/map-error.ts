// Provider errors, in our own codes and in words that say what to do about them. A message is a phrase without a full
// stop, for whoever tells it may go on: `…; trying again in 2 s`.

import { AgentError, type ErrorCode, messageOf } from '../../core/errors.ts'
import type { UnixMs } from '../../core/ids.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { ProviderConfig, ProviderKey } from '../../core/model.ts'
import { isLoopback, LOCAL_SERVERS } from '../http/local-servers.ts'
import { countIn, objectIn, objectsIn, textIn } from '../http/read-json.ts'
import { botCheckIn } from './bot-check.ts'
import { codeOf, isOfServer, namesMissingModel } from './error-code.ts'
import { redactKeys } from './redact-keys.ts'
import { fromText, retryAfterMs } from './retry-after.ts'

/** Whom was asked and with what, for the message. */
export type Endpoint = {
	config: ProviderConfig
	key: ProviderKey | undefined
}

export type ServerRefusal = {
	status: number
	headers: { get(name: string): string | null }
	text: string
}

/** An answer with a status that is no success. */
export function fromRefusal(refusal: ServerRefusal, endpoint: Endpoint, now: UnixMs): AgentError {
	const { status, headers, text } = refusal
	const answer = `${endpoint.config.id} answered ${status}`
	const isPage = looksLikePage(text)
	const realm = status === 401 ? basicRealm(headers.get('www-authenticate')) : undefined
	if (realm !== undefined) return wantsPassword(realm, endpoint)
	// Over TLS such a server may find words for it.
	if (/\bALPN\b.*\bh2\b/s.test(text)) return onlyHttp2(new URL(endpoint.config.baseUrl).host, endpoint.config)
	const check = isPage ? botCheckIn(refusal) : undefined
	if (check !== undefined) return behindBotCheck(`${answer}: ${check}, stands in front of it`, endpoint)
	if (isPage && !mayBeProxy(status)) return notAnApi(`${answer} with a web page`, endpoint.config)
	const payload = payloadOf(parseJson(text))
	const said = isPage ? '' : shorten(redactKeys(payload.message || text, endpoint.key?.value))
	const waitMs = retryAfterMs(headers, text, now) ?? payload.resetsInMs
	const asked = { ...payload, status, namesWait: waitMs !== undefined }
	const code = codeOf(asked)
	const message = phrase(
		said === '' ? answer : `${answer}: ${said}`,
		adviceFor({ code, status, said }, endpoint),
	)
	return new AgentError(code, message, {
		isOfServer: isOfServer(asked),
		...(waitMs !== undefined && { retryAfterMs: waitMs }),
	})
}

/** An error that came inside a stream, or in an answer whose status claimed success. */
export function fromPayload(value: JsonObject): AgentError {
	const payload = payloadOf(value)
	const waitMs = fromText(payload.message) ?? payload.resetsInMs
	const code = codeOf({ ...payload, namesWait: waitMs !== undefined })
	const said = shorten(
		redactKeys(payload.message || payload.code || payload.type || 'no reason given', undefined),
	)
	return new AgentError(
		code,
		phrase(`the model's server reports: ${said}`),
		waitMs === undefined ? {} : { retryAfterMs: waitMs },
	)
}

export function requestCancelled(): AgentError {
	return new AgentError('cancelled', 'the request was cancelled')
}

/** The web page that a mistyped base URL answers with. */
export function fromPage({ config }: Endpoint): AgentError {
	return notAnApi(`${config.id} answered with a web page`, config)
}

export function missingKey({ id, keyName, login }: ProviderConfig): AgentError {
	if (login !== undefined) {
		const problem = `no key is stored for the account "${login}" of ${id}`
		return new AgentError('auth-failed', `${problem}: run \`agent login ${id}@${login}\``)
	}
	const variable = keyName === undefined ? '' : `set ${keyName}, `
	const others = 'choose another model with -m; `agent run -m demo` needs none'
	return new AgentError('auth-failed', `no key for ${id}: ${variable}run \`agent login ${id}\`, or ${others}`)
}

/** The key itself is not repeated: what is odd about it may be all that keeps it from being one. */
export function unsendableKey(source: string): AgentError {
	const problem = `the key from ${source} has a blank, a line break or another character that no header may have`
	return new AgentError('auth-failed', phrase(problem, 'copy it again'))
}

/** The request never got an answer. */
export function fromNetwork(error: unknown, { config }: Endpoint): AgentError {
	if (error instanceof AgentError) return error
	const url = new URL(config.baseUrl)
	const code = systemCode(error)
	const { kind, words } = NETWORK.get(code) ?? networkFallback(code, error)
	if (kind === 'bad-request' && speaksHttp2(error)) return onlyHttp2(url.host, config)
	const server = code === 'ECONNREFUSED' && isLoopback(url) ? localServer(url) : undefined
	const advice = server ?? `check the base URL ${config.baseUrl} and the network`
	return new AgentError(kind, phrase(`${config.id}: ${url.host} ${words}`, advice), { cause: error })
}

/** Its greeting is a frame of settings: RFC 9113, section 6.5. */
function speaksHttp2(error: unknown): boolean {
	if (!(error instanceof Error) || !('rawPacket' in error) || !(error.rawPacket instanceof Uint8Array))
		return false
	const [, , , type, flags] = error.rawPacket
	return type === 4 && flags === 0
}

function onlyHttp2(host: string, config: ProviderConfig): AgentError {
	const problem = `${config.id}: ${host} speaks HTTP/2 only, which is not spoken here`
	const advice = 'put a gateway with HTTP/1.1 in front of it'
	return new AgentError('bad-request', phrase(problem, advice), { isOfServer: true })
}

type Payload = {
	code: string
	type: string
	message: string
	resetsInMs: number | undefined
	/** What the server would have answered, had the stream not begun. */
	status?: number
}

/** The shapes that vendors and gateways put an error in; Google wraps it in a list. */
function payloadOf(value: unknown): Payload {
	const outer = Array.isArray(value) ? objectIn(value[0]) : objectIn(value)
	const inner = innerOf(outer)
	const detail = objectsIn(outer.detail).map(each => textIn(each.msg))
	const message =
		textIn(inner.message) || textIn(outer.error) || textIn(outer.message) || textIn(outer.detail)
	const resetsInSeconds = countIn(inner.resets_in_seconds)
	const status = countIn(inner.code) || countIn(inner.status_code)
	return {
		...(status >= 400 && status < 600 && { status }),
		code: textIn(inner.code) || textIn(inner.status),
		type: textIn(inner.type),
		message: message || detail.join('; '),
		resetsInMs: resetsInSeconds > 0 ? resetsInSeconds * 1_000 : undefined,
	}
}

/** MiniMax has numbers of its own, and words to them. */
function innerOf(outer: JsonObject): JsonObject {
	if (isObject(outer.error)) return outer.error
	return isObject(outer.base_resp) ? { message: textIn(outer.base_resp.status_msg) } : outer
}

function adviceFor(problem: { code: ErrorCode; status: number; said: string }, endpoint: Endpoint): string {
	const { config, key } = endpoint
	switch (problem.code) {
		case 'auth-failed':
			return key
				? `check the key, which came from ${key.source}, or run \`agent login ${config.id}\``
				: missingKey(config).message
		case 'not-found':
			return namesMissingModel(problem.said)
				? phrase(`check the model's name with \`agent models ${config.id}\``, otherWire(config))
				: otherWire(config)
		case 'quota-exhausted':
			return 'this is a limit of the account: look at its plan and billing'
		default:
			return STATUS_ADVICE.get(problem.status) ?? (problem.status === 405 ? otherWire(config) : '')
	}
}

/** What stands in front of a server answers so, more often than the server itself. */
const STATUS_ADVICE: ReadonlyMap<number, string> = new Map([
	[
		413,
		'the request is larger than the server, or what stands in front of it, takes: /compact makes it smaller, and so do fewer or smaller pictures',
	],
	[511, 'this network wants a login of its own first: open any page in a browser'],
	[502, 'what stands in front of the server does not reach it'],
])

function basicRealm(header: string | null): string | undefined {
	const basic = /\bbasic\b(?:\s+realm="?([^",]*))?/i.exec(header ?? '')
	return basic ? (basic[1] ?? '') : undefined
}

/** A door that has nothing to do with the key. */
function wantsPassword(realm: string, { config }: Endpoint): AgentError {
	const door = realm === '' ? '' : ` for "${shorten(realm)}"`
	const problem = `${config.id} is behind a door that wants a name and a password${door} (Basic authentication)`
	const advice = `put them into providers.${config.id}.headers as "Authorization": "Basic …", or ask who runs it`
	return new AgentError('auth-failed', phrase(problem, advice))
}

function behindBotCheck(problem: string, { config }: Endpoint): AgentError {
	const advice = `ask who runs ${new URL(config.baseUrl).host} to let API requests through, or try another network`
	return new AgentError('config-invalid', phrase(problem, advice))
}

/** A server that knows nothing of the path usually speaks another of the three formats. */
function otherWire(config: ProviderConfig): string {
	const { api, baseUrl } = config
	switch (api) {
		case 'responses': {
			const other = `if ${baseUrl} speaks Chat Completions, not Responses, use \`openai-chat\` or set "api": "chat"`
			return phrase(other, usualEnding(config))
		}
		case 'chat': {
			const other = `if ${baseUrl} speaks Responses, not Chat Completions, use \`openai\` or set "api": "responses"`
			return phrase(other, usualEnding(config))
		}
		case 'messages':
			return `if ${baseUrl} speaks Chat Completions, not Anthropic Messages, set "api": "chat"`
		case 'demo':
		case 'own':
			return ''
	}
}

function notAnApi(answer: string, config: ProviderConfig): AgentError {
	const problem = `${answer}: the base URL is not an API`
	return new AgentError('not-found', phrase(problem, `check ${config.baseUrl}`, usualEnding(config)))
}

/** Nothing when the base URL ends like that already, and for Anthropic's, to which the client adds it. */
function usualEnding({ api, baseUrl }: ProviderConfig): string {
	const isUsual = /\/v\d+\w*\/?$/.test(new URL(baseUrl).pathname)
	return isUsual || api === 'messages' ? '' : 'it usually ends in /v1'
}

/** An API is there, and what stands in front of it has a page for this: too large, too many, not up. */
function mayBeProxy(status: number): boolean {
	return [408, 413, 429].includes(status) || (status >= 500 && status !== 501)
}

const NETWORK: ReadonlyMap<string, { kind: ErrorCode; words: string }> = new Map([
	['ECONNREFUSED', { kind: 'connection-lost', words: 'refused the connection' }],
	['ECONNRESET', { kind: 'connection-lost', words: 'closed the connection' }],
	['EPIPE', { kind: 'connection-lost', words: 'closed the connection' }],
	['ENOTFOUND', { kind: 'connection-lost', words: 'is not a host that can be found' }],
	[
		'EAI_AGAIN',
		{ kind: 'connection-lost', words: 'could not be looked up: the name server does not answer' },
	],
	['EHOSTUNREACH', { kind: 'connection-lost', words: 'cannot be reached' }],
	['ENETUNREACH', { kind: 'connection-lost', words: 'cannot be reached' }],
	['ETIMEDOUT', { kind: 'timeout', words: 'did not answer in time' }],
	['HPE_INVALID_CONSTANT', { kind: 'bad-request', words: 'does not speak HTTP/1.1' }],
])

function networkFallback(code: string, error: unknown): { kind: ErrorCode; words: string } {
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
		const words = `has a certificate that is not trusted (${code}); NODE_EXTRA_CA_CERTS names a file with your own`
		return { kind: 'config-invalid', words }
	}
	if (code.startsWith('ERR_SSL')) return { kind: 'config-invalid', words: `does not speak TLS (${code})` }
	const reason = messageOf(error)
	return { kind: 'connection-lost', words: `could not be asked: ${reason}` }
}

/** Several addresses may have been tried; each has its own error inside. */
function systemCode(error: unknown): string {
	if (!(error instanceof Error)) return ''
	if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
	if (error instanceof AggregateError) return systemCode(error.errors[0])
	return systemCode(error.cause)
}

function localServer({ port, protocol }: URL): string {
	const server = LOCAL_SERVERS.find(each => each.port === port)
	return server
		? `${server.name} listens on port ${port}: start it with \`${server.start}\``
		: `nothing listens on port ${port || (protocol === 'https:' ? '443' : '80')} of this machine`
}

function looksLikePage(text: string): boolean {
	return /^\s*<(?:!doctype|html|head|body)/i.test(text)
}

function phrase(...parts: readonly string[]): string {
	return parts.flatMap(part => (part === '' ? [] : [part.replace(/\.$/, '')])).join('; ')
}

/** One line of at most 500 characters. */
function shorten(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim()
	return line.length > 500 ? `${line.slice(0, 499)}…` : line
}
