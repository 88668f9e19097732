// Runs of a time: what was asked, decided and changed then, read from the logs that were written to in it. For questions
// that name a day, which words alone do not find.

import { chosenTypes, type EventChoice } from '../../../core/event-choice.ts'
import type { UnixMs } from '../../../core/ids.ts'
import { undoneRanges } from '../../../sessions/folds/rewound-ranges.ts'
import { factLines, type RunFacts, runFacts } from '../../../sessions/folds/run-facts.ts'
import type { SessionStore } from '../../../sessions/session-store.ts'
import { findProject } from '../../../workspace/places/project.ts'
import { type TimeRange, timeRange } from './time-words.ts'
import { writtenLines } from './written-lines.ts'

export type RunsOfATime = {
	/** @returns undefined where the question names no time */
	about(question: string, signal: AbortSignal): Promise<string | undefined>
}

export function createRunsOfATime(deps: {
	store: Pick<SessionStore, 'list' | 'readPart'>
	/** Only sessions of the project that this folder is in. */
	cwd: string
	artefactsFolder: string
	now(): UnixMs
}): RunsOfATime {
	const roots = new Map<string, Promise<string>>()
	const rootOf = (cwd: string): Promise<string> => {
		const known = roots.get(cwd) ?? findProject(cwd).then(({ root }) => root)
		roots.set(cwd, known)
		return known
	}
	return {
		async about(question, signal) {
			const range = timeRange(question, deps.now())
			if (!range) return undefined
			const sessions = (await deps.store.list()).filter(
				({ usedAt, createdAt }) => usedAt >= range.from && createdAt < range.to,
			)
			const runs = new Map<string, DatedRun>()
			// The oldest first: a run that was copied by a fork is shown where it was.
			for (const { sessionId, cwd } of sessions.sort((a, b) => a.createdAt - b.createdAt)) {
				if (signal.aborted) return undefined
				if ((await rootOf(cwd)) !== (await rootOf(deps.cwd))) continue
				const part = await deps.store.readPart(sessionId, { types: FACT_TYPES }).catch(() => [])
				const undone = undoneRanges(part)
				const written = await writtenLines(deps.artefactsFolder, sessionId)
				for (const run of runFacts(part)) {
					if (run.at < range.from || run.at >= range.to || runs.has(run.runId)) continue
					const isUndone = undone.some(({ after, before }) => run.firstSeq > after && run.firstSeq < before)
					runs.set(run.runId, { ...run, sessionId, isUndone, line: written.get(run.runId) })
				}
			}
			return runsText(
				[...runs.values()].sort((a, b) => a.at - b.at),
				range,
			)
		},
	}
}

type DatedRun = RunFacts & { sessionId: string; isUndone: boolean; line: string | undefined }

/** What facts are read from. */
const FACT_EVENTS = {
	'session-start': false,
	'session-rename': false,
	'approvals-set': false,
	'model-set': false,
	'effort-set': false,
	'run-start': true,
	'memory-drop': false,
	'agent-start': false,
	'agent-end': false,
	steer: true,
	correction: false,
	'turn-start': false,
	'attempt-start': false,
	'attempt-end': false,
	'message-end': true,
	'approval-request': false,
	'approval-end': false,
	'question-request': true,
	'question-end': true,
	'tool-start': true,
	'tool-end': true,
	'turn-end': false,
	'hook-result': false,
	compaction: false,
	checkpoint: false,
	'checkpoint-failed': false,
	rewind: true,
	'run-end': true,
} as const satisfies EventChoice
const FACT_TYPES = chosenTypes(FACT_EVENTS)

function runsText(all: readonly DatedRun[], range: TimeRange): string {
	const time = `${dateAndTime(range.from)} to ${dateAndTime(range.to)} (“${range.words.join(' ')}”)`
	const about = topicOf(range.rest)
	const fitting = all.filter(run => about.length > 0 && about.some(word => textOfRun(run).includes(word)))
	const runs = fitting.length > 0 ? fitting : all
	if (runs.length === 0) return `No run of this project was from ${time}.`
	const shown =
		range.order === 'last' ? runs.slice(-FEW) : runs.slice(0, range.order === 'first' ? FEW : MANY)
	const left = runs.length - shown.length
	const of = fitting.length > 0 ? ` about ${about.join(', ')} (of ${all.length})` : ''
	const which =
		left === 0
			? `${runs.length}`
			: `${range.order === 'last' ? 'the last' : 'the first'} ${shown.length} of ${runs.length}`
	return [`Runs from ${time}${of}, oldest first, ${which}:`, ...shown.map(runText)].join('\n\n')
}

function runText(run: DatedRun): string {
	const undone = run.isUndone ? ', TAKEN BACK by the user: it does not hold' : ''
	const head = `[run, ${dateAndTime(run.at)}, session ${run.sessionId}, number ${run.firstSeq}${undone}]`
	return [head, ...(run.line === undefined ? [] : [`In short: ${run.line}`]), ...factLines(run)].join('\n')
}

function textOfRun(run: DatedRun): string {
	return [
		...run.asked,
		run.answer,
		run.line ?? '',
		...run.changed,
		...run.decided.flatMap(each => [each.question, each.answer]),
	]
		.join('\n')
		.toLowerCase()
}

/** What the question is about, without the words that only make it one. */
function topicOf(rest: string): readonly string[] {
	const words = rest.toLowerCase().match(/[\p{L}\p{N}_./-]{3,}/gu) ?? []
	return words.map(word => word.replace(/[./-]+$/, '')).filter(word => !QUESTION_WORDS.has(word))
}

const QUESTION_WORDS: ReadonlySet<string> = new Set(
	(
		'what when where which who how why did does done was were have has had the and for about with you your our did ask asked work ' +
		'worked working decide decided decision decisions first last thing things change changed changes file files all any show list tell ' +
		'run runs session sessions prompt prompts question questions between during from until this that made make ' +
		'was wann wer wie warum welche welches habe haben hatte hatten ich wir mir uns die der das den dem und für über mit gefragt gemacht ' +
		'entschieden entscheidung beschlossen geändert gearbeitet zuerst zuletzt erstes letztes als alles alle zeige dateien sitzung worden wurde wurden'
	).split(' '),
)

/** In the user's zone, as the question was meant. */
function dateAndTime(at: UnixMs): string {
	const date = new Date(at)
	const two = (value: number) => String(value).padStart(2, '0')
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const FEW = 5
const MANY = 20
