// The window as the loop sees it: counted for the model that is asked, and compacted by the one that summarises.

import type { Host } from '../../core/host.ts'
import type { Message } from '../../core/messages.ts'
import type { ModelInfo, StreamModel, ToolSpec } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { CompactionHooks, ContextDeps, SummaryLimits } from '../../loop/context/context-deps.ts'
import type { WindowLimits } from '../../loop/context/window-budget.ts'
import { RECALL } from '../../memory/recall-name.ts'
import type { RunContext } from '../session/run-capabilities.ts'
import { compactionFacts } from './compaction-facts.ts'
import type { EarlySummaries } from './early-summaries.ts'
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
	/** Left out, every summary is waited for. */
	early?: EarlySummaries | undefined
	/** Left out, nobody has hooks. */
	hooks?: { compaction: CompactionHooks } | undefined
	host: Pick<Host, 'clock'>
	/** The longest gap in a reply that the user allows, in milliseconds. */
	streamIdleMs: number
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
			limits: summaryLimits(parts),
		},
		...(tools.some(({ name }) => name === RECALL) && { recallTool: RECALL }),
		facts: () => compactionFacts(context.stored(), parts.notes()),
		takeRequest: () => context.takeCompaction?.(),
		...(parts.early?.serves(summaryChain[0]!) && { early: parts.early.summary }),
		...(parts.hooks && { hooks: parts.hooks.compaction }),
	}
}

/** Nothing depends on a summary, so it gets less time than a reply; more only where replies are known to be slow. */
function summaryLimits({ host, streamIdleMs }: Pick<ContextParts, 'host' | 'streamIdleMs'>): SummaryLimits {
	const idleMs = streamIdleMs > USUAL_IDLE_MS ? streamIdleMs : SUMMARY_IDLE_MS
	return { clock: host.clock, idleMs, totalMs: Math.max(SUMMARY_TOTAL_MS, idleMs) }
}

const USUAL_IDLE_MS = 90_000
const SUMMARY_IDLE_MS = 60_000
/** A slow local model writes a few thousand tokens in this time. */
const SUMMARY_TOTAL_MS = 5 * 60_000
