// Envelopes as lines of JSON for other programs. The shapes are those scripts already read from other agents:
// `system`, `assistant`, `user`, `stream_event`, and always last `result`.

import type { ErrorInfo } from '../../../../core/errors.ts'
import type { Envelope, RunSnapshot } from '../../../../core/events.ts'
import type { CallId, SessionId } from '../../../../core/ids.ts'
import { type JsonValue, jsonAnswer, parseJson } from '../../../../core/json.ts'
import { type AssistantMessage, type ToolOutcome, textOf } from '../../../../core/messages.ts'
import { modelName } from '../../../../core/model-ref.ts'
import { NO_USAGE } from '../../../../core/usage.ts'
import type { Denial } from './denials.ts'
import type { ReportedRun } from './run-result.ts'
import { dollars, spendingOf, usageOf } from './spending-json.ts'
import { type JsonLine, systemLines } from './system-lines.ts'

/** The lines one envelope becomes, without line ends. */
export function linesOf(
	envelope: Envelope,
	options: { partial: boolean; version: string },
): readonly string[] {
	const line = jsonOf(envelope, options)
	const lines = line ? [line] : systemLines(envelope.event, options)
	return lines.map(each => JSON.stringify({ ...each, session_id: envelope.sessionId }))
}

/** The object that ends every run, whichever way it ended. */
export function resultLine(
	result: ReportedRun,
	{ durationMs, failure, isJsonAnswer }: ResultContext,
): string {
	const error = failure ?? result.end?.error
	const isError = error !== undefined || result.end?.reason !== 'finished'
	const code = error?.code ?? result.end?.reason ?? 'internal'
	const json = isJsonAnswer && result.end?.reason === 'finished' ? jsonAnswer(result.text) : undefined
	return JSON.stringify({
		type: 'result',
		subtype: isError ? `error_${subtypeOf(result, code)}` : 'success',
		is_error: isError,
		// What is around it is for nobody: in text mode it is left out as well.
		result: json?.text ?? result.text,
		...(json && { structured_output: json.value }),
		...(error && { error: { code: error.code, message: error.message } }),
		// Claude's SDK reads these of every failed run, and breaks where there are none.
		...(isError && { errors: [error?.message ?? `the run ended: ${code}`] }),
		duration_ms: Math.round(durationMs),
		...(result.end?.phases && { phases_ms: { ...result.end.phases } }),
		num_turns: result.end?.turns ?? 0,
		session_id: result.sessionId,
		total_cost_usd: dollars(result.end?.costMicroUsd),
		usage: usageOf(result.end?.usage ?? NO_USAGE),
		...spendingOf(result),
		permission_denials: result.denials.list.map(denialJson),
		...(result.warnings.length > 0 && { warnings: [...result.warnings] }),
	})
}

export type ResultContext = {
	durationMs: number
	/** Why there is no run, or none that counts. */
	failure: ErrorInfo | undefined
	isJsonAnswer: boolean
}

function denialJson({ callId, tool, input, title, reason, wouldAllow, by }: Denial): JsonValue {
	return {
		tool_name: tool,
		tool_use_id: callId,
		tool_input: input,
		...(title !== undefined && { title }),
		reason,
		decided_by: by,
		would_allow: [...wouldAllow],
	}
}

// The way a run ended says more than the error it ended with: `tool-denied`, `time-limit`, `cancelled`.
function subtypeOf(result: ReportedRun, code: string): string {
	const reason = result.end?.reason
	return reason === undefined || reason === 'failed' || reason === 'finished' ? code : reason
}

function jsonOf({ event }: Envelope, options: { partial: boolean; version: string }): JsonLine | undefined {
	switch (event.type) {
		case 'run-start':
			return initLine(event.snapshot, options.version)
		case 'message-end':
			return { type: 'assistant', message: assistantJson(event.message) }
		case 'tool-end':
			return {
				type: 'user',
				message: {
					role: 'user',
					content: [
						{
							type: 'tool_result',
							tool_use_id: event.callId,
							content: resultText(event.result.outcome, textOf(event.result.content)),
							is_error: event.result.outcome !== 'ok',
						},
					],
				},
			}
		case 'hook-result':
			return {
				type: 'system',
				subtype: 'hook_result',
				hook_event: event.hookEvent,
				hook: event.hook,
				effect: event.effect.replaceAll('-', '_'),
				text: event.text,
				...(event.callId !== undefined && { tool_use_id: event.callId }),
			}
		case 'agent-start':
			return agentLine('agent_start', event, {
				agent: event.agent,
				task: event.task,
				background: event.isBackground,
			})
		case 'agent-progress':
			return agentLine('agent_progress', event, { turn: event.turn, text: event.text, tokens: event.tokens })
		case 'agent-end':
			return agentLine('agent_end', event, {
				agent: event.agent,
				reason: event.reason,
				num_turns: event.turns,
				duration_ms: Math.round(event.durationMs),
				total_cost_usd: dollars(event.costMicroUsd),
				usage: usageOf(event.usage),
			})
		case 'text-delta':
			return options.partial ? deltaLine({ type: 'text_delta', text: event.text }) : undefined
		case 'reasoning-delta':
			return options.partial ? deltaLine({ type: 'thinking_delta', thinking: event.text }) : undefined
		case 'reply-restart':
			return options.partial ? { type: 'stream_event', event: { type: 'message_restart' } } : undefined
		default:
			return undefined
	}
}

function initLine(snapshot: RunSnapshot, version: string): JsonLine {
	return {
		type: 'system',
		subtype: 'init',
		version,
		model: (snapshot.own?.chain ?? snapshot.chain).map(modelName).join(','),
		cwd: snapshot.cwd,
		tools: [...snapshot.tools],
		approvals: snapshot.approvals.kind,
		max_turns: snapshot.maxTurns,
		...(snapshot.sandboxed && { sandbox: { ...snapshot.sandboxed } }),
	}
}

function assistantJson(message: AssistantMessage): JsonValue {
	return {
		role: 'assistant',
		model: modelName(message.model),
		stop_reason: message.stop,
		content: message.content.flatMap((part): JsonValue[] => {
			switch (part.type) {
				case 'text':
					return [{ type: 'text', text: part.text }]
				case 'reasoning':
					return part.text === '' ? [] : [{ type: 'thinking', thinking: part.text }]
				case 'tool-call':
					return [
						{
							type: 'tool_use',
							id: part.callId,
							name: part.tool,
							input: parseJson(part.arguments) ?? part.arguments,
						},
					]
			}
		}),
	}
}

/** What a sub-agent does is in its own session; here are its beginning, where it is, and its end. */
function agentLine(
	subtype: string,
	{ callId, agentId }: { callId: CallId; agentId: SessionId },
	facts: Readonly<Record<string, JsonValue>>,
): JsonLine {
	return { type: 'system', subtype, tool_use_id: callId, agent_id: agentId, ...facts }
}

function deltaLine(delta: JsonValue): JsonLine {
	return { type: 'stream_event', event: { type: 'content_block_delta', delta } }
}

function resultText(outcome: ToolOutcome, text: string): string {
	return outcome === 'ok' ? text : `error: ${text}`
}
