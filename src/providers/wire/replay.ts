// Fits a stored history to the model that is asked next: reasoning goes back only to the model that wrote
// it, call ids are legal everywhere, and nothing empty is sent. Pure, and the same history always gives
// the same bytes, or prompt caches would miss.

import { isObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts'
import type {
	AssistantMessage,
	AssistantPart,
	Message,
	ResultPart,
	ToolMessage,
	UserPart,
} from '../../core/messages.ts'
import { type ModelRef, sameModel } from '../../core/model-ref.ts'

/**
 * @param target - who reads it
 * @param withheld - seals that its server no longer takes
 * @returns undefined when there is nothing in it for that model
 */
export function fitMessage(
	message: Message,
	target: ModelRef,
	withheld: ReadonlySet<string> = NO_SEALS,
): Message | undefined {
	const fitted = fitContent(message, { target, withheld })
	return isWorthSending(fitted) ? fitted : undefined
}

const NO_SEALS: ReadonlySet<string> = new Set()

type HistoryReader = { target: ModelRef; withheld: ReadonlySet<string> }

function fitContent(message: Message, reader: HistoryReader): Message {
	switch (message.role) {
		case 'user':
			return { ...message, content: fitText(message.content) }
		case 'assistant':
			return {
				...message,
				content: upToLastWord(message, fitText(message.content.flatMap(part => fitPart(part, reader)))).map(
					asWritten,
				),
			}
		case 'tool':
			return { ...message, callId: legalCallId(message.callId), content: fitText(message.content) }
	}
}

function fitPart(part: AssistantPart, { target, withheld }: HistoryReader): readonly AssistantPart[] {
	switch (part.type) {
		case 'text':
			return [part]
		case 'reasoning':
			return part.opaque && sameModel(part.opaque.by, target) && !withheld.has(sealOf(part.opaque))
				? [part]
				: []
		case 'tool-call':
			return [
				{
					...part,
					callId: legalCallId(part.callId),
					tool: legalToolName(part.tool),
					arguments: wellFormed(part.arguments),
				},
			]
	}
}

function sealOf({ data }: { data: JsonValue }): string {
	return JSON.stringify(data)
}

/** Of all reasoning that is sent to that model. */
export function sealsIn(messages: readonly Message[], target: ModelRef): readonly string[] {
	return messages.flatMap(message =>
		message.role === 'assistant'
			? message.content.flatMap(part =>
					part.type === 'reasoning' && part.opaque && sameModel(part.opaque.by, target)
						? [sealOf(part.opaque)]
						: [],
				)
			: [],
	)
}

/** Whether a server said that it did not write this reasoning: it was another organisation's, or another server's. */
export function refusesReasoning(text: string): boolean {
	return REASONING_REFUSAL.test(text)
}

const REASONING_REFUSAL = new RegExp(
	[
		'encrypted[ _]content[^\\n]{0,200}(?:could not|cannot|invalid|failed)',
		'invalid_encrypted_content',
		'(?:invalid|corrupted)[^\\n]{0,20}\\bsignature\\b[^\\n]{0,20}\\bthinking',
		'thinking[^\\n]{0,40} blocks[^\\n]{0,80} cannot be modified',
	].join('|'),
	'i',
)

function fitText<Part extends AssistantPart | UserPart | ResultPart>(
	content: readonly Part[],
): readonly Part[] {
	return content
		.map(part => (part.type === 'text' ? { ...part, text: wellFormed(part.text) } : part))
		.filter(part => part.type !== 'text' || part.text.trim() !== '')
}

/** Reasoning is only taken back with what it led to. In a reply that broke off there may be nothing; a paused one goes on. */
function upToLastWord(
	{ stop }: AssistantMessage,
	content: readonly AssistantPart[],
): readonly AssistantPart[] {
	if (stop === 'paused') return content
	return content.slice(0, content.findLastIndex(part => part.type !== 'reasoning') + 1)
}

/** A thought that was written into the answer goes back in it. */
function asWritten(part: AssistantPart): AssistantPart {
	if (part.type !== 'reasoning' || !isObject(part.opaque?.data)) return part
	const { written } = part.opaque.data
	return typeof written === 'string' ? { type: 'text', text: wellFormed(written) } : part
}

function isWorthSending(message: Message): boolean {
	switch (message.role) {
		case 'user':
			return message.content.length > 0
		case 'assistant':
			return message.content.length > 0
		case 'tool':
			return true
	}
}

/**
 * Anthropic takes `[a-zA-Z0-9_-]{1,64}`, Responses 64 characters, Chat Completions 40. An id within all of
 * these stays as it is; any other is replaced by one made from it, the same one each time.
 */
export function legalCallId<Id extends string>(callId: Id): Id {
	if (/^[a-zA-Z0-9_-]{1,40}$/.test(callId)) return callId
	const readable = callId.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 20)
	return `${readable}_${fingerprint(callId)}` as Id
}

/** Models call tools there never were, under names no server takes back. The call stays, with a name as near as may be. */
export function legalToolName(tool: string): string {
	if (/^[a-zA-Z0-9_-]{1,64}$/.test(tool)) return tool
	return tool.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed'
}

/** 64 bits of FNV-1a, enough to keep the calls of one session apart. */
function fingerprint(text: string): string {
	let hash = 0xcbf29ce484222325n
	for (let i = 0; i < text.length; i++) {
		hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n)
	}
	return hash.toString(36)
}

/** A half of a surrogate pair, as a cut-off emoji leaves it, makes the whole request invalid at some servers. */
export function wellFormed(text: string): string {
	return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/**
 * What a model wrote as arguments, as the object that wires and chat templates insist on. Text that is no
 * JSON object is kept in a field of its own, so that the model can see what it did.
 */
export function argumentsObject(text: string): JsonObject {
	if (text.trim() === '') return {}
	const value = parseJson(withoutHalves(text))
	return isObject(value) ? value : { unreadable_arguments: text }
}

/** The same as text. What is an object stays as it was written, so that it is what the model's server remembers. */
export function argumentsText(text: string): string {
	const written = withoutHalves(text)
	return isObject(parseJson(written)) ? written : JSON.stringify(argumentsObject(text))
}

/** Half a surrogate pair, written as an escape. A backslash that is itself escaped begins no escape. */
function withoutHalves(json: string): string {
	return json.replace(
		/\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/gs,
		found => (found.length === LONE_ESCAPE_LENGTH ? '\\ufffd' : found),
	)
}

const LONE_ESCAPE_LENGTH = '\\ud800'.length

/** @param marksErrors - the wire has a flag of its own for a call that did not go well */
export function resultText(message: ToolMessage, marksErrors: boolean): string {
	const text = message.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n')
	const said = text === '' ? '(no output)' : text
	return message.outcome === 'ok' || marksErrors ? said : `error: ${said}`
}
