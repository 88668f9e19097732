// The service hub of this machine: tasks and key values in files of the data folder, sessions where they always were,
// queue and inbox in this process. One process at a time has it. A second one, in memory only, ends with its process.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { Authentication } from '../../core/services/authentication.ts'
import type { Logging } from '../../core/services/logging.ts'
import { tryLock } from '../../process/file-lock.ts'
import { pidOf } from '../../process/process-alive.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import { createInMemoryStore } from '../../sessions/store/in-memory-store.ts'
import { createJsonlStore } from '../../sessions/store/jsonl-store.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { createInMemoryKeyValues } from '../in-memory-key-values.ts'
import { createInMemoryMedia } from '../in-memory-media.ts'
import type { ServiceHub } from '../service-hub.ts'
import { createEmbeddedQueue } from './embedded-queue.ts'
import { EmbeddedTasks, TASK_LIMITS, type TaskLimits } from './embedded-tasks.ts'
import { fencedSessions, type OpenLogs } from './fenced-sessions.ts'
import { createFileKeyValues } from './key-values.ts'
import { createLiveEvents } from './live-events.ts'
import { createTaskFiles, createTasksInMemory } from './task-files.ts'
import { tenantFolders, tenantPath } from './tenant-folders.ts'
import { folderMedia } from './tenant-media.ts'

export type EmbeddedHubOptions = {
	authentication: Authentication
	logging: Logging
	limits?: TaskLimits
}

/** @throws AgentError `rejected` while another process has it, `storage-failed` */
export async function openEmbeddedHub(
	folders: HomeFolders,
	{ authentication, logging, limits = TASK_LIMITS }: EmbeddedHubOptions,
): Promise<ServiceHub> {
	const folder = join(folders.data, 'tasks')
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const lock = await tryLock({ folder, name: '.server' })
	if (!('release' in lock))
		throw new AgentError(
			'rejected',
			`another server (process ${pidOf(lock.holder) ?? 'unknown'}) has ${folders.data}; end it, or give this one a KEELSON_HOME of its own`,
		)
	const tasks = await EmbeddedTasks.open(createTaskFiles(folder), limits)
	const sessions = perTenant(auth => {
		const own = tenantFolders(folders, auth)
		return createJsonlStore({ folder: own.sessions, belongings: [own.artefacts, own.checkpoints] })
	})
	return {
		authentication,
		logging,
		tasks,
		inbox: tasks,
		queue: createEmbeddedQueue(tasks),
		live: createLiveEvents(),
		keyValues: createFileKeyValues(auth => join(folders.data, 'values', tenantPath(auth))),
		mediaOf: folderMedia(folders),
		sessionsOf: sessions,
		close: () => lock.release(),
	}
}

export async function createHubInMemory({
	authentication,
	logging,
	limits = TASK_LIMITS,
}: EmbeddedHubOptions): Promise<ServiceHub> {
	const tasks = await EmbeddedTasks.open(createTasksInMemory(), limits)
	return {
		authentication,
		logging,
		tasks,
		inbox: tasks,
		queue: createEmbeddedQueue(tasks),
		live: createLiveEvents(),
		keyValues: createInMemoryKeyValues(),
		mediaOf: createInMemoryMedia(),
		sessionsOf: perTenant(createInMemoryStore),
		close: async () => {},
	}
}

function perTenant(open: (auth: AuthContext) => SessionStore): ServiceHub['sessionsOf'] {
	const tenants = new Map<string, { store: SessionStore; logs: OpenLogs }>()
	return (auth, epoch) => {
		const tenant = tenantPath(auth)
		const known = tenants.get(tenant) ?? { store: open(auth), logs: new Map() }
		tenants.set(tenant, known)
		return epoch === undefined ? known.store : fencedSessions(known.store, known.logs, epoch)
	}
}
