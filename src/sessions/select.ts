// Session selectors: an id, the start of one, or a name, as a user typed it.

import type { SessionSummary } from '../core/commands.ts'
import { AgentError } from '../core/errors.ts'
import type { SessionId } from '../core/ids.ts'
import { sessionLabel } from '../core/text/session-name.ts'

/** @throws AgentError `session-not-found`, `session-ambiguous` */
export function selectSession(selector: string, sessions: readonly SessionSummary[]): SessionId {
	const wanted = selector.trim()
	const exact = sessions.filter(({ sessionId, name }) => sessionId === wanted || name === wanted)
	const found =
		exact.length > 0
			? exact
			: sessions.filter(({ sessionId }) => wanted !== '' && sessionId.startsWith(wanted))
	const [only] = found
	if (only && found.length === 1) return only.sessionId
	if (only)
		throw new AgentError(
			'session-ambiguous',
			`${JSON.stringify(wanted)} fits ${found.length} sessions:\n${listSessions(found)}`,
		)
	const recent =
		sessions.length > 0 ? `; the newest are:\n${listSessions(sessions)}` : '; there are no sessions yet'
	throw new AgentError('session-not-found', `no session is called ${JSON.stringify(wanted)}${recent}`)
}

/** The sessions of a session's sub-agents, and of theirs. */
export function agentsOf(of: SessionId, sessions: readonly SessionSummary[]): readonly SessionId[] {
	const own = sessions.filter(({ delegatedBy }) => delegatedBy === of)
	return own.flatMap(({ sessionId }) => [sessionId, ...agentsOf(sessionId, sessions)])
}

/** @throws AgentError `rejected` when another session has the name, which would then stand for both */
export function requireFree(name: string, sessionId: SessionId, sessions: readonly SessionSummary[]): void {
	const other = sessions.find(session => session.sessionId !== sessionId && session.name === name)
	if (other)
		throw new AgentError(
			'rejected',
			`${JSON.stringify(name)} is the name of ${other.sessionId}; choose another`,
		)
}

/** The one used last comes first. */
export function byLastUse(a: SessionSummary, b: SessionSummary): number {
	return b.usedAt - a.usedAt || (a.sessionId < b.sessionId ? 1 : -1)
}

function listSessions(sessions: readonly SessionSummary[]): string {
	return sessions
		.slice(0, 5)
		.map(session => `  ${session.sessionId}  ${listedName(session)}`)
		.join('\n')
}

/** A name may be any text; in a list it is one line, and no longer than a title. */
export function listedName({ name, title }: Pick<SessionSummary, 'name' | 'title'>): string {
	const line = sessionLabel({ name, title }).trim().replaceAll(/\s+/g, ' ')
	return line.length > NAME_CHARACTERS ? `${line.slice(0, NAME_CHARACTERS - 1).toWellFormed()}…` : line
}

const NAME_CHARACTERS = 80
