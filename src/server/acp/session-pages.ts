// The list of sessions in pages: the one used last comes first, and a cursor names the one after which a page begins.

import type { ListSessionsResponse, SessionInfo } from '@agentclientprotocol/sdk'
import type { SessionSummary } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import { sessionLabel } from '../../core/text/session-name.ts'

/**
 * @param sessions - newest first
 * @throws AgentError `usage` for a cursor that none of these pages had
 */
export function sessionPage(
	sessions: readonly SessionSummary[],
	cursor: string | undefined,
	size: number,
): ListSessionsResponse {
	const after = cursor === undefined ? undefined : placeIn(cursor)
	const rest = after ? sessions.filter(session => isAfter(session, after)) : sessions
	const page = rest.slice(0, size)
	const last = page.at(-1)
	const hasMore = rest.length > page.length
	return {
		sessions: page.map(infoOf),
		...(hasMore && last && { nextCursor: `${last.usedAt}:${last.sessionId}` }),
	}
}

type PagePlace = { usedAt: number; sessionId: string }

/** Also when the one it names is gone, or was used since. */
function isAfter({ usedAt, sessionId }: PagePlace, after: PagePlace): boolean {
	return usedAt < after.usedAt || (usedAt === after.usedAt && sessionId < after.sessionId)
}

function placeIn(cursor: string): PagePlace {
	const [, usedAt, sessionId] = /^(\d+(?:\.\d+)?):(.+)$/.exec(cursor) ?? []
	if (usedAt === undefined || sessionId === undefined)
		throw new AgentError('usage', `"${cursor}" is no cursor of session/list; leave it out for the first page`)
	return { usedAt: Number(usedAt), sessionId }
}

function infoOf({ sessionId, cwd, name, title, usedAt }: SessionSummary): SessionInfo {
	return { sessionId, cwd, title: sessionLabel({ name, title }), updatedAt: new Date(usedAt).toISOString() }
}
