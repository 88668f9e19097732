// A runtime for the screen to stand in front of: envelopes come from the test, commands are kept for it.

import type { Command } from '../../../src/core/commands.ts'
import { AgentError } from '../../../src/core/errors.ts'
import type { AgentEvent, Envelope, RunEndReason } from '../../../src/core/events.ts'
import type { ApprovalId, CallId, RunId, SessionId } from '../../../src/core/ids.ts'
import { type AssistantPart, userText } from '../../../src/core/messages.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import type { PermissionDecision } from '../../../src/core/permission.ts'
import type { ContextUse, RuntimePort, RuntimeQueries } from '../../../src/core/runtime-port.ts'
import { okResult, type ToolResult } from '../../../src/core/tool.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'

export const MODEL: ModelRef = { provider: 'anthropic', model: 'claude-test' }
export const RUN = 'run-1' as RunId
export const SESSION = '01SESSION' as SessionId

const NO_CONTEXT: ContextUse = {
	windowTokens: 0,
	parts: [],
	compactAtTokens: undefined,
	cached: undefined,
	prefixBreak: undefined,
	nextToGo: [],
}

export class FakePort implements RuntimePort {
	readonly sent: Command[] = []
	readonly queries: RuntimeQueries
	/** What the next command is refused with. */
	refusal: string | undefined
	readonly #clock: (() => number) | undefined
	#seq = 0
	#letters: Envelope[] = []
	#wake: (() => void) | undefined
	#isClosed = false
	#commandWaiters: ((command: Command) => void)[] = []

	/** @param clock - when what is emitted has happened; left out, a count that stands for nothing */
	constructor(lookups: Partial<RuntimeQueries> = {}, clock?: () => number) {
		this.#clock = clock
		this.queries = {
			sessions: async () => [],
			models: async () => [],
			files: async () => [],
			promptHistory: async () => [],
			gitBranch: async () => undefined,
			clipboardImage: async () => undefined,
			contextUse: async () => NO_CONTEXT,
			rewindPoints: async () => [],
			searchSessions: async () => [],
			agents: async () => [],
			notes: async () => [],
			servers: async () => [],
			hooks: async () => ({ hooks: [], problems: [] }),
			previewSession: async () => '',
			...lookups,
		}
	}

	async send(command: Command): Promise<void> {
		this.sent.push(command)
		for (const told of this.#commandWaiters.splice(0)) told(command)
		const { refusal } = this
		this.refusal = undefined
		if (refusal !== undefined) throw new AgentError('rejected', refusal)
	}

	/** Resolves with the next command the screen sends. */
	nextCommand(): Promise<Command> {
		return new Promise(resolve => this.#commandWaiters.push(resolve))
	}

	emit(...events: readonly AgentEvent[]): void {
		for (const event of events) this.#letters.push(envelope(event, this.#seq++, this.#clock?.()))
		this.#wake?.()
	}

	close(): void {
		this.#isClosed = true
		this.#wake?.()
	}

	async *events(_fromSeq: number, signal: AbortSignal): AsyncIterable<Envelope> {
		signal.addEventListener('abort', () => this.close(), { once: true })
		for (;;) {
			yield* this.#letters.splice(0)
			if (this.#letters.length > 0) continue
			if (this.#isClosed) return
			await new Promise<void>(resolve => {
				this.#wake = resolve
			})
		}
	}
}

export function envelope(event: AgentEvent, seq: number, at = 1_000_000 + seq): Envelope {
	return { seq, at, sessionId: SESSION, runId: RUN, event }
}

export const opened: Extract<AgentEvent, { type: 'session-open' }> = {
	type: 'session-open',
	chain: [MODEL],
	approvals: { kind: 'ask' },
	effort: undefined,
	cwd: '/home/me/project',
	resumed: false,
}

export function runStart(prompt: string): AgentEvent {
	return {
		type: 'run-start',
		prompt: userText(prompt),
		snapshot: {
			chain: [MODEL],
			cwd: '/home/me/project',
			approvals: { kind: 'ask' },
			tools: [],
			maxTurns: 100,
		},
	}
}

export function text(delta: string): AgentEvent {
	return { type: 'text-delta', text: delta }
}

export function said(...content: readonly (string | AssistantPart)[]): AgentEvent {
	return {
		type: 'message-end',
		message: {
			role: 'assistant',
			model: MODEL,
			stop: 'stop',
			content: content.map(part => (typeof part === 'string' ? { type: 'text', text: part } : part)),
		},
	}
}

export function call(id: string, tool: string, args: object): AssistantPart {
	return { type: 'tool-call', callId: id as CallId, tool, arguments: JSON.stringify(args) }
}

export function toolStart(id: string, tool: string, args: object): AgentEvent {
	return {
		type: 'tool-start',
		callId: id as CallId,
		tool,
		arguments: JSON.stringify(args),
		tier: 'read-only',
	}
}

export function toolEnd(id: string, tool: string, result: ToolResult = okResult('')): AgentEvent {
	return { type: 'tool-end', callId: id as CallId, tool, result }
}

export function progress(id: string, output: string): AgentEvent {
	return { type: 'tool-progress', callId: id as CallId, text: output }
}

export function runEnd(reason: RunEndReason = 'finished'): AgentEvent {
	return { type: 'run-end', reason, usage: NO_USAGE, costMicroUsd: 0, turns: 1 }
}

export function approvalRequest(
	id: string,
	assessment: Partial<PermissionDecision>,
	tool = 'shell',
): AgentEvent {
	const { title = 'rm -rf build', script = title } = assessment
	return {
		type: 'approval-request',
		request: {
			approvalId: id as ApprovalId,
			callId: `call-${id}` as CallId,
			tool,
			// What a shell is to run can always be changed first.
			...(tool === 'shell' && { command: script }),
			permission: {
				tier: 'side-effecting',
				outcome: 'ask',
				isWorkspaceEdit: false,
				title,
				reasons: ['It deletes files.'],
				sessionKeys: [],
				...assessment,
			},
		},
	}
}
