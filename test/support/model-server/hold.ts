// A reply in the test's hand: each of its events leaves when the test says so, so that order needs no sleeping.

import { deferred } from './deferred.ts'
import type { RecordedRequest } from './model-server.ts'
import type { Frame } from './reply/reply.ts'

export type HeldReply = {
	/** The request this reply belongs to, once it is here. */
	readonly arrived: Promise<RecordedRequest>
	/** Sends the status line and headers, and nothing else. */
	open(): Promise<void>
	/** Sends the next `count` events (1). Resolves when they are on the socket. */
	step(count?: number): Promise<void>
	/** Sends up to and including the next event with this mark. */
	until(mark: NonNullable<Frame['mark']>): Promise<void>
	/** Sends all that is left. Resolves when it is on the socket. */
	release(): Promise<void>
	/** Resets the connection after what was sent so far. */
	drop(): Promise<void>
}

export type Hold = {
	handle: HeldReply
	/** Called by the server when the request is here and its reply is made. */
	attach(held: Attached): void
	gate(index: number): Promise<void>
	onSent(index: number): void
}

type Attached = { request: RecordedRequest; frames: readonly Frame[]; open(): void; drop(): void }

export function createHold(): Hold {
	const attached = deferred<Attached>()
	let allowed = 0
	let sent = 0
	let waiting: { when: () => boolean; resolve: () => void }[] = []

	const wake = () => {
		const ready = waiting.filter(one => one.when())
		waiting = waiting.filter(one => !ready.includes(one))
		for (const one of ready) one.resolve()
	}
	const holds = (when: () => boolean) =>
		new Promise<void>(resolve => {
			waiting.push({ when, resolve })
			wake()
		})
	const allow = async (count: number) => {
		allowed = Math.max(allowed, count)
		wake()
		await holds(() => sent >= count)
	}

	const handle: HeldReply = {
		arrived: attached.promise.then(({ request }) => request),
		async open() {
			const held = await attached.promise
			held.open()
		},
		async step(count = 1) {
			const { frames } = await attached.promise
			await allow(Math.min(frames.length, allowed + count))
		},
		async until(mark) {
			const { frames } = await attached.promise
			const index = frames.findIndex((frame, position) => position >= allowed && frame.mark === mark)
			if (index < 0) throw new Error(`no ${mark} event is left among the ${frames.length} of this reply`)
			await allow(index + 1)
		},
		async release() {
			const { frames } = await attached.promise
			await allow(frames.length)
		},
		async drop() {
			const held = await attached.promise
			held.drop()
		},
	}
	return {
		handle,
		attach: attached.resolve,
		gate: index => holds(() => index < allowed),
		onSent(index) {
			sent = index + 1
			wake()
		},
	}
}
