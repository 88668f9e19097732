// The hooks of one run: around its calls, between its turns, at its end, and about the compactions in it.

import type { HookResult, ShownEvent, StoredEvent } from '../../../core/events.ts'
import type { Host } from '../../../core/host.ts'
import type { JsonObject } from '../../../core/json.ts'
import { callsOf, type Message, textOf } from '../../../core/messages.ts'
import { type CallPlace, claudeCalls, hookNames } from '../../../extensions/hooks/claude-calls.ts'
import type { HookEvent } from '../../../extensions/hooks/hook.ts'
import type { CompactionHooks } from '../../../loop/context/context-deps.ts'
import type { LoopHooks } from '../../../loop/deps.ts'
import type { ReadyCall } from '../../../tools/executor/execute.ts'
import type { ExecuteHooks } from '../../../tools/executor/hooked-call.ts'
import type { HookAsker } from './asking-hooks.ts'
import { createCallHooks } from './call-hooks.ts'
import { compactionHooks } from './history-hooks.ts'
import { callInput, inputOf, resultInput } from './hook-input.ts'

export type RunHooks = {
	loop: LoopHooks
	compaction: CompactionHooks
	/** Each call has its own. */
	aroundCall(ready: ReadyCall): ExecuteHooks
}

/** What a run lets its hooks do. */
export type HookedRun = {
	signal: AbortSignal
	store(event: StoredEvent): Promise<void> | undefined
	show(event: ShownEvent): void
}

export type RunHookDeps = {
	asker: HookAsker
	place: CallPlace
	host: Pick<Host, 'clock' | 'artefacts'>
	scrub(text: string): string
	context: HookedRun
	/** Which event a finished answer is: of a session or of a sub-agent. */
	stop: { event: 'Stop' | 'SubagentStop'; name: string | undefined }
}

export function createRunHooks(deps: RunHookDeps): RunHooks {
	const { asker, place, context, stop } = deps
	const { signal } = context
	let halted: string | undefined
	let contexts: string[] = []
	let sentBack = 0
	let inARow = 0

	const record = (result: HookResult) => {
		// A log that cannot be written stops the run at whatever is stored next.
		void Promise.resolve(context.store({ type: 'hook-result', ...result })).catch(() => undefined)
	}
	const halt = (hook: string, reason: string, event: HookEvent) => {
		record({ hookEvent: event, hook, effect: 'stopped', text: reason })
		halted ??= `the hook ${hook} (${event}) ended the run: ${reason}`
	}
	const remember = (text: string) => contexts.push(text)

	return {
		compaction: compactionHooks(asker, {
			signal: () => signal,
			remember,
			warn: text => context.show({ type: 'notice', level: 'warning', text }),
		}),
		aroundCall: ready =>
			createCallHooks({
				isAlone: mayChange(ready, asker),
				asker,
				place,
				signal,
				clock: deps.host.clock,
				artefacts: deps.host.artefacts,
				scrub: deps.scrub,
				record,
				halt,
			}),
		loop: {
			async afterCalls(added) {
				inARow = 0
				if (!asker.has('PostToolBatch', [])) return
				const more = { tool_calls: batchOf(added, place) }
				const replies = await asker.askOnce('PostToolBatch', undefined, more, signal)
				if (replies.stop) halt(replies.stop.hook, replies.stop.reason, 'PostToolBatch')
				for (const { hook, text } of replies.contexts) {
					record({ hookEvent: 'PostToolBatch', hook, effect: 'context', text })
					remember(text)
				}
			},
			async beforeEnd(answer) {
				const more = { stop_hook_active: sentBack > 0, last_assistant_message: answer }
				const replies = await asker.askOnce(stop.event, stop.name, more, signal)
				if (replies.stop) {
					halt(replies.stop.hook, replies.stop.reason, stop.event)
					return undefined
				}
				const [context] = replies.contexts
				const block = replies.block ?? (context && { hook: context.hook, reason: context.text })
				if (!block || signal.aborted) return undefined
				if (inARow === MOST_IN_A_ROW) {
					tooOften(block.hook)
					return undefined
				}
				inARow += 1
				sentBack += 1
				record({ hookEvent: stop.event, hook: block.hook, effect: 'blocked', text: block.reason })
				return block.reason
			},
			halted: () => halted,
			takeContext() {
				if (contexts.length === 0) return undefined
				const text = contexts.join('\n')
				contexts = []
				return text
			},
		},
	}

	function tooOften(hook: string): void {
		const text = `the hook ${hook} (${stop.event}) sent the model back ${MOST_IN_A_ROW} times in a row without a call in between; the run ends all the same`
		context.show({ type: 'notice', level: 'warning', text })
	}
}

/**
 * Whether a hook may make another call of it than the one that was prepared, one that is not read-only any more: what a
 * command does is in its text.
 */
function mayChange(ready: ReadyCall, asker: HookAsker): boolean {
	return (
		'tool' in ready &&
		ready.tool.facts?.access === 'write' &&
		asker.has('PreToolUse', hookNames(ready.call.tool))
	)
}

/** A patch is one call here, whatever it is about. */
function batchOf(added: readonly Message[], place: CallPlace): JsonObject[] {
	const calls = added.flatMap(message => (message.role === 'assistant' ? callsOf(message) : []))
	return added.flatMap((message): JsonObject[] => {
		if (message.role !== 'tool') return []
		const { callId, tool } = message
		const input = inputOf(calls.find(call => call.callId === callId))
		const [call] = claudeCalls(tool, input, place)
		const result = { text: textOf(message.content), isError: message.outcome !== 'ok' }
		return [{ ...callInput(call!, { callId, tool, input }), ...resultInput(call!, result) }]
	})
}

/** As in Claude Code. Between calls it may go on as long as the run's budget lasts. */
const MOST_IN_A_ROW = 8
