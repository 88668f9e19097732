// Transcript entries for exports: what was asked, said, done and how it ended. Both pages are written from this.

import { summaryIn } from '../../core/condensed.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { CallId, SessionId } from '../../core/ids.ts'
import { type AssistantMessage, callsOf, promptText, textOf, type UserMessage } from '../../core/messages.ts'
import { modelName } from '../../core/model-ref.ts'
import { hookLine } from '../../core/text/hook-line.ts'
import { type ToolResult, textForPeople } from '../../core/tool.ts'
import { type SummaryState, summarize } from '../folds/summary.ts'
import type { StoredEnvelope } from '../session-store.ts'

/** All texts are cleaned. */
export type TranscriptEntry =
	| {
			kind: 'prompt'
			by: 'user' | 'steer' | 'program'
			text: string
			images: readonly ImageRef[]
			at: number
	  }
	| { kind: 'answer'; text: string; model: string }
	| { kind: 'reasoning'; text: string }
	| {
			kind: 'call'
			tool: string
			arguments: string
			outcome: string
			text: string
			diff: string | undefined
			images: readonly ImageRef[]
	  }
	| { kind: 'note'; text: string }
	/** What stands in history for what left it. */
	| { kind: 'summary'; text: string }

export type ImageRef = { mediaType: string; uri: string }

export type ExportedSession = {
	sessionId: string
	title: string
	/** What there is to know about it, name and value. */
	facts: readonly (readonly [string, string])[]
	entries: readonly TranscriptEntry[]
}

/** The logs of sub-agents, by their ids. */
export type AgentLogs = ReadonlyMap<SessionId, readonly StoredEnvelope[]>

/**
 * @param clean - takes secrets out of a text, and what is no text
 * @param agents - each stands where its agent began
 */
export function toExportedSession(
	envelopes: readonly StoredEnvelope[],
	clean: (text: string) => string,
	agents: AgentLogs = new Map(),
): ExportedSession {
	const summary = envelopes.reduce<SummaryState | undefined>(summarize, undefined)
	const start = envelopes[0]?.event
	const parent = start?.type === 'session-start' ? start.parent : undefined
	return {
		sessionId: clean(envelopes[0]?.sessionId ?? ''),
		title: clean(summary?.name ?? summary?.title ?? '').replaceAll(/\s+/g, ' ') || 'A session',
		facts: [
			['session', clean(envelopes[0]?.sessionId ?? '')],
			['folder', clean(summary?.cwd ?? '')],
			['model', summary?.model ? clean(modelName(summary.model)) : ''],
			['begun', summary ? dateOf(summary.createdAt) : ''],
			['used last', summary ? dateOf(summary.usedAt) : ''],
			['copied from', parent ? clean(`${parent.sessionId}, number ${parent.seq}`) : ''],
		].filter((fact): fact is [string, string] => fact[1] !== ''),
		entries: entriesIn(envelopes, { clean, agents }),
	}
}

function entriesIn(
	envelopes: readonly StoredEnvelope[],
	given: Pick<ExportContext, 'clean' | 'agents'>,
): readonly TranscriptEntry[] {
	const calls: ExportContext = { results: new Map(), spoken: new Set(), ...given }
	for (const { event } of envelopes) {
		if (event.type === 'tool-end' && !calls.results.has(event.callId))
			calls.results.set(event.callId, event.result)
		if (event.type === 'message-end')
			for (const { callId } of callsOf(event.message)) calls.spoken.add(callId)
	}
	return envelopes.flatMap(envelope => entriesOf(envelope, calls))
}

type ExportContext = {
	results: Map<CallId, ToolResult>
	spoken: Set<CallId>
	clean(text: string): string
	agents: AgentLogs
}

