// Removing deleted sessions from the memory index at once: what somebody deletes is not to be found in another file.

import { setTimeout as pause } from 'node:timers/promises'
import { errorInfo } from '../../../core/errors.ts'
import type { SessionId } from '../../../core/ids.ts'
import { removeVectorBackup } from '../../../memory/store/kept-vectors.ts'
import { isBusy } from '../../../memory/store/sqlite.ts'
import { openIndex } from '../../../runtime/memory/open-memory.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'

/** Never fails: the index drops what has no session any more when it is next brought up to date. */
export async function forgetSessions(
	sessionIds: readonly SessionId[],
	folders: HomeFolders,
	notify: (text: string) => void,
): Promise<void> {
	const { index } = openIndex(folders, process.cwd(), notify, () => [])
	if (sessionIds.length === 0) return
	removeVectorBackup(folders.index)
	if (!index.exists) return
	try {
		await patiently(
			() =>
				index.use(async store => {
					for (const sessionId of sessionIds) await store.forget(sessionId)
					await store.scour()
				}),
			() => notify('the memory index is being written by another process; waiting for it'),
		)
	} catch (error) {
		const { message } = errorInfo(error)
		notify(`the memory index still holds what was removed, until it is next used: ${message}`)
	} finally {
		await index.close()
	}
}

/** Others write in short pieces. @param waits - called once, where it takes long enough to be noticed */
async function patiently(work: () => Promise<void>, waits: () => void): Promise<void> {
	for (let tries = 1; ; tries++) {
		try {
			return await work()
		} catch (error) {
			if (!isBusy(error) || tries === MOST_TRIES) throw error
			if (tries === TOLD_AFTER) waits()
			await pause(BETWEEN_MS)
		}
	}
}

const MOST_TRIES = 40
const TOLD_AFTER = 3
const BETWEEN_MS = 100
