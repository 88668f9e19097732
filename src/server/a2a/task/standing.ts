// Where a task stands, for somebody who is told of changes: apart from the loading of anything of the protocol.

import type { Task, TaskWaiting } from '../../../core/services/tasks.ts'

/** `answered`: what somebody has just answered, whether or not whoever works on the task has heard of it. */
export type TaskStanding = { task: Task; answered?: string | undefined }

/** What tells this question from every other one. */
export function waitingId(waiting: TaskWaiting | undefined): string | undefined {
	return waiting?.for === 'approval' ? waiting.approvalId : waiting?.questionId
}

export function isAnswered({ task, answered }: TaskStanding): boolean {
	return answered !== undefined && waitingId(task.waiting) === answered
}

/** What makes the difference between two snapshots, for somebody who is told of changes. */
export function standing(shown: TaskStanding): string {
	const { state, waiting } = shown.task
	return isAnswered(shown) ? 'working ' : `${state} ${waitingId(waiting) ?? ''}`
}
