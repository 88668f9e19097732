// The reply that is streaming, in the view: its text and reasoning, and the calls that stand below it.

import type { UnixMs } from '../../core/ids.ts'
import { type AssistantMessage, textOf } from '../../core/messages.ts'
import { sanitize, sanitizePiece, sanitizeRest } from '../text/sanitize.ts'
import { EMPTY_VIEW, inRun, type View, withShownBlocks } from './view.ts'
import type { Block } from './view-block.ts'
import { leftOpen, namedCalls, splitEnded } from './view-calls.ts'
import { withEndedCalls, withoutGathered } from './view-groups.ts'

export function textAdded(view: View, delta: string): View {
	const reasoned = reasoningShown(view, view.reply.reasoning)
	const piece = sanitizePiece(view.reply.sanitizer, delta)
	// Its rows go out as they come, and those of what was looked at before it stand above them.
	const shown = piece.text.trim() === '' ? reasoned : withoutGathered(reasoned)
	return inRun(
		{ ...shown, reply: { ...shown.reply, text: view.reply.text + piece.text, sanitizer: piece.state } },
		{ retry: undefined },
	)
}

/** Reasoning comes before the answer, so it is finished when the answer begins. */
function reasoningShown(view: View, reasoning: string): View {
	if (view.reply.isReasoned || reasoning.trim() === '') return view
	const block: Block = { kind: 'reasoning', text: sanitize(reasoning.trim()) }
	return { ...withShownBlocks(view, block), reply: { ...view.reply, isReasoned: true, reasoning: '' } }
}

export function replyReset(view: View): View {
	const fresh = {
		...view,
		reply: EMPTY_VIEW.reply,
		calls: view.calls.filter(call => call.state !== 'waiting'),
	}
	if (view.reply.text.trim() === '') return fresh
	return withShownBlocks(fresh, {
		kind: 'notice',
		level: 'warning',
		text: 'The reply broke off and begins again; what was shown of it above does not count.',
	})
}

export function messageEnded(view: View, message: AssistantMessage): View {
	const thought = message.content.flatMap(part => (part.type === 'reasoning' ? [part.text] : [])).join('\n\n')
	const reasoned = reasoningShown(view, thought === '' ? view.reply.reasoning : thought)
	const answered = answerShown(reasoned, sanitize(textOf(message.content)))
	return settledCalls({
		...answered,
		hasMessages: true,
		reply: { ...EMPTY_VIEW.reply, isReasoned: true, isComplete: true },
		calls: namedCalls(answered.calls, message),
	})
}

/** What is on the screen already cannot be taken back: where the message differs from what was streamed, that stays. */
function answerShown(view: View, text: string): View {
	const streamed = view.reply.text + sanitizeRest(view.reply.sanitizer)
	const answer = text.startsWith(view.reply.text) ? text : streamed
	return answer.trim() === '' ? view : withShownBlocks(view, { kind: 'answer', text: answer })
}

/** Calls become blocks in the model's order, each as soon as those before it have, and after the text they belong to. */
export function settledCalls(view: View): View {
	if (!view.reply.isComplete) return view
	const { ended, open } = splitEnded(view.calls)
	return { ...withEndedCalls(view, ended), calls: open }
}

/** Whatever a turn left open is shown as it was left. */
export function endTurn(view: View, at: UnixMs): View {
	const answered = view.reply.isComplete
		? view
		: answerShown(reasoningShown(view, view.reply.reasoning), view.reply.text)
	return settledCalls({
		...answered,
		calls: leftOpen(answered.calls, at),
		reply: { ...EMPTY_VIEW.reply, isReasoned: true, isComplete: true },
	})
}
