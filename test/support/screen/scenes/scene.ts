// A scene: what happens on a screen until there is something to be seen, for the pictures of it.

import type { SessionSummary } from '../../../../src/core/commands.ts'
import type { AgentEvent } from '../../../../src/core/events.ts'
import type { SessionId } from '../../../../src/core/ids.ts'
import type { RuntimeQueries } from '../../../../src/core/runtime-port.ts'
import type { StartFacts } from '../../../../src/tui/state/tui-options.ts'
import type { FakePort } from '../fake-port.ts'
import type { ScreenTerminal } from '../screen-terminal.ts'

export type Scene = {
	name: string
	/** For whoever looks at the contact sheet. */
	title: string
	queries?: Partial<RuntimeQueries>
	/** Of the folder, while nothing has been asked. */
	startFacts?: () => Promise<StartFacts>
	/** Also awaits what has to be on the screen before a key means what it should. */
	play(stage: Stage): void | Promise<void>
	/** On the screen when there is nothing more to come; in a small window it may not be. */
	shows: string | RegExp
}

/**
 * Has a run happen that was recorded: its prompt so long ago, its last event so long ago, and what lies between by what
 * happens, for how many events there are of it differs.
 */
export function replay(
	{ port, ago }: Stage,
	events: readonly AgentEvent[],
	{ fromMs, toMs }: { fromMs: number; toMs: number },
): void {
	let passedMs = 0
	for (const [index, event] of events.entries()) {
		if (event.type === 'tool-end') passedMs += CALL_MS
		ago(index === events.length - 1 ? toMs : Math.max(toMs, fromMs - passedMs))
		port.emit(event)
	}
	ago(0)
}

const CALL_MS = 400

export type Stage = {
	port: FakePort
	terminal: ScreenTerminal
	/** When what is emitted next has happened: so long before now. */
	ago(ms: number): void
}

/** Now, in every picture: nine eighteen in whatever place it is. */
export const NOW = new Date(2026, 0, 5, 9, 18).getTime()

export function session(id: string, title: string, change: Partial<SessionSummary> = {}): SessionSummary {
	return {
		sessionId: id as SessionId,
		name: undefined,
		title,
		cwd: '/home/me/project',
		createdAt: NOW - 7_200_000,
		usedAt: NOW - 3_600_000,
		messages: 12,
		model: { provider: 'anthropic', model: 'claude-test' },
		sizeBytes: 48_000,
		...change,
	}
}
