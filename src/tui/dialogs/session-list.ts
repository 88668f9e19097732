// Which sessions a search leaves, and how each is one row: when, how much, what about, where, with whom.

import type { SessionSummary } from '../../core/commands.ts'
import type { UnixMs } from '../../core/ids.ts'
import type { SessionHit } from '../../core/runtime-port.ts'
import { cellWidth, cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { ago } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { type Spans, span } from '../text/spans.ts'

/** `hit`: what was found in it rather than in what the list says of it. */
export type ListedSession = { session: SessionSummary; hit: SessionHit | undefined }

export type SessionSearch = {
	text: string
	/** Found in contents, best first; may be of an older text than this one. */
	hits: readonly SessionHit[]
	/** Left out, sessions of every folder. */
	folder: string | undefined
}

/** What the list says of a session comes first, newest first; then what was only found in contents, best first. */
export function listedSessions(
	sessions: readonly SessionSummary[],
	{ text, hits, folder }: SessionSearch,
): readonly ListedSession[] {
	const inScope = folder === undefined ? sessions : sessions.filter(session => session.cwd === folder)
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

function searchedText({ sessionId, name = '', title, cwd, model }: SessionSummary): string {
	return `${sessionId} ${name} ${title} ${cwd} ${model?.provider ?? ''}/${model?.model ?? ''}`.toLowerCase()
}

export function sessionRow(
	{ session }: ListedSession,
	{
		width,
		isSelected,
		withFolder,
		now,
	}: { width: number; isSelected: boolean; withFolder: boolean; now: UnixMs },
): Spans {
	const { name, title, usedAt, messages, model, parent } = session
	const left = `${padToWidth(ago(usedAt, now), AGE_COLUMNS)} ${String(messages).padStart(COUNT_COLUMNS)}  `
	const folder = withFolder
		? `  ${padToWidth(cutStartToWidth(sanitizeLine(session.cwd), FOLDER_COLUMNS), FOLDER_COLUMNS)}`
		: ''
	const by =
		width >= MODEL_FROM_COLUMNS
			? `  ${padToWidth(cutToWidth(sanitizeLine(model?.model ?? ''), MODEL_COLUMNS), MODEL_COLUMNS)}`
			: ''
	const room = Math.max(1, width - 2 - cellWidth(left) - cellWidth(folder) - cellWidth(by))
	const about = sanitizeLine(name ?? title) || '(no prompt)'
	const label = cutToWidth(parent ? `⑂ ${about}` : about, room)
	const rest = name === undefined ? '' : sanitizeLine(`  ${title}`)
	const beside = cutToWidth(rest, room - cellWidth(label))
	const filler = ' '.repeat(Math.max(0, room - cellWidth(label) - cellWidth(beside)))
	return [
		span(isSelected ? '❯ ' : '  ', { tone: 'accent' }),
		span(left, { tone: 'quiet' }),
		span(label, isSelected ? { tone: 'accent', bold: true } : name === undefined ? {} : { bold: true }),
		span(`${beside}${filler}${folder}${by}`, { tone: 'quiet' }),
	]
}

const AGE_COLUMNS = 11
const COUNT_COLUMNS = 5
const FOLDER_COLUMNS = 20
const MODEL_COLUMNS = 16
const MODEL_FROM_COLUMNS = 72

function padToWidth(text: string, columns: number): string {
	return `${text}${' '.repeat(Math.max(0, columns - cellWidth(text)))}`
}
