// Use statistics: what sessions used and did over some days, added up by day, folder, model and tool.

/** A day as its people count it: `2026-11-23`, in the time zone of this machine. */
export type Day = string

export type UseCounts = {
	/** Those in which something was asked. */
	sessions: number
	runs: number
	requests: number
	/** Everything sent, the cached part included. */
	inputTokens: number
	cachedInputTokens: number
	outputTokens: number
	/** As far as prices are known. */
	costMicroUsd: number
	/** Requests that used tokens at a price that nobody knows. */
	unpricedRequests: number
	/** From prompts to the ends of their runs. Sub-agents work within it. */
	runMs: number
	/** Until models had answered, those of sub-agents too. */
	modelMs: number
	/** Of calls that say when they began. */
	toolMs: number
	calls: number
	failedCalls: number
	/** Calls that changed files, and those of them whose files were brought back since. */
	edits: number
	undoneEdits: number
	/** Of edits that were kept. */
	addedLines: number
	removedLines: number
}

export type ModelUse = Pick<
	UseCounts,
	| 'requests'
	| 'inputTokens'
	| 'cachedInputTokens'
	| 'outputTokens'
	| 'costMicroUsd'
	| 'unpricedRequests'
	| 'modelMs'
> & { model: string }

export type ToolUse = Pick<UseCounts, 'calls' | 'failedCalls' | 'toolMs'> & { tool: string }

/** Lists of folders, models and tools begin with what counts most. */
export type UseStatistics = {
	/** Every one from the first to the last, also those on which nothing was done; the last is today. */
	days: readonly (UseCounts & { day: Day })[]
	total: UseCounts
	folders: readonly (UseCounts & { folder: string })[]
	models: readonly ModelUse[]
	tools: readonly ToolUse[]
}

export type StatisticsWish = {
	/** Today and the days before it. */
	days: number
	/** Milliseconds since 1970, as everywhere. */
	now: number
	/** Told while logs are read that were not read before. */
	progress?(read: { bytes: number; ofBytes: number }): void
	signal?: AbortSignal
}

export const NO_USE: UseCounts = {
	sessions: 0,
	runs: 0,
	requests: 0,
	inputTokens: 0,
	cachedInputTokens: 0,
	outputTokens: 0,
	costMicroUsd: 0,
	unpricedRequests: 0,
	runMs: 0,
	modelMs: 0,
	toolMs: 0,
	calls: 0,
	failedCalls: 0,
	edits: 0,
	undoneEdits: 0,
	addedLines: 0,
	removedLines: 0,
}

/** The most that can be asked for: ten years. */
export const MOST_STATISTICS_DAYS = 3_660

export function dayAt(at: number): Day {
	const date = new Date(at)
	const month = String(date.getMonth() + 1).padStart(2, '0')
	return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`
}

/** Today last. By the calendar: a day in which clocks are changed has no 24 hours. */
export function lastDays(count: number, now: number): readonly Day[] {
	const today = new Date(now)
	return Array.from({ length: count }, (_, index) =>
		dayAt(
			new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index), 12).getTime(),
		),
	)
}
