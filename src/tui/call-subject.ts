// What a call is about, in the few words there is room for.

import { isObject, type JsonValue, parseJson } from '../core/json.ts'
import { sanitizeLine } from './sanitize.ts'

/** @param args - JSON text as the model wrote it, valid or not */
export function callSubject(tool: string, args: string): string {
	const input = parseJson(args)
	if (!isObject(input)) return sanitizeLine(args.slice(0, SUBJECT_LIMIT))
	const files = filesOfPatch(input.patch)
	if (files !== '') return sanitizeLine(files.slice(0, SUBJECT_LIMIT))
	const name = KEYS.find(key => isShort(input[key]))
	const subject = name === undefined ? compact(input) : String(input[name])
	const where = tool === 'grep' || tool === 'glob' ? input.path : undefined
	return sanitizeLine((isShort(where) ? `${subject} in ${where}` : subject).slice(0, SUBJECT_LIMIT))
}

/** The most telling argument of any tool, in this order. */
const KEYS = [
	'command',
	'path',
	'pattern',
	'url',
	'query',
	'question',
	'name',
	'id',
	'agent',
	'text',
	'patch',
]

const SUBJECT_LIMIT = 300

/** The files a patch is about, as the question about it names them. */
function filesOfPatch(patch: JsonValue | undefined): string {
	if (typeof patch !== 'string') return ''
	const names = patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)
	return [...names].map(([, name = '']) => name.trim()).join(', ')
}

function isShort(value: JsonValue | undefined): value is string {
	return typeof value === 'string' && value !== ''
}

function compact(input: { [key: string]: JsonValue }): string {
	const entries = Object.entries(input)
	return entries
		.map(([key, value]) => `${key}=${typeof value === 'object' && value !== null ? '…' : String(value)}`)
		.join(' ')
}
