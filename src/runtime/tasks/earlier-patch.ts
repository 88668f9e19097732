// The patch that an earlier task of a session left of the same commit: a later one goes on from there.

import { type ClaimedTask, hasEnded, type Task, type TaskStore } from '../../core/services/tasks.ts'

/** @returns undefined where the last one that was completed, or left anything, left none that was kept */
export async function earlierPatch(
	tasks: Pick<TaskStore, 'list'>,
	{ auth, task }: Pick<ClaimedTask, 'auth' | 'task'>,
): Promise<string | undefined> {
	const { session, workspace } = task
	const { items } = await tasks.list(auth, { session, limit: MOST_LOOKED_AT })
	const last = items.find(
		each =>
			each.id !== task.id &&
			each.workspace === workspace &&
			hasEnded(each.state) &&
			(each.state === 'completed' || changesOf(each) !== undefined),
	)
	return last && changesOf(last)
}

function changesOf({ artifacts }: Task): string | undefined {
	const content = artifacts.find(
		({ id, mediaType }) => id === 'changes' && mediaType === 'text/x-diff',
	)?.content
	// One that was too large says in words where it is.
	return content && 'text' in content && /^diff --git /m.test(content.text) ? content.text : undefined
}

const MOST_LOOKED_AT = 50
