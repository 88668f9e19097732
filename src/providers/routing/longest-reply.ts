// The output limit of a request: some servers refuse one whose prompt and longest reply together pass the window.

import type { ModelInfo } from '../../core/model.ts'

/** What a model's reply is asked to keep to, and where it is ended if it does not. */
export function replyLimits(
	info: Pick<ModelInfo, 'windowTokens' | 'maxOutputTokens' | 'isOutputGuessed'>,
	{ promptTokens, budgetTokens }: { promptTokens: number | undefined; budgetTokens: number | undefined },
): { maxOutputTokens: number; endAfterTokens: number } {
	const ownTokens = info.isOutputGuessed ? LONGEST_UNKNOWN_TOKENS : info.maxOutputTokens
	const endAfterTokens = info.isOutputGuessed
		? (budgetTokens ?? ownTokens)
		: Math.min(ownTokens, budgetTokens ?? ownTokens)
	const maxOutputTokens = Math.min(longestReply(info, promptTokens), endAfterTokens)
	return { maxOutputTokens, endAfterTokens }
}

/** Where neither the user nor anybody else has said how long the replies of a model may be. */
const LONGEST_UNKNOWN_TOKENS = 64_000

/** @param promptTokens - left out where nobody has counted: then as long as the model can */
export function longestReply(
	{ windowTokens, maxOutputTokens }: Pick<ModelInfo, 'windowTokens' | 'maxOutputTokens'>,
	promptTokens: number | undefined,
): number {
	if (promptTokens === undefined) return maxOutputTokens
	const leftTokens = windowTokens - Math.ceil(windowTokens * COUNTING_ERROR) - promptTokens
	if (leftTokens >= maxOutputTokens) return maxOutputTokens
	// In steps, so that not every request of a full window differs from the one before it.
	const steps = Math.floor(leftTokens / STEP_TOKENS) * STEP_TOKENS
	return Math.min(maxOutputTokens, Math.max(STEP_TOKENS, steps))
}

const COUNTING_ERROR = 0.05
const STEP_TOKENS = 1_024
