// Where a task stands that somebody else has had before, told from its session's log: not begun, ended without the task
// having heard of it, or to be gone on with.

import type { RunId } from '../../core/ids.ts'
import { type UserMessage, userText } from '../../core/messages.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import { eventsOfTask } from './task-events.ts'
import { BEFORE_WORK, begun, foldTask, type TaskProgress } from './task-fold.ts'

export type Standing = { kind: 'not-begun' | 'interrupted' | 'ended'; progress: TaskProgress }

/** @param envelopes - of the whole session; empty where it does not exist yet */
export function standingOf(envelopes: readonly StoredEnvelope[], runs: readonly RunId[]): Standing {
	const own = eventsOfTask(envelopes, runs)
	const progress = own.reduce(foldTask, BEFORE_WORK)
	const last = own.findLast(({ event }) => event.type === 'run-start')?.runId
	if (last === undefined) return { kind: 'not-begun', progress }
	// What has closed the run of a dead process belongs to no run by itself: only a run's own end counts. A run that was
	// cancelled was so because its process went; whoever cancels the task says so in the task first.
	const end = envelopes.find(({ event, runId }) => event.type === 'run-end' && runId === last)?.event
	const hasEnded = end?.type === 'run-end' && end.reason !== 'cancelled'
	return hasEnded ? { kind: 'ended', progress } : { kind: 'interrupted', progress: begun(progress) }
}

/**
 * What the model is told when its run goes on in another process. What became of its calls stands in the log already:
 * those that may have run are marked, so nothing is done twice unseen.
 */
export const GOES_ON: UserMessage = userText(`[${goesOn('')}]`)

/** As above, in a new copy of a repository. */
export const GOES_ON_ANEW: UserMessage = userText(
	`[${goesOn(
		'The repository is cloned anew here, at the commit the task began with: every change to its files that is ' +
			'told of above is gone, edits as well as what commands wrote. Make again what is still needed of them. ',
	)}]`,
)

function goesOn(lost: string): string {
	return (
		'The server that was working on this stopped before you had finished, and another one takes it up here. ' +
		'Everything above has happened. Calls that were interrupted are marked as such: check what they have done ' +
		`before you repeat one. ${lost}Go on with the task from where it was left; do not begin anew.`
	)
}
