// Whether a turn was the last one of its run, and what the run has come to.

import { AgentError, type ErrorInfo, errorInfo } from '../core/errors.ts'
import type { RunEndReason } from '../core/events.ts'
import { finalText, type UnreadCall } from '../core/messages.ts'
import { answerProblem, correctionOf } from './answer-check.ts'
import { failingTool, MAX_CORRECTIONS, shortCall, unreadCorrection } from './corrections.ts'
import type { LoopDeps } from './deps.ts'
import type { RunState } from './run-state.ts'
import { POINTED_OUT_AT, repeatCorrection, STUCK_AT } from './stuck.ts'
import type { TurnOutcome } from './turn.ts'

export type End = { reason: RunEndReason; error?: ErrorInfo }

/** Aborting with this reason ends the run as `time-limit` instead of `cancelled`. */
export const TIME_LIMIT = 'time-limit'

/** As many broken replies in a row as one request may be tried again; each carried complete calls, so each made progress. */
const MAX_BROKEN_TURNS = 5

/** Cancelling wins over every other end; a refusal nobody was asked about wins over what came of it. */
export function endAfter(
	outcome: TurnOutcome,
	state: RunState,
	deps: LoopDeps,
	signal: AbortSignal,
): End | undefined {
	if (signal.aborted) return stoppedEnd(signal)
	const end = endOfReply(outcome, state) ?? (isPaused(outcome) ? undefined : endOfCalls(outcome, state, deps))
	if (end === 'done' && deps.hasSteering()) return undefined
	if (end === undefined) return undefined
	const [denial] = state.denials
	if (denial !== undefined) return { reason: 'tool-denied', error: { code: 'tool-denied', message: denial } }
	return end === 'done' ? endOfAnswer(outcome, state, deps) : end
}

/** What there is of the reply goes back, and the model goes on with it. Where there is nothing, nothing is to be gone on with. */
function isPaused({ stop, added }: TurnOutcome): boolean {
	return stop === 'paused' && added.length > 0
}

function endOfReply(outcome: TurnOutcome, state: RunState): End | undefined {
	state.brokenTurns = outcome.stop === 'broken' ? state.brokenTurns + 1 : 0
	if (outcome.error) return failedEnd(outcome.error)
	switch (outcome.stop) {
		case 'refusal':
			return failedEnd({ code: 'refused', message: 'the model refused to answer' })
		case 'content-filter':
			return failedEnd({
				code: 'content-filter',
				message: 'the provider withheld the answer (content filter)',
			})
		case 'length':
			if (outcome.outcomes.length > 0) return undefined
			return failedEnd({
				code: 'output-limit',
				message: 'the answer was cut off at the output limit of the model',
			})
		case 'broken':
			if (state.brokenTurns <= MAX_BROKEN_TURNS) return undefined
			return failedEnd({
				code: 'stream-broken',
				message: `the reply broke off ${state.brokenTurns} times in a row`,
			})
		case 'stop':
		case 'paused':
		case 'tool-calls':
		case 'cancelled':
			return undefined
	}
}

function endOfCalls(outcome: TurnOutcome, state: RunState, deps: LoopDeps): End | 'done' | undefined {
	const tool = failingTool(state.corrections)
	if (tool !== undefined) {
		const message = `${tool} failed ${MAX_CORRECTIONS + 1} times in a row; the model did not correct it`
		return { reason: 'tool-failed', error: { code: 'tool-failed', message } }
	}
	const { repeating } = state
	if (repeating?.times === POINTED_OUT_AT) state.correction = repeatCorrection(repeating)
	if (repeating && repeating.times >= STUCK_AT) {
		const message = `the model made the same call ${repeating.times} times in a row, with the same result each time: ${repeating.call}`
		return { reason: 'stuck', error: { code: 'stuck', message } }
	}
	if (outcome.outcomes.length > 0) {
		state.unreadCalls = 0
		return undefined
	}
	if (outcome.stop === 'broken') return undefined
	if (!hasText(outcome))
		return failedEnd(errorInfo(new AgentError('empty-reply', 'the model answered nothing')))
	const call = deps.unreadCall(answerOf(outcome))
	return call ? endOfUnread(call, state, deps) : 'done'
}

/** A call that nobody made is no answer, whatever it looks like: the model is told, and the run never ends well with it. */
function endOfUnread(call: UnreadCall, state: RunState, { tools }: LoopDeps): End | undefined {
	state.unreadCalls += 1
	if (state.unreadCalls <= MAX_CORRECTIONS) {
		state.correction = unreadCorrection(call, tools)
		return undefined
	}
	const message = `the model wrote its tool call as text ${state.unreadCalls} times in a row, in a form that is not read (${call.dialect}): ${shortCall(call)}`
	return { reason: 'tool-failed', error: { code: 'unread-call', message } }
}

/** A model that is told what is wrong with its answer puts it right, or will not at all. */
function endOfAnswer(outcome: TurnOutcome, state: RunState, { answer }: LoopDeps): End | undefined {
	const problem = answer && answerProblem(answerOf(outcome), answer)
	if (problem === undefined) return { reason: 'finished' }
	state.wrongAnswers += 1
	if (state.wrongAnswers === 1) {
		state.correction = correctionOf(problem)
		return undefined
	}
	const message = `the answer does not fit the JSON Schema, and neither did the one before it: ${problem}`
	return { reason: 'invalid-output', error: { code: 'invalid-output', message } }
}

function answerOf(outcome: TurnOutcome): string {
	const [reply] = outcome.added.filter(message => message.role === 'assistant')
	return (reply && finalText(reply)) ?? ''
}

function hasText(outcome: TurnOutcome): boolean {
	return outcome.added.some(
		message =>
			message.role === 'assistant' &&
			message.content.some(part => part.type === 'text' && part.text.trim() !== ''),
	)
}

export function failedEnd(error: ErrorInfo): End {
	const { code } = error
	return { reason: code === 'rate-limited' || code === 'looping' ? code : 'failed', error }
}

export function stoppedEnd(signal: AbortSignal): End {
	if (signal.reason === TIME_LIMIT)
		return {
			reason: 'time-limit',
			error: {
				code: 'time-limit',
				message: 'the time for this run is used up (--timeout, budget.timeoutMs)',
			},
		}
	return { reason: 'cancelled' }
}
