// `/v1/tasks`: what other programs ask for, and what becomes of it. A task of somebody else is not there.

import { AgentError } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { hasEnded, type Task, type TaskId } from '../../core/services/tasks.ts'
import { eventsOfTask } from '../../runtime/tasks/task-events.ts'
import { readTraceparent, writeTraceparent } from '../../runtime/telemetry/traceparent.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import { sendJson } from './answers.ts'
import { oneOf, queryOf, wholeText } from './fields.ts'
import { type NewTaskDeps, newTask } from './new-task.ts'
import { openStreams } from './open-streams.ts'
import { Refusal } from './refusal.ts'
import type { Exchange, Route } from './route.ts'
import { EventStream } from './sse.ts'
import { taskInput } from './task-input.ts'
import { sseOf, streamTask } from './task-stream.ts'
import { taskRow, taskView } from './task-view.ts'

export type TaskRoutesDeps = NewTaskDeps & {
	hub: Pick<ServiceHub, 'tasks' | 'inbox' | 'live' | 'sessionsOf'>
	/** The name of this server. */
	server: string
}

export function taskRoutes(deps: TaskRoutesDeps): readonly Route[] {
	const { hub, server } = deps
	const streams = openStreams()
	/** @throws AgentError `task-not-found` */
	const taskOf = async ({ auth, params }: AuthenticatedExchange): Promise<Task> => {
		const id = (params.id ?? '') as TaskId
		const task = await hub.tasks.get(auth, id)
		if (!task) throw new AgentError('task-not-found', `there is no task ${id.slice(0, 100)}`)
		return task
	}

	return [
		{
			method: 'POST',
			path: '/v1/tasks',
			async handle({ auth, body, request, response }) {
				const { traceparent } = request.headers
				const asked = await newTask(await body(), auth, deps)
				const { task, isNew } = await hub.tasks.create(auth, { ...asked, ...traceOf(traceparent) })
				const { id, session, state } = task
				const headers = { Location: `/v1/tasks/${id}` }
				sendJson(response, isNew ? 201 : 200, { id, session, state, server: task.server ?? server }, headers)
			},
		},
		{
			method: 'GET',
			path: '/v1/tasks',
			async handle({ auth, url, response }) {
				const query = queryOf(url, ['limit', 'cursor', 'state', 'session'])
				const { cursor, session } = query
				const state = oneOf('state', query.state, STATES)
				const { items, next } = await hub.tasks.list(auth, {
					limit: wholeText('limit', query.limit, { least: 1, most: 200 }) ?? 50,
					...(cursor !== undefined && { cursor }),
					...(state !== undefined && { state }),
					...(session !== undefined && { session: session as SessionId }),
				})
				sendJson(response, 200, { items: items.map(taskRow), ...(next !== undefined && { next }) })
			},
		},
		{
			method: 'GET',
			path: '/v1/tasks/:id',
			async handle(asked) {
				sendJson(asked.response, 200, taskView(await taskOf(asked)))
			},
		},
		{
			method: 'GET',
			path: '/v1/tasks/:id/events',
			handle: async asked => sendEvents(asked, await taskOf(asked), { streams, deps }),
		},
		{
			method: 'POST',
			path: '/v1/tasks/:id/cancel',
			async handle(asked) {
				const { auth, response } = asked
				const task = await taskOf(asked)
				if (task.state === 'canceled') return sendJson(response, 200, taskView(task))
				if (hasEnded(task.state))
					throw new AgentError('rejected', `task ${task.id} has ended: it is ${task.state}`)
				await cancelTask(task, auth, deps)
				sendJson(response, 202, taskView((await hub.tasks.get(auth, task.id)) ?? task))
			},
		},
		{
			method: 'POST',
			path: '/v1/tasks/:id/input',
			async handle(asked) {
				const { auth, body, response } = asked
				const task = await taskOf(asked)
				await hub.inbox.put(auth, task.id, taskInput(await body(), task))
				sendJson(response, 202, taskView((await hub.tasks.get(auth, task.id)) ?? task))
			},
		},
	]
}

type AuthenticatedExchange = Exchange & { auth: AuthContext }

/** What is stored, or with `Accept: text/event-stream` a stream of it and of all that is still to come. */
async function sendEvents(
	asked: AuthenticatedExchange,
	task: Task,
	{ streams, deps }: { streams: ReturnType<typeof openStreams>; deps: TaskRoutesDeps },
): Promise<void> {
	const { auth, request, response, signal, url } = asked
	const { hub } = deps
	const query = queryOf(url, ['after', 'limit'])
	const lastId = request.headers['last-event-id']
	const after = wholeText('after', query.after, NUMBERS) ?? 0
	if (request.method === 'HEAD' || !wantsStream(request.headers.accept)) {
		const most = wholeText('limit', query.limit, { least: 1, most: 1000 }) ?? 1000
		return sendJson(response, 200, await storedAfter(task, after, most, asked, deps))
	}
	// A reader that has had nothing yet may say so by an empty one.
	const had = typeof lastId === 'string' && lastId !== '' ? lastId : undefined
	const from = wholeText('Last-Event-ID', had, NUMBERS) ?? after
	const leave = streams.enter(auth)
	try {
		const events = new EventStream(response)
		await streamTask({ hub, auth, task, after: from, write: news => events.write(sseOf(news)) }, signal)
		events.end()
	} finally {
		leave()
	}
}

/** Where nobody works on it, it has ended then and there; else whoever does sees to it. */
export async function cancelTask(
	task: Task,
	auth: AuthContext,
	{ hub, now }: Pick<TaskRoutesDeps, 'hub' | 'now'>,
): Promise<void> {
	try {
		if (task.state === 'submitted')
			return await hub.tasks.save(auth, { ...task, state: 'canceled', updatedAt: now() }, undefined)
	} catch (error) {
		if (!(error instanceof AgentError && error.code === 'fenced')) throw error
	}
	await hub.inbox.put(auth, task.id, { type: 'cancel' })
}

async function storedAfter(
	task: Task,
	after: number,
	most: number,
	{ auth }: AuthenticatedExchange,
	{ hub }: TaskRoutesDeps,
): Promise<{ items: readonly StoredEnvelope[]; next?: number }> {
	const envelopes = await hub
		.sessionsOf(auth)
		.read(task.session)
		.catch((error: unknown) => {
			// Nobody has begun with it.
			if (error instanceof AgentError && error.code === 'session-not-found') return []
			throw error
		})
	const items = eventsOfTask(envelopes, task.runs).filter(({ seq }) => seq > after)
	if (items.length <= most) return { items }
	return { items: items.slice(0, most), next: items[most - 1]!.seq }
}

function wantsStream(accept: string | undefined): boolean {
	if (accept === undefined) return false
	const types = accept
		.split(',')
		.filter(type => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(type))
		.map(type => type.split(';')[0]!.trim().toLowerCase())
	if (types.includes('text/event-stream')) return true
	if (types.some(type => type === 'application/json' || type === 'application/*' || type === '*/*'))
		return false
	throw new Refusal(
		'not-acceptable',
		`${accept.slice(0, 100)}: there are application/json and text/event-stream`,
	)
}

const STATES = ['submitted', 'working', 'input-required', 'completed', 'failed', 'canceled'] as const
const NUMBERS = { least: 0, most: Number.MAX_SAFE_INTEGER }

/** What is no trace context is left at that, as W3C has it. */
export function traceOf(header: string | string[] | undefined): { traceparent?: string } {
	const context = typeof header === 'string' ? readTraceparent(header) : undefined
	return context ? { traceparent: writeTraceparent(context) } : {}
}
