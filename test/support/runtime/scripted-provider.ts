// A provider that says what the test wrote down.

import type { ModelPart, ModelRequest, Provider } from '../../../src/core/model.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { createScript, type Step } from './script.ts'

export type ScriptedProvider = Provider & { requests: readonly ModelRequest[]; assertFinished(): void }

export function scriptedProvider(...replies: readonly (readonly Step<ModelPart>[])[]): ScriptedProvider {
	const { requests, play, assertFinished } = createScript<ModelRequest, ModelPart>(replies)
	return { id: 'test', requests, stream: play, assertFinished }
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
