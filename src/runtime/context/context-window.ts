// The window as the loop sees it: counted for the model that is asked, and compacted by the one that summarises.

import type { Message } from '../../core/messages.ts'
import type { ModelInfo, StreamModel, ToolSpec } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { CompactionHooks, ContextDeps } from '../../loop/context/context-deps.ts'
import type { WindowLimits } from '../../loop/context/window-budget.ts'
import { RECALL } from '../../memory/recall-name.ts'
import type { RunContext } from '../session/run-capabilities.ts'
import { compactionFacts } from './compaction-facts.ts'
import { requestCost } from './request-cost.ts'
import type { TokenGauge } from './token-gauge.ts'

/** What a session brings to its window, whatever is sent. */
export type ContextParts = {
	gauge: TokenGauge
	system: string
	info(ref: ModelRef): ModelInfo
	learnWindow(ref: ModelRef, windowTokens: number): void
	/** Share of the window; undefined when history is not compacted by itself. */
	compactAt: number | undefined
	/** The model that writes summaries, when it is not the one that is being talked to. */
	summaryModel: ModelRef | undefined
	reply(chain: readonly ModelRef[]): StreamModel
	/** The session's scratchpad. */
	notes(): readonly string[]
	/** Left out, nobody has hooks. */
	hooks?: { compaction: CompactionHooks } | undefined
}

export function contextOf(
	parts: ContextParts,
	context: Pick<RunContext, 'snapshot' | 'stored'> & Partial<Pick<RunContext, 'takeCompaction'>>,
	given: { tools: readonly ToolSpec[]; preamble: readonly Message[] },
): ContextDeps {
	const { gauge, system, summaryModel } = parts
	const { tools, preamble } = given
	const { chain } = context.snapshot
	const model = chain[0]!
	const window = (ref = model): WindowLimits => {
		const { windowTokens, maxOutputTokens } = parts.info(ref)
		return { windowTokens, replyTokens: maxOutputTokens }
	}
	const summaryChain = summaryModel ? [summaryModel] : chain
	return {
		preamble,
		measure: (messages, sureBelowTokens) =>
			gauge.measure({ model, system, tools, messages }, sureBelowTokens),
		window,
		learnWindow: parts.learnWindow,
		compactAt: parts.compactAt,
		summary: {
			streamModel: parts.reply(summaryChain),
			estimateCost: tokens => requestCost(summaryChain, parts.info, { tokens }),
			...(summaryModel && { window: window(summaryModel) }),
		},
		...(tools.some(({ name }) => name === RECALL) && { recallTool: RECALL }),
		facts: () => compactionFacts(context.stored(), parts.notes()),
		takeRequest: () => context.takeCompaction?.(),
		...(parts.hooks && { hooks: parts.hooks.compaction }),
	}
}
