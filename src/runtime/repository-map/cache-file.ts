// Where the facts about a folder's files are kept for its repository map.

import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** @param cache - the folder of everything that can be found out again */
export function mapCacheFolder(cache: string): string {
	return join(cache, 'repository-maps')
}

/** @param root - the folder's real path */
export function mapCacheFile(folder: string, root: string): string {
	return join(folder, `${createHash('sha256').update(root).digest('hex').slice(0, 24)}.map`)
}
