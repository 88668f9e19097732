// What the page asks its server for: JSON both ways, the token in a header and nowhere else.

import { isObject } from '../../../../core/json.ts'
import type { TaskState } from '../../../../core/services/tasks.ts'
import type { TaskRow, TaskView } from '../../../http/task-view.ts'

export type TaskPage = { items: readonly TaskRow[]; next?: string }
export type NewTaskFields = { prompt: string; model?: string; workspace?: string }
export type GivenAnswer = { text: string } | { approval: string; decision: string; reason?: string }

/** `status` 0: the server could not be reached. */
export class ApiError extends Error {
	readonly status: number
	readonly code: string

	constructor(status: number, code: string, message: string) {
		super(message)
		this.name = 'ApiError'
		this.status = status
		this.code = code
	}
}

export type Api = {
	list(filter: { state?: TaskState | undefined; cursor?: string | undefined }): Promise<TaskPage>
	create(fields: NewTaskFields): Promise<{ id: string }>
	cancel(id: string): Promise<void>
	answer(id: string, answer: GivenAnswer): Promise<void>
	/** @throws ApiError where no stream begins */
	events(id: string, after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
}

export function createApi(token: string): Api {
	const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
		const response = await send(path, {
			method,
			headers: {
				...bearer(token),
				Accept: 'application/json',
				...(body !== undefined && { 'Content-Type': 'application/json' }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		})
		return response.json()
	}
	const task = (id: string) => `/v1/tasks/${encodeURIComponent(id)}`
	return {
		// What comes from here is of the same version as this page: its shapes are those of the server.
		list: async ({ state, cursor }) => {
			const query = new URLSearchParams({ limit: String(ROWS) })
			if (state) query.set('state', state)
			if (cursor) query.set('cursor', cursor)
			return (await ask('GET', `/v1/tasks?${query}`)) as TaskPage
		},
		create: async fields => (await ask('POST', '/v1/tasks', fields)) as TaskView,
		cancel: async id => void (await ask('POST', `${task(id)}/cancel`, {})),
		answer: async (id, answer) => void (await ask('POST', `${task(id)}/input`, answer)),
		events: async (id, after, signal) => {
			const headers = { ...bearer(token), Accept: 'text/event-stream', 'Last-Event-ID': String(after) }
			const { body } = await send(`${task(id)}/events`, { headers, signal })
			if (!body) throw new ApiError(0, 'unreachable', 'the server sent no stream')
			return body
		},
	}
}

async function send(path: string, init: RequestInit): Promise<Response> {
	const response = await fetch(path, {
		...init,
		cache: 'no-store',
		credentials: 'omit',
		redirect: 'error',
	}).catch((error: unknown) => {
		if (init.signal?.aborted) throw error
		throw new ApiError(0, 'unreachable', 'The server cannot be reached.')
	})
	if (response.ok) return response
	const told: unknown = await response.json().catch(() => undefined)
	const error = isObject(told) && isObject(told.error) ? told.error : {}
	const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
	throw new ApiError(
		response.status,
		text(error.code, 'unknown'),
		text(error.message, `The server answered with status ${response.status}.`),
	)
}

function bearer(token: string): Record<string, string> {
	return { Authorization: `Bearer ${token}` }
}

/** One page of the list. */
const ROWS = 30
