// Session updates: a fold of events into what an editor is told of a session, while it runs and when it is loaded again.

import { randomUUID } from 'node:crypto'
import type { ClientCapabilities, ContentBlock, PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk'
import { summaryIn } from '../../core/condensed.ts'
import type { AgentEvent, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { AssistantMessage, UserMessage } from '../../core/messages.ts'
import { hookLine } from '../../core/text/hook-line.ts'
import type { TodoItem } from '../../core/tool.ts'
import { titleOf } from '../../sessions/folds/summary.ts'
import { CallUpdates, type CallUpdatesDeps } from './call-updates.ts'
import { promptBlocks } from './prompt-content.ts'

export type SessionUpdatesDeps = CallUpdatesDeps & {
	/** Only what the client says it knows of is sent. */
	capabilities: ClientCapabilities
}

export class SessionUpdates {
	readonly calls: CallUpdates
	private readonly deps: SessionUpdatesDeps
	private messageId = randomUUID()
	private hasTitle = false
	private costMicroUsd = 0
	private context: { used: number; size: number } | undefined
	private compactionId: string | undefined

	constructor(deps: SessionUpdatesDeps) {
		this.deps = deps
		this.calls = new CallUpdates(deps)
	}

	/** While it happens: messages come in pieces, and the client has shown the prompt itself. */
	async live(event: AgentEvent): Promise<readonly SessionUpdate[]> {
		switch (event.type) {
			case 'text-delta':
				return event.text === '' ? [] : [this.chunk('agent_message_chunk', event.text)]
			case 'reasoning-delta':
				return event.text === '' ? [] : [this.chunk('agent_thought_chunk', event.text)]
			case 'reply-restart': {
				const cut = this.chunk(
					'agent_message_chunk',
					'\n\n*(the connection broke off; the reply begins anew)*\n\n',
				)
				this.nextMessage()
				return [cut]
			}
			case 'message-end':
				this.nextMessage()
				return []
			case 'tool-progress':
				return this.calls.progressed(event)
			case 'agent-progress':
				return this.calls.agentProgressed(event)
			case 'context-use':
				this.context = { used: event.usedTokens, size: event.windowTokens }
				return this.usage()
			case 'compaction-start':
				this.compactionId = randomUUID()
				return this.compacting({ status: 'in_progress' })
			case 'compaction-end': {
				const { error } = event
				const updates = error ? this.compacting({ status: 'failed', error: error.message }) : []
				this.compactionId = undefined
				return updates
			}
			case 'retry-wait':
				return this.notice('warning', `${event.cause.message}; trying again in ${seconds(event.waitMs)} s`)
			case 'notice':
				return this.notice(event.level, event.text)
			case 'session-open':
			case 'sandbox-state':
			case 'progress':
			case 'agent-background':
			case 'queue-change':
			case 'run-cancelling':
				return []
			case 'run-start':
				return this.titled(event.prompt)
			case 'steer':
				return []
			default:
				return this.either(event)
		}
	}

	/** From the log: whole messages, those of the user too. */
	async replayed(event: StoredEvent): Promise<readonly SessionUpdate[]> {
		switch (event.type) {
			case 'run-start':
				return [...(await this.userChunks(event.prompt)), ...this.titled(event.prompt)]
			case 'steer':
				return this.userChunks(event.message)
			case 'message-end':
				return this.spoken(event.message)
			case 'run-end':
				return []
			default:
				return this.either(event)
		}
	}

	private async either(
		event: Exclude<StoredEvent, { type: 'run-start' | 'steer' | 'message-end' }>,
	): Promise<readonly SessionUpdate[]> {
		switch (event.type) {
			case 'tool-start':
				return this.calls.started(event)
			case 'tool-end': {
				const { detail } = event.result
				const plan = detail?.type === 'todo' ? [planOf(detail.items)] : []
				return [...(await this.calls.ended(event)), ...plan]
			}
			case 'approval-end':
				return this.calls.answered(event.approvalId, event.decision)
			case 'attempt-end':
			case 'agent-end':
				this.costMicroUsd += event.costMicroUsd ?? 0
				return this.usage()
			case 'session-rename':
				this.hasTitle = true
				return [{ sessionUpdate: 'session_info_update', title: event.name }]
			case 'run-end':
				return [{ sessionUpdate: 'session_info_update', updatedAt: new Date().toISOString() }]
			case 'compaction': {
				const text = event.summary === 'written' ? summaryIn(event.message) : undefined
				const summary: ContentBlock[] = text === undefined ? [] : [{ type: 'text', text }]
				this.compactionId ??= randomUUID()
				return this.compacting({ status: 'completed', summary })
			}
			case 'hook-result':
				return this.notice('info', hookLine(event))
			case 'session-start':
			case 'approvals-set':
			case 'model-set':
			case 'effort-set':
			case 'memory-drop':
			case 'correction':
			case 'turn-start':
			case 'turn-end':
			case 'attempt-start':
			case 'approval-request':
			case 'question-request':
			case 'question-end':
			case 'agent-start':
			case 'checkpoint':
			case 'checkpoint-failed':
			case 'rewind':
				return []
			default:
				return assertNever(event)
		}
	}

	private chunk(sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', text: string): SessionUpdate {
		return { sessionUpdate, messageId: this.messageId, content: { type: 'text', text } }
	}

	private nextMessage(): void {
		this.messageId = randomUUID()
	}

	private spoken({ content }: AssistantMessage): readonly SessionUpdate[] {
		const chunks = content.flatMap(part => {
			if (part.type === 'tool-call' || part.text === '') return []
			return [this.chunk(part.type === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk', part.text)]
		})
		this.nextMessage()
		return chunks
	}

	private async userChunks(message: UserMessage): Promise<readonly SessionUpdate[]> {
		const blocks = await promptBlocks(message, this.deps.media)
		const messageId = randomUUID()
		return blocks.map(content => ({ sessionUpdate: 'user_message_chunk', messageId, content }))
	}

	/** As the list of sessions has it. */
	private titled(prompt: UserMessage): readonly SessionUpdate[] {
		const title = titleOf(prompt)
		if (this.hasTitle || title === '') return []
		this.hasTitle = true
		return [{ sessionUpdate: 'session_info_update', title }]
	}

	/** Nothing before the first request of this process: how much of the window is used is not known yet. */
	private usage(): readonly SessionUpdate[] {
		const { context, costMicroUsd } = this
		if (!context) return []
		const cost = costMicroUsd > 0 ? { cost: { amount: costMicroUsd / 1_000_000, currency: 'USD' } } : {}
		return [{ sessionUpdate: 'usage_update', ...context, ...cost }]
	}

	private compacting(
		state:
			| { status: 'in_progress' | 'completed'; summary?: ContentBlock[] }
			| { status: 'failed'; error: string },
	): readonly SessionUpdate[] {
		const { compactionId } = this
		if (!this.deps.capabilities.session?.compaction || compactionId === undefined) return []
		return [{ sessionUpdate: 'compaction_update', compactionId, ...state }]
	}

	private notice(severity: 'info' | 'warning' | 'error', text: string): readonly SessionUpdate[] {
		if (!this.deps.capabilities.session?.notices) return []
		const [title = '', ...rest] = text.split('\n')
		const description = rest.join('\n')
		return [{ sessionUpdate: 'notice', severity, title, ...(description !== '' && { description }) }]
	}
}

function planOf(items: readonly TodoItem[]): SessionUpdate {
	const entries = items.map(
		({ text, status }): PlanEntry => ({ content: text, priority: 'medium', status: PLAN_STATUS[status] }),
	)
	return { sessionUpdate: 'plan', entries }
}

const PLAN_STATUS = { pending: 'pending', 'in-progress': 'in_progress', done: 'completed' } as const

function seconds(ms: number): string {
	return (ms / 1000).toFixed(1)
}
