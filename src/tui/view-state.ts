// What the screen knows: a fold of envelopes, and nothing else. It replays a stored session as it shows a live one.

import type { ApprovalMode, ApprovalRequest } from '../core/approval.ts'
import type { ErrorInfo } from '../core/errors.ts'
import type { AgentEvent, Envelope, Question, QueuedPrompt, RunEndReason } from '../core/events.ts'
import { assertNever } from '../core/exhaustive.ts'
import type { CallId, RunId, SessionId, UnixMs } from '../core/ids.ts'
import { type AssistantMessage, callsOf, textOf, type UserMessage } from '../core/messages.ts'
import { type ModelRef, modelName } from '../core/model.ts'
import type { TodoItem, ToolResult } from '../core/tool.ts'
import { addCost, addUsage, type CostMicroUsd, NO_USAGE, type Usage } from '../core/usage.ts'
import { callSubject } from './call-subject.ts'
import { duration } from './format.ts'
import {
	FRESH_SANITIZER,
	type SanitizerState,
	sanitize,
	sanitizeLine,
	sanitizePiece,
	sanitizeRest,
} from './sanitize.ts'
import {
	type Block,
	type Blocks,
	type CallState,
	type CallView,
	NO_BLOCKS,
	withBlocks,
} from './view-block.ts'

export type View = {
	/** Of the program. */
	version: string
	sessionId: SessionId | undefined
	cwd: string | undefined
	name: string | undefined
	model: ModelRef | undefined
	approvals: ApprovalMode
	blocks: Blocks
	/** Something is stored, so there is something to come back to. */
	hasMessages: boolean
	run: RunView | undefined
	reply: ReplyView
	/** The calls of this turn that are not yet among the blocks, in the model's order. */
	calls: readonly CallView[]
	/** What the run waits to hear from the user, oldest first; the first is on the screen. */
	asked: readonly Asked[]
	queue: readonly QueuedPrompt[]
	todo: readonly TodoItem[]
	context: { usedTokens: number; windowTokens: number } | undefined
	usage: Usage
	costMicroUsd: CostMicroUsd
}

export type Asked = { kind: 'approval'; request: ApprovalRequest } | { kind: 'question'; question: Question }

export type RunView = {
	runId: RunId | undefined
	startedAt: UnixMs
	progress: string
	isCancelling: boolean
	/** A pause before the next try. */
	retry: { text: string; until: UnixMs } | undefined
}

/** The reply that is streaming. */
export type ReplyView = {
	/** Sanitized. Only grows while a reply lasts. */
	text: string
	sanitizer: SanitizerState
	reasoning: string
	/** Its reasoning is among the blocks already. */
	isReasoned: boolean
	/** Its message has ended, so its calls may become blocks. */
	isComplete: boolean
}

export const EMPTY_VIEW: View = {
	version: '',
	sessionId: undefined,
	cwd: undefined,
	name: undefined,
	model: undefined,
	approvals: { kind: 'ask' },
	blocks: NO_BLOCKS,
	hasMessages: false,
	run: undefined,
	reply: {
		text: '',
		sanitizer: FRESH_SANITIZER,
		reasoning: '',
		isReasoned: false,
		isComplete: false,
	},
	calls: [],
	asked: [],
	queue: [],
	todo: [],
	context: undefined,
	usage: NO_USAGE,
	costMicroUsd: 0,
}

