// The service hub of a runtime that is served: in this process, in the files of this machine, or in a database that other
// servers share.

import { AgentError } from '../../core/errors.ts'
import { isSameTenant, LOCAL } from '../../core/services/auth-context.ts'
import { createHubInMemory, openEmbeddedHub } from '../../services/embedded/embedded-hub.ts'
import { copiedMedia, folderMedia } from '../../services/embedded/tenant-media.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import type { ServeOptions } from './serve-options.ts'
import type { ServedRuntime } from './served-runtime.ts'

type ServedHubParts = Pick<ServiceHub, 'authentication' | 'logging'> & { name: string }

/** @throws AgentError `usage`, `rejected`, `storage-failed`, `config-invalid` */
export async function openServedHub(
	served: ServedRuntime,
	options: ServeOptions,
	parts: ServedHubParts,
): Promise<ServiceHub> {
	const { database, migrate = false } = options
	if (database !== undefined) return sharedHub(served, { database, migrate }, parts)
	if (migrate) throw new AgentError('usage', 'migrate is about a database, and there is none')
	return ownHub(served, parts)
}

async function sharedHub(
	{ cwd, folders, isStored, store, keyValues, hasOwnKeyValues }: ServedRuntime,
	{ database, migrate }: { database: string; migrate: boolean },
	{ name, ...parts }: ServedHubParts,
): Promise<ServiceHub> {
	if (store || !isStored)
		throw new AgentError(
			'usage',
			'database: sessions are kept there, so the runtime may have no store of its own and not be stored: false',
		)
	const [{ requireNode }, { openPostgresHub }] = await Promise.all([
		import('../../services/postgres/needed-node.ts'),
		import('../../services/postgres/open-postgres-hub.ts'),
	])
	requireNode(process.versions.node)
	const hub = await openPostgresHub({
		url: database,
		name,
		migrate,
		roots: [cwd],
		limits: { waitingPerTenant: 100, waitingInAll: 1_000 },
		warn: text => parts.logging.log(LOCAL, 'warn', text),
		...parts,
	})
	const shared = { ...hub, mediaOf: copiedMedia(folders, hub.mediaOf) }
	return hasOwnKeyValues ? { ...shared, keyValues } : shared
}

async function ownHub(
	{ auth, folders, isStored, store, keyValues }: ServedRuntime,
	parts: Pick<ServiceHub, 'authentication' | 'logging'>,
): Promise<ServiceHub> {
	if (isStored && !store) return { ...(await openEmbeddedHub(folders, parts)), keyValues }
	const hub = { ...(await createHubInMemory(parts)), mediaOf: folderMedia(folders) }
	if (!store) return { ...hub, keyValues }
	const sessionsOf: ServiceHub['sessionsOf'] = (tenant, epoch) =>
		isSameTenant(tenant, auth) ? store : hub.sessionsOf(tenant, epoch)
	return { ...hub, keyValues, sessionsOf }
}
