// Puts one run together: what the model sees, what it may call, and how a call gets its approval.

import type { ApprovalMode } from '../core/approval.ts'
import type { StoredEvent } from '../core/events.ts'
import type { Host } from '../core/host.ts'
import type { Message } from '../core/messages.ts'
import type { ModelInfo, Reply, ToolSpec } from '../core/model.ts'
import type { ModelRef } from '../core/model-ref.ts'
import type { Tool } from '../core/tool.ts'
import type { CostMicroUsd } from '../core/usage.ts'
import type { Limits } from '../loop/deps.ts'
import { type RunEnd, run } from '../loop/run.ts'
import { historyOf } from '../sessions/history.ts'
import { execute, tierOf } from '../tools/execute.ts'
import type { RunContext } from './session-actor.ts'

export type RunParts = {
	host: Host
	sessionId: string
	reply(chain: readonly ModelRef[]): Reply
	info(ref: ModelRef): ModelInfo
	system: string
	/** What a session's first prompt is preceded by: instructions of the folder, where we are. */
	preface(): Promise<readonly Message[]>
	tools(mode: ApprovalMode): { specs: readonly ToolSpec[]; find(name: string): Tool | undefined }
	scrub(text: string): string
	yolo: boolean
	limits: Limits
	callLimitMs: number
	estimateTokens(messages: readonly Message[]): number
}

export async function runSession(parts: RunParts, context: RunContext): Promise<RunEnd> {
	const { snapshot } = context
	const tools = parts.tools(snapshot.approvals)
	const named = { find: tools.find, names: tools.specs.map(spec => spec.name) }
	const [first] = snapshot.chain
	const info = parts.info(first!)
	return run(
		context.prompt,
		{
			reply: parts.reply(snapshot.chain),
			chain: snapshot.chain,
			system: parts.system,
			tools: tools.specs,
			history: [...(await parts.preface()), ...historyOf(context.before)],
			cacheKey: parts.sessionId,
			tierOf: call => tierOf(call, named),
			execute: (call, hooks, signal) =>
				execute(call, {
					...hooks,
					tools: named,
					host: parts.host,
					signal,
					standing: () => ({ mode: snapshot.approvals, covered: context.covered, yolo: parts.yolo }),
					approve: assessment => context.approve({ callId: call.callId, tool: call.tool, assessment }),
					scrub: parts.scrub,
					limitMs: parts.callLimitMs,
				}),
			store: async event => {
				await context.store(event)
				const used = contextUse(event)
				if (used !== undefined)
					context.show({ type: 'context-use', usedTokens: used, windowTokens: info.windowTokens })
			},
			show: context.show,
			takeSteering: () => context.queue.takeSteering(),
			hasSteering: () => context.queue.hasSteering(),
			limits: parts.limits,
			estimateCost: costEstimate(parts, info),
			spentBefore: spentIn(context.before.map(envelope => envelope.event)),
			clock: parts.host.clock,
		},
		context.signal,
	)
}

function contextUse(event: StoredEvent): number | undefined {
	if (event.type !== 'attempt-end' || event.error) return undefined
	return event.usage.inputTokens + event.usage.outputTokens
}

/** What was sent a moment ago is cached by now, so only what is new is counted at the full price. */
function costEstimate(parts: RunParts, info: ModelInfo): (messages: readonly Message[]) => CostMicroUsd {
	let sentTokens = 0
	return messages => {
		const tokens = parts.estimateTokens(messages)
		const cachedTokens = Math.min(sentTokens, tokens)
		sentTokens = tokens
		const { price } = info
		if (!price) return undefined
		return Math.floor((cachedTokens * price.cachedInput + (tokens - cachedTokens) * price.input) / 1_000_000)
	}
}

/** What the session has cost so far, as far as it is known. */
export function spentIn(events: readonly StoredEvent[]): number {
	return events.reduce(
		(sum, event) => sum + (event.type === 'attempt-end' ? (event.costMicroUsd ?? 0) : 0),
		0,
	)
}
