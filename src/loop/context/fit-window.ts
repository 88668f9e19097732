// Before each request: is there room for it? If not, history is compacted, and if that does not help the run ends
// with words about what is too large, before anything is sent.

import type { ErrorInfo } from '../../core/errors.ts'
import type { CompactionCause } from '../../core/events.ts'
import { withoutMemory } from '../../core/memory.ts'
import type { Message, UserMessage } from '../../core/messages.ts'
import type { Account } from '../../core/usage.ts'
import { beginEarly } from './begin-early.ts'
import { type Compacted, compact } from './compact.ts'
import type { CompactDeps } from './context-deps.ts'
import { type BegunSummary, EARLY_SHARE, isMomentForEarly } from './early-summary.ts'
import type { Measured } from './measured-request.ts'
import { tooLarge } from './too-large.ts'
import { type WindowBudget, windowBudget } from './window-budget.ts'
import { type WindowState, windowIn } from './window-state.ts'

export type RoomState = {
	messages: readonly Message[]
	prompt: UserMessage
	window: WindowState
	/** What was said so far is in the log, which a compaction reads. */
	stored: Promise<unknown>
	account: Account
}

export type FitResult =
	| {
			kind: 'fits'
			messages: readonly Message[]
			prompt: UserMessage
			promptTokens: number
			lastAfterTokens: number | undefined
	  }
	| { kind: 'cancelled' }
	| { kind: 'too-large'; error: ErrorInfo }

export async function fitToWindow(
	state: RoomState,
	deps: CompactDeps,
	signal: AbortSignal,
): Promise<FitResult> {
	return fitOnce({ ...state, asked: deps.context.takeRequest(), isLighter: false }, deps, signal)
}

type FitAttempt = RoomState & {
	asked: ReturnType<CompactDeps['context']['takeRequest']>
	/** What memory put in front of the newest message has just left it. */
	isLighter: boolean
}

async function fitOnce(state: FitAttempt, deps: CompactDeps, signal: AbortSignal): Promise<FitResult> {
	const { context } = deps
	const { asked } = state
	const { refusal } = state.window
	const budget = windowBudget(windowIn(state.window, context.window), context.compactAt)
	const sureBelow = budget.compactAtTokens * (context.early ? EARLY_SHARE : 1)
	const measuring = context.measure(state.messages, asked || refusal ? 0 : sureBelow)
	const measured = measuring instanceof Promise ? await measuring : measuring
	const needed = causeOf(state, measured, budget)
	const early = earlyFor(needed, state, deps)
	const isReady = early?.result?.ok === true
	if (!needed && !isReady) {
		// In the background: the request that is about to go out does not wait for it.
		const size = { tokens: measured.totalTokens, compactAtTokens: budget.compactAtTokens }
		if (context.early && !context.early.isBegun && isMomentForEarly(state.messages, size))
			await state.stored.then(() => beginEarly({ ...state, measured, budget }, deps))
		return fits(state, measured.totalTokens)
	}
	const cause = needed ?? 'window'
	await state.stored

	const done = await compact(
		{
			cause,
			focus: asked?.focus,
			messages: state.messages,
			prompt: state.prompt,
			measured,
			budget,
			withoutSummary: cause === 'window' && context.compactAt === undefined,
			account: state.account,
			early,
			onlyEarly: !needed,
		},
		deps,
		signal,
	)
	context.early?.drop()
	if (done.kind === 'drop-memory') return fitOnce(await lighter(state, deps), deps, signal)
	if (done.kind === 'nothing' && asked) deps.show({ type: 'notice', level: 'info', text: NOTHING_TO_GAIN })
	return fitResult(done, { state, cause, measured, budget })
}

export const NOTHING_TO_GAIN = 'There is nothing to gain by condensing the conversation yet.'

/** Stored, so that the message is the same in every later request, whatever the window is by then. */
async function lighter(state: FitAttempt, { store }: CompactDeps): Promise<FitAttempt> {
	const newest = state.messages.at(-1)
	if (newest?.role !== 'user') return state
	await store({ type: 'memory-drop' })
	const message = withoutMemory(newest)
	const prompt = state.prompt === newest ? message : state.prompt
	return { ...state, messages: [...state.messages.slice(0, -1), message], prompt, isLighter: true }
}

/** What was begun early serves a history that is full; who asks with words of their own, or is refused, gets another. */
function earlyFor(
	cause: CompactionCause | undefined,
	{ messages }: FitAttempt,
	{ context }: CompactDeps,
): BegunSummary | undefined {
	if (cause === 'user' || cause === 'overflow') return undefined
	return context.early?.of(messages.slice(context.preamble.length))
}

function causeOf(
	{ window: { refusal, lastAfterTokens }, asked, isLighter }: FitAttempt,
	{ totalTokens }: Measured,
	budget: WindowBudget,
): CompactionCause | undefined {
	// A lighter request than the one that was refused may well be taken.
	if (refusal && !isLighter) return 'overflow'
	if (asked) return 'user'
	if (totalTokens > budget.limitTokens) return 'window'
	if (totalTokens <= budget.compactAtTokens) return undefined
	// Twice in a row without anything new would only lose more.
	const grown = totalTokens - (lastAfterTokens ?? 0)
	return grown > budget.windowTokens * WORTH_IT ? 'window' : undefined
}

const WORTH_IT = 0.05

function fitResult(
	done: Exclude<Compacted, { kind: 'drop-memory' }>,
	how: { state: FitAttempt; cause: CompactionCause; measured: Measured; budget: WindowBudget },
): FitResult {
	const { state, cause, measured, budget } = how
	const { refusal } = state.window
	const failure = (
		tokens: number,
		messages: readonly Message[],
		byTokens: number,
		keptBy?: string,
	): FitResult => ({
		kind: 'too-large',
		error: tooLarge({ tokens, byTokens, messages, measured, budget, refusal: refusal?.words, keptBy }),
	})
	switch (done.kind) {
		case 'cancelled':
			return done
		case 'kept':
			return fits(state, measured.totalTokens)
		case 'too-large':
			// The server has the last word: it has not seen this request yet.
			if (refusal && state.isLighter) return fits(state, measured.totalTokens)
			return failure(measured.totalTokens, state.messages, done.byTokens)
		case 'blocked':
		case 'nothing': {
			const over = measured.totalTokens - budget.limitTokens
			if (cause === 'overflow' || over > 0)
				return failure(measured.totalTokens, state.messages, over, 'by' in done ? done.by : undefined)
			return fits(state, measured.totalTokens)
		}
		case 'done': {
			const over = done.tokensAfter - budget.limitTokens
			if (over > 0) return failure(done.tokensAfter, done.messages, over)
			return {
				kind: 'fits',
				messages: done.messages,
				prompt: state.prompt,
				promptTokens: done.tokensAfter,
				lastAfterTokens: done.tokensAfter,
			}
		}
	}
}

function fits({ messages, prompt, window }: RoomState, promptTokens: number): FitResult {
	return { kind: 'fits', messages, prompt, promptTokens, lastAfterTokens: window.lastAfterTokens }
}
