// Begins the early summary: what would leave history now is given to a model to read, while everything else goes on.

import type { Message, UserMessage } from '../../core/messages.ts'
import type { Account } from '../../core/usage.ts'
import { asksForSummary, draftOf } from './compact.ts'
import type { CompactDeps } from './context-deps.ts'
import { EARLY_SHARE } from './early-summary.ts'
import type { Measured } from './measured-request.ts'
import { type WindowBudget, windowBudget } from './window-budget.ts'
import { writeSummary } from './write-summary.ts'

export type EarlyInput = {
	messages: readonly Message[]
	/** Of the run that is going on, if one is. */
	prompt: UserMessage | undefined
	measured: Measured
	budget: WindowBudget
	account: Account
}

/** Nothing where there is room for long, or one was begun before. Whatever fails later is as if it had never been begun. */
export async function beginEarly(input: EarlyInput, deps: CompactDeps): Promise<void> {
	const { context } = deps
	const { early } = context
	const { budget, measured } = input
	if (!early || early.isBegun || context.compactAt === undefined) return
	if (measured.totalTokens < budget.compactAtTokens * EARLY_SHARE) return
	const { knownFiles } = await import('./files/known-files.ts')
	// What comes until it is used has to fit as well.
	const free = Math.max(0, budget.targetTokens - measured.fixedTokens)
	const targetTokens = Math.floor(measured.fixedTokens + free * SHARE_AT_FIRST)
	const tighter = { ...budget, targetTokens }
	const compaction = {
		...input,
		budget: tighter,
		cause: 'window',
		focus: undefined,
		withoutSummary: false,
	} as const
	const draft = draftOf(compaction, deps, knownFiles)
	if (draft.plan.kind !== 'replace' || draft.plan.cut.length > 0 || !asksForSummary(draft, compaction)) return
	const { leaving, staying, plan } = draft
	const limitTokens = plan.summaryTokens
	early.begin({
		leaving,
		limitTokens,
		write: signal =>
			writeSummary(
				{
					preamble: context.preamble,
					leaving,
					staying,
					focus: undefined,
					limitTokens,
					measured,
					budget: context.summary.window ? windowBudget(context.summary.window, undefined) : budget,
					account: input.account,
				},
				quiet(deps),
				signal,
			),
	})
}

const SHARE_AT_FIRST = 0.5

/** The screen follows the run, and in its log there is what was spent. */
function quiet(deps: CompactDeps): CompactDeps {
	return {
		...deps,
		show: () => undefined,
		store: event => (event.type === 'attempt-start' ? undefined : deps.store(event)),
	}
}
