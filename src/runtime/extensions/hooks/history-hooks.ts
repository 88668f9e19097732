// Hooks about compactions: PreCompact may keep history as it is, PostCompact hears what came of it, and SessionStart may
// tell the model once more what it should know.

import type { CompactionCause } from '../../../core/events.ts'
import { textOf } from '../../../core/messages.ts'
import type { CompactionHooks } from '../../../loop/context/context-deps.ts'
import { contextOf, type HookAsker } from './asking-hooks.ts'

export function compactionHooks(
	asker: HookAsker,
	session: { signal(): AbortSignal; remember(context: string): void; warn(text: string): void },
): CompactionHooks {
	return {
		async before(cause, focus) {
			const trigger = triggerOf(cause)
			const more = { trigger, custom_instructions: focus ?? '' }
			const { block, stop } = await asker.askOnce('PreCompact', trigger, more, session.signal())
			const by = block ?? stop
			if (!by) return undefined
			const who = `the hook ${by.hook} (PreCompact) says no: ${by.reason}`
			session.warn(`history stays as it is: ${who}`)
			return who
		},
		async after({ cause, message }) {
			const trigger = triggerOf(cause)
			const signal = session.signal()
			const summary = textOf(message.content)
			await asker.askOnce('PostCompact', trigger, { trigger, compact_summary: summary }, signal)
			const replies = await asker.askOnce('SessionStart', 'compact', { source: 'compact' }, signal)
			const context = contextOf('SessionStart', replies)
			if (context !== undefined) session.remember(context)
		},
	}
}

function triggerOf(cause: CompactionCause): 'manual' | 'auto' {
	return cause === 'user' ? 'manual' : 'auto'
}
