// The endpoint of A2A: JSON-RPC over HTTP, 1.0 and 0.3 at the same address. Methods of 0.3 have a slash in their names.

import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import { RequestMalformedError, toJsonRpcError, VersionNotSupportedError } from '@a2a-js/sdk/errors'
import { JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server'
import { errorInfo, messageOf } from '../../core/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { wireCodes } from '../error-table.ts'
import { sendJson } from '../http/answers.ts'
import type { OpenStreams } from '../http/open-streams.ts'
import { errorAnswer, type Headers, Refusal } from '../http/refusal.ts'
import type { Exchange } from '../http/route.ts'
import { EventStream } from '../http/sse.ts'
import { traceOf } from '../http/task-routes.ts'
import type { HandlerDeps } from './a2a-deps.ts'
import type { CardFacts } from './agent-card.ts'
import { protocolError } from './errors.ts'
import { legacyParams } from './legacy-params.ts'
import { requestHandler } from './request-handler.ts'

export type EndpointDeps = HandlerDeps & { streams: OpenStreams }

export async function answerCall(
	exchange: Exchange & { auth: AuthContext },
	card: CardFacts,
	deps: EndpointDeps,
): Promise<void> {
	const { response } = exchange
	const answering = new Answering(exchange, deps)
	const call = await requestOf(exchange)
	if ('error' in call) return sendJson(response, 200, call)
	const version = versionOf(exchange)
	if (version === undefined) return sendJson(response, 200, envelope(call.id, UNKNOWN_VERSION))
	// A method tells which version is meant more surely than a header that may be missing.
	const isLegacy = call.method.includes('/')
	const handler = requestHandler(deps, {
		auth: exchange.auth,
		card,
		version: isLegacy ? '0.3' : '1.0',
		trace: traceOf(exchange.request.headers.traceparent),
		signal: exchange.signal,
		failed: error => answering.failed(error),
	})
	const transport = isLegacy
		? new LegacyJsonRpcTransportHandler(handler)
		: new JsonRpcTransportHandler(handler)
	const leave = HOLDING.includes(call.method) ? entered(exchange, deps, answering) : () => {}
	if (leave === undefined) return answering.send(envelope(call.id, answering.error))
	try {
		const context = new ServerCallContext({ requestedVersion: version })
		const { params } = call.request
		const isChecked = isLegacy && isObject(params)
		const request = isChecked ? { ...call.request, params: legacyParams(params) } : call.request
		const result = await transport.handle(request, context)
		if (Symbol.asyncIterator in result) await answering.stream(result, call.id, isLegacy)
		else answering.send(result)
	} catch (error) {
		if (!(error instanceof RequestMalformedError)) throw error
		answering.failed(error)
		answering.send(envelope(call.id, answering.error))
	} finally {
		leave()
	}
}

type RpcRequest = { request: JsonObject; method: string; id: JsonValue }

/** @returns the answer where it is no request */
async function requestOf(exchange: Exchange): Promise<RpcRequest | ReturnType<typeof envelope>> {
	let request: JsonValue
	try {
		request = await exchange.body()
	} catch (error) {
		if (!(error instanceof Refusal)) throw error
		if (error.code === 'bad-request') return envelope(null, { code: PARSE_ERROR, message: error.message })
		if (error.code === 'unsupported-media-type') return envelope(null, toJsonRpcError(protocolError(error)))
		throw error
	}
	const { jsonrpc, method, id = null } = isObject(request) ? request : {}
	const isId = id === null || typeof id === 'string' || Number.isInteger(id)
	if (isObject(request) && jsonrpc === '2.0' && typeof method === 'string' && method !== '' && isId)
		return { request, method, id }
	const message = Array.isArray(request)
		? 'requests come one at a time, not as a batch'
		: 'that is no request of JSON-RPC 2.0: jsonrpc "2.0", a method and an id are needed'
	return envelope(isId ? id : null, { code: INVALID_REQUEST, message })
}

/** @returns undefined where it is none of ours */
function versionOf({ request, url }: Exchange): string | undefined {
	const header = request.headers['a2a-version'] ?? url.searchParams.get('A2A-Version') ?? ''
	const asked = String(header).trim()
	if (asked === '') return '0.3'
	// Patches of a version are the same protocol.
	const version = asked.split('.').slice(0, 2).join('.')
	return version === '1.0' || version === '0.3' ? version : undefined
}

/** @returns ends it; undefined where there are too many already */
function entered(
	{ auth }: { auth: AuthContext },
	{ streams }: EndpointDeps,
	answering: Answering,
): (() => void) | undefined {
	try {
		return streams.enter(auth)
	} catch (error) {
		answering.failed(error)
		return undefined
	}
}

class Answering {
	readonly #exchange: Exchange & { auth: AuthContext }
	readonly #deps: EndpointDeps
	#status = 200
	#headers: Headers = {}
	#hasFailed = false
	error: { code: number; message: string } = { code: INTERNAL, message: 'something went wrong here' }

	constructor(exchange: Exchange & { auth: AuthContext }, deps: EndpointDeps) {
		this.#exchange = exchange
		this.#deps = deps
	}

	failed(error: unknown): void {
		this.#hasFailed = true
		const { status, headers } = errorAnswer(error)
		this.error = toJsonRpcError(protocolError(error))
		// Whoever sends too much is told so in a way that everything between us and them understands, too.
		if (status === 429 || status === 503) {
			this.#status = status
			this.#headers = headers
		}
		if (this.error.code !== INTERNAL || status === 429 || this.#exchange.signal.aborted) return
		const { auth } = this.#exchange
		this.#deps.hub.logging.log(auth, 'error', messageOf(error), { code: errorInfo(error).code })
	}

	send(body: { error?: unknown; id?: JsonValue }): void {
		const { error } = body
		const status = error === undefined ? 200 : this.#status
		// The SDK stumbles over parameters that are not what they should be: that is no fault of ours.
		const isUnread = isObject(error) && error.code === INTERNAL && !this.#hasFailed
		const answer = isUnread ? envelope(body.id ?? null, UNREAD) : body
		sendJson(this.#exchange.response, status, answer, this.#headers)
	}

	/** The first event comes before the headers: what goes wrong until then is an answer and no empty stream. */
	async stream(events: AsyncGenerator<object>, id: JsonValue, isLegacy: boolean): Promise<void> {
		let sse: EventStream | undefined
		try {
			for await (const event of events) {
				sse ??= new EventStream(this.#exchange.response)
				await sse.write({ data: JSON.stringify(event) })
				if (this.#exchange.signal.aborted) break
			}
			if (sse === undefined) this.send(envelope(id, this.error))
			else sse.end()
		} catch {
			const { code, message } = this.error
			const body = envelope(id, isLegacy ? { code, message } : this.error)
			// Clients of 0.3 read no error but out of a stream.
			if (isLegacy && this.#status === 200) sse ??= new EventStream(this.#exchange.response)
			if (sse === undefined) return this.send(body)
			await sse.write({ event: 'error', data: JSON.stringify(body) })
			sse.end()
		}
	}
}

function envelope(id: JsonValue, error: { code: number; message: string }) {
	return { jsonrpc: '2.0' as const, id, error }
}

const UNREAD = toJsonRpcError(new RequestMalformedError('the params of this method cannot be read'))
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const INTERNAL = wireCodes('internal').a2a
const UNKNOWN_VERSION = toJsonRpcError(
	new VersionNotSupportedError('this server speaks A2A 1.0 and 0.3; say which in the header A2A-Version'),
)

/** They may hold their connection for as long as a task takes. */
const HOLDING: readonly string[] = [
	'SendMessage',
	'SendStreamingMessage',
	'SubscribeToTask',
	'message/send',
	'message/stream',
	'tasks/resubscribe',
]
