// The envelopes of a task: those of its runs, and those that closed what a dead process had left open in one of them,
// which belong to no run by themselves.

import type { RunId } from '../../core/ids.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'

export type TaskEvents = { of(envelope: StoredEnvelope): StoredEnvelope | undefined }

/**
 * Asked for the envelopes of the session one after the other, from its beginning or from before the task's first run.
 * @param runs - asked each time, for there may be more of them by then
 * @returns those that are the task's, each with the run it belongs to
 */
export function taskEvents(runs: () => readonly RunId[]): TaskEvents {
	/** The run that has begun and has no end yet. */
	let open: RunId | undefined
	return {
		of(envelope) {
			const { event, runId } = envelope
			if (event.type === 'run-start') open = runId
			const belongsTo = runId ?? open
			if (event.type === 'run-end') open = undefined
			if (belongsTo === undefined || !runs().includes(belongsTo)) return undefined
			return runId === undefined ? { ...envelope, runId: belongsTo } : envelope
		},
	}
}

export function eventsOfTask(
	envelopes: readonly StoredEnvelope[],
	runs: readonly RunId[],
): readonly StoredEnvelope[] {
	const events = taskEvents(() => runs)
	return envelopes.flatMap(envelope => events.of(envelope) ?? [])
}
