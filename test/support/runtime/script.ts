// What a scripted model says, one list of steps for each request. Strict both ways: a request nobody expected fails,
// and so does a reply nobody asked for.

import assert from 'node:assert/strict'
import type { Message } from '../../../src/core/messages.ts'

/** A part to say, or something to wait for. */
export type Step<Part> = Part | ((signal: AbortSignal) => Promise<void>)

export type Script<Request, Part> = {
	requests: readonly Request[]
	play(request: Request, signal: AbortSignal): AsyncIterable<Part>
	assertFinished(): void
}

export function createScript<Request extends { messages: readonly Message[] }, Part extends object>(
	replies: readonly (readonly Step<Part>[])[],
): Script<Request, Part> {
	const requests: Request[] = []
	let asked = 0
	return {
		requests,
		play: async function* (request, signal) {
			requests.push(structuredClone(request))
			const steps = replies[asked++]
			assert.ok(steps, `request ${asked} was not expected: ${JSON.stringify(request.messages.at(-1))}`)
			for (const step of steps) {
				if (typeof step === 'function') await step(signal)
				else yield step
				if (signal.aborted) return
			}
		},
		assertFinished: () => assert.equal(asked, replies.length, 'every reply is asked for'),
	}
}
