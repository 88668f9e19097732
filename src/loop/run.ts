// One run: turns until a reply makes no calls, a budget says stop, or somebody cancels.

import { type ErrorInfo, errorInfo } from '../core/errors.ts'
import type { RunEndReason, StoredEvent } from '../core/events.ts'
import { errorFacts } from '../core/logging/logger.ts'
import { type UserMessage, userText } from '../core/messages.ts'
import type { ModelRef } from '../core/model-ref.ts'
import {
	type Account,
	addCost,
	addUsage,
	type CostMicroUsd,
	type RequestEstimate,
	type Usage,
} from '../core/usage.ts'
import { exceededCost, exceededTurns } from './budget.ts'
import { fitToWindow } from './context/fit-window.ts'
import { afterFitting, afterRefusal, afterReply } from './context/window-state.ts'
import { countCorrections } from './corrections.ts'
import type { LoopDeps } from './deps.ts'
import { hookedEnd } from './hooked-end.ts'
import { makeOpeningCalls } from './opening-calls.ts'
import { type End, endAfter, failedEnd, stoppedEnd } from './run-end.ts'
import { type RunState, startState } from './run-state.ts'
import { countRepeats } from './stuck.ts'
import { type TurnOutcome, takeTurn } from './turn.ts'

export type RunEnd = {
	reason: RunEndReason
	error?: ErrorInfo
	usage: Usage
	costMicroUsd: CostMicroUsd
	turns: number
}

/**
 * Runs one prompt to its end. The caller has stored `run-start` and stores `run-end` from what comes back.
 * Never rejects. It fails with `storage-failed` when the log cannot be written, for nothing is done without its record;
 * what was spent by then is told all the same.
 */
export async function run(prompt: UserMessage, deps: LoopDeps, signal: AbortSignal): Promise<RunEnd> {
	const state = startState(prompt, deps)
	const end = await toEnd(state, deps, signal).catch((error): End => {
		deps.logger?.log('debug', 'run-error', errorFacts(error))
		return { reason: 'failed', error: errorInfo(error) }
	})
	const { usage, costMicroUsd, turns: taken } = state
	return { ...end, usage, costMicroUsd, turns: taken }
}

async function toEnd(state: RunState, deps: LoopDeps, signal: AbortSignal): Promise<End> {
	deps.account?.(charges(state, deps))
	// What a command wants run is run for an answer: where none can be paid for, nothing is run either.
	const over = deps.opening?.length ? overBudget(state, deps) : undefined
	if (over) return over
	deps.phases.enter('tools')
	await makeOpeningCalls(state, deps, charges(state, deps), signal)
	const end = await turns(state, deps, signal)
	deps.phases.enter('storing')
	await state.stored
	return end
}

async function turns(state: RunState, deps: LoopDeps, signal: AbortSignal): Promise<End> {
	for (;;) {
		if (signal.aborted) return stoppedEnd(signal)
		for (const event of pendingMessages(state, deps)) {
			deps.phases.enter('storing')
			await deps.store(event)
			state.messages.push(event.message)
		}
		deps.phases.enter('assembling')
		const over = overBudget(state, deps)
		if (over) return over
		const ended = await fitRequest(state, deps, signal)
		if (signal.aborted) return stoppedEnd(signal)
		if ('reason' in ended) return ended

		const outcome = await takeTurn(
			{
				turn: state.turns + 1,
				messages: state.messages,
				repair: state.repair,
				promptTokens: ended.promptTokens,
				stored: state.stored,
				usedIds: state.usedIds,
				denied: reason => state.denials.push(reason),
				...charges(state, deps),
			},
			deps,
			signal,
		)
		state.turns += 1
		state.sentTokens = ended.promptTokens
		state.stored = outcome.stored
		if (isOverflow(outcome) && !state.window.isRetry && !signal.aborted) {
			const { failed: model, error } = outcome
			const refused = { model, words: error.message, sentTokens: ended.promptTokens }
			state.window = afterRefusal(state.window, refused, deps.context.window(model))
			continue
		}
		const { window, learned } = afterReply(state.window, !outcome.error)
		state.window = window
		if (learned) deps.context.learnWindow(learned.model, learned.windowTokens)
		state.messages.push(...outcome.added)
		state.corrections = countCorrections(state.corrections, outcome.outcomes)
		state.repeating = countRepeats(state.repeating, outcome.added)
		// What is in the background may be what the answer was about.
		if (outcome.outcomes.length === 0 && !outcome.error && !deps.hasSteering())
			await deps.waitForMore?.(signal)
		const end = endAfter(outcome, state, deps, signal)
		if (deps.hooks) {
			const hooked = await hookedEnd(end, { outcome, state, hooks: deps.hooks }, signal)
			if (hooked) return hooked
		} else if (end) return end
	}
}

