// Use statistics of many logs: their days added up, as far as they lie in the time that is asked for.

import type { SessionId, UnixMs } from '../../core/ids.ts'
import {
	lastDays,
	type ModelUse,
	NO_USE,
	type ToolUse,
	type UseCounts,
	type UseStatistics,
} from '../../core/statistics/use-statistics.ts'
import { rangesLeft } from '../folds/rewound-ranges.ts'
import type { FoldedLog } from '../reading/log-cache.ts'
import type { DayStatistics, EditMade, LogStatistics } from './log-statistics.ts'

type Log = FoldedLog<LogStatistics> & { state: LogStatistics }

/** What a sub-agent did counts for the folder of the session that it worked for. */
export function sumStatistics(
	folded: readonly FoldedLog<LogStatistics>[],
	{ days: count, now }: { days: number; now: UnixMs },
): UseStatistics {
	const logs = folded.filter((log): log is Log => log.state !== undefined)
	const days = new Map(lastDays(count, now).map(day => [day, { ...NO_USE, day }]))
	const total: UseCounts = { ...NO_USE }
	const folders = new Map<string, UseCounts & { folder: string }>()
	const models = new Map<string, ModelUse>()
	const tools = new Map<string, ToolUse>()
	const families = familiesOf(logs)
	for (const log of logs) {
		const name = families.folderOf(log)
		const folder = folders.get(name) ?? { ...NO_USE, folder: name }
		const isOfUser = log.state.delegatedBy === undefined
		let isUsed = false
		for (const [day, counts] of Object.entries(log.state.days)) {
			const ofDay = days.get(day)
			if (!ofDay) continue
			const use = countsFrom(counts, isOfUser)
			for (const sum of [ofDay, folder, total]) addTo(sum, use)
			// One that was used on two days is one session all the same.
			if (use.runs > 0) ofDay.sessions++
			isUsed ||= use.runs > 0
			addModels(models, counts)
			addTools(tools, counts)
			folders.set(name, folder)
		}
		for (const { edit, isUndone } of families.editsOf(log)) {
			const ofDay = days.get(edit.day)
			if (!ofDay) continue
			const use = isUndone
				? { ...NO_USE, edits: 1, undoneEdits: 1 }
				: { ...NO_USE, edits: 1, addedLines: edit.added, removedLines: edit.removed }
			for (const sum of [ofDay, folder, total]) addTo(sum, use)
		}
		if (isUsed) for (const sum of [folder, total]) sum.sessions++
	}
	return {
		days: [...days.values()],
		total,
		folders: [...folders.values()].sort((a, b) => weightOf(b) - weightOf(a)),
		models: [...models.values()].sort((a, b) => weightOf(b) - weightOf(a)),
		tools: [...tools.values()].sort((a, b) => b.calls - a.calls),
	}
}

/** Tokens count everywhere; of money nobody knows in some places. */
function weightOf({ inputTokens, outputTokens }: Pick<UseCounts, 'inputTokens' | 'outputTokens'>): number {
	return inputTokens + outputTokens
}

function countsFrom({ runs, runMs, models, tools }: DayStatistics, isOfUser: boolean): UseCounts {
	const use: UseCounts = { ...NO_USE, ...(isOfUser && { runs, runMs }) }
	for (const model of Object.values(models)) {
		use.requests += model.requests
		use.inputTokens += model.input
		use.cachedInputTokens += model.cached
		use.outputTokens += model.output
		use.costMicroUsd += model.costMicroUsd
		use.unpricedRequests += model.unpriced
		use.modelMs += model.ms
	}
	for (const tool of Object.values(tools)) {
		use.calls += tool.calls
		use.failedCalls += tool.failed
		use.toolMs += tool.ms
	}
	return use
}

function addTo(sum: UseCounts, use: UseCounts): void {
	for (const name of COUNT_NAMES) sum[name] += use[name]
}

const COUNT_NAMES = Object.keys(NO_USE).filter((name): name is keyof UseCounts => name in NO_USE)

function addModels(all: Map<string, ModelUse>, { models }: DayStatistics): void {
	for (const [model, counts] of Object.entries(models)) {
		const {
			requests,
			inputTokens,
			cachedInputTokens,
			outputTokens,
			costMicroUsd,
			unpricedRequests,
			modelMs,
		} = all.get(model) ?? NO_USE
		all.set(model, {
			model,
			requests: requests + counts.requests,
			inputTokens: inputTokens + counts.input,
			cachedInputTokens: cachedInputTokens + counts.cached,
			outputTokens: outputTokens + counts.output,
			costMicroUsd: costMicroUsd + counts.costMicroUsd,
			unpricedRequests: unpricedRequests + counts.unpriced,
			modelMs: modelMs + counts.ms,
		})
	}
}

function addTools(all: Map<string, ToolUse>, { tools }: DayStatistics): void {
	for (const [tool, counts] of Object.entries(tools)) {
		const { calls, failedCalls, toolMs } = all.get(tool) ?? NO_USE
		all.set(tool, {
			tool,
			calls: calls + counts.calls,
			failedCalls: failedCalls + counts.failed,
			toolMs: toolMs + counts.ms,
		})
	}
}

type JudgedEdit = { edit: EditMade; isUndone: boolean }

/** Sub-agents with the sessions they worked for: whose folder it is, and what has become of what they changed. */
function familiesOf(logs: readonly Log[]): {
	folderOf(log: Log): string
	editsOf(log: Log): readonly JudgedEdit[]
} {
	const byId = new Map(logs.map(log => [log.sessionId, log]))
	/** The sessions above it, its own last; a log that names itself ends the way. */
	const lineOf = (log: Log): readonly Log[] => {
		const line = [log]
		const seen = new Set<SessionId>([log.sessionId])
		for (;;) {
			const above = line[0]!.state.delegatedBy
			const parent = above === undefined || seen.has(above) ? undefined : byId.get(above)
			if (!parent) return line
			seen.add(parent.sessionId)
			line.unshift(parent)
		}
	}
	const isUndoneAt = (log: Log, seq: number): boolean =>
		rangesLeft(log.state.backs).some(({ after, before }) => seq > after && seq < before)
	return {
		folderOf: log => lineOf(log)[0]!.state.cwd,
		editsOf(log) {
			if (log.state.edits.length === 0) return []
			const starts = lineOf(log)
				.slice(0, -1)
				.map((above, index, line) => {
					const below = (line[index + 1] ?? log).sessionId
					return { above, start: above.state.agents.find(({ agentId }) => agentId === below) }
				})
			if (starts.some(({ start }) => start?.isApart)) return []
			const isAllUndone = starts.some(({ above, start }) => start && isUndoneAt(above, start.seq))
			const undone = rangesLeft(log.state.backs)
			return log.state.edits.map(edit => ({
				edit,
				isUndone: isAllUndone || undone.some(({ after, before }) => edit.seq > after && edit.seq < before),
			}))
		},
	}
}
