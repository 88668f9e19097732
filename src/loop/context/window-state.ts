// Window state: what a run has learned about its window from one request to the next. A value: each function says what
// is known after something happened.

import type { ModelRef } from '../../core/model-ref.ts'
import type { WindowLimits } from './window-budget.ts'

export type WindowState = {
	/** Of the request after the last compaction. */
	lastAfterTokens: number | undefined
	/** A server said that the last request was too long; until there is a smaller one. */
	refusal: { model: ModelRef; words: string } | undefined
	/** The next reply is that to a smaller request. Should it be refused as well, nothing more is tried. */
	isRetry: boolean
	/** What that says about the window: for this run, and for later ones once the smaller request was taken. */
	learnedTokens: number | undefined
	believed: LearnedWindow | undefined
}

export type LearnedWindow = { model: ModelRef; windowTokens: number }

export const NOTHING_LEARNED: WindowState = {
	lastAfterTokens: undefined,
	refusal: undefined,
	isRetry: false,
	learnedTokens: undefined,
	believed: undefined,
}

/** @param window - of the model that refused so many tokens */
export function afterRefusal(
	state: WindowState,
	{ model, words, sentTokens }: { model: ModelRef; words: string; sentTokens: number },
	window: WindowLimits,
): WindowState {
	const learnedTokens = Math.min(sentTokens, window.windowTokens)
	const believed = { model, windowTokens: learnedTokens }
	return { ...state, refusal: { model, words }, isRetry: true, learnedTokens, believed }
}

/** There is a request that may fit. */
export function afterFitting(state: WindowState, lastAfterTokens: number | undefined): WindowState {
	return { ...state, refusal: undefined, lastAfterTokens }
}

/**
 * @param isTaken - the request was read to its end. Only when less was taken is it known that the size was what was wrong.
 * @returns `learned`: what later runs may go by
 */
export function afterReply(
	state: WindowState,
	isTaken: boolean,
): { window: WindowState; learned: LearnedWindow | undefined } {
	if (!isTaken) return { window: { ...state, isRetry: false }, learned: undefined }
	return { window: { ...state, isRetry: false, believed: undefined }, learned: state.believed }
}

/** In a window that turned out to be smaller, that one counts. */
export function windowIn(
	{ refusal, learnedTokens }: WindowState,
	windowOf: (model?: ModelRef) => WindowLimits,
): WindowLimits {
	const window = windowOf(refusal?.model)
	return { ...window, windowTokens: Math.min(window.windowTokens, learnedTokens ?? window.windowTokens) }
}
