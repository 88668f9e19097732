// What a run has come to, for the row at its end.

import type { UnixMs } from '../../core/ids.ts'
import type { TodoItem, ToolResult } from '../../core/tool.ts'
import type { CostMicroUsd } from '../../core/usage.ts'
import type { Block } from './view-block.ts'
import type { ViewSpending } from './view-spending.ts'

/** Lines. */
export type SessionEdits = { added: number; removed: number }

export type RunTotals = {
	calls: number
	added: number
	removed: number
	/** Paths of what it has changed. */
	changed: readonly string[]
	/** What the session had spent before. */
	before: SessionSpent
}

type SessionSpent = { tokens: number; costMicroUsd: CostMicroUsd }

export function newTotals(view: ViewSpending): RunTotals {
	return { calls: 0, added: 0, removed: 0, changed: [], before: spentOf(view) }
}

export function withResult(totals: RunTotals, { detail }: ToolResult): RunTotals {
	const calls = totals.calls + 1
	if (detail?.type !== 'files' || detail.diff === undefined) return { ...totals, calls }
	return {
		...totals,
		calls,
		added: totals.added + (detail.added ?? 0),
		removed: totals.removed + (detail.removed ?? 0),
		changed: [...new Set([...totals.changed, ...detail.seen.map(({ path }) => path)])],
	}
}

/** What the session's calls have changed, with one more of them. */
export function withEdits(edits: SessionEdits, { detail }: ToolResult): SessionEdits {
	if (detail?.type !== 'files' || detail.diff === undefined) return edits
	return { added: edits.added + (detail.added ?? 0), removed: edits.removed + (detail.removed ?? 0) }
}

/** @returns undefined for a run whose answer came soon and is all there is to say */
export function runEndBlock(
	view: ViewSpending & { run: { startedAt: UnixMs; totals: RunTotals } },
	{ at, plan }: { at: UnixMs; plan: readonly TodoItem[] },
): Block | undefined {
	const { totals, startedAt } = view.run
	const tookMs = at - startedAt
	if (totals.calls === 0 && tookMs < LONG_MS) return undefined
	const { calls, added, removed, changed, before } = totals
	const now = spentOf(view)
	const cost =
		now.costMicroUsd === undefined || before.costMicroUsd === undefined
			? undefined
			: now.costMicroUsd - before.costMicroUsd
	return {
		kind: 'run-end',
		at,
		tookMs,
		calls,
		...(plan.length > 0 && { plan }),
		edits: { added, removed, files: changed.length },
		tokens: now.tokens - before.tokens,
		costMicroUsd: cost,
	}
}

/** Nobody has waited for less. */
const LONG_MS = 10_000

function spentOf({ usage, costMicroUsd }: ViewSpending): SessionSpent {
	return { tokens: usage.inputTokens + usage.outputTokens, costMicroUsd }
}
