// What a call has to show of its result, without what its row says already: how a command ended, that it was stopped, what
// the user changed or remarked.

import { REFUSED_BY_USER, STOPPED_BY_USER } from '../../core/tool.ts'
import type { CallResult, CallView } from '../state/view-block.ts'

/** @returns the text of any other result as it is */
export function printedText({ text, shown = text, detail }: CallResult): string {
	if (detail?.type !== 'command' || detail.backgroundId !== undefined) return shown
	const printed = shown.replace(END_LINE, '')
	return printed.trim() === NOTHING ? '' : printed
}

/** Not the one with a signal's name, which the row has not. Older logs tell the model more behind the time. */
const END_LINE = /^(?:exit code -?\d+|stopped after [\d.]+ s(?:; give a longer timeout_ms[^\n]*)?)(?:\n|$)/
const NOTHING = '(no output)'

/** @returns of the call's result; empty where nothing is left for a person */
export function shownText({ state, answered, result }: CallView): string {
	if (!result) return ''
	const { text, shown = text, detail } = result
	// Older logs tell the model more behind a semicolon.
	if (state === 'refused' && (shown === REFUSED_BY_USER || shown.startsWith(`${REFUSED_BY_USER};`))) return ''
	if (state === 'refused' && shown.startsWith(REFUSED_WITH))
		return `no, because: ${shown.slice(REFUSED_WITH.length)}`
	if (state === 'cancelled' && shown === STOPPED_BY_USER) return ''
	const isStarted = detail?.type === 'command' && detail.backgroundId !== undefined && STARTED.test(shown)
	if (isStarted) return ''
	return printedText({ text: answered === undefined ? shown : shown.replace(USERS_NOTE, ''), detail })
}

/** A no with the user's own words. */
const REFUSED_WITH = `${REFUSED_BY_USER}: `
const STARTED = /^started in the background as \S+; read its output with \S+$/
/** They stand at the end, whatever the user has written in them. */
const USERS_NOTE =
	/(?:^|\n)The user (?:changed the command\. This is the result of|allowed it and says): [\s\S]*$/
