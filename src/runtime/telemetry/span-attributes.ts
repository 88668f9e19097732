// What spans and metrics say of models, usage and endings, in the words of OpenTelemetry's conventions for generative AI.
// Never what was typed, read, thought or answered, nor paths, commands and words of errors, which may quote it.

import type { ErrorInfo } from '../../core/errors.ts'
import type { AgentEvent, RunEndReason } from '../../core/events.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { CostMicroUsd, PhaseTimes, Usage } from '../../core/usage.ts'
import type { Attributes } from './measures.ts'

export function modelAttributes({ provider, model }: ModelRef): Attributes {
	return { 'gen_ai.provider.name': PROVIDERS[provider] ?? provider, 'gen_ai.request.model': model }
}

export function usageAttributes(usage: Usage, costMicroUsd: CostMicroUsd): Attributes {
	return {
		'gen_ai.usage.input_tokens': usage.inputTokens,
		'gen_ai.usage.output_tokens': usage.outputTokens,
		'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens || undefined,
		'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens || undefined,
		'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens || undefined,
		'keelson.cost_usd': costMicroUsd === undefined ? undefined : usd(costMicroUsd),
	}
}

export function usd(microUsd: number): number {
	return microUsd / 1_000_000
}

export function phaseAttributes(phases: PhaseTimes | undefined): Attributes {
	if (!phases) return {}
	return Object.fromEntries(Object.entries(phases).map(([phase, ms]) => [`keelson.phase.${phase}_ms`, ms]))
}

/** @returns undefined where it has come to its end, or somebody stopped it */
export function runError(reason: RunEndReason, error: ErrorInfo | undefined): string | undefined {
	return reason === 'finished' || reason === 'cancelled' ? undefined : (error?.code ?? reason)
}

/** What happened on the way, as an event of the span it happened in. @returns undefined for what is told otherwise, or not at all */
export function spanEvent(
	event: AgentEvent,
	toolName: (tool: string) => string,
): { name: string; attributes: Attributes } | undefined {
	switch (event.type) {
		case 'retry-wait':
			return {
				name: 'retry',
				attributes: {
					'error.type': event.cause.code,
					'keelson.retry.number': event.retry,
					'keelson.retry.max': event.maxRetries,
					'keelson.retry.wait_ms': Math.round(event.waitMs),
				},
			}
		case 'approval-request': {
			const { callId, tool, permission } = event.request
			return {
				name: 'approval-request',
				attributes: {
					'gen_ai.tool.name': toolName(tool),
					'gen_ai.tool.call.id': callId,
					'keelson.tool.tier': permission.tier,
				},
			}
		}
		case 'approval-end':
			return {
				name: 'approval-end',
				attributes: { 'gen_ai.tool.call.id': event.callId, ...approvalAttributes(event) },
			}
		case 'compaction':
			return {
				name: 'compaction',
				attributes: {
					'keelson.compaction.cause': event.cause,
					'keelson.compaction.summary': event.summary,
					'keelson.compaction.tokens_before': event.tokensBefore,
					'keelson.compaction.tokens_after': event.tokensAfter,
				},
			}
		case 'hook-result':
			return {
				name: 'hook-result',
				attributes: { 'keelson.hook.event': event.hookEvent, 'keelson.hook.effect': event.effect },
			}
		case 'question-request':
		case 'question-end':
		case 'correction':
		case 'steer':
		case 'reply-restart':
		case 'memory-drop':
		case 'run-cancelling':
		case 'agent-background':
			return { name: event.type, attributes: {} }
		default:
			return undefined
	}
}

export function approvalAttributes({
	decision,
	by,
}: Extract<AgentEvent, { type: 'approval-end' }>): Attributes {
	return { 'keelson.approval.answer': decision.answer, 'keelson.approval.by': by }
}

export function modelChange(from: ModelRef, to: ModelRef): Attributes {
	return { 'keelson.fallback.from': modelName(from), 'keelson.fallback.to': modelName(to) }
}

/** The names of the conventions, where they have one; any other provider goes by its id. */
const PROVIDERS: Readonly<Record<string, string>> = {
	google: 'gcp.gemini',
	gemini: 'gcp.gemini',
	vertex: 'gcp.vertex_ai',
	azure: 'azure.ai.openai',
	bedrock: 'aws.bedrock',
	mistral: 'mistral_ai',
	xai: 'x_ai',
}
