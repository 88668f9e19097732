// The session list cache of one project: the summary of each log, folded on from where it was left.

import type { SessionSummary } from '../../core/commands.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { countsForSummary, type SummaryState, summarize } from '../folds/summary.ts'
import { type LogFold, openLogCache } from '../reading/log-cache.ts'
import { number, optional, record, text } from '../shapes.ts'

/** Unsorted. Logs that say nothing are left out, and so is one that cannot be read. */
export async function summariesOf(folder: string): Promise<readonly SessionSummary[]> {
	const logs = await (await openLogCache(folder, SUMMARIES)).catchUp()
	return logs.flatMap(({ sessionId, sizeBytes, state }) => {
		if (!state) return []
		// A field that is undefined is not in the cache's JSON; here all of them are there.
		const { name, model, ...rest } = state
		return [{ sessionId, name, model, ...rest, sizeBytes }]
	})
}

const SUMMARIES: LogFold<SummaryState> = {
	file: 'summaries.json',
	format: 4,
	isState: record<SummaryState>({
		name: optional(text),
		title: text,
		cwd: text,
		branch: optional(text),
		createdAt: number,
		usedAt: number,
		messages: number,
		model: optional(record<ModelRef>({ provider: text, model: text })),
		parent: optional(record<NonNullable<SummaryState['parent']>>({ sessionId: text, seq: number })),
		delegatedBy: optional(text),
		work: optional(
			record<NonNullable<SummaryState['work']>>({
				runs: number,
				costMicroUsd: optional(number),
				addedLines: number,
				removedLines: number,
			}),
		),
	}),
	counts: countsForSummary,
	fold: summarize,
}
