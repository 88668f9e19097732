// Responses over WebSockets, as strict as the real service: one reply at a time, and nothing known of earlier replies
// but the last one of the same connection.

import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts'
import { pace } from './answer.ts'
import { objects } from './check/check.ts'
import { deferred } from './deferred.ts'
import { breakAfter } from './delivery.ts'
import { responsesWire } from './formats/responses.ts'
import type { Hold } from './hold.ts'
import { flatHeaders, type RecordedRequest, type ReplyEnd } from './model-server.ts'
import { type Refusal, refusalOf } from './reply/refuse.ts'
import { type Frame, plainReply, type ScriptedReply } from './reply/reply.ts'

export type SocketDoor = {
	/** Handshakes so far, refused ones too. */
	readonly knocks: number
	/** Resolves with the first of them. */
	readonly knocked: Promise<void>
	open(): void
	/** From now on handshakes are agreed to with these headers as well. */
	greet(headers: Readonly<Record<string, string>>): void
	/** From now on handshakes get this answer: a status, none at all, or the end of their connection. */
	shut(answer: number | 'nothing' | 'drop'): void
	/** From now on handshakes wait. @returns what lets those through that have come; resolves when their clients are at work */
	hold(): () => Promise<void>
	/** Cuts every open socket. */
	drop(): void
	/** Closes every open socket politely. Resolves when the clients know. */
	close(): Promise<void>
	/** Says something to every open socket, asked or not. Resolves when the clients have heard it. */
	say(event: JsonObject): Promise<void>
}

export type SocketRequest = { request: RecordedRequest; refusal: Refusal | undefined }

type DoorSetup = {
	http: Server
	key: string | undefined
	nextId(prefix: string): string
	nextReply(asked: SocketRequest): Promise<{ reply: ScriptedReply; hold?: Hold } | Refusal>
	complain(text: string): void
}

export function createSocketDoor(setup: DoorSetup): SocketDoor {
	const server = new WebSocketServer({ noServer: true })
	const raw = new Set<Socket>()
	let knocks = 0
	let refusal: number | 'nothing' | 'drop' | 'hold' | undefined
	const first = deferred<void>()
	const held: [IncomingMessage, Socket, Buffer][] = []

	function knock(message: IncomingMessage, _: unknown, head: Buffer): void {
		knocks++
		first.resolve()
		const { socket } = message
		raw.add(socket)
		socket.once('close', () => raw.delete(socket))
		if (refusal === 'nothing') return
		if (refusal === 'hold') return void held.push([message, socket, head])
		if (refusal === 'drop') return void socket.resetAndDestroy()
		const status = refusal ?? (isKnown(message, setup.key) ? undefined : 401)
		if (status !== undefined) return refuse(socket, status)
		server.handleUpgrade(message, socket, head, client => serve(client, message, setup))
	}

	return {
		greet(headers) {
			server.removeAllListeners('headers')
			server.on('headers', lines => {
				lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
			})
		},
		knocked: first.promise,
		get knocks() {
			return knocks
		},
		open() {
			refusal = undefined
			// Without a listener an upgrade is answered like any other request.
			if (setup.http.listenerCount('upgrade') === 0) setup.http.on('upgrade', knock)
		},
		shut(answer) {
			this.open()
			refusal = answer
		},
		hold() {
			this.open()
			refusal = 'hold'
			return async () => {
				const working = held.splice(0).map(
					([message, socket, head]) =>
						new Promise<void>(resolve => {
							server.handleUpgrade(message, socket, head, client => {
								serve(client, message, setup)
								client.once('pong', () => resolve())
								client.ping()
							})
						}),
				)
				await Promise.all(working)
			}
		},
		drop() {
			for (const socket of raw) socket.resetAndDestroy()
		},
		async close() {
			const closed = [...server.clients].map(client => once(client, 'close'))
			for (const client of server.clients) client.close(1000)
			await Promise.all(closed)
		},
		async say(event) {
			const heard = [...server.clients].map(client => once(client, 'pong'))
			for (const client of server.clients) {
				client.send(JSON.stringify(event))
				client.ping()
			}
			await Promise.all(heard)
		},
	}
}

function isKnown(message: IncomingMessage, key: string | undefined): boolean {
	return key === undefined || message.headers.authorization === `Bearer ${key}`
}

function refuse(socket: Socket, status: number): void {
	const body = JSON.stringify({ error: { message: 'No WebSocket here.' } })
	socket.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
}

/** What the service still knows: the last reply of this connection, and all that led to it. */
type Memory = { responseId: string; items: readonly JsonObject[] }

function serve(client: WebSocket, message: IncomingMessage, setup: DoorSetup): void {
	let memory: Memory | undefined
	let isBusy = false
	// Each request waits for the end of its connection.
	client.setMaxListeners(0)

	async function take(bytes: Buffer): Promise<void> {
		const known = memory
		memory = undefined
		const body = parseJson(bytes.toString())
		const event = isObject(body) ? body : {}
		const { request, finish } = recorded({ client, message, bytes, event })
		const refusal = isBusy ? BUSY : problemOf(event, known, message, setup.key)
		isBusy = true
		const next = await setup.nextReply({ request, refusal })
		if ('status' in next) sendError(client, next.status, next.error)
		else {
			const whole = wholeRequest(event, known)
			const output = await answer({ client, request, event: whole, setup, finish, ...next })
			if (output) memory = { ...output, items: [...objects(whole.input), ...output.items] }
		}
		isBusy = false
	}

	client.on('message', bytes => {
		take(Buffer.isBuffer(bytes) ? bytes : Buffer.from('')).catch(error => {
			setup.complain(error instanceof Error ? error.message : String(error))
			client.terminate()
		})
	})
}

