// The transcript of a task: what is told of it, folded into blocks in the order they are read. A block that has not changed
// stays the same object, so that what draws it knows.

import type { ApprovalRequest } from '../../../../core/approval.ts'
import type { AgentEvent, Envelope, Question, RunEndReason } from '../../../../core/events.ts'
import {
	type AssistantMessage,
	callsOf,
	promptText,
	textOf,
	type UserMessage,
} from '../../../../core/messages.ts'
import { firstLine } from '../text/visible-text.ts'
import { callBegun, foldCall, newCall, type PageCall } from './calls.ts'

export type PageBlock = { id: string } & (
	| { kind: 'prompt'; text: string; isLater: boolean }
	| { kind: 'reasoning'; text: string; isLive: boolean }
	| { kind: 'answer'; text: string; isLive: boolean }
	| { kind: 'call'; call: PageCall }
	| { kind: 'note'; level: 'info' | 'warning' | 'error'; text: string }
	| { kind: 'end'; reason: RunEndReason; error: string | undefined }
)

export type Transcript = {
	blocks: readonly PageBlock[]
	/** What goes on just now, in a few words. */
	doing: string
	approvals: Readonly<Record<string, ApprovalRequest>>
	questions: Readonly<Record<string, Question>>
	/** The last stored one: a place to come back to. */
	last: number
	/** Of the reply that is being written: it is told whole when it has ended. */
	reply: number
	startedAt: number | undefined
	endedAt: number | undefined
}

export const EMPTY_TRANSCRIPT: Transcript = {
	blocks: [],
	doing: '',
	approvals: {},
	questions: {},
	last: 0,
	reply: 0,
	startedAt: undefined,
	endedAt: undefined,
}

/** @param isStored - else it is only shown while it happens */
export function foldEnvelope(before: Transcript, envelope: Envelope, isStored: boolean): Transcript {
	if (isStored && envelope.seq <= before.last) return before
	const view = foldEvent(before, envelope)
	return isStored ? { ...view, last: envelope.seq } : view
}

/** What is shown and not stored is told again by a new connection, from the last stored one on. */
export function beforeTellingAgain(view: Transcript): Transcript {
	const blocks = withoutLive(view).blocks.map(block =>
		block.kind === 'call' && block.call.progress !== ''
			? { ...block, call: { ...block.call, progress: '' } }
			: block,
	)
	return { ...view, blocks }
}

function foldEvent(view: Transcript, { event, at, seq }: Envelope): Transcript {
	const note = (text: string, level: 'info' | 'warning' | 'error' = 'info') =>
		withBlock(view, { id: `note-${seq}`, kind: 'note', level, text })
	switch (event.type) {
		case 'run-start':
			return {
				...prompted({ ...view, endedAt: undefined }, event.prompt, seq),
				startedAt: view.startedAt ?? at,
				doing: 'Getting ready',
			}
		case 'steer':
			return prompted(view, event.message, seq)
		case 'correction':
			return note('The model was told what to mend or to mind.')
		case 'turn-start':
			return { ...view, doing: 'Thinking' }
		case 'attempt-start':
			return { ...withoutLive(view), doing: `Asking ${event.model.model}` }
		case 'attempt-end':
			if (!event.error || event.error.code === 'cancelled') return view
			return withBlock(view, {
				id: `note-${seq}`,
				kind: 'note',
				level: 'warning',
				text: `${event.model.provider}/${event.model.model} did not answer: ${event.error.message}`,
			})
		case 'text-delta':
			return { ...withDelta(view, 'answer', event.text), doing: 'Writing' }
		case 'reasoning-delta':
			return { ...withDelta(view, 'reasoning', event.text), doing: 'Thinking' }
		case 'reply-restart':
			return withoutLive(view)
		case 'message-end':
			return withMessage(view, event.message)
		case 'approval-request': {
			const { approvalId } = event.request
			return { ...view, approvals: { ...view.approvals, [approvalId]: event.request }, doing: '' }
		}
		case 'question-request': {
			const { questionId } = event.question
			return { ...view, questions: { ...view.questions, [questionId]: event.question }, doing: '' }
		}
		case 'tool-start':
		case 'tool-end':
		case 'tool-progress':
		case 'agent-start':
		case 'agent-progress':
		case 'agent-background':
		case 'agent-end':
		case 'approval-end':
		case 'question-end':
			return withCall(view, event, at)
		case 'progress':
			return { ...view, doing: `${event.text}, turn ${event.turn}` }
		case 'retry-wait': {
			const { cause, waitMs, retry, maxRetries } = event
			const text = `${cause.message}. Trying again in ${Math.ceil(waitMs / 1000)} s (${retry} of ${maxRetries}).`
			return {
				...replaced(view, { id: `note-live-${seq}`, kind: 'note', level: 'warning', text }),
				doing: 'Waiting',
			}
		}
		case 'compaction-start':
			return { ...view, doing: 'Condensing the conversation' }
		case 'compaction-end':
			return event.error
				? note(`The conversation could not be condensed: ${event.error.message}`, 'warning')
				: view
		case 'compaction':
			return note(`The conversation was condensed from ${event.tokensBefore} to ${event.tokensAfter} tokens.`)
		case 'hook-result':
			return note(`Hook ${event.hook} (${event.hookEvent}), ${event.effect}: ${firstLine(event.text, 200)}`)
		case 'notice':
			return replaced(view, { id: `note-live-${seq}`, kind: 'note', level: event.level, text: event.text })
		case 'run-cancelling':
			return { ...view, doing: 'Stopping' }
		case 'rewind':
			return note('The session went back to an earlier point.')
		case 'run-end': {
			const { reason, error } = event
			const end: PageBlock = { id: `end-${seq}`, kind: 'end', reason, error: error?.message }
			return { ...withBlock(withoutLive(view), end), doing: '', endedAt: at }
		}
		default:
			return view
	}
}

