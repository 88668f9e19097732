// The hooks of one run: around its calls, between its turns, at its end, and about the compactions in it.

import type { HookResult } from '../../../core/events.ts'
import type { Host } from '../../../core/host.ts'
import type { JsonObject } from '../../../core/json.ts'
import { type CallPlace, hookNames } from '../../../extensions/hooks/claude-calls.ts'
import type { HookEvent } from '../../../extensions/hooks/hook.ts'
import type { CompactionHooks } from '../../../loop/context/context-deps.ts'
import type { LoopHooks } from '../../../loop/deps.ts'
import type { ReadyCall } from '../../../tools/executor/execute.ts'
import type { ExecuteHooks } from '../../../tools/executor/hooked-call.ts'
import type { RunContext } from '../../session/run-capabilities.ts'
import type { HookAsker } from './asking-hooks.ts'
import { createCallHooks } from './call-hooks.ts'
import { compactionHooks } from './history-hooks.ts'

export type RunHooks = {
	loop: LoopHooks
	compaction: CompactionHooks
	/** Each call has its own. */
	aroundCall(): ExecuteHooks
	/**
	 * Whether a hook may make another call of it than the one that was prepared, one that is not read-only any more. It
	 * cannot run beside others then.
	 */
	mayChange(ready: ReadyCall): boolean
}

export type RunHookDeps = {
	asker: HookAsker
	place: CallPlace
	host: Pick<Host, 'clock' | 'artefacts'>
	scrub(text: string): string
	context: Pick<RunContext, 'store' | 'show' | 'signal'>
	/** Which event a finished answer is: of a session or of a sub-agent. */
	stop: { event: 'Stop' | 'SubagentStop'; name: string | undefined }
}

export function createRunHooks(deps: RunHookDeps): RunHooks {
	const { asker, place, context, stop } = deps
	const { signal } = context
	let halted: string | undefined
	let contexts: string[] = []
	let ended: JsonObject[] = []
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
		aroundCall: () =>
			createCallHooks({
				asker,
				place,
				signal,
				clock: deps.host.clock,
				artefacts: deps.host.artefacts,
				scrub: deps.scrub,
				record,
				halt,
				ended: call => ended.push(call),
			}),
		mayChange: ready =>
			'tool' in ready &&
			ready.tool.facts?.access !== 'read' &&
			asker.has('PreToolUse', hookNames(ready.call.tool)),
		loop: {
			async afterCalls() {
				inARow = 0
				const calls = ended
				ended = []
				const replies = await asker.askOnce('PostToolBatch', undefined, { tool_calls: calls }, signal)
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

/** As in Claude Code. Between calls it may go on as long as the run's budget lasts. */
const MOST_IN_A_ROW = 8
