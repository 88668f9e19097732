// A provider that says what the test wrote down, one list of parts for each request. Strict both ways.

import assert from 'node:assert/strict'
import type { ModelPart, ModelRequest, Provider } from '../../src/core/model.ts'
import { NO_USAGE } from '../../src/core/usage.ts'

type Step = ModelPart | ((signal: AbortSignal) => Promise<void>)

export type ScriptedProvider = Provider & { requests: readonly ModelRequest[]; assertFinished(): void }

export function scriptedProvider(...replies: readonly (readonly Step[])[]): ScriptedProvider {
	const requests: ModelRequest[] = []
	let asked = 0
	return {
		id: 'test',
		requests,
		stream: async function* (request, signal) {
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

export function answer(text: string): readonly ModelPart[] {
	return [{ type: 'text-delta', text }, finish('stop')]
}

export function toolCalls(
	...made: readonly [callId: string, tool: string, input: unknown][]
): readonly ModelPart[] {
	return [
		...made.map(
			([callId, tool, input]): ModelPart => ({
				type: 'tool-call',
				callId,
				tool,
				arguments: typeof input === 'string' ? input : JSON.stringify(input),
			}),
		),
		finish('tool-calls'),
	]
}

export function finish(reason: Extract<ModelPart, { type: 'finish' }>['reason']): ModelPart {
	return { type: 'finish', reason, usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 2 } }
}
