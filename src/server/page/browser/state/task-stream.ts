// A task followed over a connection that may break: it is taken up again from the last stored event, until the task has
// ended or nobody looks any more.

import type { Envelope } from '../../../../core/events.ts'
import { isObject, parseJson } from '../../../../core/json.ts'
import { hasEnded } from '../../../../core/services/tasks.ts'
import { createSseDecoder } from '../../../../providers/http/sse.ts'
import type { TaskView } from '../../../http/task-view.ts'
import { type Api, ApiError } from './api.ts'

export type Told = { type: 'task'; task: TaskView } | { type: 'event' | 'live'; envelope: Envelope }

export type TaskReader = {
	/** What came together. */
	told(messages: readonly Told[]): void
	/** Undefined: connected. Else why not, and in how many milliseconds it is tried again. */
	connection(lost: { why: string; againInMs: number } | undefined): void
}

/** Resolves when the task has ended. @throws ApiError where trying again would not help */
export async function followTask(
	api: Api,
	id: string,
	reader: TaskReader,
	signal: AbortSignal,
): Promise<void> {
	let last = 0
	let failures = 0
	let isOver = false
	while (!signal.aborted && !isOver) {
		let why = 'The connection was lost.'
		try {
			const quiet = watchdog(signal)
			const stream = await api.events(id, last, quiet.signal)
			reader.connection(undefined)
			await readMessages(stream, messages => {
				quiet.heard()
				if (messages.length === 0) return
				failures = 0
				for (const message of messages) {
					if (message.type === 'event') last = Math.max(last, message.envelope.seq)
					if (message.type === 'task') isOver = hasEnded(message.task.state)
				}
				reader.told(messages)
			}).finally(quiet.stop)
		} catch (error) {
			if (signal.aborted) return
			if (error instanceof ApiError) {
				if (error.status >= 400 && error.status < 500 && error.status !== 429) throw error
				why = error.message
			}
		}
		if (signal.aborted || isOver) return
		const againInMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures++)
		reader.connection({ why, againInMs })
		await pause(againInMs, signal)
	}
}

async function readMessages(
	stream: ReadableStream<Uint8Array>,
	take: (messages: readonly Told[]) => void,
): Promise<void> {
	const decoder = createSseDecoder()
	const bytes = stream.getReader()
	for (;;) {
		const { done, value } = await bytes.read()
		if (done) return
		take(decoder.push(value).flatMap(({ event, data }) => toldIn(event, data) ?? []))
	}
}

function toldIn(event: string, data: string): Told | undefined {
	const json = parseJson(data)
	if (!isObject(json)) return undefined
	// The server has checked each; it is of the same version as this page.
	if (event === 'task') return { type: 'task', task: json as unknown as TaskView }
	if (event !== 'event' && event !== 'live') return undefined
	return isObject(json.event) ? { type: event, envelope: json as unknown as Envelope } : undefined
}

/** A connection that is there and says nothing, not even that it is there, is none. */
function watchdog(signal: AbortSignal) {
	const silent = new AbortController()
	let timer = setTimeout(() => silent.abort(), SILENT_MS)
	return {
		signal: AbortSignal.any([signal, silent.signal]),
		heard: () => {
			clearTimeout(timer)
			timer = setTimeout(() => silent.abort(), SILENT_MS)
		},
		stop: () => clearTimeout(timer),
	}
}

/** Ends early when the machine is on the network again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		const done = () => {
			clearTimeout(timer)
			removeEventListener('online', done)
			signal.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, ms)
		addEventListener('online', done)
		signal.addEventListener('abort', done)
	})
}

const FIRST_MS = 500
const LONGEST_MS = 15_000
/** The server says something every 15 s. */
const SILENT_MS = 40_000
