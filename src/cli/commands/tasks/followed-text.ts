// The text of a followed task, as it is printed: deltas as they come, and of what is stored only what was not there yet.

import { isObject, type JsonValue } from '../../../core/json.ts'

export type FollowedText = {
	/** What of the message that is being written has been printed. */
	printed: string
	/** What of it has come over this connection; one that is new gives it from the start. */
	received: string
	/** The last thing printed was no line end. */
	isOpen: boolean
}

export const NOTHING_PRINTED: FollowedText = { printed: '', received: '', isOpen: false }

/** The connection is another one. */
export function reconnected(before: FollowedText): FollowedText {
	return { ...before, received: '' }
}

/** @param envelope - stored or live, as the server sends it @returns what is to be printed now */
export function followText(before: FollowedText, envelope: JsonValue): FollowedText & { text: string } {
	const event = isObject(envelope) && isObject(envelope.event) ? envelope.event : {}
	switch (event.type) {
		case 'text-delta':
			return printing(before, before.received + (typeof event.text === 'string' ? event.text : ''))
		// What was printed of it is not part of the answer.
		case 'reply-restart':
			return { ...NOTHING_PRINTED, text: before.isOpen ? '\n' : '' }
		case 'message-end': {
			const { text, isOpen } = printing(before, textsOf(event.message))
			return { ...NOTHING_PRINTED, text: isOpen ? `${text}\n` : text }
		}
		default:
			return { ...before, text: '' }
	}
}

/** @param soFar - all of the message that is known by now */
function printing({ printed, isOpen }: FollowedText, soFar: string): FollowedText & { text: string } {
	if (printed.startsWith(soFar)) return { printed, received: soFar, isOpen, text: '' }
	const goesOn = soFar.startsWith(printed)
	const text = goesOn ? soFar.slice(printed.length) : `${isOpen ? '\n' : ''}${soFar}`
	return { printed: soFar, received: soFar, isOpen: !text.endsWith('\n'), text }
}

/** All texts of a message, as their deltas came. */
function textsOf(message: JsonValue | undefined): string {
	const parts = isObject(message) && Array.isArray(message.content) ? message.content : []
	return parts
		.map(part => (isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
		.join('')
}
