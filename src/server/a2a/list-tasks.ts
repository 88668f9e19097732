// ListTasks: the caller's tasks, a page at a time, the one whose status is the newest first, and how many there are.

import {
	type ListTasksRequest,
	type ListTasksResponse,
	type Task as ProtocolTask,
	TaskState,
} from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { Task, TaskFilter } from '../../core/services/tasks.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import type { Contexts } from './task/named-sessions.ts'
import { type ShapeOptions, stateOf } from './task/task-shape.ts'

export type ListDeps = {
	hub: Pick<ServiceHub, 'tasks'>
	contexts: Contexts
	auth: AuthContext
	shapeOf(task: Task, options: ShapeOptions): Promise<ProtocolTask>
}

/** @throws RequestMalformedError */
export async function listTasks(params: ListTasksRequest, deps: ListDeps): Promise<ListTasksResponse> {
	const { hub, auth, contexts, shapeOf } = deps
	const { pageSize = DEFAULT_PAGE, pageToken, includeArtifacts, historyLength = 0 } = params
	if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MOST_PAGE)
		throw new RequestMalformedError(`pageSize ${pageSize}: expected a whole number from 1 to ${MOST_PAGE}`)
	if (!Number.isSafeInteger(historyLength) || historyLength < 0)
		throw new RequestMalformedError(`historyLength ${historyLength}: expected a whole number from 0`)
	const since = sinceOf(params.statusTimestampAfter)
	const filter = await filterOf(params, contexts, auth)
	if (filter === undefined) return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 }
	const page = { limit: pageSize, ...(pageToken !== '' && { cursor: pageToken }) }
	const { items, next, total } = await hub.tasks.recent(auth, { ...filter, ...page, since })
	const tasks: ProtocolTask[] = []
	for (const task of items) {
		const shown = await shapeOf(task, { historyLength })
		tasks.push(includeArtifacts ? shown : { ...shown, artifacts: [] })
	}
	return { tasks, nextPageToken: next ?? '', pageSize, totalSize: total }
}

/** @returns undefined where nothing can be meant */
async function filterOf(
	{ status, contextId }: ListTasksRequest,
	contexts: Contexts,
	auth: AuthContext,
): Promise<Pick<TaskFilter, 'state' | 'session'> | undefined> {
	if (status === TaskState.UNRECOGNIZED)
		throw new RequestMalformedError('status is none of A2A: expected TASK_STATE_WORKING and the like')
	const state = status === TaskState.TASK_STATE_UNSPECIFIED ? undefined : stateOf(status)
	if (state === undefined && status !== TaskState.TASK_STATE_UNSPECIFIED) return undefined
	const session = contextId === '' ? undefined : await contexts.find(auth, contextId)
	if (session === undefined && contextId !== '') return undefined
	return { ...(state !== undefined && { state }), ...(session !== undefined && { session }) }
}

function sinceOf(timestamp: string | undefined): number {
	if (timestamp === undefined || timestamp === '') return 0
	const since = Date.parse(timestamp)
	if (!Number.isNaN(since)) return since
	throw new RequestMalformedError(`statusTimestampAfter ${JSON.stringify(timestamp)} is no ISO 8601 time`)
}

const DEFAULT_PAGE = 50
const MOST_PAGE = 100
