// One scripted reply becomes one HTTP answer: an error, a body as it stands, one JSON object, or an event stream.

import type { ServerResponse } from 'node:http'
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts'
import { deliver, drop } from './delivery.ts'
import type { Hold } from './hold.ts'
import type { RecordedRequest } from './model-server.ts'
import { type Frame, plainReply, type ScriptedReply, type Wire } from './reply/reply.ts'

export type Answer = {
	wire: Wire
	request: RecordedRequest
	response: ServerResponse
	reply: ScriptedReply
	hold?: Hold
	nextId(prefix: string): string
}

/** @throws when the script cannot be carried out, such as a fault after a call in a reply without one */
export async function answer({ wire, request, response, reply, hold, nextId }: Answer): Promise<void> {
	const { fault, status = 200 } = reply
	if (fault?.after === 'nothing' && fault.kind === 'drop') return drop(response)
	if (fault?.after === 'nothing' && fault.kind === 'stall') return
	for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
	if (reply.body !== undefined) return sendBody(response, status, reply.body)
	if (status >= 400) return sendJson(response, status, wire.errorBody(status, reply.error ?? {}))

	const id = nextId('')
	const plain = plainReply(reply, {
		requestBytes: request.bytes.length,
		nextCallId: () => nextId(wire.callIdPrefix),
	})
	if (request.body.stream !== true || reply.whole) {
		return sendJson(response, status, wire.whole(plain, request.body, id))
	}
	response.writeHead(status, {
		'content-type': 'text/event-stream; charset=utf-8',
		'cache-control': 'no-cache',
	})
	if (reply.raw !== undefined) {
		if (reply.keepOpen) response.write(reply.raw)
		else response.end(reply.raw)
		return
	}
	const told = wire.frames(plain, request.body, id)
	const frames = reply.withoutUsage ? told.map(withoutUsage) : told
	const [open, cut] = [() => response.flushHeaders(), () => drop(response)]
	if (hold) hold.attach({ request, frames, open, drop: cut })
	else open()
	const isError = fault?.kind === 'error'
	await deliver(response, {
		frames,
		fault,
		framing: reply.framing ?? {},
		errorFrame: isError ? wire.errorFrame(fault.error ?? {}, fault.as ?? 'error', id) : undefined,
		keepOpen: reply.keepOpen ?? false,
		gate: hold?.gate ?? pace(frames, reply.deltaDelayMs),
		onSent: hold?.onSent ?? (() => {}),
	})
}

/** Usage is at the top of an event, or in the message or response that it carries. */
function withoutUsage(frame: Frame): Frame {
	const event = parseJson(frame.data)
	if (!isObject(event)) return frame
	const { usage, ...rest } = event
	for (const name of ['message', 'response']) {
		const holder = rest[name]
		if (isObject(holder)) rest[name] = { ...holder, usage: null }
	}
	return { ...frame, data: JSON.stringify(rest) }
}

export function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendBody(response: ServerResponse, status: number, body: string | JsonObject): void {
	if (typeof body !== 'string') {
		sendJson(response, status, body)
		return
	}
	if (!response.hasHeader('content-type')) {
		const type = body.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json'
		response.setHeader('content-type', type)
	}
	response.writeHead(status).end(body)
}

/** Deltas at fixed times from the first one on, so that the lateness of a timer does not add up. */
export function pace(frames: readonly Frame[], delayMs: number | undefined): Hold['gate'] {
	if (!delayMs) return async () => {}
	let startMs: number | undefined
	let deltas = 0
	return async index => {
		const mark = frames[index]?.mark
		if (mark !== 'text' && mark !== 'reasoning') return
		startMs ??= performance.now()
		const waitMs = startMs + deltas++ * delayMs - performance.now()
		if (waitMs > 0) await new Promise(resolve => setTimeout(resolve, waitMs))
	}
}
