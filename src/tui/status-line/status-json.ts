// What a status line's command gets on its stdin: the fields that scripts for Claude Code's status line read, as far as we
// know what they are about, and a few of our own.

import type { JsonObject } from '../../core/json.ts'
import { modelName } from '../../core/model-ref.ts'
import type { View } from '../state/view.ts'

export type StatusFacts = {
	view: View
	branch: string | undefined
	vimMode: string | undefined
	/** Of the window. */
	columns: number
	rows: number
	/** Milliseconds since the screen began. */
	lastedMs: number
}

/**
 * What is not known is left out, or null where scripts expect that; only counts that begin at nothing are 0. So a cost that
 * nobody knows is no zero, whatever a script makes of that.
 */
export function statusJson({ view, branch, vimMode, columns, rows, lastedMs }: StatusFacts): JsonObject {
	const { model, cwd, sessionId, name, context, usage, costMicroUsd, edits, effort, sandbox } = view
	return {
		hook_event_name: 'Status',
		...(sessionId !== undefined && { session_id: sessionId }),
		...(name !== undefined && { session_name: name }),
		...(cwd !== undefined && { cwd, workspace: { current_dir: cwd, project_dir: cwd, added_dirs: [] } }),
		...(model && { model: { id: modelName(model), display_name: model.model } }),
		version: view.version,
		output_style: { name: 'default' },
		cost: {
			...(costMicroUsd !== undefined && { total_cost_usd: costMicroUsd / 1_000_000 }),
			total_duration_ms: lastedMs,
			total_api_duration_ms: 0,
			total_lines_added: edits.added,
			total_lines_removed: edits.removed,
		},
		context_window: {
			total_input_tokens: usage.inputTokens,
			total_output_tokens: usage.outputTokens,
			context_window_size: context?.windowTokens ?? null,
			used_percentage: context ? share(context.usedTokens, context.windowTokens) : null,
			remaining_percentage: context ? 100 - share(context.usedTokens, context.windowTokens) : null,
			current_usage: context ? currentUsage(view, context.usedTokens) : null,
		},
		exceeds_200k_tokens: (context?.usedTokens ?? 0) > 200_000,
		...(effort && { effort: { level: effort } }),
		...(vimMode !== undefined && { vim: { mode: vimMode } }),
		permission_mode: view.approvals.kind,
		...(sandbox && { sandbox: { mode: sandbox.mode, works: sandbox.mode !== 'off' && sandbox.works } }),
		...(branch !== undefined && { git_branch: branch }),
		is_running: view.run !== undefined,
		terminal: { columns, rows },
		...planLimits(view),
	}
}

/** Null before the first request. The parts add up to what is in the window. */
function currentUsage({ lastUsage }: View, usedTokens: number): JsonObject | null {
	if (!lastUsage) return null
	let rest = usedTokens
	const partOf = (tokens: number) => {
		const part = Math.min(tokens, rest)
		rest -= part
		return part
	}
	const parts = {
		output_tokens: partOf(lastUsage.outputTokens),
		cache_creation_input_tokens: partOf(lastUsage.cacheWriteTokens),
		cache_read_input_tokens: partOf(lastUsage.cachedInputTokens),
	}
	return { input_tokens: rest, ...parts }
}

/** What is left of a plan, where its provider tells that. */
function planLimits({ rateLimits, model }: View): JsonObject {
	const counts = rateLimits.find(({ provider }) => provider === model?.provider)?.limits.counts ?? []
	const windows = Object.entries(PLAN_WINDOWS).flatMap(([key, name]) => {
		const { usedPercent, resetsAt } = counts.find(count => count.name.replace(/^unified-/, '') === name) ?? {}
		if (usedPercent === undefined) return []
		const told = {
			used_percentage: usedPercent,
			...(resetsAt !== undefined && { resets_at: resetsAt / 1000 }),
		}
		return [[key, told] as const]
	})
	return windows.length === 0 ? {} : { rate_limits: Object.fromEntries(windows) }
}

const PLAN_WINDOWS = { five_hour: '5h', seven_day: '7d' }

function share(part: number, whole: number): number {
	return whole <= 0 ? 0 : Math.min(100, Math.round((1000 * part) / whole) / 10)
}
