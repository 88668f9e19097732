// Session summaries for lists: a fold over the log that can be stopped anywhere and taken up again.

import type { SessionSummary } from '../../core/commands.ts'
import { type ChosenEvent, chosenTypes, type EventChoice, isChosen } from '../../core/event-choice.ts'
import { assertNever } from '../../core/exhaustive.ts'
import { promptText, type UserMessage } from '../../core/messages.ts'
import { addCost } from '../../core/usage.ts'
import type { StoredEnvelope } from '../session-store.ts'

export type SummaryState = Omit<SessionSummary, 'sessionId' | 'sizeBytes' | 'marks'>

export function summarize(before: SummaryState | undefined, { at, event }: StoredEnvelope): SummaryState {
	const summary = before ?? { ...NOTHING, createdAt: at, usedAt: at }
	// A clock that went back makes no session older than its beginning, and a name does not make it used.
	const usedAt = event.type === 'session-rename' ? summary.usedAt : Math.max(at, summary.createdAt)
	return { ...summary, usedAt, ...(isChosen(SUMMARIZED, event) && changes(summary, event)) }
}

/** The only events that `summarize` looks into; the others, long results above all, need not be decoded for it. */
export function countsForSummary(type: string, line: Buffer): boolean {
	// Of results, which are long, only those that changed lines of files say something.
	return SUMMARIZED_TYPES.has(type) && (type !== 'tool-end' || line.includes('"added":'))
}

/** The end of a run says when the session was used. */
const SUMMARIZED = {
	'session-start': true,
	'session-rename': true,
	'approvals-set': false,
	'model-set': true,
	'effort-set': false,
	'run-start': true,
	'memory-drop': false,
	'agent-start': false,
	'agent-end': false,
	steer: true,
	correction: true,
	'turn-start': false,
	'attempt-start': false,
	'attempt-end': true,
	'message-end': true,
	'approval-request': false,
	'approval-end': false,
	'question-request': false,
	'question-end': false,
	'tool-start': false,
	'tool-end': true,
	'turn-end': false,
	'hook-result': false,
	compaction: false,
	checkpoint: false,
	'checkpoint-failed': false,
	rewind: false,
	'run-end': true,
} as const satisfies EventChoice
const SUMMARIZED_TYPES: ReadonlySet<string> = new Set(chosenTypes(SUMMARIZED))

const NOTHING: SummaryState = {
	name: undefined,
	title: '',
	cwd: '',
	createdAt: 0,
	usedAt: 0,
	messages: 0,
	model: undefined,
	work: { runs: 0, costMicroUsd: 0, addedLines: 0, removedLines: 0 },
}

function changes(summary: SummaryState, event: ChosenEvent<typeof SUMMARIZED>): Partial<SummaryState> {
	const messages = summary.messages + 1
	const { work = NOTHING.work! } = summary
	switch (event.type) {
		case 'session-start':
			return {
				cwd: event.cwd,
				...(event.parent && { parent: event.parent }),
				...(event.delegatedBy && { delegatedBy: event.delegatedBy.sessionId }),
			}
		case 'session-rename':
			return { name: event.name.trim() === '' ? undefined : event.name.trim() }
		case 'model-set':
			return { model: event.chain[0] }
		case 'run-start': {
			const { chain, cwd, branch } = event.snapshot
			return {
				...(branch !== undefined && { branch }),
				messages,
				work: { ...work, runs: work.runs + 1 },
				model: chain[0],
				title: summary.title === '' ? titleOf(event.prompt) : summary.title,
				cwd: summary.cwd === '' ? cwd : summary.cwd,
			}
		}
		case 'attempt-end': {
			const { usage, costMicroUsd } = event
			const isFree = costMicroUsd === undefined && usage.inputTokens + usage.outputTokens === 0
			return { work: { ...work, costMicroUsd: addCost(work.costMicroUsd, isFree ? 0 : costMicroUsd) } }
		}
		case 'tool-end': {
			const { detail } = event.result
			if (detail?.type !== 'files' || detail.diff === undefined) return {}
			const { added = 0, removed = 0 } = detail
			return {
				work: {
					...work,
					addedLines: work.addedLines + added,
					removedLines: work.removedLines + removed,
				},
			}
		}
		case 'steer':
		case 'correction':
			return { messages }
		case 'message-end':
			return { messages, model: event.message.model }
		case 'run-end':
			return {}
		default:
			return assertNever(event)
	}
}

/** The prompt as one line. */
export function titleOf(prompt: UserMessage): string {
	const characters = [...promptText(prompt).trim().replaceAll(/\s+/g, ' ')]
	return characters.length > TITLE_CHARACTERS
		? `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`
		: characters.join('')
}

const TITLE_CHARACTERS = 80
