// Sessions that were removed leave the memory index at once: what somebody deletes is not to be found in another file.

import { errorInfo } from '../core/errors.ts'
import type { SessionId } from '../core/ids.ts'
import { openIndex } from '../runtime/open-memory.ts'
import type { HomeFolders } from '../workspace/home-folders.ts'

/** Never fails: the index drops what has no session any more when it is next brought up to date. */
export async function forgetSessions(
	sessionIds: readonly SessionId[],
	folders: HomeFolders,
	tell: (text: string) => void,
): Promise<void> {
	const { index } = openIndex(folders, process.cwd(), tell)
	if (sessionIds.length === 0 || !index.exists) return
	try {
		await index.use(async store => {
			for (const sessionId of sessionIds) await store.forget(sessionId)
		})
	} catch (error) {
		const { message } = errorInfo(error)
		tell(`the memory index still holds what was removed, until it is next used: ${message}`)
	} finally {
		await index.close()
	}
}
