// What a call is about, in the few words there is room for. Its tool says so once it starts; until then, and for what
// never does, the first text among its arguments has to do.

import type { ApprovalRequest } from '../../core/approval.ts'
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

/**
 * The words in the title of a question by which a command would be held by nothing: `run again without the sandbox: make`
 * is `make`, and that it is so is said of it.
 * @returns `without the sandbox`, with `again` where it has run in it before; undefined for any other question
 */
export function unheldAs({ command, permission }: Pick<ApprovalRequest, 'command' | 'permission'>) {
	if (command === undefined) return undefined
	const lines = command.split('\n').map(line => line.trim())
	const title = lines.filter(line => line !== '').join(' ⏎ ')
	return UNHELD.find(how => permission.title === `run ${how}: ${title}`)
}

const UNHELD = ['without the sandbox', 'again without the sandbox'] as const

/** More than six rows of a wide window, and with the mark of what a tool has cut itself. */
const SUBJECT_LIMIT = 1_201

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
