// Continuation of a Responses conversation: what the server on the other end of a socket has heard and said already,
// and so need not be told again. Pure.

import { isObject, type JsonObject, parseJson } from '../../../core/json.ts'
import { objectsIn, textIn } from '../../http/read-json.ts'

export type Heard = {
	responseId: string
	model: string
	/** The whole conversation up to the reply, as `history-bytes.ts` writes it. */
	history: Uint8Array
	/** What the server answered to it, in its own words. */
	reply: readonly JsonObject[]
}

/**
 * @returns what came after the reply, written like `history`; undefined when the conversation is not the one that
 * was heard with something added: it was compacted, repaired, or taken up by another model
 */
export function newSince(heard: Heard, model: string, history: Uint8Array): Uint8Array | undefined {
	if (model !== heard.model) return undefined
	const before = history.subarray(0, heard.history.length)
	if (Buffer.compare(before, heard.history) !== 0) return undefined
	const since = itemsIn(history.subarray(before.length))
	const end = since.findIndex(item => !isReply(item))
	if (end < 1 || essence(since.slice(0, end)) !== essence(heard.reply)) return undefined
	return Buffer.from(
		since
			.slice(end)
			.map(item => `,${JSON.stringify(item)}`)
			.join(''),
	)
}

/** @param bytes - items with a comma in front of each */
function itemsIn(bytes: Uint8Array): readonly JsonObject[] {
	const items = parseJson(`[${Buffer.from(bytes.subarray(1)).toString()}]`)
	return Array.isArray(items) ? items.filter(isObject) : []
}

function isReply({ type, role }: JsonObject): boolean {
	if (type === 'message') return role === 'assistant'
	return type === 'reasoning' || type === 'function_call' || type === 'web_search_call'
}

/**
 * What must be the same for the server's copy of a reply to stand for ours. Its copy has ids, states and annotations;
 * ours joins neighbouring texts, and has no reasoning that could not be sent back.
 */
function essence(items: readonly JsonObject[]): string {
	return items.map(essenceOf).join('')
}

function essenceOf(item: JsonObject): string {
	switch (item.type) {
		case 'message':
			return objectsIn(item.content)
				.map(part => textIn(part.text) || textIn(part.refusal))
				.join('')
		case 'reasoning':
			return item.encrypted_content ? `\0${textIn(item.encrypted_content)}\0` : ''
		case 'function_call':
			return `\0${JSON.stringify([item.call_id, item.name, item.arguments])}\0`
		case 'web_search_call':
			return `\0${JSON.stringify(item.action)}\0`
		default:
			return `\0${JSON.stringify(item)}\0`
	}
}
