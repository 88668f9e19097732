// Whether a reply repeats what a tool has said. A page or a file may hold a call that a model only shows, or was told to
// show: whoever wrote that page is not the one who calls. Pure.

import { type Message, textOf } from '../../../core/messages.ts'

/** @param written - the calls as they stand in the reply, marks and all */
export function isQuotedFrom(messages: readonly Message[], written: string): boolean {
	const wanted = plain(written)
	return messages.some(message => message.role === 'tool' && plain(textOf(message.content)).includes(wanted))
}

/** Without the numbers that `read` puts in front of lines, and however it is broken into lines. */
function plain(text: string): string {
	return text.replaceAll(/^ *\d+\t/gm, '').replaceAll(/\s+/g, '')
}
