// A2A of `agent serve`: its routes, whom it tells of tasks, and how a message is negotiated before it is one.

import type { IdSource } from '../../../core/ids.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import type { ClaimedTask } from '../../../core/services/tasks.ts'
import { createMedia } from '../../../runtime/host/media.ts'
import type { A2aDeps } from '../../../server/a2a/a2a-deps.ts'
import { A2A_PATH, a2aRoutes, CARD_PATH } from '../../../server/a2a/a2a-routes.ts'
import type { AskOnce } from '../../../server/a2a/negotiation.ts'
import { PushNotifications } from '../../../server/a2a/push/push-notifications.ts'
import { CODING_AGENT } from '../../../server/a2a/served-agent.ts'
import type { NewTaskDeps } from '../../../server/http/new-task.ts'
import type { Route } from '../../../server/http/route.ts'
import { tenantFolders } from '../../../services/embedded/tenant-folders.ts'
import type { ServiceHub } from '../../../services/service-hub.ts'
import { createInMemoryStore } from '../../../sessions/store/in-memory-store.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import type { ServeFlags, ServeWish } from './serve-flags.ts'
import type { TaskWorkspaces } from './task-workspaces.ts'

export type A2aParts = {
	flags: ServeFlags
	wish: ServeWish
	version: string
	folders: HomeFolders
	hub: ServiceHub
	workspaces: TaskWorkspaces
	newSessionId: IdSource['session']
}

export type ServedA2a = {
	routes(tasks: Omit<NewTaskDeps, 'hub'>): readonly Route[]
	/** What the first line says of it. */
	addresses(url: string): { a2a: string; card: string }
	/** This server works on it from now on. */
	claimed(claimed: ClaimedTask): void
	close(): Promise<void>
}

export function openA2a(parts: A2aParts): ServedA2a {
	const { hub, wish, version, folders } = parts
	const push = new PushNotifications({
		hub,
		server: wish.server,
		network: {
			userAgent: `keelson/${version}`,
			allowedHosts: wish.allowedPushHosts,
			proxyRoute: async url =>
				(await import('../../../runtime/tools/web-network.ts')).proxyRoutes(process.env)(url),
		},
	})
	const media = (auth: AuthContext) => createMedia(tenantFolders(folders, auth).media)
	const pictures: A2aDeps['pictures'] = {
		get: (auth, uri) => media(auth).get(uri),
		// Over a database another machine may work on the task, and has no such file.
		...(wish.database === undefined && {
			put: (auth: AuthContext, bytes: Uint8Array) => media(auth).put(bytes),
		}),
	}
	return {
		routes: tasks =>
			a2aRoutes({
				...tasks,
				hub,
				version,
				agents: [CODING_AGENT],
				push,
				pictures,
				...(wish.negotiate && { negotiate: negotiation(parts) }),
			}),
		addresses: url => ({ a2a: `${url}${A2A_PATH}`, card: `${url}${CARD_PATH}` }),
		claimed: ({ auth, task }) => push.follow(auth, task.id),
		close: () => push.close(),
	}
}

/** A session that is kept nowhere, with no tools, one turn and nothing of the folder in it. */
function negotiation({ flags, version, folders, workspaces, newSessionId }: A2aParts): AskOnce {
	return async ({ auth, system, prompt }, signal) => {
		const [{ startRuntime }, { askOnce }] = await Promise.all([
			import('../../startup/start.ts'),
			import('../../../runtime/tasks/ask-once.ts'),
		])
		const { port } = await startRuntime({
			flags: {
				...flags,
				cd: workspaces.own,
				tools: '',
				approve: 'none',
				systemPrompt: system,
				maxTurns: '1',
				timeout: '60s',
				bare: true,
			},
			version,
			isInteractive: false,
			served: {
				folders: tenantFolders(folders, auth),
				store: createInMemoryStore(),
				selector: { kind: 'new', sessionId: newSessionId() },
			},
		})
		return askOnce(port, prompt, signal)
	}
}
