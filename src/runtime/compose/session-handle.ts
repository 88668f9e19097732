// Session handle: a session that is open, whether it may be changed here or is only looked at, and what may be asked of it.

import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { Message } from '../../core/messages.ts'
import type { ToolSpec } from '../../core/model.ts'
import type { RuntimeQueries } from '../../core/runtime-port.ts'
import type { TokenGauge } from '../context/token-gauge.ts'
import type { OpenSessionTarget } from '../session/port.ts'

export type ComposedSession = OpenSessionTarget & {
	/** What every request of the session begins with. */
	prefix(): Promise<RequestPrefix>
	rewindPoints: RuntimeQueries['rewindPoints']
	/** What was typed in it, among other events. */
	prompts(): Promise<readonly Envelope<StoredEvent>[]>
	/** Finds out whether commands can be held, which otherwise the first command does. */
	probeSandbox(): Promise<void>
}

export type RequestPrefix = {
	system: string
	tools: readonly ToolSpec[]
	preamble: readonly Message[]
	gauge: TokenGauge
}
