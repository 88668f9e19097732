// One run: turns until a reply makes no calls, a budget says stop, or somebody cancels.

import { AgentError, type ErrorInfo, errorInfo } from '../core/errors.ts'
import type { RunEndReason, StoredEvent } from '../core/events.ts'
import { finalText, type Message, type UserMessage } from '../core/messages.ts'
import { addCost, addUsage, type CostMicroUsd, NO_USAGE, type Usage } from '../core/usage.ts'
import { answerProblem, correctionOf } from './answer-check.ts'
import { exceeded } from './budget.ts'
import { type Corrections, countCorrections, hopelessTool, MAX_CORRECTIONS } from './corrections.ts'
import type { LoopDeps } from './deps.ts'
import { type TurnOutcome, takeTurn } from './turn.ts'

export type RunEnd = {
	reason: RunEndReason
	error?: ErrorInfo
	usage: Usage
	costMicroUsd: CostMicroUsd
	turns: number
}

/** Aborting with this reason ends the run as `time-limit` instead of `cancelled`. */
export const TIME_LIMIT = 'time-limit'

/** As many broken replies in a row as one request may be tried again; each carried complete calls, so each made progress. */
const MAX_BROKEN_TURNS = 5

/**
 * Runs one prompt to its end. The caller has stored `run-start` and stores `run-end` from what comes back.
 * @throws AgentError `storage-failed` when the log cannot be written; nothing is done without its record
 */
export async function run(prompt: UserMessage, deps: LoopDeps, signal: AbortSignal): Promise<RunEnd> {
	const state = startState(prompt, deps)
	const end = await turns(state, deps, signal)
	const { usage, costMicroUsd, turns: taken } = state
	return { ...end, usage, costMicroUsd, turns: taken }
}

type State = {
	messages: Message[]
	usedIds: Set<string>
	usage: Usage
	costMicroUsd: CostMicroUsd
	turns: number
	corrections: Corrections
	brokenTurns: number
	denials: string[]
	/** Answers that were not what was asked for. */
	wrongAnswers: number
	/** Goes out before the next request. */
	correction: UserMessage | undefined
}

type End = { reason: RunEndReason; error?: ErrorInfo }

function startState(prompt: UserMessage, deps: LoopDeps): State {
	return {
		messages: [...deps.history, prompt],
		usedIds: new Set(deps.history.flatMap(message => (message.role === 'tool' ? [message.callId] : []))),
		usage: NO_USAGE,
		costMicroUsd: 0,
		turns: 0,
		corrections: new Map(),
		brokenTurns: 0,
		denials: [],
		wrongAnswers: 0,
		correction: undefined,
	}
}

async function turns(state: State, deps: LoopDeps, signal: AbortSignal): Promise<End> {
	for (;;) {
		if (signal.aborted) return stopped(signal)
		for (const event of sayings(state, deps)) {
			await deps.store(event)
			state.messages.push(event.message)
		}
		const over = exceeded(
			{ turns: state.turns, runMicroUsd: state.costMicroUsd, sessionMicroUsd: deps.spentBefore },
			deps.limits,
			() => deps.estimateCost(state.messages),
		)
		if (over) return over

		const outcome = await takeTurn(
			{
				turn: state.turns + 1,
				messages: state.messages,
				usedIds: state.usedIds,
				denied: reason => state.denials.push(reason),
				spend: (usage, costMicroUsd) => {
					state.usage = addUsage(state.usage, usage)
					state.costMicroUsd = addCost(state.costMicroUsd, costMicroUsd)
				},
			},
			deps,
			signal,
		)
		state.turns += 1
		state.messages.push(...outcome.added)
		state.corrections = countCorrections(state.corrections, outcome.outcomes)
		const end = endAfter(outcome, state, deps, signal)
		if (end) return end
	}
}

/** What is said to the model between its turns, taken from where it waited. */
function sayings(
	state: State,
	deps: LoopDeps,
): readonly Extract<StoredEvent, { type: 'steer' | 'correction' }>[] {
	const { correction } = state
	state.correction = undefined
	return [
		...(correction ? [{ type: 'correction' as const, message: correction }] : []),
		...deps.takeSteering().map(message => ({ type: 'steer' as const, message })),
	]
}

/** Cancelling wins over every other end; a refusal nobody was asked about wins over what came of it. */
function endAfter(outcome: TurnOutcome, state: State, deps: LoopDeps, signal: AbortSignal): End | undefined {
	if (signal.aborted) return stopped(signal)
	const end = endOfReply(outcome, state) ?? endOfCalls(outcome, state)
	if (end === 'done' && deps.hasSteering()) return undefined
	if (end === undefined) return undefined
	const [denial] = state.denials
	if (denial !== undefined) return { reason: 'tool-denied', error: { code: 'tool-denied', message: denial } }
	return end === 'done' ? endOfAnswer(outcome, state, deps) : end
}

function endOfReply(outcome: TurnOutcome, state: State): End | undefined {
	state.brokenTurns = outcome.stop === 'broken' ? state.brokenTurns + 1 : 0
	if (outcome.error) return failure(outcome.error)
	switch (outcome.stop) {
		case 'refusal':
			return failure({ code: 'refused', message: 'the model refused to answer' })
		case 'content-filter':
			return failure({ code: 'content-filter', message: 'the provider withheld the answer (content filter)' })
		case 'length':
			if (outcome.outcomes.length > 0) return undefined
			return failure({
				code: 'output-limit',
				message: 'the answer was cut off at the output limit of the model',
			})
		case 'broken':
			if (state.brokenTurns <= MAX_BROKEN_TURNS) return undefined
			return failure({
				code: 'stream-broken',
				message: `the reply broke off ${state.brokenTurns} times in a row`,
			})
		case 'stop':
		case 'tool-calls':
		case 'cancelled':
			return undefined
	}
}

function endOfCalls(outcome: TurnOutcome, state: State): End | 'done' | undefined {
	const tool = hopelessTool(state.corrections)
	if (tool !== undefined) {
		const message = `${tool} failed ${MAX_CORRECTIONS + 1} times in a row; the model did not correct it`
		return { reason: 'tool-failed', error: { code: 'tool-failed', message } }
	}
	if (outcome.outcomes.length > 0) return undefined
	if (outcome.stop === 'broken') return undefined
	return hasText(outcome)
		? 'done'
		: failure(errorInfo(new AgentError('empty-reply', 'the model answered nothing')))
}

/** A model that is told what is wrong with its answer puts it right, or will not at all. */
function endOfAnswer(outcome: TurnOutcome, state: State, { answer }: LoopDeps): End | undefined {
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

function failure(error: ErrorInfo): End {
	return { reason: error.code === 'rate-limited' ? 'rate-limited' : 'failed', error }
}

function stopped(signal: AbortSignal): End {
	if (signal.reason === TIME_LIMIT)
		return {
			reason: 'time-limit',
			error: { code: 'time-limit', message: 'the time for this run is used up' },
		}
	return { reason: 'cancelled' }
}