export function foldView(view: View, envelope: Envelope): View {
	const { at, event } = envelope
	switch (event.type) {
		case 'session-open':
			return sessionOpened(view, envelope.sessionId, sanitizeLine(event.cwd))
		case 'session-start':
			return { ...view, sessionId: envelope.sessionId, cwd: view.cwd ?? sanitizeLine(event.cwd) }
		case 'session-rename':
			return { ...view, name: sanitizeLine(event.name) }
		case 'approvals-set':
			return { ...view, approvals: event.mode }
		case 'model-set':
			return { ...view, model: event.chain[0] ?? view.model }
		case 'run-start':
			return runStarted(view, envelope, event)
		case 'steer':
			return shown(view, promptBlock(event.message, true))
		case 'turn-start':
			return { ...endTurn(view, at), reply: EMPTY_VIEW.reply }
		case 'attempt-start':
			return inRun({ ...view, model: event.model }, { retry: undefined })
		case 'attempt-end':
			return {
				...view,
				usage: addUsage(view.usage, event.usage),
				costMicroUsd: addCost(view.costMicroUsd, event.costMicroUsd),
			}
		case 'message-end':
			return messageEnded(view, event.message)
		case 'approval-request': {
			const { request } = event
			const { title } = request.assessment
			return asking(withCall(view, request.callId, { state: 'asking' }, request.tool, title), {
				kind: 'approval',
				request,
			})
		}
		case 'approval-end':
			return withCall(notAsking(view, event.callId), event.callId, { state: 'waiting' })
		case 'question-request':
			return asking(view, { kind: 'question', question: event.question })
		case 'question-end':
			return notAsking(view, event.callId)
		case 'tool-start': {
			const subject = callSubject(event.tool, event.arguments)
			return withCall(
				view,
				event.callId,
				{ state: 'running', startedAt: at, subject, arguments: event.arguments },
				event.tool,
				subject,
			)
		}
		case 'tool-progress':
			return withCall(view, event.callId, call => ({
				progress: (call.progress + event.text).slice(-PROGRESS_CHARACTERS),
			}))
		case 'tool-end':
			return toolEnded(view, at, event)
		case 'turn-end':
			return endTurn(view, at)
		case 'run-end':
			return runEnded(view, at, event)
		case 'progress':
			return inRun(view, { progress: `[${event.turn}/${event.maxTurns}] ${sanitizeLine(event.text)}` })
		case 'text-delta':
			return textAdded(view, event.text)
		case 'reasoning-delta':
			return { ...view, reply: { ...view.reply, reasoning: view.reply.reasoning + event.text } }
		case 'reply-restart':
			return replyRestarted(view)
		case 'queue-change':
			return { ...view, queue: event.items }
		case 'retry-wait': {
			const text = `${sanitizeLine(event.cause.message)} · try ${event.retry} of ${event.maxRetries}`
			return inRun(view, { retry: { text, until: at + event.waitMs } })
		}
		case 'run-cancelling':
			return inRun(view, { isCancelling: true })
		case 'context-use':
			return { ...view, context: { usedTokens: event.usedTokens, windowTokens: event.windowTokens } }
		case 'notice':
			return shown(view, { kind: 'notice', level: event.level, text: sanitize(event.text) })
		default:
			return assertNever(event)
	}
}

/** Puts blocks of the screen's own among the others: help, a status, what a command printed. */
export function shown(view: View, ...blocks: readonly Block[]): View {
	return { ...view, blocks: withBlocks(view.blocks, blocks) }
}

/** Deltas may wait for each other; everything else is shown at once. */
export function isDelta(event: AgentEvent): boolean {
	return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'tool-progress'
}

/** Kept of a running call's output: more than the screen's few lines ever need. */
const PROGRESS_CHARACTERS = 4000

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>

/** What has been drawn stays drawn, so the count of blocks goes on; the model is the program's until a run has one. */
function sessionOpened({ version, model, blocks }: View, sessionId: SessionId, cwd: string): View {
	const welcome: Block = { kind: 'welcome', version, cwd, model: model && sanitizeLine(modelName(model)) }
	return shown({ ...EMPTY_VIEW, version, model, blocks, sessionId, cwd }, welcome)
}

function runStarted(view: View, { at, runId }: Envelope, { prompt, snapshot }: EventOf<'run-start'>): View {
	const settled = endTurn(view, at)
	return {
		...shown(settled, promptBlock(prompt, false)),
		hasMessages: true,
		model: snapshot.chain[0] ?? view.model,
		approvals: snapshot.approvals,
		reply: EMPTY_VIEW.reply,
		asked: [],
		run: { runId, startedAt: at, progress: '', isCancelling: false, retry: undefined },
	}
}

