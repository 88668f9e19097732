// Applying a compaction to history: the loop does it to its own messages, and a log is read the same way afterwards.

import type { Compaction } from './events.ts'
import type { Message, UserMessage } from './messages.ts'

export function compactHistory(
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

/** The first part of the message of a compaction that has a summary. */
export function summaryText(summary: string): string {
	return `${SUMMARY_OPENING}${summary}${SUMMARY_ENDING}`
}

/** The summary a message of a compaction holds, if any. */
export function summaryIn({ content: [first] }: UserMessage): string | undefined {
	if (first?.type !== 'text' || !first.text.startsWith(SUMMARY_OPENING)) return undefined
	return first.text.slice(SUMMARY_OPENING.length, -SUMMARY_ENDING.length)
}

const SUMMARY_OPENING = '<history-summary>\n'
const SUMMARY_ENDING = '\n</history-summary>'
