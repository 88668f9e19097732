// What a call is about, in the few words there is room for. Its tool says so once it starts; until then, and for what
// never does, the first text among its arguments has to do.

import { isObject, parseJson } from '../../core/json.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'

/**
 * @param args - JSON text as the model wrote it, valid or not
 * @param subject - as the tool put it
 */
export function callSubject(args: string, subject?: string): string {
	return sanitizeLine((subject ?? guessed(args)).slice(0, SUBJECT_LIMIT))
}

/** The lines of a subject that has several, such as a script. */
export function scriptOf(subject: string | undefined): { script?: readonly string[] } {
	const text = subject?.slice(0, SUBJECT_LIMIT).trimEnd()
	if (!text?.includes('\n')) return {}
	const cut = subject && subject.length > SUBJECT_LIMIT ? '…' : ''
	return { script: `${sanitize(text)}${cut}`.split('\n') }
}

/** More than six rows of a wide window. */
const SUBJECT_LIMIT = 1_200

function guessed(args: string): string {
	const input = parseJson(args)
	if (!isObject(input)) return args
	const entries = Object.entries(input)
	const text = entries.map(([, value]) => value).find(value => typeof value === 'string' && value !== '')
	if (typeof text === 'string') return text
	return entries
		.map(([key, value]) => `${key}=${typeof value === 'object' && value !== null ? '…' : String(value)}`)
		.join(' ')
}
