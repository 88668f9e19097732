// Puts a reply's events on the socket: at their pace, in the asked framing, and broken off where the fault says.

import type { ServerResponse } from 'node:http'
import type { Fault, FaultPoint, Frame, Framing } from './reply/reply.ts'

export type Delivery = {
	frames: readonly Frame[]
	framing: Framing
	fault: Fault | undefined
	/** What an `error` fault puts in the stream. */
	errorFrame: Frame | undefined
	keepOpen: boolean
	/** Resolves when the frame with this index may go out. */
	gate(index: number): Promise<void>
	onSent(index: number): void
}

/** Writes until the last frame or the fault. Ends early, without throwing, when the client leaves. */
export async function deliver(response: ServerResponse, delivery: Delivery): Promise<void> {
	const { frames, fault, framing } = delivery
	const left = new Promise<'left'>(resolve => response.once('close', () => resolve('left')))
	const breakIndex = fault ? breakAfter(frames, fault.after) : Number.POSITIVE_INFINITY
	const limitBytes = fault && isBytes(fault.after) ? fault.after.bytes : Number.POSITIVE_INFINITY
	let sentBytes = 0

	const send = async (bytes: Buffer): Promise<void> => {
		const room = bytes.subarray(0, Math.max(0, limitBytes - sentBytes))
		sentBytes += room.length
		for (const chunk of chunks(room, framing.chunkBytes)) {
			await Promise.race([written(response, chunk), left])
		}
	}

	if (framing.byteOrderMark) await send(Buffer.from('\ufeff'))
	for (const [index, frame] of frames.entries()) {
		if (index >= breakIndex || sentBytes >= limitBytes) break
		if ((await Promise.race([delivery.gate(index), left])) === 'left') return
		await send(Buffer.concat([Buffer.from(framing.noise ?? ''), encode(frame, framing)]))
		delivery.onSent(index)
	}
	if (fault) {
		const isReached = breakIndex < frames.length || sentBytes >= limitBytes
		if (!isReached) throw new Error(`the reply was over before its fault: ${JSON.stringify(fault)}`)
		if (fault.kind === 'drop') return drop(response)
		if (fault.kind === 'stall') return void (await left)
		if (fault.kind === 'error' && delivery.errorFrame) {
			await written(response, encode(delivery.errorFrame, framing))
		}
	}
	if (delivery.keepOpen) await left
	else response.end()
}

export function drop(response: ServerResponse): void {
	response.socket?.resetAndDestroy()
}

export function breakAfter(frames: readonly Frame[], point: FaultPoint): number {
	if (typeof point === 'object') return 'frames' in point ? point.frames : Number.POSITIVE_INFINITY
	if (point === 'nothing' || point === 'headers') return 0
	const mark = point === 'reply' ? 'final' : point
	const index = frames.findIndex(frame => frame.mark === mark)
	if (index < 0) throw new Error(`the fault comes after '${point}', and the reply has no ${mark} event`)
	return point === 'reply' ? index : index + 1
}

function isBytes(point: FaultPoint): point is { bytes: number } {
	return typeof point === 'object' && 'bytes' in point
}

function encode(frame: Frame, framing: Framing): Buffer {
	const data = framing.multiLineData ? spread(frame.data) : frame.data
	const lines = [
		...(framing.comments ? [': keep-alive'] : []),
		...(frame.event ? [`event: ${frame.event}`] : []),
		...data.split('\n').map(line => `data: ${line}`),
		'',
		'',
	]
	return Buffer.from(lines.join(framing.lineEnd ?? '\n'))
}

function spread(data: string): string {
	return data.startsWith('{') ? JSON.stringify(JSON.parse(data), null, 1) : data
}

function chunks(bytes: Buffer, size: number | undefined): Buffer[] {
	if (size === undefined) return bytes.length > 0 ? [bytes] : []
	const result: Buffer[] = []
	for (let at = 0; at < bytes.length; at += size) result.push(bytes.subarray(at, at + size))
	return result
}

/** Resolves when the bytes have left this process, so that what follows them is really after them. */
function written(response: ServerResponse, chunk: Buffer): Promise<void> {
	return new Promise(resolve => response.write(chunk, () => resolve()))
}
