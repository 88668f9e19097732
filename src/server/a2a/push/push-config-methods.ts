// The four methods about push notifications. They are of a task, so they are there for whoever the task is there for.

import type { TaskPushNotificationConfig } from '@a2a-js/sdk'
import { TaskNotFoundError } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import type { Task } from '../../../core/services/tasks.ts'
import type { PushConfig } from './push-configs.ts'
import type { PushNotifications } from './push-notifications.ts'

type Deps = {
	push: PushNotifications
	auth: AuthContext
	/** Of the protocol: what is pushed is written down as it has it. */
	version: string
	taskOf(id: string): Promise<Task>
	told<Result>(work: () => Promise<Result>): Promise<Result>
}

type Methods = Pick<
	A2ARequestHandler,
	| 'createTaskPushNotificationConfig'
	| 'getTaskPushNotificationConfig'
	| 'listTaskPushNotificationConfigs'
	| 'deleteTaskPushNotificationConfig'
>

export function pushConfigMethods({ push, auth, version, taskOf, told }: Deps): Methods {
	return {
		createTaskPushNotificationConfig: params =>
			told(async () => {
				const task = await taskOf(params.taskId)
				const { id, url, token, authentication } = params
				return shown(task, await push.set(auth, task, { id, url, token, authentication, version }))
			}),
		getTaskPushNotificationConfig: ({ taskId, id }) =>
			told(async () => {
				const task = await taskOf(taskId)
				const configs = await push.list(auth, task.id)
				// Version 0.3 asks without an id for the only one.
				const found = id === '' ? configs[0] : configs.find(config => config.id === id)
				if (found) return shown(task, found)
				throw new TaskNotFoundError(
					`task ${task.id} has no push notification config ${JSON.stringify(id.slice(0, 100))}`,
				)
			}),
		listTaskPushNotificationConfigs: ({ taskId }) =>
			told(async () => {
				const task = await taskOf(taskId)
				const configs = await push.list(auth, task.id)
				return { configs: configs.map(config => shown(task, config)), nextPageToken: '' }
			}),
		deleteTaskPushNotificationConfig: ({ taskId, id }) =>
			told(async () => push.remove(auth, (await taskOf(taskId)).id, id)),
	}
}

function shown(task: Task, { id, url, token, authentication }: PushConfig): TaskPushNotificationConfig {
	return { tenant: '', taskId: task.id, id, url, token, authentication }
}
