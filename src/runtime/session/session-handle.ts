// Session handle: what the port sees of a session, whether it may be changed here or not, and what it goes by.

import type { ApprovalMode } from '../../core/approval.ts'
import type { Command } from '../../core/commands.ts'
import type { Envelope, ShownEvent, StoredEvent } from '../../core/events.ts'
import type { SessionId } from '../../core/ids.ts'
import type { Effort } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'

/** What the port needs of a session, whether it may be changed here or is only looked at. */
export type SessionHandle = {
	readonly sessionId: SessionId
	readonly stored: readonly Envelope<StoredEvent>[]
	/** What the next run will go by. */
	readonly nextSettings: SessionSettings
	readonly isBusy: boolean
	/** Another process had it open when this one came: nothing is written to it from here. */
	readonly isWatched: boolean
	show(event: ShownEvent): void
	send(command: ActorCommand): Promise<void>
}

export type ActorCommand = Exclude<Command, { type: AboutSessions | AboutServers }>
type AboutSessions = 'session-new' | 'session-resume' | 'session-fork'
type AboutServers = 'server-restart' | 'server-accept'

export type SessionSettings = {
	chain: readonly ModelRef[]
	approvals: ApprovalMode
	effort: Effort | undefined
}
