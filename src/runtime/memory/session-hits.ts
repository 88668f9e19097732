// Search hits as places in sessions, for people to look at: each message once, by its best passage.

import type { SessionSummary } from '../../core/commands.ts'
import type { SessionId } from '../../core/ids.ts'
import type { MemoryHit } from '../../core/memory.ts'
import type { SessionHit } from '../../core/runtime-port.ts'
import { sessionLabel } from '../../core/text/session-name.ts'
import { roleOf } from '../../memory/prompt-text.ts'
import { snippet } from '../../memory/text/snippet.ts'

export function sessionHits(
	hits: readonly MemoryHit[],
	sessions: readonly SessionSummary[],
	snippetCharacters: number = SNIPPET_CHARACTERS,
): readonly SessionHit[] {
	const titles = new Map(sessions.map(session => [session.sessionId, sessionLabel(session)]))
	const shown = new Set<string>()
	return hits.flatMap(({ source, seq, at, kind, text, matches }) => {
		const role = roleOf(kind)
		// Session ids come from the names of logs.
		const sessionId = source.name as SessionId
		const place = `${sessionId} ${seq}`
		if (role === 'note' || shown.has(place)) return []
		shown.add(place)
		const title = titles.get(sessionId) ?? ''
		return [{ sessionId, seq, at, role, title, snippet: snippet(text, matches, snippetCharacters) }]
	})
}

const SNIPPET_CHARACTERS = 200
