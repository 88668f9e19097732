// A2A of a server: its routes, and whom it tells of tasks.

import type { ClaimedTask } from '../../core/services/tasks.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import type { NewTaskDeps } from '../http/new-task.ts'
import type { Route } from '../http/route.ts'
import type { A2aDeps } from './a2a-deps.ts'
import { A2A_PATH, a2aRoutes, CARD_PATH } from './a2a-routes.ts'
import type { AskOnce } from './negotiation.ts'
import { PushNotifications } from './push/push-notifications.ts'

export type A2aParts = Pick<A2aDeps, 'agents' | 'version'> & {
	hub: ServiceHub
	/** Of this machine and its network, that may be told of tasks all the same. */
	allowedPushHosts: readonly string[]
	/** Asks a model before a message becomes a task. Left out, each of them is one. */
	negotiate: AskOnce | undefined
}

export type ServedA2a = {
	routes(tasks: Omit<NewTaskDeps, 'hub'>): readonly Route[]
	/** What the first line of `agent serve` says of it. */
	addresses(url: string): { a2a: string; card: string }
	/** This server works on it from now on. */
	claimed(claimed: ClaimedTask): void
	close(): Promise<void>
}

export function openA2a(parts: A2aParts): ServedA2a {
	const { hub, version, agents, allowedPushHosts, negotiate } = parts
	const network = {
		userAgent: `keelson/${version}`,
		allowedHosts: allowedPushHosts,
		proxyRoute: async (url: URL) =>
			(await import('../../runtime/tools/web-network.ts')).proxyRoutes(process.env)(url),
	}
	const push = new PushNotifications({ hub, network })
	return {
		routes: tasks => a2aRoutes({ ...tasks, hub, version, agents, push, ...(negotiate && { negotiate }) }),
		addresses: url => ({ a2a: `${url}${A2A_PATH}`, card: `${url}${CARD_PATH}` }),
		claimed: claimed => push.claimed(claimed),
		close: () => push.close(),
	}
}
