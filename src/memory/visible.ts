// The visibility check: whether a passage still stands in the conversation the model sees, and need not be brought
// back.

import type { Message } from '../core/messages.ts'
import { textOf } from '../core/messages.ts'
import { callText } from './text/call-text.ts'
import { withoutLineNumbers } from './text/file-lines.ts'

/** Told by the text itself, so that it does not matter how it got there: as it was, in a summary, found before. */
export function createVisible(messages: readonly Message[]): (passage: string) => boolean {
	let all: string | undefined
	return passage => {
		all ??= messages.map(messageText).join('\n')
		return plain(passage)
			.split(APART)
			.every(piece => all!.includes(piece.trim()))
	}
}

/** As passages are made of it. */
function messageText(message: Message): string {
	const { content } = message
	const calls = content.flatMap(part => {
		if (part.type === 'reasoning') return [part.text]
		return part.type === 'tool-call' ? [callText(part.tool, part.arguments)] : []
	})
	const said = textOf(content)
	const lines = message.role === 'tool' ? withoutLineNumbers(said) : said
	return plain([said, ...(lines === said ? [] : [lines]), ...calls].join('\n'))
}

/** However its lines were broken or set in. */
function plain(text: string): string {
	return text.replaceAll(/[\s>]+/g, ' ').trim()
}

/**
 * The conversation still has what was taken out of the passage; and a question stands in another place of it than its
 * answer.
 */
const APART = /\[REDACTED:[a-z-]+\]|^Asked: | Answered: /