const BUSY: Refusal = {
	status: 400,
	error: { code: 'response_already_in_flight', message: 'A response is already in progress.' },
}

function problemOf(
	event: JsonObject,
	known: Memory | undefined,
	message: IncomingMessage,
	key: string | undefined,
): Refusal | undefined {
	const { type, previous_response_id: previous } = event
	const odd = ['stream', 'background'].find(name => name in event)
	if (type !== 'response.create') return { status: 400, error: { message: `Unknown event '${type}'.` } }
	if (odd) return { status: 400, error: { message: `Unsupported parameter: '${odd}'.`, param: odd } }
	if (previous !== undefined && previous !== known?.responseId) {
		const text = `Previous response with id '${previous}' not found.`
		return { status: 400, error: { code: 'previous_response_not_found', message: text } }
	}
	if (previous !== undefined && objects(event.input).length === 0) {
		return { status: 400, error: { message: 'Nothing to go on with.', param: 'input' } }
	}
	const body = wholeRequest(event, known)
	const bytes = Buffer.from(JSON.stringify(body))
	return refusalOf({ wire: responsesWire, headers: message.headers, bytes, body, key })
}

/** As it would have had to be over HTTPS. */
function wholeRequest(event: JsonObject, known: Memory | undefined): JsonObject {
	const { type, previous_response_id: previous, ...body } = event
	const before = previous === undefined ? [] : (known?.items ?? [])
	return { ...body, stream: true, input: [...before, ...objects(event.input)] }
}

type Answer = {
	client: WebSocket
	request: RecordedRequest
	event: JsonObject
	reply: ScriptedReply
	hold?: Hold
	setup: DoorSetup
	finish(): void
}

/** @returns what can be gone on from, when the reply went out whole */
async function answer({
	client,
	request,
	event,
	reply,
	hold,
	setup,
	finish,
}: Answer): Promise<Memory | undefined> {
	const { fault, status = 200 } = reply
	const drop = () => client.terminate()
	if (fault?.after === 'nothing' && fault.kind === 'drop') return void drop()
	if (fault?.after === 'nothing' && fault.kind === 'stall') return undefined
	if (fault?.after === 'nothing' && fault.kind === 'end') return void client.close(1011)
	if (status >= 400) return sendError(client, status, reply.error ?? {}, reply.headers)
	if (reply.body !== undefined || reply.raw !== undefined || reply.whole) {
		throw new Error('a WebSocket carries events: no body, no raw bytes, no whole reply')
	}
	const id = setup.nextId('')
	const nextCallId = () => setup.nextId(responsesWire.callIdPrefix)
	const plain = plainReply(reply, { requestBytes: request.bytes.length, nextCallId })
	const frames = responsesWire.frames(plain, event, id)
	hold?.attach({ request, frames, open() {}, drop })
	const gate = hold?.gate ?? pace(frames, reply.deltaDelayMs)
	const end = fault ? breakAfter(frames, fault.after) : frames.length
	for (const [index, frame] of frames.slice(0, end).entries()) {
		await gate(index)
		if (client.readyState !== client.OPEN) return undefined
		if (index === frames.length - 1) finish()
		await sent(client, frame)
		hold?.onSent(index)
	}
	if (!fault)
		return { responseId: `resp_${id}`, items: objects(responsesWire.whole(plain, event, id).output) }
	if (fault.kind === 'drop') drop()
	if (fault.kind === 'end') client.close(1011)
	if (fault.kind === 'error') {
		client.send(responsesWire.errorFrame(fault.error ?? {}, fault.as ?? 'error', id).data)
	}
	return undefined
}

function sendError(
	client: WebSocket,
	status: number,
	error: Refusal['error'],
	headers: ScriptedReply['headers'] = {},
): undefined {
	client.send(JSON.stringify({ type: 'error', status, headers, ...responsesWire.errorBody(status, error) }))
	return undefined
}

function sent(client: WebSocket, frame: Frame): Promise<void> {
	return new Promise(resolve => client.send(frame.data, () => resolve()))
}

function recorded(arrived: {
	client: WebSocket
	message: IncomingMessage
	bytes: Buffer
	event: JsonObject
}): { request: RecordedRequest; finish(): void } {
	const { client, message, bytes, event } = arrived
	const end = deferred<ReplyEnd>()
	const request: RecordedRequest = {
		wire: 'responses',
		over: 'socket',
		method: 'GET',
		path: new URL(message.url ?? '/', 'http://localhost').pathname,
		headers: flatHeaders(message),
		body: event,
		bytes,
		atMs: performance.now(),
		endedAtMs: Number.NaN,
		ended: end.promise,
	}
	client.once('close', () => end.resolve('cut'))
	const finish = () => {
		request.endedAtMs = performance.now()
		end.resolve('complete')
	}
	return { request, finish }
}
