// The result of a run, folded from its envelopes: its outcome, and what was refused on the way.

import type { Envelope } from '../../../../core/events.ts'
import type { SessionId } from '../../../../core/ids.ts'
import { foldOutcome, type RunOutcome, startOutcome } from '../../../../sessions/folds/run-outcome.ts'
import { type Denials, foldDenials, NO_DENIALS } from './denials.ts'

export type ReportedRun = RunOutcome & {
	/** The calls that were refused. */
	denials: Denials
	/** What its user has to know, a sentence each: that a secret in the prompt was masked, and the like. */
	warnings: readonly string[]
}

export function startResult(sessionId: SessionId): ReportedRun {
	return { ...startOutcome(sessionId), denials: NO_DENIALS, warnings: [] }
}

/** Follows the first run that starts; envelopes of other runs leave the result as it is. */
export function foldResult(before: ReportedRun, envelope: Envelope): ReportedRun {
	const { event, runId } = envelope
	const denials = runId === before.runId ? foldDenials(before.denials, event) : before.denials
	const isWarning = event.type === 'notice' && event.level === 'warning' && runId === before.runId
	const warnings = isWarning ? [...before.warnings, event.text] : before.warnings
	const outcome = foldOutcome(before, envelope)
	const isSame = outcome === before && denials === before.denials && warnings === before.warnings
	return isSame ? before : { ...before, ...outcome, denials, warnings }
}
