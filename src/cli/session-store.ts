// The user's stored sessions, as the commands about them see them.

import { createJsonlStore } from '../sessions/jsonl-store.ts'
import type { SessionStore } from '../sessions/store.ts'
import type { HomeFolders } from '../workspace/home-folders.ts'

export function openStore(folders: HomeFolders): SessionStore {
	return createJsonlStore({ folder: folders.sessions, belongings: belongingsOf(folders) })
}

/** Where a session keeps more than its log, in folders named by its id. */
export function belongingsOf(folders: HomeFolders): readonly string[] {
	return [folders.artefacts, folders.checkpoints]
}
