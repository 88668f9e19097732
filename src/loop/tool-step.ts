// The calls of one reply: each starts as soon as it is complete and order allows, results come out in call order.

import type { CallId } from '../core/ids.ts'
import type { ToolCall, ToolMessage } from '../core/messages.ts'
import type { ToolResult } from '../core/tool.ts'
import { createCallOrder } from '../tools/executor/call-order.ts'
import type { CallOutcome } from './corrections.ts'
import type { CallHooks, LoopDeps, RunnableCall } from './deps.ts'
import { Storing } from './storing.ts'

export type ToolStep = {
	/** Called while the reply is still streaming. Resolves when the call has its place in the order of calls. */
	add(call: ToolCall): Promise<void>
	/** All results in call order. Resolves when nothing runs any more; `stored` when the log has them. */
	finish(): Promise<{ outcomes: readonly CallOutcome[]; stored: Promise<unknown> }>
}

export function startToolStep(
	deps: LoopDeps,
	hooks: { running(tools: readonly string[]): void } & Pick<CallHooks, 'denied' | 'spend' | 'exceeded'>,
	signal: AbortSignal,
): ToolStep {
	const order = createCallOrder()
	const running = new Map<CallId, string>()
	const outcomes: Promise<CallOutcome>[] = []
	const storing = new Storing()

	const work = async (call: ToolCall, runnable: RunnableCall): Promise<CallOutcome> => {
		running.set(call.callId, call.tool)
		hooks.running([...running.values()])
		const { subject } = runnable
		const result = await runnable.execute(
			{
				started: (tier, changed) => {
					const stored = deps.store({
						type: 'tool-start',
						callId: call.callId,
						tool: call.tool,
						arguments: call.arguments,
						tier,
						...(subject !== undefined && { subject }),
						...changed,
					})
					if (tier !== 'read-only') return stored
					storing.add(stored)
					return undefined
				},
				progress: text => deps.show({ type: 'tool-progress', callId: call.callId, text }),
				denied: hooks.denied,
				spend: hooks.spend,
				exceeded: hooks.exceeded,
			},
			signal,
		)
		running.delete(call.callId)
		storing.add(deps.store({ type: 'tool-end', callId: call.callId, tool: call.tool, result }))
		if (running.size > 0) hooks.running([...running.values()])
		return { message: toolMessage(call, result), detail: result.detail }
	}

	return {
		async add(call) {
			const runnable = await deps.prepare(call)
			const tier = runnable.isParallel ? 'read-only' : runnable.tier
			const outcome = order.schedule(tier, () => work(call, runnable))
			// A log that cannot be written rejects here before anyone waits; `finish` is where it is told.
			outcome.catch(() => undefined)
			outcomes.push(outcome)
		},
		async finish() {
			const ended = await Promise.all(outcomes)
			return { outcomes: ended, stored: storing.all() }
		},
	}
}

function toolMessage(call: ToolCall, result: ToolResult): ToolMessage {
	return {
		role: 'tool',
		callId: call.callId,
		tool: call.tool,
		outcome: result.outcome,
		content: result.content,
	}
}

/** `Running read ×2, grep`: each tool once. */
export function runningText(tools: readonly string[]): string {
	const names = [...new Set(tools)].map(name => {
		const count = tools.filter(tool => tool === name).length
		return count > 1 ? `${name} ×${count}` : name
	})
	return `Running ${names.join(', ')}`
}
