// The agents of a server: those of whoever runs it, and those of a task's folder as far as it is trusted.

import { homedir } from 'node:os'
import { isAbsolute } from 'node:path'
import type { OfferedAgents } from '../../../core/services/agents.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'

/** @param own - the folder of tasks that name none. `isBare`: nothing of files */
export function serverAgents({
	folders,
	own,
	isBare,
}: {
	folders: HomeFolders
	own: string
	isBare: boolean
}): OfferedAgents {
	return {
		async list(workspace = own) {
			const { agentsIn } = await import('../../../runtime/tasks/task-agents.ts')
			if (isBare) return agentsIn(undefined)
			const { loadExtensionFiles } = await import('../../../runtime/extensions/load-extension-files.ts')
			const { openFolder } = await import('../../../workspace/trust/trust.ts')
			const folder = await openFolder({ cwd: isAbsolute(workspace) ? workspace : own, folders })
			return agentsIn(await loadExtensionFiles({ home: homedir(), folders, folder }))
		},
	}
}
