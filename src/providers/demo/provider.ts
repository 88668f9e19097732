// A stand-in for a model that needs no key and no network: fixed rules look at the conversation, use the tools that are
// offered, and answer from what those found. It never claims to be more than that.

import { AgentError } from '../../core/errors.ts'
import type { ModelPart, ModelRequest, Provider } from '../../core/model.ts'
import type { Usage } from '../../core/usage.ts'
import { type DemoReply, nextStep } from './next-step.ts'

/**
 * @param options.deltaDelayMs - between two pieces of text, so that a person sees it come
 * @param options.command - that advice is to name; `agent` when left out
 */
export function createDemoProvider(options: { deltaDelayMs?: number; command?: string } = {}): Provider {
	const { deltaDelayMs: delayMs = 3, command = 'agent' } = options
	return {
		id: 'demo',
		async *stream(request, signal) {
			if (request.outputSchema) {
				yield { type: 'error', error: noSchema() }
				return
			}
			const step = nextStep(request, command)
			for (const text of deltas(step.text)) {
				await pause(delayMs, signal)
				if (signal.aborted) break
				yield { type: 'text-delta', text }
			}
			if (signal.aborted) {
				yield { type: 'error', error: new AgentError('cancelled', 'The reply was cancelled.') }
				return
			}
			yield* callParts(step, request)
			const reason = step.calls.length > 0 ? 'tool-calls' : 'stop'
			yield { type: 'finish', reason, usage: estimatedUsage(request, step) }
		},
	}
}

function noSchema(): AgentError {
	return new AgentError(
		'bad-request',
		'The demo is not a language model and cannot fill in a JSON schema. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or choose a model with -m.',
	)
}

/** Ids go on from the calls there already are, so that they are unique and the same each time. */
function callParts(step: DemoReply, request: ModelRequest): ModelPart[] {
	const before = request.messages.flatMap(message =>
		message.role === 'assistant' ? message.content.filter(part => part.type === 'tool-call') : [],
	).length
	return step.calls.map((call, index) => ({
		type: 'tool-call',
		callId: `demo_${before + index + 1}`,
		tool: call.tool,
		arguments: JSON.stringify(call.input),
	}))
}

/** A word at a time, with the blanks that follow it. */
function deltas(text: string): readonly string[] {
	return text.match(/\s*\S+\s*/g) ?? []
}

/** Four characters to a token is close enough for a figure that costs nothing. */
function estimatedUsage(request: ModelRequest, step: DemoReply): Usage {
	const sent = [request.system, request.messages, request.tools].map(part => JSON.stringify(part).length)
	const received = step.text.length + JSON.stringify(step.calls).length
	return {
		inputTokens: Math.ceil(sent.reduce((sum, length) => sum + length, 0) / 4),
		cachedInputTokens: 0,
		cacheWriteTokens: 0,
		outputTokens: Math.ceil(received / 4),
		reasoningTokens: 0,
	}
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
	if (ms === 0 || signal.aborted) return Promise.resolve()
	return new Promise(resolve => {
		const end = () => {
			clearTimeout(timer)
			signal.removeEventListener('abort', end)
			resolve()
		}
		const timer = setTimeout(end, ms)
		signal.addEventListener('abort', end)
	})
}
