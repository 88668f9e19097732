// A plan in words: what is left of it in the transcript when its run has ended.

import type { TodoItem } from '../../core/tool.ts'

/** `2/5`: so many of its items are done. */
export function planCount(plan: readonly TodoItem[]): string {
	return `${plan.filter(({ status }) => status === 'done').length}/${plan.length}`
}

/** A line for each item. */
export function planText(plan: readonly TodoItem[]): string {
	return plan.map(({ status, text }) => `${PLAN_MARKS[status]} ${text}`).join('\n')
}

export const PLAN_MARKS: Readonly<Record<TodoItem['status'], string>> = {
	done: '☑',
	'in-progress': '▸',
	pending: '☐',
}
