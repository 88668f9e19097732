// What is thought and what is said in the content of a delta, where a service has no field of its own for thoughts. Pure.

import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { objectIn, objectsIn, textIn } from '../../http/read-json.ts'

export type Content = {
	thought: string
	text: string
	/** Thoughts that were parts of the content go back as such. */
	isInParts: boolean
}

type ContentDelta = { readonly content?: JsonValue; readonly extra_content?: JsonValue }

/** @param isThinking - whether thoughts came last, of which this may hold the end */
export function contentIn(delta: ContentDelta, isThinking: boolean): Content {
	const { content } = delta
	const thought = typeof content === 'string' ? '' : thoughtIn(content)
	const text = contentText(content)
	if (thought !== '') return { thought, text, isInParts: true }
	// Gemini marks them, and puts a tag before the first and one before what follows the last.
	if (isMarkedThought(delta.extra_content))
		return { thought: text.replace(/^<thought>/, ''), text: '', isInParts: false }
	return { thought, text: isThinking ? text.replace(/^<\/thought>/, '') : text, isInParts: false }
}

function isMarkedThought(extra: JsonValue | undefined): boolean {
	return isObject(extra) && objectIn(extra.google).thought === true
}

/** Magistral's. */
function thoughtIn(content: JsonValue | undefined): string {
	return objectsIn(content)
		.filter(part => part.type === 'thinking')
		.map(part => textIn(part.thinking) || contentText(part.thinking))
		.join('')
}

/** A string, or a list of which only the text is read. */
function contentText(content: JsonValue | undefined): string {
	if (typeof content === 'string') return content
	return objectsIn(content)
		.map(part => textIn(part.text))
		.join('')
}

/** Pieces of one detail of reasoning carry the same index; they are sent back as one. */
export function joinDetails(before: readonly JsonObject[], more: readonly JsonObject[]): JsonValue[] {
	const all = [...before]
	for (const piece of more) {
		const last = all.at(-1)
		if (!last || last.index !== piece.index || last.type !== piece.type) {
			all.push(piece)
			continue
		}
		const grown = { ...last, ...piece }
		for (const name of ['text', 'summary']) {
			if (last[name] !== undefined) grown[name] = textIn(last[name]) + textIn(piece[name])
		}
		all[all.length - 1] = grown
	}
	return all
}
