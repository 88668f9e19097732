// Run facts: what each run of a log was about, read from its events: what was asked, what was answered and decided, which
// files were changed, how it ended. For summaries that no model writes, and for models that write one.

import type { RunEndReason, StoredEvent } from '../../core/events.ts'
import type { QuestionId, RunId, UnixMs } from '../../core/ids.ts'
import { promptText, textOf } from '../../core/messages.ts'
import type { StoredEnvelope } from '../session-store.ts'

export type RunFacts = {
	runId: RunId
	/** Of its first and its last event. */
	firstSeq: number
	lastSeq: number
	at: UnixMs
	/** The prompt, and what was said into the run. */
	asked: readonly string[]
	/** The last that the model said. */
	answer: string
	/** What the model asked the user, and what was answered. */
	decided: readonly { question: string; answer: string }[]
	changed: readonly string[]
	failedCommands: readonly string[]
	/** Undefined while it goes on. */
	end: RunEndReason | undefined
}

type OpenRun = {
	-readonly [Key in 'lastSeq' | 'answer' | 'end']: RunFacts[Key]
} & Pick<RunFacts, 'runId' | 'firstSeq' | 'at'> & {
		asked: string[]
		decided: { question: string; answer: string }[]
		changed: Set<string>
		failedCommands: string[]
		subjects: Map<string, string>
		questions: Map<QuestionId, string>
	}

/** Oldest first. Those whose beginning is not among the envelopes are left out. */
export function runFacts(envelopes: readonly StoredEnvelope[]): readonly RunFacts[] {
	const runs = new Map<RunId, OpenRun>()
	for (const { seq, at, runId, event } of envelopes) {
		if (runId === undefined) continue
		if (event.type === 'run-start') runs.set(runId, opened(runId, seq, at))
		const run = runs.get(runId)
		if (!run) continue
		run.lastSeq = seq
		take(run, event)
	}
	return [...runs.values()].map(({ changed, subjects, questions, ...run }) => ({
		...run,
		changed: [...changed],
	}))
}

function opened(runId: RunId, seq: number, at: UnixMs): OpenRun {
	return {
		...{ runId, firstSeq: seq, lastSeq: seq, at, answer: '', end: undefined },
		...{ asked: [], decided: [], changed: new Set(), failedCommands: [] },
		...{ subjects: new Map(), questions: new Map() },
	}
}

function take(run: OpenRun, event: StoredEvent): void {
	if (event.type === 'run-start') run.asked.push(promptText(event.prompt).trim())
	else if (event.type === 'steer') run.asked.push(promptText(event.message).trim())
	else if (event.type === 'message-end') run.answer = textOf(event.message.content).trim() || run.answer
	else if (event.type === 'question-request')
		run.questions.set(event.question.questionId, event.question.text)
	else if (event.type === 'question-end') {
		const question = run.questions.get(event.questionId)
		if (question !== undefined && event.answer !== undefined)
			run.decided.push({ question, answer: event.answer })
	} else if (event.type === 'tool-start') run.subjects.set(event.callId, event.subject ?? event.tool)
	else if (event.type === 'tool-end') {
		const { detail, outcome } = event.result
		if (detail?.type === 'files' && detail.diff !== undefined)
			for (const { path } of detail.seen) run.changed.add(path)
		const hasFailed = detail?.type === 'command' && detail.exitCode !== 0 && outcome !== 'cancelled'
		if (hasFailed) run.failedCommands.push(run.subjects.get(event.callId) ?? event.tool)
	} else if (event.type === 'run-end') run.end = event.reason
}

/** A run in a few lines, each thing cut to what a reader takes in. */
export function factLines(run: RunFacts, answerCharacters = 400): readonly string[] {
	return [
		...run.asked.map((text, index) => `${index === 0 ? 'Asked' : 'Also said'}: ${oneLine(text, 300)}`),
		...run.decided.map(
			({ question, answer }) => `Decided: ${oneLine(question, 200)} → ${oneLine(answer, 200)}`,
		),
		...(run.answer === '' ? [] : [`Answered: ${oneLine(run.answer, answerCharacters)}`]),
		...(run.changed.length === 0 ? [] : [`Changed: ${listed(run.changed)}`]),
		...(run.failedCommands.length === 0 ? [] : [`Failed: ${listed(run.failedCommands)}`]),
		...(run.end === undefined || run.end === 'finished' ? [] : [`Ended: ${run.end}`]),
	]
}

export function oneLine(text: string, characters: number): string {
	const line = [...text.replaceAll(/\s+/g, ' ').trim()]
	return line.length <= characters ? line.join('') : `${line.slice(0, characters - 1).join('')}…`
}

function listed(items: readonly string[]): string {
	const shown = items.slice(0, MOST_LISTED).map(item => oneLine(item, 120))
	return `${shown.join(', ')}${items.length > MOST_LISTED ? ` and ${items.length - MOST_LISTED} more` : ''}`
}

const MOST_LISTED = 12
