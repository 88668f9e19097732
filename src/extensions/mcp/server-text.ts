// Server text: what an MCP server says of itself and of its tools, made fit to be put before a model and a person. It is
// nobody's instruction: without control characters, without what cannot be seen, and no longer than it may be.

import { isObject, type JsonValue } from '../../core/json.ts'

/** @param limit - characters; what is cut off is marked */
export function serverText(text: string, limit: number): string {
	const visible = withoutHidden(text)
	return visible.length <= limit ? visible : `${visible.slice(0, limit - 1).toWellFormed()}…`
}

/** One line of it. */
export function serverLine(text: string, limit: number): string {
	return serverText(text.replaceAll(/\s+/g, ' ').trim(), limit)
}

/** Of any length, with what joins letters in some scripts left in: a result, not a description. */
export function visibleText(text: string): string {
	return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(UNSEEN, '')
}

/** Every text in it, names included. */
export function withoutHiddenIn(value: JsonValue): JsonValue {
	if (typeof value === 'string') return withoutHidden(value)
	if (Array.isArray(value)) return value.map(withoutHiddenIn)
	if (!isObject(value)) return value
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [withoutHidden(name), withoutHiddenIn(each)]),
	)
}

function withoutHidden(text: string): string {
	return text.toWellFormed().replaceAll(HIDDEN, '')
}

// C0 and C1 but for tab and line feed; what changes direction, joins or takes no room; tags; variation selectors.
const HIDDEN =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu

/** Terminal control, changes of direction, tags. */
const UNSEEN =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e0fff}]/gu
