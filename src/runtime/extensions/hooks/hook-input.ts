// What hooks are given on stdin: what is the same for all of them, in Claude's words.

import type { ApprovalMode } from '../../../core/approval.ts'
import { isObject, type JsonObject, parseJson } from '../../../core/json.ts'
import type { ToolCall } from '../../../core/messages.ts'
import { type ClaudeCall, claudeResponse } from '../../../extensions/hooks/claude-calls.ts'
import type { HookEvent } from '../../../extensions/hooks/hook.ts'

export type HookScene = {
	sessionId: string
	/** The session's log. */
	transcriptPath: string
	cwd: string
	mode: ApprovalMode
	yolo: boolean
	/** The run's. */
	promptId?: string | undefined
	agent?: HookAgent | undefined
}

/** A sub-agent. */
export type HookAgent = { id: string; type: string }

export function hookInput(event: HookEvent, scene: HookScene, more: JsonObject): JsonObject {
	const { promptId, agent } = scene
	return {
		session_id: scene.sessionId,
		transcript_path: scene.transcriptPath,
		cwd: scene.cwd,
		...(promptId !== undefined && { prompt_id: promptId }),
		permission_mode: permissionMode(scene),
		...(agent && { agent_id: agent.id, agent_type: agent.type }),
		hook_event_name: event,
		...more,
	}
}

/** What all events about a call say of it. `keelson` has it in our own words. */
export function callInput(
	{ name, input }: ClaudeCall,
	call: { callId: string; tool: string; input: JsonObject },
): JsonObject {
	const [, server] = /^mcp__(.+?)__/.exec(call.tool) ?? []
	return {
		tool_name: name,
		tool_input: input,
		tool_use_id: call.callId,
		...(server !== undefined && { mcp_server: server }),
		keelson: { tool: call.tool, input: call.input },
	}
}

/** What the model wrote; nothing where that is no object. */
export function inputOf(call: Pick<ToolCall, 'arguments'> | undefined): JsonObject {
	const input = parseJson(call?.arguments.trim() || '{}')
	return isObject(input) ? input : {}
}

export function resultInput(call: ClaudeCall, result: { text: string; isError: boolean }): JsonObject {
	return result.isError
		? { error: result.text, is_interrupt: false }
		: { tool_response: claudeResponse(call, result) }
}

function permissionMode({ mode, yolo }: Pick<HookScene, 'mode' | 'yolo'>): string {
	if (yolo) return 'bypassPermissions'
	switch (mode.kind) {
		case 'ask':
			return 'default'
		case 'all':
		case 'until':
			return 'bypassPermissions'
		case 'none':
			return 'dontAsk'
		case 'auto-edit':
			return 'acceptEdits'
		case 'plan':
			return 'plan'
	}
}
