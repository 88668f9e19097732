// The hub of a server: this machine's own, or the database that it shares with others.

import { AgentError } from '../../../core/errors.ts'
import { LOCAL } from '../../../core/services/auth-context.ts'
import type { Authentication } from '../../../core/services/authentication.ts'
import type { Logging } from '../../../core/services/logging.ts'
import { openEmbeddedHub } from '../../../services/embedded/embedded-hub.ts'
import { copiedMedia } from '../../../services/embedded/tenant-media.ts'
import type { ServiceHub } from '../../../services/service-hub.ts'
import { clonePlace, isCloneSource } from '../../../workspace/clones/clone-source.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import type { ServeWish } from './serve-flags.ts'
import type { TaskWorkspaces } from './task-workspaces.ts'

type HubParts = { authentication: Authentication; logging: Logging }

/** @throws AgentError `storage-failed`, `config-invalid`, `usage` */
export async function openHub(
	{ database, server, migrate }: ServeWish,
	folders: HomeFolders,
	{ roots }: TaskWorkspaces,
	parts: HubParts,
): Promise<ServiceHub> {
	if (database === undefined) {
		if (migrate)
			throw new AgentError('usage', '--migrate is about a database; name it with --database postgres://…')
		return openEmbeddedHub(folders, parts)
	}
	const { requireNode } = await import('../../../services/postgres/needed-node.ts')
	requireNode(process.versions.node)
	const { openPostgresHub } = await import('../../../services/postgres/open-postgres-hub.ts')
	const hub = await openPostgresHub({
		url: database,
		name: server,
		migrate,
		roots,
		placeOf: workspace => (isCloneSource(workspace) ? clonePlace(workspace) : workspace),
		limits: { waitingPerTenant: 100, waitingInAll: 1_000 },
		warn: text => parts.logging.log(LOCAL, 'warn', text),
		...parts,
	})
	return { ...hub, mediaOf: copiedMedia(folders, hub.mediaOf) }
}
