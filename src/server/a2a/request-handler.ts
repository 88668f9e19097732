// The methods of A2A over the hub, for one caller and one request: 1.0 and, translated by the SDK, 0.3.

import type { Message, Task as ProtocolTask, SendMessageRequest, StreamResponse } from '@a2a-js/sdk'
import { RequestMalformedError, TaskNotCancelableError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { AgentError } from '../../core/errors.ts'
import { hasEnded, type Task, type TaskId } from '../../core/services/tasks.ts'
import { eventsOfTask } from '../../runtime/tasks/task-events.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import { cancelTask } from '../http/task-routes.ts'
import type { A2aCall, HandlerDeps } from './a2a-deps.ts'
import { agentCard } from './agent-card.ts'
import { protocolError } from './errors.ts'
import { listTasks } from './list-tasks.ts'
import { pushConfigMethods } from './push/push-config-methods.ts'
import { type Sent, sendTask } from './send-message.ts'
import { type KeepPicture, requireMessage } from './task/part-content.ts'
import { isAnswered } from './task/standing.ts'
import { type ShapeOptions, type ShownTask, taskShape } from './task/task-shape.ts'
import { taskUpdates } from './task-updates.ts'

export function requestHandler(deps: HandlerDeps, call: A2aCall): A2ARequestHandler {
	const { hub, contexts, push } = deps
	const { auth, signal } = call
	const media = deps.hub.mediaOf(auth)
	const pictures: ShapeOptions['pictures'] = uri => media.get(uri)
	const keep: KeepPicture = bytes => media.put(bytes)

	/** @throws AgentError `task-not-found`, for those of others as for those that never were */
	const taskOf = async (id: string | undefined): Promise<Task> => {
		// Over 0.3 it may be missing, whatever its type says.
		if (id === undefined || id.trim() === '') throw new RequestMalformedError('the id of a task is missing')
		const task = await hub.tasks.get(auth, id as TaskId)
		if (!task) throw new AgentError('task-not-found', `there is no task ${id.slice(0, 100)}`)
		return task
	}
	const logOf = async (task: Task): Promise<readonly StoredEnvelope[]> => {
		try {
			return await hub.sessionsOf(auth).read(task.session)
		} catch (error) {
			// Nobody has begun with it.
			if (error instanceof AgentError && error.code === 'session-not-found') return []
			throw error
		}
	}
	const envelopesOf = async (task: Task) => eventsOfTask(await logOf(task), task.runs)
	const shownOf = async (task: Task, answered?: string): Promise<ShownTask> => ({
		task,
		contextId: await contexts.nameOf(auth, task.session),
		envelopes: await envelopesOf(task),
		answered,
	})
	const shapeOf = async (task: Task, historyLength: number | undefined, answered?: string) =>
		taskShape(await shownOf(task, answered), { historyLength, pictures })

	const send = (params: SendMessageRequest): Promise<Sent | { message: Message }> =>
		sendTask({ params, message: requireMessage(params.message), keep, taskOf }, deps, call)

	/** Until somebody has to answer something, or it has ended. */
	const settled = async (sent: Sent): Promise<Task> => {
		let last = sent.task
		for await (const task of hub.tasks.follow(auth, last.id, signal)) {
			last = task
			const isInterrupted = task.state === 'input-required' && !isAnswered({ ...sent, task })
			if (hasEnded(task.state) || isInterrupted) break
		}
		return last
	}
	const updatesOf = async function* (
		sent: Sent,
		until: 'ended' | 'interrupted',
		historyLength: number | undefined,
	): AsyncGenerator<StreamResponse, void, undefined> {
		const shown = await shownOf(sent.task, sent.answered)
		const first = await taskShape(shown, { historyLength, pictures })
		const after = shown.envelopes.at(-1)?.seq ?? 0
		const read = { pictures }
		yield* taskUpdates(
			{ hub, auth, shown, first: withMetadata(first, sent), after, until, read, envelopesOf },
			signal,
		)
	}

	const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
		try {
			return await work()
		} catch (error) {
			call.failed(error)
			throw protocolError(error)
		}
	}
	const toldAll = async function* <Item>(
		work: () => AsyncGenerator<Item, void, undefined>,
	): AsyncGenerator<Item, void, undefined> {
		try {
			yield* work()
		} catch (error) {
			call.failed(error)
			throw protocolError(error)
		}
	}

	return {
		getAgentCard: async () => agentCard(call.card),
		getAuthenticatedExtendedAgentCard: () =>
			told(async () => {
				throw new UnsupportedOperationError(
					'there is one agent card for everybody, at /.well-known/agent-card.json',
				)
			}),
		sendMessage: params =>
			told(async () => {
				const { returnImmediately = false, historyLength } = params.configuration ?? {}
				lengthIn(historyLength)
				const sent = await send(params)
				if ('message' in sent) return sent.message
				const task = returnImmediately ? sent.task : await settled(sent)
				return withMetadata(await shapeOf(task, historyLength, sent.answered), sent)
			}),
		sendMessageStream: params =>
			toldAll(async function* () {
				lengthIn(params.configuration?.historyLength)
				const sent = await send(params)
				if ('message' in sent) return yield { payload: { $case: 'message', value: sent.message } }
				yield* updatesOf(sent, 'interrupted', params.configuration?.historyLength)
			}),
		resubscribe: ({ id }) =>
			toldAll(async function* () {
				const task = await taskOf(id)
				if (hasEnded(task.state))
					throw new UnsupportedOperationError(
						`task ${task.id} has ended: it is ${task.state}; ask for it instead`,
					)
				yield* updatesOf({ task }, 'ended', undefined)
			}),
		getTask: ({ id, historyLength }) => told(async () => shapeOf(await taskOf(id), lengthIn(historyLength))),
		listTasks: params =>
			told(() =>
				listTasks(params, {
					...deps,
					auth,
					shapeOf: async (task, options) => taskShape(await shownOf(task), options),
				}),
			),
		cancelTask: ({ id }) =>
			told(async () => {
				const task = await taskOf(id)
				if (hasEnded(task.state) && task.state !== 'canceled')
					throw new TaskNotCancelableError(`task ${task.id} has ended: it is ${task.state}`)
				if (task.state !== 'canceled') await cancelTask(task, auth, deps)
				const patience = AbortSignal.any([signal, AbortSignal.timeout(CANCEL_MS)])
				let last = (await hub.tasks.get(auth, task.id)) ?? task
				for await (const now of hub.tasks.follow(auth, task.id, patience)) {
					last = now
					if (hasEnded(now.state)) break
				}
				// It was done before it heard of that.
				if (hasEnded(last.state) && last.state !== 'canceled')
					throw new TaskNotCancelableError(`task ${task.id} has ended: it is ${last.state}`)
				return shapeOf(last, undefined)
			}),
		...pushConfigMethods({ push, auth, version: call.version, taskOf, told }),
	}
}

/** @throws RequestMalformedError */
function lengthIn(historyLength: number | undefined): number | undefined {
	if (historyLength === undefined || (Number.isSafeInteger(historyLength) && historyLength >= 0))
		return historyLength
	throw new RequestMalformedError(`historyLength ${historyLength}: expected a whole number from 0`)
}

function withMetadata(task: ProtocolTask, { metadata }: Sent): ProtocolTask {
	return metadata ? { ...task, metadata: { ...task.metadata, ...metadata } } : task
}

/** A run lets go of its calls in less; a task of a server that died is only taken up later. */
const CANCEL_MS = 10_000
