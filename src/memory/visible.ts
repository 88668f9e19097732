// The visibility check: whether a passage still stands in the conversation the model sees, and need not be brought
// back.

import type { Message } from '../core/messages.ts'
import { textOf } from '../core/messages.ts'

/** Told by the text itself, so that it does not matter how it got there: as it was, in a summary, found before. */
export function createVisible(messages: readonly Message[]): (passage: string) => boolean {
	let all: string | undefined
	return passage => {
		all ??= messages.map(message => plain(textOf(message.content) + callTexts(message))).join('\n')
		return plain(passage)
			.split(MASK)
			.every(piece => all!.includes(piece))
	}
}

function callTexts({ content }: Message): string {
	return content.map(part => (part.type === 'tool-call' ? `\n${part.tool} ${part.arguments}` : '')).join('')
}

/** However its lines were broken or set in. */
function plain(text: string): string {
	return text.replaceAll(/[\s>]+/g, ' ').trim()
}

/** The conversation still has what was taken out of the passage. */
const MASK = /\[REDACTED:[a-z-]+\]/
