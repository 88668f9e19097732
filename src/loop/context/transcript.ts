// A conversation as one text, for a model that is asked about it without tools: servers refuse calls in a history
// whose tools are not offered, and models go on calling what they have called before.

import type { Message } from '../../core/messages.ts'

export function transcriptText(messages: readonly Message[]): string {
	return `<transcript>\n${messages.map(entryText).join('\n\n')}\n</transcript>`
}

function entryText(message: Message): string {
	const who =
		message.role === 'tool' ? `Result of ${message.tool} (${message.outcome})` : SPEAKERS[message.role]
	return `${who}:\n${message.content.flatMap(partText).join('\n')}`
}

const SPEAKERS = { user: 'User', assistant: 'You' }

function partText(part: Message['content'][number]): readonly string[] {
	switch (part.type) {
		case 'text':
			return [part.text]
		case 'tool-call':
			return [`[called ${part.tool} with ${part.arguments}]`]
		case 'image':
			return ['[an image]']
		case 'reasoning':
			return []
	}
}
