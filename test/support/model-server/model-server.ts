// A model server on loopback that speaks Responses, Chat Completions and Messages, answers from a script, and is as
// strict as the real ones. Whatever must cross a socket is tested against it.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts'
import { answer, sendJson } from './answer.ts'
import { type Deferred, deferred } from './deferred.ts'
import { chatWire } from './formats/chat.ts'
import { messagesWire } from './formats/messages.ts'
import { responsesWire } from './formats/responses.ts'
import { createHold, type HeldReply, type Hold } from './hold.ts'
import { type Refusal, refusalOf } from './reply/refuse.ts'
import type { ScriptedReply, Wire } from './reply/reply.ts'
import { createSocketDoor, type SocketDoor, type SocketRequest } from './socket.ts'

export type ModelServer = {
	/** For `OPENAI_BASE_URL`: `http://127.0.0.1:<port>/v1`. */
	readonly url: string
	/** For `ANTHROPIC_BASE_URL`, whose client adds `/v1` itself: `http://127.0.0.1:<port>`. */
	readonly anthropicUrl: string
	/** Both base URLs, and keys that fit: what a child process needs to find this server. */
	readonly environment: Readonly<Record<string, string>>
	/** Every request for a reply so far, refused ones too, in the order they came. */
	readonly requests: readonly RecordedRequest[]
	/** Queues replies; each answers one request. */
	script(...replies: readonly ScriptedReply[]): void
	/** Answers whatever comes when the queue is empty. */
	onRequest(rule: (request: RecordedRequest, index: number) => ScriptedReply | Promise<ScriptedReply>): void
	/** Queues a reply whose events leave only when the test says so. */
	hold(reply: ScriptedReply): HeldReply
	/** Lets WebSockets in, or not any more. */
	readonly sockets: SocketDoor
	/** The request with this number, counted from 1, as soon as it is here. */
	waitForRequest(number: number): Promise<RecordedRequest>
	/** @throws when a request was refused or had no reply, or when a reply was never asked for */
	assertFinished(): void
	/** Cuts every connection, stalled ones too. */
	close(): Promise<void>
}

export type RecordedRequest = {
	wire: Wire['name']
	over: 'https' | 'socket'
	method: string
	path: string
	headers: Readonly<Record<string, string>>
	body: JsonObject
	/** The body as it came. */
	bytes: Buffer
	/** When its headers were here, on the clock of `performance.now()`. */
	atMs: number
	/** When the last byte of the answer was handed to the socket, on the same clock; NaN until then. */
	endedAtMs: number
	/** `cut`: the client left, or the connection was dropped from here. */
	ended: Promise<ReplyEnd>
}

export type ReplyEnd = 'complete' | 'cut'

