// Passages that memory put in front of a prompt, read back out of the message that carries them.

import { memoryPassages, PASSAGE_MARK } from './memory.ts'
import type { UserMessage } from './messages.ts'

export type FoundPassage = {
	/** The session's id, or `notes`. Left out: an older version wrote it in another way. */
	from?: { session: string; number: string; role: string; date: string }
	text: string
}

export function passagesIn(message: UserMessage): readonly FoundPassage[] {
	const [first] = message.content
	if (memoryPassages(message) === 0 || first?.type !== 'text') return []
	return first.text.split(PASSAGE_MARK).slice(1).map(passageIn)
}

const WRITTEN =
	/^session="(?<session>[^"\n]*)" number="(?<number>[^"\n]*)" role="(?<role>[^"\n]*)" date="(?<date>[^"\n]*)"(?: [a-z]+="[^"\n]*")*>\n(?<text>[\s\S]*?)(?:\n<\/passage>)?$/

function passageIn(written: string): FoundPassage {
	const { session, number, role, date, text } = WRITTEN.exec(written)?.groups ?? {}
	if (session === undefined || number === undefined || role === undefined || date === undefined)
		return { text: written }
	return { from: { session, number, role, date }, text: text ?? '' }
}
