// Hooks around one call: PreToolUse before it is judged, PermissionRequest when somebody is about to be asked, PostToolUse
// and PostToolUseFailure when it has ended.

import { isDeepStrictEqual } from 'node:util'
import type { HookResult } from '../../../core/events.ts'
import type { Artefacts, Clock } from '../../../core/host.ts'
import type { JsonObject } from '../../../core/json.ts'
import { type ToolCall, textOf } from '../../../core/messages.ts'
import { keptProblem, type ToolResult } from '../../../core/tool.ts'
import { type CallPlace, changedInput, claudeCalls } from '../../../extensions/hooks/claude-calls.ts'
import type { HookEvent } from '../../../extensions/hooks/hook.ts'
import type { HookReplies } from '../../../extensions/hooks/hook-replies.ts'
import type { HookAnswer } from '../../../safety/hook-answer.ts'
import type { ExecuteHooks, HookedCall } from '../../../tools/executor/hooked-call.ts'
import { truncate } from '../../../tools/executor/truncate.ts'
import { contextOf, type HookAsker } from './asking-hooks.ts'
import { callInput, inputOf, resultInput } from './hook-input.ts'

export type CallHookDeps = Pick<ExecuteHooks, 'isAlone'> & {
	asker: HookAsker
	place: CallPlace
	signal: AbortSignal
	clock: Pick<Clock, 'monotonicMs'>
	artefacts: Artefacts
	scrub(text: string): string
	record(result: HookResult): void
	/** A hook wants the run to end. */
	halt(hook: string, reason: string, event: HookEvent): void
}

export function createCallHooks(deps: CallHookDeps): ExecuteHooks {
	const { asker, place, signal, clock } = deps
	/** Said before the call has ended; stands behind its result. */
	const remarks: string[] = []
	let startedMs = clock.monotonicMs()

	const ask = async (
		event: HookEvent,
		call: ToolCall,
		more: (each: ReturnType<typeof claudeCalls>[number]) => JsonObject,
	) => {
		const input = inputOf(call)
		const calls = claudeCalls(call.tool, input, place)
		const about = { callId: call.callId, tool: call.tool, input }
		const replies = await asker.ask(
			event,
			calls.map(each => ({
				names: each.names,
				call: each,
				input: asker.input(event, { ...callInput(each, about), ...more(each) }),
			})),
			signal,
		)
		if (replies.stop) deps.halt(replies.stop.hook, replies.stop.reason, event)
		return replies
	}

	const judged = (event: HookEvent, call: ToolCall, replies: HookReplies): HookedCall => {
		const { permission, stop } = replies
		const record = (hook: string, effect: HookResult['effect'], text: string) =>
			deps.record({ hookEvent: event, hook, effect, text, callId: call.callId })
		for (const { hook, text } of replies.contexts) record(hook, 'context', text)
		const context = contextOf(event, replies)
		if (context !== undefined) remarks.push(context)
		const answer: HookAnswer | undefined = stop ? { outcome: 'deny', ...stop } : permission
		if (answer?.outcome === 'deny') record(answer.hook, 'denied', answer.reason)
		if (answer?.outcome === 'ask') record(answer.hook, 'asks', answer.reason)
		const input = answer?.outcome === 'deny' ? undefined : changed(event, call, replies, record)
		return { answer, ...(input && { input }) }
	}

	const changed = (
		event: HookEvent,
		call: ToolCall,
		{ input }: HookReplies,
		record: (hook: string, effect: HookResult['effect'], text: string) => void,
	): JsonObject | undefined => {
		if (!input) return undefined
		const before = inputOf(call)
		const after = changedInput(call.tool, before, input.input)
		const [first] = claudeCalls(call.tool, before, place)
		if (!after || isDeepStrictEqual(after, before) || isDeepStrictEqual(input.input, first?.input))
			return undefined
		const text = deps.scrub(JSON.stringify(after))
		record(input.hook, 'changed-input', text)
		remarks.push(`<hook event="${event}" name="${input.hook}">\nchanged the input to ${text}\n</hook>`)
		return after
	}

	return {
		isAlone: deps.isAlone,
		async before(call) {
			const hooked = judged('PreToolUse', call, await ask('PreToolUse', call, () => ({})))
			startedMs = clock.monotonicMs()
			return hooked
		},
		async asked(call, { title, reasons }) {
			const more = { permission_suggestions: [], permission_title: title, permission_reasons: [...reasons] }
			const replies = await ask('PermissionRequest', call, () => more)
			const { permission } = replies
			if (permission?.outcome === 'allow')
				deps.record({
					hookEvent: 'PermissionRequest',
					hook: permission.hook,
					effect: 'allowed',
					text: permission.reason,
					callId: call.callId,
				})
			return judged('PermissionRequest', call, replies)
		},
		async after(call, result) {
			const { outcome } = result
			const text = textOf(result.content)
			const isError = outcome === 'failed'
			if (outcome !== 'ok' && !isError) return withRemarks(result, remarks)
			const event = isError ? 'PostToolUseFailure' : 'PostToolUse'
			const durationMs = Math.round(clock.monotonicMs() - startedMs)
			const replies = await ask(event, call, each => ({
				...resultInput(each, { text, isError }),
				duration_ms: durationMs,
			}))
			for (const { hook, text: told } of replies.contexts)
				deps.record({ hookEvent: event, hook, effect: 'context', text: told, callId: call.callId })
			const context = contextOf(event, replies)
			if (context !== undefined) remarks.push(context)
			return withRemarks(await replaced(event, call, result, replies), remarks)
		},
	}

	async function replaced(
		event: HookEvent,
		call: ToolCall,
		result: ToolResult,
		{ output }: HookReplies,
	): Promise<ToolResult> {
		if (!output) return result
		deps.record({
			hookEvent: event,
			hook: output.hook,
			effect: 'changed-output',
			text: output.text,
			callId: call.callId,
		})
		const saved = (full: string) => deps.artefacts.save(`${call.callId}-${call.tool}-hook.txt`, full)
		const text = await truncate(output.text, saved, { lostCharacters: undefined })
		const { problem: _, ...replacing } = result
		return { ...replacing, content: [{ type: 'text', text }] }
	}
}

function withRemarks(result: ToolResult, remarks: readonly string[]): ToolResult {
	if (remarks.length === 0) return result
	const text = `\n${remarks.join('\n')}`
	return { ...result, ...keptProblem(result, text), content: [...result.content, { type: 'text', text }] }
}
