// The user's stored sessions, as the commands about them see them.

import type { SessionStore } from '../../../sessions/session-store.ts'
import { createJsonlStore } from '../../../sessions/store/jsonl-store.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'

export function openStore(folders: HomeFolders): SessionStore {
	return createJsonlStore({ folder: folders.sessions, belongings: belongingsOf(folders) })
}

/** Where a session keeps more than its log, in folders named by its id. */
export function belongingsOf(folders: HomeFolders): readonly string[] {
	return [folders.artefacts, folders.checkpoints]
}
