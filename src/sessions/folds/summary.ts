// Session summaries for lists: a fold over the log that can be stopped anywhere and taken up again.

import type { SessionSummary } from '../../core/commands.ts'
import type { StoredEvent } from '../../core/events.ts'
import { promptText, type UserMessage } from '../../core/messages.ts'
import type { StoredEnvelope } from '../session-store.ts'

export type SummaryState = Omit<SessionSummary, 'sessionId' | 'sizeBytes'>

export function summarize(before: SummaryState | undefined, { at, event }: StoredEnvelope): SummaryState {
	const summary = before ?? { ...NOTHING, createdAt: at, usedAt: at }
	// A clock that went back makes no session older than its beginning, and a name does not make it used.
	const usedAt = event.type === 'session-rename' ? summary.usedAt : Math.max(at, summary.createdAt)
	return { ...summary, usedAt, ...changes(summary, event) }
}

/** The only events that `summarize` looks into; the others, long results above all, need not be decoded for it. */
export function countsForSummary(type: string): boolean {
	return SUMMARIZED.has(type)
}

const SUMMARIZED: ReadonlySet<string> = new Set<StoredEvent['type']>([
	'session-start',
	'session-rename',
	'model-set',
	'run-start',
	'steer',
	'correction',
	'message-end',
	'run-end',
])

const NOTHING: SummaryState = {
	name: undefined,
	title: '',
	cwd: '',
	createdAt: 0,
	usedAt: 0,
	messages: 0,
	model: undefined,
}

function changes(summary: SummaryState, event: StoredEvent): Partial<SummaryState> {
	const messages = summary.messages + 1
	switch (event.type) {
		case 'session-start':
			return { cwd: event.cwd, ...(event.parent && { parent: event.parent }) }
		case 'session-rename':
			return { name: event.name.trim() === '' ? undefined : event.name.trim() }
		case 'model-set':
			return { model: event.chain[0] }
		case 'run-start': {
			const { chain, cwd } = event.snapshot
			return {
				messages,
				model: chain[0],
				title: summary.title === '' ? titleOf(event.prompt) : summary.title,
				cwd: summary.cwd === '' ? cwd : summary.cwd,
			}
		}
		case 'steer':
		case 'correction':
			return { messages }
		case 'message-end':
			return { messages, model: event.message.model }
		default:
			return {}
	}
}

/** The prompt as one line. */
function titleOf(prompt: UserMessage): string {
	const characters = [...promptText(prompt).trim().replaceAll(/\s+/g, ' ')]
	return characters.length > TITLE_CHARACTERS
		? `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`
		: characters.join('')
}

const TITLE_CHARACTERS = 80
