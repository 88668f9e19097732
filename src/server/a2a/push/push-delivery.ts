// The delivery of a push notification: the task as it is, to one address after the judge of outbound requests has let it
// through, a bounded number of times.

import { setTimeout as pause } from 'node:timers/promises'
import type { Task as ProtocolTask } from '@a2a-js/sdk'
import { V03PushNotificationSerializer } from '@a2a-js/sdk/compat/v0_3/server'
import { V1PushNotificationSerializer } from '@a2a-js/sdk/server'
import { AgentError, messageOf } from '../../../core/errors.ts'
import { problem } from '../../../core/problems/problem.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import type { Task } from '../../../core/services/tasks.ts'
import { eventsOfTask } from '../../../runtime/tasks/task-events.ts'
import { readWebAddress } from '../../../tools/web/web-address.ts'
import { askWeb, WebFailure } from '../../../tools/web/web-request.ts'
import { createContexts } from '../task/named-sessions.ts'
import { taskShape } from '../task/task-shape.ts'
import type { PushConfig } from './push-configs.ts'
import type { PushDeps } from './push-deps.ts'

type Pushed = { auth: AuthContext; task: Task; configs: readonly PushConfig[] }

/** Never throws: a receiver that cannot be told is logged. */
export async function deliver(
	{ auth, task, configs }: Pushed,
	deps: PushDeps,
	signal: AbortSignal,
): Promise<void> {
	const shown = await shownTask(auth, task, deps)
	const tell = async (config: PushConfig) => {
		try {
			await deliverTo(config, shown, deps, signal)
		} catch (error) {
			if (signal.aborted) return
			const host = URL.canParse(config.url) ? new URL(config.url).host : ''
			deps.hub.logging.log(auth, 'warn', `a push notification was not delivered: ${messageOf(error)}`, {
				task: task.id,
				host,
			})
		}
	}
	await Promise.all(configs.map(tell))
}

async function shownTask(auth: AuthContext, task: Task, { hub }: PushDeps): Promise<ProtocolTask> {
	const newSessionId = () => task.session
	const contextId = await createContexts({ hub, newSessionId }).nameOf(auth, task.session)
	const log = await hub
		.sessionsOf(auth)
		.read(task.session)
		.catch(() => [])
	// What was said is asked for by whoever wants it.
	return taskShape({ task, contextId, envelopes: eventsOfTask(log, task.runs) }, { historyLength: 0 })
}

async function deliverTo(
	config: PushConfig,
	task: ProtocolTask,
	deps: PushDeps,
	signal: AbortSignal,
): Promise<void> {
	const { waitsMs = WAITS_MS } = deps
	for (let tries = 0; ; tries++) {
		try {
			return await post(config, task, deps, signal)
		} catch (error) {
			const waitMs = waitsMs[tries]
			if (signal.aborted || waitMs === undefined || (error instanceof Rejected && !error.isWorthAnotherTry))
				throw error
			await pause(waitMs, undefined, { signal })
		}
	}
}

/** @throws WebFailure, Rejected */
async function post(
	config: PushConfig,
	task: ProtocolTask,
	deps: PushDeps,
	signal: AbortSignal,
): Promise<void> {
	const address = readWebAddress(config.url)
	if ('problem' in address) throw new WebFailure(problem`${config.url} ${address.problem}.`)
	const serializer =
		config.version === '0.3' ? new V03PushNotificationSerializer() : new V1PushNotificationSerializer()
	const { body, contentType } = serializer.serialize({ payload: { $case: 'task', value: task } }, task)
	const until = AbortSignal.any([signal, AbortSignal.timeout(POST_MS)])
	const order = {
		method: 'POST' as const,
		headers: { 'content-type': contentType, ...credentials(config) },
		body,
	}
	const response = await askWeb(address, deps.network, until, order)
	const { statusCode = 0 } = response
	// What it has to say is not wanted, and a long answer is not waited for.
	response.destroy()
	if (statusCode < 200 || statusCode > 299) throw new Rejected(statusCode)
}

class Rejected extends AgentError {
	readonly isWorthAnotherTry: boolean

	constructor(status: number) {
		super('rejected', `the receiver answered ${status}`)
		this.isWorthAnotherTry = status >= 500 || status === 408 || status === 429
	}
}

function credentials({ token, authentication }: PushConfig): Readonly<Record<string, string>> {
	return {
		...(token !== '' && { 'x-a2a-notification-token': token }),
		...(authentication &&
			authentication.scheme !== '' && {
				authorization: `${authentication.scheme} ${authentication.credentials}`.trim(),
			}),
	}
}

const WAITS_MS: readonly number[] = [1_000, 5_000]
const POST_MS = 15_000
