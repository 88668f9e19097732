// What a run came to, for a program: a value where it went well, and an error with that value where it did not.

import { AgentError, type ErrorCode, type ErrorInfo } from '../../core/errors.ts'
import type { RunEndReason } from '../../core/events.ts'
import type { RunId, SessionId } from '../../core/ids.ts'
import type { CostMicroUsd, PhaseTimes, Usage } from '../../core/usage.ts'
import type { RunOutcome } from '../../sessions/folds/run-outcome.ts'

/** One prompt and all that followed from it. */
export type RunResult = {
	/** The final answer; empty where there is none. */
	text: string
	/** `finished`: the model had nothing more to do. Everything else is some other end, told by `error` where there is more to say. */
	reason: RunEndReason
	error?: ErrorInfo
	/** Of all models it asked, those of its sub-agents included. */
	usage: Usage
	/** Millionths of a US dollar; undefined when the price of a model is not known. */
	costMicroUsd: CostMicroUsd
	/** Replies of the model. */
	turns: number
	/** What its time went into, in milliseconds; they add up. */
	phases?: PhaseTimes
	/** To go on with: `runtime.resume(sessionId)`. */
	sessionId: SessionId
	runId: RunId
}

/** A run that did not finish, where an answer was asked for. `code` says why, `result` what there is of it. */
export class RunError extends AgentError {
	readonly result: RunResult

	constructor(result: RunResult) {
		const { reason, error } = result
		super(error?.code ?? codeOf(reason), error?.message ?? `the run ended: ${reason}`)
		this.name = 'RunError'
		this.result = result
	}
}

export function resultOf({ end, runId, sessionId, text }: RunOutcome): RunResult | undefined {
	return end && runId !== undefined ? { text, ...end, sessionId, runId } : undefined
}

/** @throws RunError unless it finished */
export function finished(result: RunResult): RunResult {
	if (result.reason !== 'finished') throw new RunError(result)
	return result
}

function codeOf(reason: RunEndReason): ErrorCode {
	return reason === 'finished' || reason === 'failed' ? 'internal' : reason
}