function entriesOf({ at, event }: StoredEnvelope, calls: ExportContext): readonly TranscriptEntry[] {
	const { clean } = calls
	const prompt = (by: 'user' | 'steer' | 'program', message: UserMessage, text: string): TranscriptEntry => ({
		kind: 'prompt',
		by,
		text: clean(text),
		images: imagesIn(message.content),
		at,
	})
	switch (event.type) {
		case 'run-start':
			return [prompt('user', event.prompt, promptText(event.prompt))]
		case 'steer':
			return [prompt('steer', event.message, textOf(event.message.content))]
		case 'correction':
			return [prompt('program', event.message, textOf(event.message.content))]
		case 'message-end':
			return messageEntries(event.message, calls)
		case 'tool-start':
			// A call whose message never came stands for itself.
			return calls.spoken.has(event.callId) ? [] : [callEntry(event, calls)]
		case 'compaction': {
			const summary = event.summary === 'written' ? summaryIn(event.message) : undefined
			const how = event.summary === 'written' ? 'condensed' : 'shortened without a summary'
			const note = `History was ${how}: ${event.tokensBefore} tokens became ${event.tokensAfter}.`
			const kept: readonly TranscriptEntry[] =
				summary === undefined ? [] : [{ kind: 'summary', text: clean(summary) }]
			return [{ kind: 'note', text: note }, ...kept]
		}
		case 'run-end': {
			if (event.reason === 'finished') return []
			const why = event.error ? `: ${event.error.message}` : ''
			return [{ kind: 'note', text: clean(`The run ended: ${event.reason}${why}`) }]
		}
		case 'rewind': {
			const text = `Gone back: what stands above this line from number ${event.toSeq + 1} on.`
			const { summary } = event
			return [
				{ kind: 'note', text },
				...(summary === undefined ? [] : [{ kind: 'summary' as const, text: clean(summary) }]),
			]
		}
		case 'hook-result':
			return [{ kind: 'note', text: clean(hookLine(event)) }]
		case 'agent-start': {
			const text = `The agent ${event.agent} worked on this in its own session ${event.agentId}: ${event.task}`
			const log = calls.agents.get(event.agentId)
			if (!log) return [{ kind: 'note', text: clean(text) }]
			const end = `Here the session ${event.agentId} of the agent ${event.agent} ends.`
			return [
				{ kind: 'note', text: clean(text) },
				...entriesIn(log, calls),
				{ kind: 'note', text: clean(end) },
			]
		}
		case 'model-set':
			return [{ kind: 'note', text: clean(`Model: ${event.chain.map(modelName).join(', ')}`) }]
		case 'session-start':
		case 'session-rename':
		case 'approvals-set':
		case 'effort-set':
		case 'memory-drop':
		case 'agent-end':
		case 'turn-start':
		case 'attempt-start':
		case 'attempt-end':
		case 'approval-request':
		case 'approval-end':
		case 'question-request':
		case 'question-end':
		case 'tool-end':
		case 'turn-end':
		case 'checkpoint':
		case 'checkpoint-failed':
			return []
		default:
			return assertNever(event)
	}
}

function messageEntries(message: AssistantMessage, calls: ExportContext): readonly TranscriptEntry[] {
	return message.content.flatMap((part): readonly TranscriptEntry[] => {
		if (part.type === 'tool-call') return [callEntry(part, calls)]
		const text = calls.clean(part.text).trim()
		if (text === '') return []
		return part.type === 'text'
			? [{ kind: 'answer', text, model: calls.clean(modelName(message.model)) }]
			: [{ kind: 'reasoning', text }]
	})
}

function callEntry(
	call: { callId: CallId; tool: string; arguments: string },
	calls: ExportContext,
): TranscriptEntry {
	const { clean } = calls
	const result = calls.results.get(call.callId)
	const diff = result?.detail?.type === 'files' ? result.detail.diff : undefined
	return {
		kind: 'call',
		tool: clean(call.tool),
		arguments: clean(call.arguments),
		outcome: result?.outcome ?? 'no result',
		text: result ? clean(textForPeople(result)) : '',
		diff: diff === undefined ? undefined : clean(diff),
		images: result ? imagesIn(result.content) : [],
	}
}

function imagesIn(content: UserMessage['content']): readonly ImageRef[] {
	return content.flatMap(part =>
		part.type === 'image' ? [{ mediaType: part.mediaType, uri: part.uri }] : [],
	)
}

export function dateOf(at: number): string {
	const date = new Date(at)
	return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
