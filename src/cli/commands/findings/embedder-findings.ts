// What `agent doctor` says of the embedder that needs packages of its own.

import {
	findOfflinePackages,
	OFFLINE_EMBEDDER,
	OFFLINE_INSTALL,
} from '../../../runtime/memory/offline/offline-packages.ts'
import type { Settings } from '../../../workspace/settings/settings-schema.ts'
import type { Finding } from './finding.ts'

export function embedderFindings(
	{ enabled, embedder }: Settings['memory'],
	dataFolder: string,
): readonly Finding[] {
	if (!enabled || embedder !== OFFLINE_EMBEDDER) return []
	const found = findOfflinePackages(dataFolder)
	if (found) return [{ state: 'ok', text: `embedder ${OFFLINE_EMBEDDER}: ${found.engine}` }]
	const text = `embedder ${OFFLINE_EMBEDDER}: not installed, so memory is searched by words alone; ${OFFLINE_INSTALL}`
	return [{ state: 'missing', text }]
}
