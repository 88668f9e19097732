// An event that is no JSON: what it said is lost, and a reply with a hole in it is a broken one.

import type { JsonObject } from '../../core/json.ts'

const UNREADABLE = '[UNREADABLE]'

/** Some servers fill silence with events of such a name, or with such a word in place of JSON. */
const KEEP_ALIVE = /^:?\s*(ping|pong|heart-?beat|keep-?alive|(openrouter )?processing)?\s*$/i

/** @returns an event that stands for it, or none where it is there to keep the connection alive */
export function unreadableEvent(data: string, name = ''): readonly JsonObject[] {
	const isSilence = KEEP_ALIVE.test(data) || (name !== '' && KEEP_ALIVE.test(name))
	return isSilence ? [] : [{ type: UNREADABLE, data: data.slice(0, 60) }]
}

export function isUnreadable({ type }: JsonObject): boolean {
	return type === UNREADABLE
}
