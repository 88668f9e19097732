// Tool calls as an editor shows them: what each is, where it works, what it would change, what it prints and how it ended.

import { resolve } from 'node:path'
import type {
	SessionUpdate,
	ToolCallContent,
	ToolCallLocation,
	ToolCallStatus,
	ToolCallUpdate,
	ToolKind,
} from '@agentclientprotocol/sdk'
import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import type { EventOf } from '../../core/events.ts'
import type { Media } from '../../core/host.ts'
import type { ApprovalId, CallId } from '../../core/ids.ts'
import { isObject, type JsonValue, parseJson } from '../../core/json.ts'
import type { ResultPart } from '../../core/messages.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { type ToolFacts, type ToolResult, textForPeople } from '../../core/tool.ts'
import { diffBlocks } from './diff-blocks.ts'
import { imageBlock } from './prompt-content.ts'

export type CallUpdatesDeps = {
	cwd: string
	media: Media
	factsOf(tool: string): ToolFacts | undefined
	/** Never goes backwards. */
	nowMs(): number
}

type ShownCall = {
	title: string
	isStarted: boolean
	/** The end of what it has printed so far, and when that was told last. */
	printed: string
	toldMs: number
}

export class CallUpdates {
	private readonly deps: CallUpdatesDeps
	private readonly calls = new Map<CallId, ShownCall>()
	/** Questions that are not about a call's beginning stand as calls of their own. */
	private readonly apart = new Set<ApprovalId>()

	constructor(deps: CallUpdatesDeps) {
		this.deps = deps
	}

	/** A call must be known to the client before it can be asked about. @returns that, and what the question is about */
	asked(request: ApprovalRequest): { updates: readonly SessionUpdate[]; toolCall: ToolCallUpdate } {
		const { callId, approvalId, tool, permission, agent } = request
		const known = this.calls.get(callId)
		const isApart = agent !== undefined || known?.isStarted === true
		const title = agent === undefined ? permission.title : `${agent}: ${permission.title}`
		const about = this.questionOf(permission)
		const toolCallId = isApart ? approvalId : callId
		const kind = this.kindOf(tool)
		if (isApart) this.apart.add(approvalId)
		else this.calls.set(callId, { title, isStarted: false, printed: '', toldMs: 0 })
		const toolCall = { toolCallId, title, kind, status: 'pending' as const, ...about }
		const isKnown = !isApart && known !== undefined
		const update: SessionUpdate = isKnown
			? { sessionUpdate: 'tool_call_update', ...toolCall }
			: { sessionUpdate: 'tool_call', ...toolCall }
		return { updates: [update], toolCall }
	}

	/** What was asked about beside its call has no end but this. */
	answered(approvalId: ApprovalId, { answer }: Decision): readonly SessionUpdate[] {
		if (!this.apart.delete(approvalId)) return []
		const status = answer === 'no' || answer === 'no-with-reason' ? 'failed' : 'completed'
		return [{ sessionUpdate: 'tool_call_update', toolCallId: approvalId, status }]
	}

	/** The model has a question: shown as the call it is. */
	questioned({ callId, text }: { callId: CallId; text: string }): readonly SessionUpdate[] {
		if (this.calls.has(callId)) return []
		this.calls.set(callId, { title: text, isStarted: true, printed: '', toldMs: 0 })
		return [
			{ sessionUpdate: 'tool_call', toolCallId: callId, title: text, kind: 'other', status: 'in_progress' },
		]
	}

	started({ callId, tool, subject, arguments: written }: EventOf<'tool-start'>): readonly SessionUpdate[] {
		const input = parseJson(written)
		const known = this.calls.get(callId)
		const kind = this.kindOf(tool)
		const title = known?.title ?? titleOf(tool, kind, subject)
		this.calls.set(callId, { title, isStarted: true, printed: '', toldMs: 0 })
		const locations = this.placesIn(tool, input)
		const call = {
			toolCallId: callId,
			title,
			name: tool,
			kind,
			status: 'in_progress' as const,
			rawInput: input ?? written,
			...(locations.length > 0 && { locations }),
		}
		return [known ? { sessionUpdate: 'tool_call_update', ...call } : { sessionUpdate: 'tool_call', ...call }]
	}

