// The reply assembler: parts of a stream become one assistant message, and the text a reader has not seen yet.

import type { CallId } from '../core/ids.ts'
import type { JsonValue } from '../core/json.ts'
import type { AssistantMessage, AssistantPart, StopReason, ToolCall } from '../core/messages.ts'
import type { ModelRef } from '../core/model-ref.ts'
import { cutRepetition } from './cut-repetition.ts'

/**
 * Collects one reply. After `restart` the reply begins anew; text that repeats what was already shown
 * is held back, so that a reader sees it once. Only when it differs is the reader told to start over.
 */
export class ReplyAssembler {
	private parts: AssistantPart[] = []
	private openText = ''
	private isBetween = false
	private shown = ''
	/** After a restart: what was shown before it, and how much of that the new reply has said again. */
	private repeating: { seen: string; matched: number } | undefined
	private abandoned: readonly AssistantPart[] = []
	private readonly usedIds: Set<string>
	private model: ModelRef

	/** @param usedIds - call ids of the session so far; ids given out here are added */
	constructor(model: ModelRef, usedIds: Set<string>) {
		this.model = model
		this.usedIds = usedIds
	}

	attempt(model: ModelRef): void {
		this.model = model
	}

	/** @returns what a reader should see now: thoughts without text are void at once, text only if it is not said again */
	reset(): Shown {
		const before = this.closed()
		if (before.length > 0) this.abandoned = before
		this.parts = []
		this.openText = ''
		this.isBetween = false
		if (this.shown === '') return { text: '', isRestart: true }
		this.repeating = { seen: this.shown, matched: 0 }
		return NOTHING
	}

	/** What came as text was none: unlike after a failure, the answer does not say it again. */
	startAnew(): Shown {
		this.parts = []
		this.openText = ''
		this.isBetween = false
		return this.startOver('')
	}

	/** @returns what a reader should see now: the new text, and whether what he saw before is void */
	addText(added: string): Shown {
		this.openText += added
		// A message of its own for whoever reads, too.
		const delta = this.isBetween ? `\n\n${added}` : added
		this.isBetween = false
		if (!this.repeating) {
			// Text is only ever added to here: looking at all of it for every delta would be quadratic.
			this.shown += delta
			return { text: delta, isRestart: false }
		}
		const { seen, matched } = this.repeating
		if (seen.startsWith(delta, matched)) {
			const isCaughtUp = matched + delta.length === seen.length
			this.repeating = isCaughtUp ? undefined : { seen, matched: matched + delta.length }
			return NOTHING
		}
		const rest = seen.slice(matched)
		return delta.startsWith(rest)
			? this.showMore(delta.slice(rest.length))
			: this.startOver(seen.slice(0, matched) + delta)
	}

	/** When the reply is over: one that is shorter than what was shown before takes the rest of that back. */
	settle(): Shown {
		if (!this.repeating) return NOTHING
		return this.startOver(this.repeating.seen.slice(0, this.repeating.matched))
	}

	/** What comes next is another message of the same reply. */
	endText(): void {
		this.isBetween = this.openText !== ''
		this.closeText()
	}

	private showMore(text: string): Shown {
		this.repeating = undefined
		this.shown += text
		return { text, isRestart: false }
	}

	private startOver(text: string): Shown {
		this.repeating = undefined
		this.shown = text
		return { text, isRestart: true }
	}

	/** @param opaque - the provider's own form; tagged with the model that wrote it, the only one it is replayed to */
	addReasoning(text: string, opaque: JsonValue | undefined): void {
		this.closeText()
		if (opaque !== undefined)
			this.parts.push({ type: 'reasoning', text, opaque: { by: this.model, data: opaque } })
		else if (text !== '') this.parts.push({ type: 'reasoning', text })
	}

	/** @returns the call under an id no other call of the session has */
	addCall(callId: string, tool: string, args: string): ToolCall {
		this.closeText()
		const call: ToolCall = { type: 'tool-call', callId: this.freshId(callId), tool, arguments: args }
		this.parts.push(call)
		return call
	}

	/** The reply repeated itself until it was stopped: that it did is all that is kept of it. */
	cutRepetition(): void {
		this.openText = cutRepetition(this.openText)
	}

	/** The message as far as it came, or undefined when nothing did. A reply cut short keeps the longest try. */
	message(stop: StopReason): AssistantMessage | undefined {
		const parts = this.closed()
		const content = parts.length > 0 ? parts : this.abandoned
		return content.length > 0 ? { role: 'assistant', model: this.model, content, stop } : undefined
	}

	private closed(): readonly AssistantPart[] {
		this.closeText()
		return this.parts
	}

	private closeText(): void {
		if (this.openText !== '') this.parts.push({ type: 'text', text: this.openText })
		this.openText = ''
	}

	private freshId(wanted: string): CallId {
		const base = wanted === '' ? 'call' : wanted
		let id = wanted
		for (let n = 2; id === '' || this.usedIds.has(id); n++) id = `${base}-${n}`
		this.usedIds.add(id)
		return id as CallId
	}
}

type Shown = { text: string; isRestart: boolean }

const NOTHING: Shown = { text: '', isRestart: false }
