// A model that says what the test wrote down, for the loop.

import type { AgentError } from '../../../src/core/errors.ts'
import type { ReplyPart, ReplyRequest, StreamModel } from '../../../src/core/model.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import { NO_USAGE, type Usage } from '../../../src/core/usage.ts'
import { createScript, type Step } from './script.ts'

export const MODEL: ModelRef = { provider: 'test', model: 'scripted' }

export type ScriptedModel = {
	reply: StreamModel
	requests: readonly ReplyRequest[]
	assertFinished(): void
}

export function scriptedModel(...replies: readonly (readonly Step<ReplyPart>[])[]): ScriptedModel {
	const { requests, play, assertFinished } = createScript<ReplyRequest, ReplyPart>(replies)
	return { reply: play, requests, assertFinished }
}

/** A whole attempt that says `text`. */
export function says(text: string, usage: Partial<Usage> = {}): readonly ReplyPart[] {
	return attempt([{ type: 'text-delta', text }], 'stop', usage)
}

export type ScriptedCall = [callId: string, tool: string, input: unknown]

/** A whole attempt that makes calls; an input that is a string is taken as the raw argument text. */
export function calls(...made: readonly ScriptedCall[]): readonly ReplyPart[] {
	return attempt(made.map(call), 'tool-calls')
}

export function call([callId, tool, input]: ScriptedCall): ReplyPart {
	return {
		type: 'tool-call',
		callId,
		tool,
		arguments: typeof input === 'string' ? input : JSON.stringify(input),
	}
}

export function attempt(
	parts: readonly ReplyPart[],
	reason: Extract<ReplyPart, { type: 'finish' }>['reason'],
	usage: Partial<Usage> = {},
): readonly ReplyPart[] {
	return [
		{ type: 'attempt-start', attempt: 1, model: MODEL },
		...parts,
		{
			type: 'attempt-end',
			attempt: 1,
			model: MODEL,
			usage: { ...NO_USAGE, ...usage },
			costMicroUsd: 0,
			durationMs: 1,
		},
		{ type: 'finish', reason, model: MODEL },
	]
}

export function fails(error: AgentError): readonly ReplyPart[] {
	return [{ type: 'error', error, model: MODEL }]
}
