// What a status line's command gets on its stdin: the fields that scripts for Claude Code's status line read, as far as we
// know what they are about, and a few of our own.

import type { JsonObject } from '../../core/json.ts'
import { modelName } from '../../core/model-ref.ts'
import type { View } from '../state/view.ts'

export type StatusFacts = {
	view: View
	branch: string | undefined
	vimMode: string | undefined
	/** Milliseconds since the screen began. */
	lastedMs: number
}

/** What is not known is left out, or null where scripts expect that; only counts that begin at nothing are 0. */
export function statusJson({ view, branch, vimMode, lastedMs }: StatusFacts): JsonObject {
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
		...(context && {
			context_window: {
				total_input_tokens: usage.inputTokens,
				total_output_tokens: usage.outputTokens,
				context_window_size: context.windowTokens,
				used_percentage: share(context.usedTokens, context.windowTokens),
				remaining_percentage: 100 - share(context.usedTokens, context.windowTokens),
				current_usage: currentUsage(view, context.usedTokens),
			},
		}),
		exceeds_200k_tokens: (context?.usedTokens ?? 0) > 200_000,
		...(effort && { effort: { level: effort } }),
		...(vimMode !== undefined && { vim: { mode: vimMode } }),
		permission_mode: view.approvals.kind,
		...(sandbox && { sandbox: { mode: sandbox.mode, works: sandbox.mode !== 'off' && sandbox.works } }),
		...(branch !== undefined && { git_branch: branch }),
		is_running: view.run !== undefined,
	}
}

/** Null before the first request. The parts add up to what is in the window. */
function currentUsage({ usage }: View, usedTokens: number): JsonObject | null {
	if (usage.inputTokens + usage.outputTokens === 0) return null
	return {
		input_tokens: usedTokens,
		output_tokens: 0,
		cache_creation_input_tokens: 0,
		cache_read_input_tokens: 0,
	}
}

function share(part: number, whole: number): number {
	return whole <= 0 ? 0 : Math.min(100, Math.round((1000 * part) / whole) / 10)
}
