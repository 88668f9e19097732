// Puts one run together: what the model sees, what it may call, and how a call gets its approval.

import type { ApprovalMode } from '../core/approval.ts'
import type { StoredEvent } from '../core/events.ts'
import type { Host } from '../core/host.ts'
import type { JsonSchema } from '../core/json.ts'
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
import type { GoodReply } from './window-watch.ts'

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
	/** What the final answer must fit. */
	outputSchema: JsonSchema | undefined
	yolo: boolean
	limits: Limits
	callLimitMs: number
	watchWindow(reply: Omit<GoodReply, 'fixedTokens'>): Promise<string | undefined>
	estimateTokens(messages: readonly Message[]): number
}

export async function runSession(parts: RunParts, context: RunContext): Promise<RunEnd> {
	const { snapshot } = context
	const tools = parts.tools(snapshot.approvals)
	const named = { find: tools.find, names: tools.specs.map(spec => spec.name) }
	const [first] = snapshot.chain
	const info = parts.info(first!)
	const reply = parts.reply(snapshot.chain)
	let sent: readonly Message[] = []
	return run(
		context.prompt,
		{
			reply: (request, signal) => {
				sent = request.messages
				return reply(request, signal)
			},
			chain: snapshot.chain,
			system: parts.system,
			tools: tools.specs,
			history: [...(await parts.preface()), ...historyOf(context.before)],
			cacheKey: parts.sessionId,
			...(snapshot.effort && { effort: snapshot.effort }),
			...(parts.outputSchema && {
				answer: { schema: parts.outputSchema, checkSchema: parts.host.checkSchema },
			}),
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
				if (event.type !== 'attempt-end' || event.error) return
				const { model, usage } = event
				const warning = await parts.watchWindow({ model, messages: sent, inputTokens: usage.inputTokens })
				if (warning !== undefined) context.show({ type: 'notice', level: 'warning', text: warning })
				context.show({
					type: 'context-use',
					usedTokens: usage.inputTokens + usage.outputTokens,
					windowTokens: parts.info(model).windowTokens,
				})
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
function spentIn(events: readonly StoredEvent[]): number {
	return events.reduce(
		(sum, event) => sum + (event.type === 'attempt-end' ? (event.costMicroUsd ?? 0) : 0),
		0,
	)
}
