// ListTasks: the caller's tasks, a page at a time, the one made last first.

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
	const since = sinceOf(params.statusTimestampAfter)
	const filter = await filterOf(params, contexts, auth)
	if (filter === undefined) return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 }
	const all: ListFilter = { ...filter, since }
	const { items, next } = await pageOf(hub, auth, all, pageSize, pageToken === '' ? undefined : pageToken)
	const tasks: ProtocolTask[] = []
	for (const task of items) {
		const shown = await shapeOf(task, { historyLength })
		tasks.push(includeArtifacts ? shown : { ...shown, artifacts: [] })
	}
	const isAll = pageToken === '' && next === undefined
	const totalSize = isAll ? items.length : (await pageOf(hub, auth, all, MOST_COUNTED)).items.length
	return { tasks, nextPageToken: next ?? '', pageSize, totalSize }
}

type ListFilter = Pick<TaskFilter, 'state' | 'session'> & { since: number }

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

/** Tasks that nothing has happened to since then are passed over, so a page may take several of the hub's. */
async function pageOf(
	hub: ListDeps['hub'],
	auth: AuthContext,
	{ since, ...filter }: ListFilter,
	most: number,
	from?: string,
): Promise<{ items: readonly Task[]; next: string | undefined }> {
	const items: Task[] = []
	let cursor = from
	do {
		const limit = Math.min(most - items.length, MOST_PAGE)
		const page = await hub.tasks.list(auth, { ...filter, limit, ...(cursor !== undefined && { cursor }) })
		items.push(...page.items.filter(({ updatedAt }) => updatedAt >= since))
		cursor = page.next
	} while (cursor !== undefined && items.length < most)
	return { items, next: cursor }
}

const DEFAULT_PAGE = 50
const MOST_PAGE = 100
/** A hub does not count; beyond this the number told is this one. */
const MOST_COUNTED = 1_000
