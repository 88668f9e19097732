// The text of a followed task, as it is printed: deltas as they come, and of what is stored only what was not there yet.

import { isObject, type JsonValue } from '../../../core/json.ts'

export type FollowedText = {
	/** What of the message that is being written has been printed. */
	printed: string
	/** The last thing printed was no line end. */
	isOpen: boolean
}

export const NOTHING_PRINTED: FollowedText = { printed: '', isOpen: false }

/** @param envelope - stored or live, as the server sends it @returns what is to be printed now */
export function followText(before: FollowedText, envelope: JsonValue): FollowedText & { text: string } {
	const event = isObject(envelope) && isObject(envelope.event) ? envelope.event : {}
	switch (event.type) {
		case 'text-delta':
			return printing(before, typeof event.text === 'string' ? event.text : '')
		// What was printed of it is not part of the answer.
		case 'reply-restart':
			return { ...NOTHING_PRINTED, text: before.isOpen ? '\n' : '' }
		case 'message-end': {
			const whole = textsOf(event.message)
			const rest = whole.startsWith(before.printed)
				? whole.slice(before.printed.length)
				: `${before.isOpen ? '\n' : ''}${whole}`
			const { isOpen } = printing(before, rest)
			return { ...NOTHING_PRINTED, text: `${rest}${isOpen ? '\n' : ''}` }
		}
		default:
			return { ...before, text: '' }
	}
}

function printing({ printed, isOpen }: FollowedText, text: string): FollowedText & { text: string } {
	return { printed: printed + text, isOpen: text === '' ? isOpen : !text.endsWith('\n'), text }
}

/** All texts of a message, as their deltas came. */
function textsOf(message: JsonValue | undefined): string {
	const parts = isObject(message) && Array.isArray(message.content) ? message.content : []
	return parts
		.map(part => (isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
		.join('')
}