export type ModelServerOptions = {
	/** Without it any key will do, and none. */
	key?: string
	/** 0, the default, takes a free one. */
	port?: number
	models?: readonly string[]
	/** The APIs this server has; the paths of the others are 404. */
	wires?: readonly Wire['name'][]
	/** Offers Responses over WebSockets. Without it a handshake is answered like any GET. */
	sockets?: boolean
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
	const requests: RecordedRequest[] = []
	const queue: Next[] = []
	const complaints: string[] = []
	const waiting = new Map<number, Deferred<RecordedRequest>>()
	let rule: Parameters<ModelServer['onRequest']>[0] | undefined
	let lastId = 0
	const nextId = (prefix: string) => `${prefix}${String(++lastId).padStart(8, '0')}`

	const http = createServer((message, response) => {
		serve(message, response).catch(error => {
			complaints.push(error instanceof Error ? error.message : String(error))
			if (response.headersSent) response.destroy()
			else sendJson(response, 500, { error: { message: `model server: ${complaints.at(-1)}` } })
		})
	})

	async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const atMs = performance.now()
		const bytes = await bodyOf(message)
		const path = new URL(message.url ?? '/', 'http://localhost').pathname
		const wire = wireAt(path, options.wires)
		if (message.method === 'GET' && path.endsWith('/models')) {
			return sendJson(response, 200, modelList(options.models ?? ['test-model']))
		}
		if (!wire || message.method !== 'POST') {
			const text = `Invalid URL (${message.method} ${path})`
			return sendJson(response, 404, { error: { message: text, type: 'invalid_request_error' } })
		}
		const body = parseJson(bytes.toString())
		const request = recorded({ message, response, wire, path, bytes, atMs, body: isObject(body) ? body : {} })
		const refusal = refusalOf({ wire, headers: message.headers, bytes, body, key: options.key })
		const next = await nextReply(request, refusal)
		if ('status' in next) return sendJson(response, next.status, wire.errorBody(next.status, next.error))
		await answer({ wire, request, response, nextId, ...next })
	}

	async function nextReply(request: RecordedRequest, refusal: Refusal | undefined): Promise<Next | Refusal> {
		const number = requests.push(request)
		waiting.get(number)?.resolve(request)
		if (refusal) {
			complaints.push(`request ${number} was refused: ${refusal.status} ${refusal.error.message ?? ''}`)
			return refusal
		}
		const next = queue.shift() ?? (rule && { reply: await rule(request, number - 1) })
		if (next) return next
		const message = `script exhausted: request ${number} (${request.wire}) has no reply`
		complaints.push(message)
		return { status: 500, error: { message } }
	}

	const sockets = createSocketDoor({
		http,
		key: options.key,
		nextId,
		nextReply: ({ request, refusal }: SocketRequest) => nextReply(request, refusal),
		complain: text => complaints.push(text),
	})
	if (options.sockets) sockets.open()

	await new Promise<void>((resolve, reject) => {
		http.once('error', reject)
		http.listen(options.port ?? 0, '127.0.0.1', resolve)
	})
	const address = http.address()
	if (address === null || typeof address === 'string') throw new Error('the model server has no port')
	const origin = `http://127.0.0.1:${address.port}`
	const key = options.key ?? 'test'

	return {
		url: `${origin}/v1`,
		anthropicUrl: origin,
		environment: {
			OPENAI_BASE_URL: `${origin}/v1`,
			OPENAI_API_KEY: key,
			ANTHROPIC_BASE_URL: origin,
			ANTHROPIC_API_KEY: key,
		},
		requests,
		sockets,
		script(...replies) {
			queue.push(...replies.map(reply => ({ reply })))
		},
		onRequest(newRule) {
			rule = newRule
		},
		hold(reply) {
			const hold = createHold()
			queue.push({ reply, hold })
			return hold.handle
		},
		async waitForRequest(number) {
			const here = requests[number - 1]
			if (here) return here
			const wait = waiting.get(number) ?? deferred<RecordedRequest>()
			waiting.set(number, wait)
			return wait.promise
		},
		assertFinished() {
			const unused = queue.map((_, index) => `reply ${index + 1} of those left was never asked for`)
			const all = [...complaints, ...unused]
			if (all.length > 0) throw new Error(`the model server's script did not come out:\n${all.join('\n')}`)
		},
		close() {
			sockets.drop()
			http.closeAllConnections()
			return new Promise((resolve, reject) => http.close(error => (error ? reject(error) : resolve())))
		},
	}
}

type Next = { reply: ScriptedReply; hold?: Hold }

const WIRES: Record<string, Wire> = {
	'/responses': responsesWire,
	'/chat/completions': chatWire,
	'/messages': messagesWire,
}

/** With `/v1` in front, without, or twice, so that either base URL works for either client. */
function wireAt(path: string, offered: ModelServerOptions['wires']): Wire | undefined {
	const wire = WIRES[path.replace(/^(\/v1)+/, '')]
	return wire && (offered?.includes(wire.name) ?? true) ? wire : undefined
}

function recorded(arrived: {
	message: IncomingMessage
	response: ServerResponse
	wire: Wire
	path: string
	bytes: Buffer
	atMs: number
	body: JsonObject
}): RecordedRequest {
	const { message, response, wire, path, bytes, atMs, body } = arrived
	const end = deferred<ReplyEnd>()
	const method = message.method ?? ''
	const headers = flatHeaders(message)
	const over = 'https' as const
	const request = { wire: wire.name, over, method, path, headers, body, bytes, atMs, ended: end.promise }
	const result: RecordedRequest = { ...request, endedAtMs: Number.NaN }
	response.once('finish', () => {
		result.endedAtMs = performance.now()
	})
	response.once('close', () => end.resolve(response.writableFinished ? 'complete' : 'cut'))
	return result
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = []
	for await (const chunk of message) chunks.push(chunk)
	return Buffer.concat(chunks)
}

export function flatHeaders(message: IncomingMessage): Record<string, string> {
	return Object.fromEntries(
		Object.entries(message.headers).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.join(', ') : (value ?? ''),
		]),
	)
}

/** One list that both families of clients can read. */
function modelList(models: readonly string[]): JsonObject {
	const data = models.map(id => ({
		id,
		object: 'model',
		type: 'model',
		display_name: id,
		created: 1_790_000_000,
		created_at: '2026-09-21T00:00:00Z',
		owned_by: 'test',
	}))
	return {
		object: 'list',
		data,
		has_more: false,
		first_id: models[0] ?? null,
		last_id: models.at(-1) ?? null,
	}
}
