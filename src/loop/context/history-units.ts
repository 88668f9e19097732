// History in pieces that stay or leave as a whole: something a user said, or a reply with all its results.

import type { Message } from '../../core/messages.ts'

export type MessageGroup = readonly Message[]

export function groupMessages(messages: readonly Message[]): readonly MessageGroup[] {
	const units: Message[][] = []
	for (const message of messages) {
		const before = units.at(-1)
		// A result without a reply in front of it is an orphan, which `repair` takes out later.
		if (message.role === 'tool' && before?.[0]?.role === 'assistant') before.push(message)
		else units.push([message])
	}
	return units
}