	progressed({ callId, text }: { callId: CallId; text: string }): readonly SessionUpdate[] {
		const call = this.calls.get(callId)
		if (!call) return []
		call.printed = (call.printed + text).slice(-MOST_PRINTED)
		const now = this.deps.nowMs()
		// A command may print faster than anybody reads; the end has all of it.
		if (now - call.toldMs < PROGRESS_EVERY_MS) return []
		call.toldMs = now
		return [
			{
				sessionUpdate: 'tool_call_update',
				toolCallId: callId,
				status: 'in_progress',
				content: [textContent(fenced(call.printed))],
			},
		]
	}

	/** What a sub-agent does just now takes the place of what it did before. */
	agentProgressed({ callId, turn, text }: EventOf<'agent-progress'>): readonly SessionUpdate[] {
		if (!this.calls.has(callId)) return []
		const content = [textContent(`turn ${turn}: ${text}`)]
		return [{ sessionUpdate: 'tool_call_update', toolCallId: callId, content }]
	}

	async ended({ callId, tool, result }: EventOf<'tool-end'>): Promise<readonly SessionUpdate[]> {
		const call = this.calls.get(callId)
		this.calls.delete(callId)
		const status: ToolCallStatus = result.outcome === 'ok' ? 'completed' : 'failed'
		const { content, locations } = await this.contentOf(tool, result)
		const end = {
			toolCallId: callId,
			status,
			content: [...content],
			...(locations.length > 0 && { locations: [...locations] }),
		}
		if (call) return [{ sessionUpdate: 'tool_call_update', ...end }]
		// It was refused, or could not be read, before anything of it began.
		const kind = this.kindOf(tool)
		return [{ sessionUpdate: 'tool_call', title: titleOf(tool, kind, undefined), kind, ...end }]
	}

	private questionOf({ reasons, diff }: PermissionDecision) {
		const { content, locations } = diff === undefined ? NO_DIFF : diffBlocks(diff, this.deps.cwd)
		return {
			content: [...content, ...(reasons.length > 0 ? [textContent(reasons.join('\n'))] : [])],
			...(locations.length > 0 && { locations: [...locations] }),
		}
	}

	private async contentOf(
		tool: string,
		result: ToolResult,
	): Promise<{ content: readonly ToolCallContent[]; locations: readonly ToolCallLocation[] }> {
		const { outcome, content, detail } = result
		if (outcome === 'ok' && detail?.type === 'files' && detail.diff !== undefined)
			return diffBlocks(detail.diff, this.deps.cwd)
		const locations = detail?.type === 'files' ? detail.seen.map(({ path }) => ({ path })) : []
		const isPlain = outcome !== 'ok' || this.kindOf(tool) === 'other' || this.kindOf(tool) === 'think'
		const shown = isPlain ? (text: string) => text : fenced
		const images = content.filter(isImage)
		const text = textForPeople(result)
		const pictures = await Promise.all(images.map(image => imageBlock(image, this.deps.media)))
		return {
			content: [
				...(text === '' ? [] : [textContent(shown(text))]),
				...pictures.map((block): ToolCallContent => ({ type: 'content', content: block })),
			],
			locations,
		}
	}

	private kindOf(tool: string): ToolKind {
		const facts = this.deps.factsOf(tool)
		if (facts?.kind) return facts.kind
		if (facts?.access === 'read') return 'read'
		return facts?.access === 'write' ? 'edit' : 'other'
	}

	/** Where a file tool will work, before it says so itself. */
	private placesIn(tool: string, input: JsonValue | undefined): ToolCallLocation[] {
		const access = this.deps.factsOf(tool)?.access
		if (access !== 'read' && access !== 'write') return []
		if (!isObject(input) || typeof input.path !== 'string') return []
		const path = resolve(this.deps.cwd, input.path)
		return [typeof input.offset === 'number' ? { path, line: input.offset } : { path }]
	}
}

function titleOf(tool: string, kind: ToolKind, subject: string | undefined): string {
	if (subject === undefined || subject === '') return tool
	return kind === 'execute' ? subject : `${tool} ${subject}`
}

function textContent(text: string): ToolCallContent {
	return { type: 'content', content: { type: 'text', text } }
}

/** Editors take text for Markdown: what a file or a command says is shown as it is. */
function fenced(text: string): string {
	const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
	const fence = '`'.repeat(longest + 1)
	return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

function isImage(part: ResultPart): part is Extract<ResultPart, { type: 'image' }> {
	return part.type === 'image'
}

const NO_DIFF: ReturnType<typeof diffBlocks> = { content: [], locations: [] }
const PROGRESS_EVERY_MS = 200
const MOST_PRINTED = 8_000
