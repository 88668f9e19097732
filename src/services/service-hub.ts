// The service hub: everything that a runtime needs from outside of one session, each a contract with an implementation
// for this machine (`embedded`) and one for many (`postgres`).

import type { AuthContext } from '../core/services/auth-context.ts'
import type { Authentication } from '../core/services/authentication.ts'
import type { KeyValues } from '../core/services/key-values.ts'
import type { LiveEvents } from '../core/services/live-events.ts'
import type { Logging } from '../core/services/logging.ts'
import type { MediaOf } from '../core/services/media.ts'
import type { MemoryService } from '../core/services/memory.ts'
import type { TaskInbox, TaskQueue, TaskStore } from '../core/services/tasks.ts'
import type { SessionStore } from '../sessions/session-store.ts'

export type ServiceHub = {
	authentication: Authentication
	tasks: TaskStore
	inbox: TaskInbox
	queue: TaskQueue
	live: LiveEvents
	keyValues: KeyValues
	mediaOf: MediaOf
	/** Left out, memory of a tenant is an index in its folder, made from the logs there. */
	memory?: MemoryService
	logging: Logging
	/**
	 * The sessions of one tenant; those of all others do not exist for it.
	 * @param epoch - of the lease that is worked under: what is opened or made by this store is appended to only as long as
	 * it is the newest. Left out, opening takes the session up anew.
	 */
	sessionsOf(auth: AuthContext, epoch?: number): SessionStore
	/** Gives back what is held. */
	close(): Promise<void>
}
