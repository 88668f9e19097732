// What a call has to show of its result, without what it tells the model alone: how a command ended, that it was stopped,
// what the user changed or remarked. The row of the call says all that.

import type { CallResult, CallView } from '../state/view-block.ts'
import { failureWords } from './failure-words.ts'

/** @returns the text of any other result as it is */
export function printedText({ text, detail }: CallResult): string {
	if (detail?.type !== 'command' || detail.backgroundId !== undefined) return text
	const printed = text.replace(END_LINE, '')
	return printed.trim() === NOTHING ? '' : printed
}

/** Not the one with a signal's name, which the row has not. */
const END_LINE = /^(?:exit code -?\d+|stopped after [\d.]+ s; give a longer timeout_ms[^\n]*)(?:\n|$)/
const NOTHING = '(no output)'

/** @returns of the call's result; empty where nothing is left for a person */
export function shownText({ state, answered, result }: CallView): string {
	if (!result) return ''
	const { text, detail } = result
	if (state === 'refused' && REFUSED.test(text)) return ''
	if (state === 'refused' && text.startsWith(REFUSED_WITH))
		return `no, because: ${text.slice(REFUSED_WITH.length)}`
	if (state === 'cancelled' && text === STOPPED) return ''
	const isStarted = detail?.type === 'command' && detail.backgroundId !== undefined && STARTED.test(text)
	if (isStarted) return ''
	if (state === 'failed' && detail === undefined) return failureWords(text)
	const said = answered === undefined ? text : text.replace(USERS_NOTE, '')
	return printedText({ ...result, text: said })
}

/** A plain no of the user's, with what the model is to make of it. */
const REFUSED = /^refused by the user;/
/** And a no with the user's own words. */
const REFUSED_WITH = 'refused by the user: '
const STOPPED = 'cancelled by the user before it finished'
const STARTED = /^started in the background as \S+; read its output with \S+$/
/** They stand at the end, whatever the user has written in them. */
const USERS_NOTE =
	/(?:^|\n)The user (?:changed the command\. This is the result of|allowed it and says): [\s\S]*$/