function promptBlock(message: UserMessage, isSteer: boolean): Block {
	const images = message.content.filter(part => part.type === 'image').length
	return { kind: 'prompt', text: sanitize(textOf(message.content)), images, isSteer }
}

function textAdded(view: View, delta: string): View {
	const reasoned = reasoningShown(view, view.reply.reasoning)
	const piece = sanitizePiece(view.reply.sanitizer, delta)
	return inRun(
		{ ...reasoned, reply: { ...reasoned.reply, text: view.reply.text + piece.text, sanitizer: piece.state } },
		{ retry: undefined },
	)
}

/** Reasoning comes before the answer, so it is finished when the answer begins. */
function reasoningShown(view: View, reasoning: string): View {
	if (view.reply.isReasoned || reasoning.trim() === '') return view
	const block: Block = { kind: 'reasoning', text: sanitize(reasoning.trim()) }
	return { ...shown(view, block), reply: { ...view.reply, isReasoned: true, reasoning: '' } }
}

function replyRestarted(view: View): View {
	const fresh = {
		...view,
		reply: EMPTY_VIEW.reply,
		calls: view.calls.filter(call => call.state !== 'waiting'),
	}
	if (view.reply.text === '') return fresh
	return shown(fresh, {
		kind: 'notice',
		level: 'warning',
		text: 'The reply broke off and begins again; what was shown of it above does not count.',
	})
}

function messageEnded(view: View, message: AssistantMessage): View {
	const thought = message.content.flatMap(part => (part.type === 'reasoning' ? [part.text] : [])).join('\n\n')
	const reasoned = reasoningShown(view, thought === '' ? view.reply.reasoning : thought)
	const answered = answerShown(reasoned, sanitize(textOf(message.content)))
	const known = new Map(view.calls.map(call => [call.callId, call]))
	const calls = callsOf(message).map(({ callId, tool, arguments: args }): CallView => {
		const call = known.get(callId) ?? waitingCall(callId, tool, callSubject(tool, args))
		return call.endedAt === undefined ? { ...call, arguments: args } : call
	})
	// A call can be running before its message names it; one that the message does not name is kept.
	const unnamed = view.calls.filter(call => !calls.some(({ callId }) => callId === call.callId))
	return settledCalls({
		...answered,
		hasMessages: true,
		reply: { ...EMPTY_VIEW.reply, isReasoned: true, isComplete: true },
		calls: [...calls, ...unnamed],
	})
}

/** What is on the screen already cannot be taken back: where the message differs from what was streamed, that stays. */
function answerShown(view: View, text: string): View {
	const streamed = view.reply.text + sanitizeRest(view.reply.sanitizer)
	const answer = text.startsWith(view.reply.text) ? text : streamed
	return answer.trim() === '' ? view : shown(view, { kind: 'answer', text: answer })
}

function waitingCall(callId: CallId, tool: string, subject: string): CallView {
	return {
		callId,
		tool: sanitizeLine(tool),
		subject,
		arguments: '',
		state: 'waiting',
		startedAt: undefined,
		endedAt: undefined,
		progress: '',
		result: undefined,
	}
}

/** Changes a call, or makes it known when `tool` is given. */
function withCall(
	view: View,
	callId: CallId,
	change: Partial<CallView> | ((call: CallView) => Partial<CallView>),
	tool?: string,
	subject = '',
): View {
	const isKnown = view.calls.some(call => call.callId === callId)
	if (!isKnown && tool === undefined) return view
	const calls = isKnown ? view.calls : [...view.calls, waitingCall(callId, tool ?? '', sanitizeLine(subject))]
	return {
		...view,
		calls: calls.map(call =>
			call.callId === callId ? { ...call, ...(typeof change === 'function' ? change(call) : change) } : call,
		),
	}
}

