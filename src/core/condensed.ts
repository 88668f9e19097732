// What a compaction does to history: the loop does it to its own messages, and a log is read the same way afterwards.

import type { Compaction } from './events.ts'
import type { Message } from './messages.ts'

export function condensed(
	history: readonly Message[],
	{ message, keeps, cut }: Pick<Compaction, 'message' | 'keeps' | 'cut'>,
): readonly Message[] {
	const shorter = new Map(cut.map(({ callId, content }) => [callId, content]))
	const kept = history.slice(Math.max(0, history.length - keeps))
	return [
		message,
		...kept.map(each => {
			const content = each.role === 'tool' ? shorter.get(each.callId) : undefined
			return each.role === 'tool' && content ? { ...each, content } : each
		}),
	]
}
