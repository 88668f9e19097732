// Which sessions a search leaves, and in which order.

import type { RunningSession, SessionSummary } from '../../../core/commands.ts'
import type { UnixMs } from '../../../core/ids.ts'
import type { SessionHit } from '../../../core/runtime-port.ts'

/** `hit`: what was found in it rather than in what the list says of it. */
export type ListedSession = { session: SessionSummary; hit: SessionHit | undefined }

export type SessionSearch = {
	text: string
	/** Found in contents, best first; may be of an older text than this one. */
	hits: readonly SessionHit[]
	/** Left out, sessions of every folder. */
	folder: string | undefined
	onlyNamed?: boolean
	/** Else they are only found, and only where words are looked for. */
	withArchived?: boolean
}

/** What can only be had of the moment: who has it open, and what it does there. */
export type RunningSessions = ReadonlyMap<string, RunningSession>

export type SessionSection = 'pinned' | 'running' | 'today' | 'older'

export const SECTION_NAMES: Readonly<Record<SessionSection, string>> = {
	pinned: 'Pinned',
	running: 'Running',
	today: 'Today',
	older: 'Older',
}

const SECTIONS: readonly SessionSection[] = ['pinned', 'running', 'today', 'older']

type Moment = { running: RunningSessions; now: UnixMs }

/** Of each, in the same order. There may be thousands, and it is asked with every key. */
export function sectionsOf(
	listed: readonly ListedSession[],
	{ running, now }: Moment,
): readonly SessionSection[] {
	const midnight = new Date(now).setHours(0, 0, 0, 0)
	return listed.map(({ session: { sessionId, marks, usedAt } }) => {
		if (marks?.isStarred) return 'pinned'
		if (running.has(sessionId)) return 'running'
		return usedAt >= midnight ? 'today' : 'older'
	})
}

/** Section by section, and as before within each. */
export function bySection(listed: readonly ListedSession[], moment: Moment): readonly ListedSession[] {
	const sections = sectionsOf(listed, moment)
	return SECTIONS.flatMap(section => listed.filter((_, index) => sections[index] === section))
}

/** What the list says of a session comes first, newest first; then what was only found in contents, best first. */
export function listedSessions(
	sessions: readonly SessionSummary[],
	{ text, hits, folder, onlyNamed = false, withArchived = false }: SessionSearch,
): readonly ListedSession[] {
	const isSearch = text.trim() !== ''
	const inScope = sessions.filter(
		({ cwd, name, marks }) =>
			(folder === undefined || cwd === folder) &&
			(!onlyNamed || name !== undefined) &&
			(withArchived || isSearch || !marks?.isArchived),
	)
	const words = text
		.toLowerCase()
		.split(/\s+/)
		.filter(word => word !== '')
	if (words.length === 0) return inScope.map(session => ({ session, hit: undefined }))
	const named = inScope.filter(session => words.every(word => searchedText(session).includes(word)))
	const taken = new Set(named.map(({ sessionId }) => sessionId))
	const byId = new Map(inScope.map(session => [session.sessionId, session]))
	const inside: ListedSession[] = []
	for (const hit of hits) {
		const session = byId.get(hit.sessionId)
		if (!session || taken.has(hit.sessionId)) continue
		taken.add(hit.sessionId)
		inside.push({ session, hit })
	}
	return [
		...named.map(session => ({ session, hit: hits.find(hit => hit.sessionId === session.sessionId) })),
		...inside,
	]
}

function searchedText({
	sessionId,
	name = '',
	title,
	cwd,
	branch = '',
	model,
	marks,
}: SessionSummary): string {
	const tags = (marks?.tags ?? []).map(tag => `#${tag}`).join(' ')
	return `${sessionId} ${name} ${title} ${cwd} ${branch} ${model?.provider ?? ''}/${model?.model ?? ''} ${tags}`.toLowerCase()
}
