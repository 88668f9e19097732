// A session as one row of the browser: its name and tags, and in columns of their own, as many as fit, where it is, what
// was done in it, what that cost and when it was used.

import type { SessionSummary } from '../../../core/commands.ts'
import type { UnixMs } from '../../../core/ids.ts'
import { sessionLabel } from '../../../core/text/session-name.ts'
import { cellWidth, cutStartToWidth, cutToWidth } from '../../text/cell-width.ts'
import { ago, countWithUnit, cost as money } from '../../text/format.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { type Spans, span } from '../../text/spans.ts'
import type { Tone } from '../../text/theme.ts'
import type { ListedSession, RunningSessions } from './session-list.ts'

export type SessionRowOptions = {
	width: number
	isSelected: boolean
	withFolder: boolean
	now: UnixMs
	running: RunningSessions
	/** One of those listed has a branch. */
	withBranch?: boolean
}

export function sessionRow({ session }: ListedSession, options: SessionRowOptions): Spans {
	const { width, isSelected, running } = options
	const { name, title, parent, marks, sessionId } = session
	const state = signOf(session, running)
	const columns = columnsThatFit(session, options)
	const right = columns.map(column => `  ${column}`).join('')
	const room = Math.max(1, width - 4 - cellWidth(right))
	const about = sanitizeLine(sessionLabel({ name, title })) || '(no prompt)'
	const label = cutToWidth(parent ? `⑂ ${about}` : about, room)
	const tags = (marks?.tags ?? []).map(tag => ` #${sanitizeLine(tag)}`).join('')
	const held = running.get(sessionId)
	const where = held && held.state !== 'idle' ? ` ${held.state}` : ''
	const beside = cutToWidth(
		`${where}${tags}${name === undefined ? '' : `  ${sanitizeLine(title)}`}`,
		room - cellWidth(label),
	)
	const filler = ' '.repeat(Math.max(0, room - cellWidth(label) - cellWidth(beside)))
	return [
		span(isSelected ? '❯ ' : '  ', { tone: 'accent' }),
		span(`${state.sign} `, { tone: state.tone }),
		span(label, isSelected ? { tone: 'accent', bold: true } : name === undefined ? {} : { bold: true }),
		span(`${beside}${filler}${right}`, { tone: 'quiet' }),
	]
}

function signOf(
	{ sessionId, marks }: SessionSummary,
	running: RunningSessions,
): { sign: string; tone: Tone } {
	const held = running.get(sessionId)
	if (held?.state === 'asking') return { sign: '?', tone: 'warning' }
	if (held?.state === 'working') return { sign: '●', tone: 'success' }
	if (held) return { sign: '○', tone: 'success' }
	if (marks?.isStarred) return { sign: '★', tone: 'warning' }
	return { sign: marks?.isArchived ? '-' : ' ', tone: 'quiet' }
}

/** In the order in which they are given up, the last first; the name keeps room for itself. */
function columnsThatFit(
	session: SessionSummary,
	{ width, withFolder, now, withBranch = false }: SessionRowOptions,
): readonly string[] {
	const { cwd, branch = '', work, usedAt, model, messages } = session
	const age = { rank: 0, text: ago(usedAt, now).padStart(AGE_COLUMNS) }
	const done =
		work === undefined
			? []
			: [
					{ rank: 3, text: countWithUnit(work.runs, 'run').padStart(RUN_COLUMNS) },
					{ rank: 4, text: linesText(work).padStart(LINE_COLUMNS) },
					{ rank: 5, text: costText(work).padStart(COST_COLUMNS) },
				]
	const all = [
		...(withFolder
			? [{ rank: 1, text: padded(cutStartToWidth(sanitizeLine(cwd), FOLDER_COLUMNS), FOLDER_COLUMNS) }]
			: []),
		...(withBranch
			? [{ rank: 2, text: padded(cutToWidth(sanitizeLine(branch), BRANCH_COLUMNS), BRANCH_COLUMNS) }]
			: []),
		...(work === undefined
			? [{ rank: 3, text: countWithUnit(messages, 'message').padStart(RUN_COLUMNS) }]
			: []),
		...done,
		{ rank: 6, text: padded(cutToWidth(sanitizeLine(model?.model ?? ''), MODEL_COLUMNS), MODEL_COLUMNS) },
		age,
	]
	let left = width - 4 - LEAST_LABEL_COLUMNS
	const kept = new Set<number>()
	for (const { rank, text } of [...all].sort((a, b) => a.rank - b.rank)) {
		left -= cellWidth(text) + 2
		if (left < 0) break
		kept.add(rank)
	}
	return all.filter(({ rank }) => kept.has(rank)).map(({ text }) => text)
}

function linesText({ addedLines, removedLines }: NonNullable<SessionSummary['work']>): string {
	return addedLines + removedLines === 0 ? '' : `+${addedLines} −${removedLines}`
}

function costText({ costMicroUsd }: NonNullable<SessionSummary['work']>): string {
	return costMicroUsd === undefined || costMicroUsd === 0 ? '' : money(costMicroUsd)
}

function padded(text: string, columns: number): string {
	return `${text}${' '.repeat(Math.max(0, columns - cellWidth(text)))}`
}

const AGE_COLUMNS = 11
const RUN_COLUMNS = 9
const LINE_COLUMNS = 11
const COST_COLUMNS = 8
const FOLDER_COLUMNS = 20
const BRANCH_COLUMNS = 14
const MODEL_COLUMNS = 16
const LEAST_LABEL_COLUMNS = 22