function toolEnded(view: View, at: UnixMs, { callId, tool, result }: EventOf<'tool-end'>): View {
	const ended = withCall(
		view,
		callId,
		{ state: result.outcome, endedAt: at, result: callResult(result), progress: '', arguments: '' },
		tool,
	)
	const todo = result.detail?.type === 'todo' ? result.detail.items : view.todo
	return settledCalls({
		...notAsking(ended, callId),
		todo: todo.map(item => ({ ...item, text: sanitizeLine(item.text) })),
	})
}

function asking(view: View, asked: Asked): View {
	return { ...view, asked: [...view.asked, asked] }
}

function notAsking(view: View, callId: CallId): View {
	return { ...view, asked: view.asked.filter(asked => callAsking(asked) !== callId) }
}

function callAsking(asked: Asked): CallId {
	return asked.kind === 'approval' ? asked.request.callId : asked.question.callId
}

function callResult({ content, detail }: ToolResult): CallView['result'] {
	const images = content.filter(part => part.type === 'image').length
	const text = sanitize(textOf(content))
	return { text: images === 0 ? text : `${text}${text === '' ? '' : '\n'}[${images} image(s)]`, detail }
}

/** Calls become blocks in the model's order, each as soon as those before it have, and after the text they belong to. */
function settledCalls(view: View): View {
	if (!view.reply.isComplete) return view
	const open = view.calls.findIndex(call => !ENDED.has(call.state))
	const ended = open < 0 ? view.calls : view.calls.slice(0, open)
	if (ended.length === 0) return view
	return {
		...shown(view, ...ended.map((call): Block => ({ kind: 'call', call }))),
		calls: view.calls.slice(ended.length),
	}
}

const ENDED: ReadonlySet<CallState> = new Set(['ok', 'failed', 'refused', 'cancelled', 'interrupted'])

/** Whatever a turn left open is shown as it was left. */
function endTurn(view: View, at: UnixMs): View {
	const answered = view.reply.isComplete
		? view
		: answerShown(reasoningShown(view, view.reply.reasoning), view.reply.text)
	const calls = answered.calls.map((call): CallView => {
		if (ENDED.has(call.state)) return call
		return { ...call, state: call.startedAt === undefined ? 'cancelled' : 'interrupted', endedAt: at }
	})
	return settledCalls({
		...answered,
		calls,
		reply: { ...EMPTY_VIEW.reply, isReasoned: true, isComplete: true },
	})
}

function runEnded(view: View, at: UnixMs, { reason, error }: EventOf<'run-end'>): View {
	const settled = { ...endTurn(view, at), run: undefined, asked: [] }
	const notice = endNotice(reason, error, view.run ? at - view.run.startedAt : undefined)
	return notice ? shown(settled, notice) : settled
}

function endNotice(
	reason: RunEndReason,
	error: ErrorInfo | undefined,
	tookMs: number | undefined,
): Block | undefined {
	if (reason === 'finished') return undefined
	const after = tookMs === undefined ? '' : ` after ${duration(tookMs)}`
	if (reason === 'cancelled') return { kind: 'notice', level: 'info', text: `Interrupted${after}.` }
	const why = error ? sanitize(error.message) : END_TEXT[reason]
	return { kind: 'notice', level: 'error', text: `${why} (${reason}${after})` }
}

const END_TEXT: Record<Exclude<RunEndReason, 'finished' | 'cancelled'>, string> = {
	failed: 'The run failed.',
	'tool-failed': 'The same tool failed too many times in a row.',
	'tool-denied': 'A call that was needed is not allowed.',
	stuck: 'The model made the same call again and again.',
	'turn-limit': 'The limit of turns is reached. Say “go on” to continue.',
	'cost-limit': 'The cost limit is reached.',
	'time-limit': 'The time limit is reached.',
	'rate-limited': 'The provider wants a longer pause than is worth waiting for.',
	'invalid-output': 'The answer does not fit the schema.',
}

function inRun(view: View, change: Partial<RunView>): View {
	return view.run ? { ...view, run: { ...view.run, ...change } } : view
}