function overBudget(state: RunState, deps: LoopDeps): End | undefined {
	const over = exceededTurns(state.turns, deps.limits)
	return over ?? costExceeded(state, deps, () => deps.estimateCost(state.messages, state.sentTokens))
}

/** Its own limits, then those of whoever pays for it. */
function costExceeded(state: RunState, deps: LoopDeps, estimate: () => RequestEstimate): End | undefined {
	const sessionMicroUsd = deps.spentBefore + (deps.spentBeside?.() ?? 0)
	const own = exceededCost({ runMicroUsd: state.knownMicroUsd, sessionMicroUsd }, deps.limits, estimate)
	const above = own ? undefined : deps.above?.exceeded(estimate)
	if (!above) return own
	return { reason: above.code === 'cost-limit' ? above.code : 'failed', error: above }
}

/** What calls spend, and whether they still may. */
function charges(state: RunState, deps: LoopDeps): Account {
	return {
		spend: (usage, costMicroUsd) => spend(state, deps, usage, costMicroUsd),
		exceeded: estimate => costExceeded(state, deps, estimate)?.error,
	}
}

function spend(state: RunState, deps: LoopDeps, usage: Usage, costMicroUsd: CostMicroUsd): void {
	state.usage = addUsage(state.usage, usage)
	state.knownMicroUsd += costMicroUsd ?? 0
	state.costMicroUsd = addCost(state.costMicroUsd, costMicroUsd)
	deps.above?.spend(usage, costMicroUsd)
}

async function fitRequest(
	state: RunState,
	deps: LoopDeps,
	signal: AbortSignal,
): Promise<End | { promptTokens: number }> {
	const show: LoopDeps['show'] = event => {
		deps.show(event)
		if (event.type !== 'compaction-start') return
		const { maxTurns } = deps.limits
		const text = event.withoutSummary ? 'Shortening history' : 'Condensing history'
		deps.show({ type: 'progress', turn: state.turns + 1, maxTurns, text })
	}
	const fit = await fitToWindow({ ...state, account: charges(state, deps) }, { ...deps, show }, signal)
	if (fit.kind === 'cancelled') return stoppedEnd(signal)
	if (fit.kind === 'too-large') return failedEnd(fit.error)
	state.window = afterFitting(state.window, fit.lastAfterTokens)
	if (fit.messages === state.messages) return fit
	state.messages = [...fit.messages]
	state.prompt = fit.prompt
	// The summary has cost something as well.
	return overBudget(state, deps) ?? fit
}

/** Nothing came but the word that too much was sent: with less of it, the model is asked once more. */
function isOverflow(outcome: TurnOutcome): outcome is Overflow {
	const { error, added, failed } = outcome
	return error?.code === 'context-overflow' && added.length === 0 && failed !== undefined
}

type Overflow = TurnOutcome & { failed: ModelRef; error: ErrorInfo }

/** What is said to the model between its turns, taken from where it waited. */
function pendingMessages(
	state: RunState,
	deps: LoopDeps,
): readonly Extract<StoredEvent, { type: 'steer' | 'correction' }>[] {
	const { correction } = state
	state.correction = undefined
	const told = [deps.hooks?.takeContext(), deps.takeNews?.()].filter(text => text !== undefined)
	return [
		...(correction ? [{ type: 'correction' as const, message: correction }] : []),
		...told.map(text => ({ type: 'correction' as const, message: userText(text) })),
		...deps.takeSteering().map(message => ({ type: 'steer' as const, message })),
	]
}