function prompted(view: Transcript, message: UserMessage, seq: number): Transcript {
	const text = promptText(message)
	const isLater = view.blocks.some(({ kind }) => kind === 'prompt')
	// Not typed by anybody: what a run is told that takes over from a server that is gone.
	if (isLater && TAKEN_UP.test(text))
		return withBlock(view, {
			id: `note-${seq}`,
			kind: 'note',
			level: 'warning',
			text: 'The server that worked on this stopped; another one has taken it up from here.',
		})
	return withBlock(view, { id: `prompt-${seq}`, kind: 'prompt', text, isLater })
}

const TAKEN_UP = /^\[The server that was working on this stopped/

function withBlock(view: Transcript, block: PageBlock): Transcript {
	return { ...view, blocks: [...view.blocks, block] }
}

/** In the same place, or at the end. */
function replaced(view: Transcript, block: PageBlock): Transcript {
	const index = view.blocks.findLastIndex(({ id }) => id === block.id)
	if (index === -1) return withBlock(view, block)
	return { ...view, blocks: view.blocks.with(index, block) }
}

function withDelta(view: Transcript, kind: 'answer' | 'reasoning', text: string): Transcript {
	const id = `${kind}-${view.reply}`
	const before = view.blocks.findLast(block => block.id === id)
	const known = before?.kind === kind ? before.text : ''
	return replaced(view, { id, kind, text: known + text, isLive: true })
}

function withoutLive(view: Transcript): Transcript {
	const blocks = view.blocks.filter(
		block => !((block.kind === 'answer' || block.kind === 'reasoning') && block.isLive),
	)
	return blocks.length === view.blocks.length ? view : { ...view, blocks }
}

/** Takes the place of what was shown of it. */
function withMessage(view: Transcript, message: AssistantMessage): Transcript {
	const reasoning = message.content
		.flatMap(part => (part.type === 'reasoning' && part.text.trim() !== '' ? [part.text] : []))
		.join('\n\n')
	const texts = message.content.flatMap(part => (part.type === 'text' ? [textOf([part])] : []))
	const text = texts.filter(one => one.trim() !== '').join('\n\n')
	let now = view
	const ids = [`reasoning-${view.reply}`, `answer-${view.reply}`] as const
	now = settled(now, ids[0], reasoning && { id: ids[0], kind: 'reasoning', text: reasoning, isLive: false })
	now = settled(now, ids[1], text && { id: ids[1], kind: 'answer', text, isLive: false })
	for (const call of callsOf(message))
		if (!now.blocks.some(({ id }) => id === `call-${call.callId}`))
			now = withBlock(now, { id: `call-${call.callId}`, kind: 'call', call: newCall(call) })
	return { ...now, reply: view.reply + 1 }
}

function settled(view: Transcript, id: string, block: PageBlock | ''): Transcript {
	if (block !== '') return replaced(view, block)
	const blocks = view.blocks.filter(one => one.id !== id)
	return blocks.length === view.blocks.length ? view : { ...view, blocks }
}

type CallEvent = Extract<
	AgentEvent,
	{
		type:
			| 'tool-start'
			| 'tool-end'
			| 'tool-progress'
			| 'agent-start'
			| 'agent-progress'
			| 'agent-background'
			| 'agent-end'
			| 'approval-end'
			| 'question-end'
	}
>

function withCall(view: Transcript, event: CallEvent, at: number): Transcript {
	const id = `call-${event.callId}`
	const before = view.blocks.findLast(block => block.id === id)
	const call = before?.kind === 'call' ? before.call : callBegun(event)
	// Nothing is known of the call: a sub-agent's, whose log is another one.
	if (!call) return view
	return replaced(view, { id, kind: 'call', call: foldCall(call, event, at) })
}
