// Calls that a model wrote into its text, because its server's template does not know how it makes them. Each
// family has its own way; what they share is that the reply ends with nothing but calls of tools there are. Pure.

import { isObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts'
import { objectIn, textIn } from '../../http/read-json.ts'

export type WrittenCall = { tool: string; arguments: string }

/** How a call begins. The last two count only where the reply does. */
export const OPENINGS = [
	'<tool_call>',
	'<function_call>',
	'<function=',
	'[TOOL_CALLS]',
	'<|python_tag|>',
	'```',
]
export const BARE_OPENINGS = ['{', '[']

/** `open`: more of it may come, and make a call of it. `text`: it is no call, whatever comes. */
export type WrittenCallMatch =
	| { kind: 'open' }
	| { kind: 'text' }
	| { kind: 'calls'; calls: readonly WrittenCall[] }

/**
 * @param text - from the opening of the first call on
 * @param tools - the names that count
 * @param isWhole - nothing more will come
 */
export function judge(text: string, tools: ReadonlySet<string>, isWhole: boolean): WrittenCallMatch {
	const calls: WrittenCall[] = []
	for (let rest = text.trim(); rest !== ''; ) {
		const unit = unitAt(rest, isWhole)
		if (unit === 'open' || unit === 'text') return isWhole ? TEXT : { kind: unit }
		const read = callsIn(unit.body, tools)
		if (!read) return TEXT
		calls.push(...read)
		rest = unit.rest.trim()
	}
	return calls.length > 0 ? { kind: 'calls', calls } : TEXT
}

const TEXT: WrittenCallMatch = { kind: 'text' }

type CallBlock = { body: string; rest: string }

const CLOSINGS: ReadonlyMap<string, string> = new Map([
	['<tool_call>', '</tool_call>'],
	['<function_call>', '</function_call>'],
])

/** One call, or one list of them, with its marks. What is cut off at its end may lack the closing one. */
function unitAt(text: string, isWhole: boolean): CallBlock | 'open' | 'text' {
	if (text.startsWith('```')) return fencedUnit(text, isWhole)
	if (text.startsWith('<function=')) return closedBy('</function>', { text, from: 0, isWhole })
	for (const [opening, closing] of CLOSINGS)
		if (text.startsWith(opening)) return closedBy(closing, { text, from: opening.length, isWhole })
	if (OPENINGS.some(mark => mark.length > text.length && mark.startsWith(text))) return 'open'
	const opening = OPENINGS.find(mark => text.startsWith(mark)) ?? ''
	const body = text.slice(opening.length)
	if (!mayBeCall(body) && !(opening !== '' && mayBeNamed(body))) return 'text'
	return isWhole ? { body, rest: '' } : 'open'
}

function fencedUnit(text: string, isWhole: boolean): CallBlock | 'open' | 'text' {
	const head = /^```[ \t]*(\w*)[ \t]*\n/.exec(text)
	if (!head) return !isWhole && /^```[ \t]*\w*[ \t]*$/.test(text) ? 'open' : 'text'
	if (!['', 'json', 'tool_call', 'tool_code', 'tool', 'xml'].includes(head[1]!)) return 'text'
	if (!mayBeCall(text.slice(head[0].length))) return 'text'
	// A line break inside a JSON string is written as two characters, so this cannot be inside of one.
	return closedBy('\n```', { text, from: head[0].length, isWhole })
}

function closedBy(
	closing: string,
	{ text, from, isWhole }: { text: string; from: number; isWhole: boolean },
) {
	const at = text.indexOf(closing, from)
	if (at === -1) return isWhole ? { body: text.slice(from), rest: '' } : 'open'
	return { body: text.slice(from, at), rest: text.slice(at + closing.length) }
}

/** The first key tells most JSON from a call. Held back is only what can still become one. */
function mayBeCall(body: string): boolean {
	const text = body.trimStart()
	if (MARKED_UP.startsWith(text.slice(0, MARKED_UP.length))) return true
	const [, name, quote] = /^\[?\s*\{\s*"([^"]*)("?)/.exec(text) ?? []
	if (name === undefined) return /^(?:\[\s*)?(?:\{\s*)?$/.test(text)
	return quote === '"' ? KEYS.includes(name) : KEYS.some(known => known.startsWith(name))
}

const MARKED_UP = '<function='

function mayBeNamed(body: string): boolean {
	return /^\s*[\w.-]*(?:\s*\{.*|\[(?:A(?:R(?:G(?:S(?:\].*)?)?)?)?)?)?$/s.test(body)
}

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function']
const INPUT_KEYS = ['arguments', 'parameters', 'input', 'args']
const KEYS = [...NAME_KEYS, ...INPUT_KEYS, 'type', 'id']

function callsIn(body: string, tools: ReadonlySet<string>): readonly WrittenCall[] | undefined {
	const text = body.trim()
	const value = parseJson(text) ?? markedUp(text) ?? parseNamed(text)
	const entries = Array.isArray(value) ? value : [value]
	const calls = entries.flatMap(entry => (isObject(entry) ? (callOf(entry) ?? []) : []))
	const areAll = calls.length === entries.length && calls.every(call => tools.has(call.tool))
	return areAll ? calls : undefined
}

function callOf(entry: JsonObject): WrittenCall | undefined {
	if (!Object.keys(entry).every(key => KEYS.includes(key))) return undefined
	// OpenAI's own way of writing a call holds another object: {"type": "function", "function": {"name": …}}.
	const call = isObject(entry.function) ? entry.function : entry
	const tool = NAME_KEYS.map(key => textIn(call[key])).find(name => name !== '')
	const input = INPUT_KEYS.map(key => call[key]).find(value => value !== undefined)
	const read = typeof input === 'string' ? parseJson(input) : input
	return tool !== undefined && isObject(read) ? { tool, arguments: JSON.stringify(read) } : undefined
}

/** `<function=read><parameter=path>a.ts</parameter></function>`, or JSON in place of the parameters. */
function markedUp(text: string): JsonValue | undefined {
	const [, name, inside = ''] = /^<function=([\w.-]+)>(.*?)(?:<\/function>)?$/s.exec(text) ?? []
	if (name === undefined) return undefined
	const whole = parseJson(inside)
	if (isObject(whole)) return { name, arguments: whole }
	const parameters = [...inside.matchAll(/<parameter=([\w.-]+)>\n?(.*?)\n?<\/parameter>/gs)]
	const input = parameters.map(([, key, value = '']) => [key!, parseJson(value) ?? value] as const)
	return { name, arguments: Object.fromEntries(input) }
}

/** `read{"path": "a.ts"}`, as Mistral's newer models have it. */
function parseNamed(text: string): JsonValue | undefined {
	const [, name, input = ''] = /^([\w.-]+)(?:\[ARGS\])?\s*(\{.*\})$/s.exec(text) ?? []
	return name === undefined ? undefined : { name, arguments: objectIn(parseJson(input)) }
}
