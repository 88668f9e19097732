// How `agent serve` asks a model about a message that is no task yet.

import type { IdSource } from '../../../core/ids.ts'
import type { AskOnce } from '../../../server/a2a/negotiation.ts'
import { tenantFolders } from '../../../services/embedded/tenant-folders.ts'
import { createInMemoryStore } from '../../../sessions/store/in-memory-store.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import type { ServeFlags } from './serve-flags.ts'
import type { TaskWorkspaces } from './task-workspaces.ts'

export type NegotiationParts = {
	flags: ServeFlags
	version: string
	folders: HomeFolders
	workspaces: TaskWorkspaces
	newSessionId: IdSource['session']
}

/** A session that is kept nowhere, with no tools, one turn and nothing of the folder in it. */
export function negotiation({
	flags,
	version,
	folders,
	workspaces,
	newSessionId,
}: NegotiationParts): AskOnce {
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
