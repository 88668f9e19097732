// The stream of an ACP connection that ends in order: when nothing more comes in, what was asked is still answered before
// the connection is closed.

import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'

export type AnsweredStream = Stream & {
	/** Reads no more, as if the client had ended its side. */
	end(): void
}

/**
 * @param beforeEnd - called once, when the last message has come in: to stop what would go on for long
 * @param patienceMs - how long answers are waited for then
 */
export function answeredStream(inner: Stream, beforeEnd: () => void, patienceMs: number): AnsweredStream {
	const unanswered = new Set<unknown>()
	let noneLeft = () => {}
	let stopReading = () => {}
	const stopped = new Promise<undefined>(resolve => {
		stopReading = () => resolve(undefined)
	})
	const writer = inner.writable.getWriter()
	const reader = inner.readable.getReader()

	const allAnswered = () =>
		new Promise<void>(resolve => {
			if (unanswered.size === 0) return resolve()
			const timer = setTimeout(resolve, patienceMs)
			noneLeft = () => {
				clearTimeout(timer)
				resolve()
			}
		})

	return {
		end: stopReading,
		readable: new ReadableStream<AnyMessage>({
			async pull(controller) {
				const next = await Promise.race([reader.read(), stopped])
				if (next && !next.done) {
					if (isRequest(next.value)) unanswered.add(next.value.id)
					return controller.enqueue(next.value)
				}
				beforeEnd()
				await allAnswered()
				controller.close()
			},
			cancel: reason => reader.cancel(reason),
		}),
		writable: new WritableStream<AnyMessage>({
			async write(message) {
				await writer.write(message)
				if (!isAnswer(message)) return
				unanswered.delete(message.id)
				if (unanswered.size === 0) noneLeft()
			},
		}),
	}
}

function isRequest(message: AnyMessage): message is AnyMessage & { id: unknown } {
	return 'method' in message && 'id' in message
}

function isAnswer(message: AnyMessage): message is AnyMessage & { id: unknown } {
	return !('method' in message) && 'id' in message
}
