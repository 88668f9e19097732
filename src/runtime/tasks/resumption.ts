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

/** What was made of the changes that an earlier task of the session had left, in a new copy of the repository. */
export type EarlierChanges = 'none' | 'applied' | 'refused'

/** As above, in a new copy of a repository. */
export function goesOnAnew(earlier: EarlierChanges): UserMessage {
	const lost =
		earlier === 'applied'
			? 'at the commit the task began with and with what an earlier task had left: every change to its files that this one made'
			: 'at the commit the task began with: every change to its files that is told of above'
	return userText(
		`[${goesOn(
			`The repository is cloned anew here, ${lost} is gone, edits as well as what commands wrote. Make again what is still needed of them. `,
		)}]`,
	)
}

/** What the model is told when its session goes on in a new copy of a repository. */
export function inNewClone(asked: UserMessage, earlier: EarlierChanges): UserMessage {
	return { ...asked, content: [{ type: 'text', text: `[${NEW_CLONE[earlier]}]\n\n` }, ...asked.content] }
}

const NEW_CLONE: Record<EarlierChanges, string> = {
	none: 'The repository is cloned anew for this: no change to its files that is told of above is here.',
	applied:
		'The repository is cloned anew for this, and what the task before had left as changes.patch is applied; files that git ignores, and what was done outside of it, are gone.',
	refused:
		'The repository is cloned anew for this: no change to its files that is told of above is here, because changes.patch of the task before could not be applied.',
}

function goesOn(lost: string): string {
	return (
		'The server that was working on this stopped before you had finished, and another one takes it up here. ' +
		'Everything above has happened. Where it ends with a run that the user interrupted, or a call that the user ' +
		'cancelled, it was this stop and not the user. Calls that were interrupted are marked as such: check what they ' +
		`have done before you repeat one. ${lost}Go on with the task from where it was left; do not begin anew.`
	)
}
