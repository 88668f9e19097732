// Which task is worked on next: of a session the one that was asked for first, of those the most urgent, of those the
// oldest. A tenant that has as many going as it may waits.

import type { Task, WorkOptions } from '../../core/services/tasks.ts'

export type WaitingTask = { tenant: string; name: string; task: Task; isTaken: boolean }

/** @param open - every task that has not ended, those that are worked on included */
export function nextTask<Each extends WaitingTask>(
	open: Iterable<Each>,
	{ perTenant, takes }: Pick<WorkOptions, 'perTenant' | 'takes'>,
): Each | undefined {
	const all = [...open]
	const going = new Map<string, number>()
	/** The first of each session, whether or not somebody works on it. */
	const first = new Map<string, Each>()
	for (const each of all) {
		const { tenant, name, task, isTaken } = each
		if (isTaken) going.set(tenant, (going.get(tenant) ?? 0) + 1)
		const session = `${tenant} ${task.session}`
		const before = first.get(session)
		if (before === undefined || name < before.name) first.set(session, each)
	}
	let best: Each | undefined
	for (const each of first.values()) {
		if (each.isTaken || (going.get(each.tenant) ?? 0) >= perTenant || !takes(each.task)) continue
		if (best === undefined || isBefore(each, best)) best = each
	}
	return best
}

function isBefore(a: WaitingTask, b: WaitingTask): boolean {
	return a.task.priority === b.task.priority ? a.name < b.name : a.task.priority > b.task.priority
}
