// The conversation in our own words. No vendor's shape gets past the providers' folder.

import type { CallId } from './ids.ts'
import type { JsonValue } from './json.ts'
import type { ModelRef } from './model-ref.ts'

export type TextPart = { type: 'text'; text: string }

/** An image by reference: its bytes are stored once under their SHA-256 and never enter the log. */
export type ImagePart = { type: 'image'; mediaType: string; uri: MediaUri; sizeBytes: number }

export type MediaUri = `media://sha256-${string}`

export type ReasoningPart = {
	type: 'reasoning'
	/** What may be shown. Empty when the provider only sent the sealed form. */
	text: string
	/** The provider's own form, replayed byte for byte to the model that wrote it and to no other. */
	opaque?: { by: ModelRef; data: JsonValue }
}

export type ToolCall = {
	type: 'tool-call'
	/** Unique within the session: a provider's doubled or missing id is replaced when the reply is assembled. */
	callId: CallId
	tool: string
	/** JSON text exactly as the model wrote it, which need not be valid JSON. */
	arguments: string
}

/**
 * A call that nobody has made, because the model wrote it into its answer: in whose way, from its mark on, and the
 * name it seems to give.
 */
export type UnreadCall = { dialect: string; text: string; tool: string | undefined }

export type UserPart = TextPart | ImagePart
export type AssistantPart = TextPart | ReasoningPart | ToolCall
export type ResultPart = TextPart | ImagePart

export type UserMessage = { role: 'user'; content: readonly UserPart[] }

export type AssistantMessage = {
	role: 'assistant'
	model: ModelRef
	content: readonly AssistantPart[]
	stop: StopReason
}

/** `broken`: the stream ended without its final event; what is here was complete by then. */
export type StopReason =
	| 'stop'
	| 'tool-calls'
	| 'length'
	| 'refusal'
	| 'content-filter'
	| 'paused'
	| 'broken'
	| 'cancelled'

export type ToolMessage = {
	role: 'tool'
	callId: CallId
	tool: string
	outcome: ToolOutcome
	content: readonly ResultPart[]
}

/**
 * `failed`: the model may correct it. `refused`: a person or a policy said no.
 * `cancelled`: the run was stopped. `interrupted`: the process died; the effect may have happened.
 */
export type ToolOutcome = 'ok' | 'failed' | 'refused' | 'cancelled' | 'interrupted'

export type Message = UserMessage | AssistantMessage | ToolMessage

export function userText(text: string): UserMessage {
	return { role: 'user', content: [{ type: 'text', text }] }
}

export function textOf(content: readonly (AssistantPart | UserPart | ResultPart)[]): string {
	return content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('')
}

/** A reply may hold several messages; the last one is the answer. */
export function finalText(message: AssistantMessage): string | undefined {
	const texts = message.content.filter(part => part.type === 'text').map(part => part.text)
	return texts.findLast(text => text.trim() !== '') ?? texts.at(-1)
}

export function callsOf(message: AssistantMessage): readonly ToolCall[] {
	return message.content.filter(part => part.type === 'tool-call')
}

/** What the user typed: the last text of a prompt. What stands before it was put there by the program. */
export function promptText(message: UserMessage): string {
	const typed = message.content.findLast(part => part.type === 'text')
	return typed?.type === 'text' ? typed.text : ''
}
