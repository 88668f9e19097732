// The methods of A2A over the hub, for one caller and one request: 1.0 and, translated by the SDK, 0.3.

import { RequestMalformedError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { hasEnded } from '../../core/services/tasks.ts'
import type { A2aCall, HandlerDeps } from './a2a-deps.ts'
import { agentCard } from './agent-card.ts'
import { CallTasks, withMetadata } from './call-tasks.ts'
import { protocolError } from './errors.ts'
import { listTasks } from './list-tasks.ts'
import { pushConfigMethods } from './push/push-config-methods.ts'
import { taskShape } from './task/task-shape.ts'

export function requestHandler(deps: HandlerDeps, call: A2aCall): A2ARequestHandler {
	const { auth } = call
	const tasks = new CallTasks(deps, call)
	const { told, toldAll } = telling(call)
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
				const sent = await tasks.send(params)
				if ('message' in sent) return sent.message
				const task = returnImmediately ? sent.task : await tasks.settled(sent)
				return withMetadata(await tasks.shape(task, historyLength, sent.answered), sent)
			}),
		sendMessageStream: params =>
			toldAll(async function* () {
				lengthIn(params.configuration?.historyLength)
				const sent = await tasks.send(params)
				if ('message' in sent) return yield { payload: { $case: 'message', value: sent.message } }
				yield* tasks.updates(sent, 'interrupted', params.configuration?.historyLength)
			}),
		resubscribe: ({ id }) =>
			toldAll(async function* () {
				const task = await tasks.find(id)
				if (hasEnded(task.state))
					throw new UnsupportedOperationError(
						`task ${task.id} has ended: it is ${task.state}; ask for it instead`,
					)
				yield* tasks.updates({ task }, 'ended', undefined)
			}),
		getTask: ({ id, historyLength }) =>
			told(async () => tasks.shape(await tasks.find(id), lengthIn(historyLength))),
		listTasks: params =>
			told(() =>
				listTasks(params, {
					...deps,
					auth,
					shapeOf: async (task, options) => taskShape(await tasks.shown(task), options),
				}),
			),
		cancelTask: ({ id }) =>
			told(async () => tasks.shape(await tasks.cancelled(await tasks.find(id)), undefined)),
		...pushConfigMethods({
			push: deps.push,
			auth,
			version: call.version,
			taskOf: id => tasks.find(id),
			told,
		}),
	}
}

/** What goes wrong is told to the log, and to the caller in the protocol's words. */
function telling(call: A2aCall) {
	return {
		told: async <Result>(work: () => Promise<Result>): Promise<Result> => {
			try {
				return await work()
			} catch (error) {
				call.failed(error)
				throw protocolError(error)
			}
		},
		toldAll: async function* <Item>(
			work: () => AsyncGenerator<Item, void, undefined>,
		): AsyncGenerator<Item, void, undefined> {
			try {
				yield* work()
			} catch (error) {
				call.failed(error)
				throw protocolError(error)
			}
		},
	}
}

/** @throws RequestMalformedError */
function lengthIn(historyLength: number | undefined): number | undefined {
	if (historyLength === undefined || (Number.isSafeInteger(historyLength) && historyLength >= 0))
		return historyLength
	throw new RequestMalformedError(`historyLength ${historyLength}: expected a whole number from 0`)
}
