// A runtime as what serves it sees it: whose it is, what it keeps where, and its agents.

import type { IdSource } from '../../core/ids.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { KeyValues } from '../../core/services/key-values.ts'
import type { Logging } from '../../core/services/logging.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import type { RuntimeAgent } from './task-opener.ts'

/** What is served. */
export type ServedRuntime = {
	/** Whose runtime it is. */
	auth: AuthContext
	version: string
	/** The folder that tasks work in. */
	cwd: string
	/** Of whoever runs the program. */
	folders: HomeFolders
	/** Tasks and sessions are kept in files. */
	isStored: boolean
	/** The program's own, which knows of one user. */
	store: SessionStore | undefined
	keyValues: KeyValues
	/** The program's own are had also where there is a database. */
	hasOwnKeyValues: boolean
	logging: Logging
	ids: Pick<IdSource, 'session' | 'run'>
	agents(): readonly RuntimeAgent[]
}
