// Repositories that are cloned for tasks: where they lie on this server, and when they are of no use any more.

import { join } from 'node:path'
import type { TaskRunnerDeps } from '../../../runtime/tasks/task-runner.ts'
import { cloneSource, isCloneSource } from '../../../workspace/clones/clone-source.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'

/** Beside the state and not in it, which no tool gets to see. */
export function clonesIn({ worktrees }: HomeFolders): NonNullable<TaskRunnerDeps['clone']> {
	const folder = join(worktrees, 'clones')
	return async claimed => {
		const { workspace } = claimed.task
		if (workspace === undefined || !isCloneSource(workspace)) return undefined
		const { openClone, removeOldClones } = await import('../../../runtime/tasks/task-clone.ts')
		await removeOldClones(folder, OF_NO_USE_MS, Date.now())
		return openClone(claimed, cloneSource(workspace), { folder, env: process.env })
	}
}

/** A task that was given back and is not here again a week later has gone on elsewhere. */
const OF_NO_USE_MS = 7 * 86_400_000
