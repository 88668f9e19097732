// The forms that calls are written in: JSON, Python, markup with parameters, a name with JSON behind it. Which marks stand
// around them, and which family writes them so, is said in `dialects.ts`. Pure.

import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import type { ToolSpec } from '../../../core/model.ts'
import { propertiesOf, toolNamed, type WrittenCall } from './fit-call.ts'
import { LooseReader, looseJson, looseJsonIn } from './loose-json.ts'

/** A name as tools have it, with `functions.` in front or `:0` behind. */
export const NAME = '[A-Za-z_][\\w.:/-]*'

/** What was read, and where it ends. `isTorn`: something at its end was missing, so that nothing but marks may follow. */
export type FormRead = { calls: readonly WrittenCall[]; end: number; isTorn: boolean }

/** One form, or several in a row, from `from` on; undefined when there is none, or one begins that cannot be read. */
export function callsAt(text: string, from: number, tools: readonly ToolSpec[]): FormRead | undefined {
	const calls: WrittenCall[] = []
	let end = from
	for (let at = from; ; ) {
		const read = formAt(text, at, tools)
		if (!read) {
			if (calls.length > 0 && isFormBegun(text, at, tools)) return undefined
			break
		}
		calls.push(...read.calls)
		end = read.end
		if (read.isTorn) return { calls, end, isTorn: true }
		at = skip(text, end, BETWEEN)
	}
	return calls.length > 0 ? { calls, end, isTorn: false } : undefined
}

const BETWEEN = /[\s;,]*/y

function isFormBegun(text: string, at: number, tools: readonly ToolSpec[]): boolean {
	const name = match(text, at, PYTHON_HEAD)?.[1]
	return name === undefined ? match(text, at, FORM_BEGUN) !== undefined : toolNamed(name, tools) !== undefined
}

const FORM_BEGUN = /\[?\s*\{|<(?:function=|(?:[\w｜|]+[:｜|])?invoke\s)/y

function formAt(text: string, from: number, tools: readonly ToolSpec[]): FormRead | undefined {
	const at = skip(text, from, BLANKS)
	switch (text[at]) {
		case '<':
			return functionAt(text, at)
		case '[':
			return pythonListAt(text, at) ?? jsonAt(text, at, tools)
		case '{':
			return jsonAt(text, at, tools)
		default:
			return argKeysAt(text, at) ?? pythonAt(text, at) ?? namedAt(text, at)
	}
}

export const BLANKS = /\s*/y

/** Where it goes on behind what a sticky pattern takes; the same place when it takes nothing. */
export function skip(text: string, from: number, pattern: RegExp): number {
	pattern.lastIndex = from
	return from + (pattern.exec(text)?.[0].length ?? 0)
}

function match(text: string, from: number, pattern: RegExp): RegExpExecArray | undefined {
	pattern.lastIndex = from
	return pattern.exec(text) ?? undefined
}

function jsonAt(text: string, at: number, tools: readonly ToolSpec[]): FormRead | undefined {
	const json = looseJson(text, at)
	const calls = json && callsIn(json.value, tools)
	return calls && { calls, end: json.end, isTorn: json.missing > 0 }
}

export const NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'action']
export const INPUT_KEYS = ['arguments', 'parameters', 'input', 'args', 'tool_input', 'action_input']

/** Everything in it, if nothing in it is anything but a call. */
export function callsIn(value: JsonValue, tools: readonly ToolSpec[]): readonly WrittenCall[] | undefined {
	const entries = Array.isArray(value) ? value : [value]
	const calls = entries.flatMap(entry => (isObject(entry) ? (callIn(entry, tools) ?? []) : []))
	return calls.length === entries.length && calls.length > 0 ? calls : undefined
}

function callIn(entry: JsonObject, tools: readonly ToolSpec[]): WrittenCall | undefined {
	// OpenAI's own way of writing a call holds another object: {"type": "function", "function": {"name": …}}.
	const call = isObject(entry.function) ? entry.function : entry
	const key = NAME_KEYS.find(each => typeof call[each] === 'string')
	if (key === undefined) return keyedCall(entry, tools)
	const name = String(call[key])
	const given = INPUT_KEYS.map(each => call[each]).find(each => each !== undefined)
	if (given === undefined) return flatCall(name, call, key, tools)
	const input = typeof given === 'string' ? looseJsonIn(given === '' ? '{}' : given) : given
	return isObject(input) ? { name, input } : undefined
}

/** `{"read": {"path": "a.ts"}}` */
function keyedCall(entry: JsonObject, tools: readonly ToolSpec[]): WrittenCall | undefined {
	const [[name, input] = [], ...others] = Object.entries(entry)
	const isCall = name !== undefined && others.length === 0 && toolNamed(name, tools) !== undefined
	return isCall && isObject(input) ? { name, input } : undefined
}

/** `{"name": "read", "path": "a.ts"}`, with nothing in it that the tool does not take. */
function flatCall(
	name: string,
	call: JsonObject,
	nameKey: string,
	tools: readonly ToolSpec[],
): WrittenCall | undefined {
	const tool = toolNamed(name, tools)
	const known = tool ? propertiesOf(tool) : {}
	const input = Object.entries(call).filter(([key]) => key !== nameKey && !['type', 'id'].includes(key))
	return input.every(([key]) => Object.hasOwn(known, key))
		? { name, input: Object.fromEntries(input) }
		: undefined
}

/** `[read(path="a.ts"), list()]` */
function pythonListAt(text: string, at: number): FormRead | undefined {
	const calls: WrittenCall[] = []
	for (let next = skip(text, at + 1, BLANKS); ; ) {
		const read = pythonAt(text, next)
		if (!read) return undefined
		calls.push(...read.calls)
		next = skip(text, read.end, BLANKS)
		if (text[next] === ']') return { calls, end: next + 1, isTorn: read.isTorn }
		if (text[next] !== ',') return { calls, end: read.end, isTorn: true }
		next = skip(text, next + 1, BLANKS)
		// A comma too many.
		if (text[next] === ']') return { calls, end: next + 1, isTorn: read.isTorn }
	}
}

/** `read(path="a.ts")` */
function pythonAt(text: string, at: number): FormRead | undefined {
	const head = match(text, at, PYTHON_HEAD)
	if (!head) return undefined
	const reader = new LooseReader(text, at + head[0].length - 1)
	const read = reader.pythonArguments()
	if (!read) return undefined
	const call = { name: head[1]!, input: read.named, positional: read.positional }
	return { calls: [call], end: reader.at, isTorn: reader.missing > 0 }
}

const PYTHON_HEAD = new RegExp(`(${NAME})\\(`, 'y')

/** `read{"path": "a.ts"}`, `call:read{path:…}`, `read[ARGS]{"path": "a.ts"}` */
function namedAt(text: string, at: number): FormRead | undefined {
	const head = match(text, at, NAMED_HEAD)
	if (!head) return undefined
	return argumentsAt(text, at + head[0].length, head[1]!)
}

const NAMED_HEAD = new RegExp(
	`(?:call:)?(${NAME}?)\\s*(?:\\[CALL_ID\\]\\s*\\w*\\s*)?(?:\\[ARGS\\]\\s*)?(?=\\{)`,
	'y',
)

/** The object that a name was given in front of. */
export function argumentsAt(text: string, at: number, name: string): FormRead | undefined {
	const json = looseJson(text, at)
	if (!json || !isObject(json.value)) return undefined
	return { calls: [{ name, input: json.value }], end: json.end, isTorn: json.missing > 0 }
}

/** `read\n<arg_key>path</arg_key>\n<arg_value>a.ts</arg_value>`, or a name and nothing else between the marks. */
function argKeysAt(text: string, at: number): FormRead | undefined {
	const head = match(text, at, ARG_KEYS_HEAD)
	if (!head) return undefined
	const input: [string, string][] = []
	let end = at + head[0].length
	for (let key = match(text, end, ARG_KEY); key; key = match(text, end, ARG_KEY)) {
		const from = end + key[0].length
		const value = valueUntil(text, from, '</arg_value>', ARG_FOLLOWS)
		if (!value) return undefined
		input.push([key[1]!, trimmed(value.text)])
		end = value.end
	}
	// Of a name alone, the closing mark says that nothing more was to come.
	return { calls: [{ name: head[1]!, input: Object.fromEntries(input), isText: true }], end, isTorn: false }
}

const ARG_KEYS_HEAD = new RegExp(`(${NAME})\\s*(?=<arg_key>|</tool_call>)`, 'y')
const ARG_KEY = /\s*<arg_key>\s*([\w.-]+)\s*<\/arg_key>\s*<arg_value>/y
const ARG_FOLLOWS = /\s*(?:<arg_key>|<\/tool_call>|$)/y

/** `<function=read>…</function>` and `<invoke name="read">…</invoke>`, with parameters or an object inside. */
function functionAt(text: string, at: number): FormRead | undefined {
	const head = match(text, at, FUNCTION_HEAD)
	const name = head?.[1] ?? head?.[2]
	if (!head || name === undefined) return undefined
	const from = at + head[0].length
	const isObjectNext = text[skip(text, from, BLANKS)] === '{'
	const read = isObjectNext ? argumentsAt(text, from, name) : parametersAt(text, from, name)
	if (!read) return undefined
	const end = skip(text, read.end, FUNCTION_END)
	// Without a parameter only its end says that none was to come.
	const isWhole = end > read.end || read.end > from
	return isWhole ? { ...read, end, isTorn: read.isTorn && end === read.end } : undefined
}

/** DeepSeek's and others' marks in front of the names of their tags. */
const PREFIX = '(?:[｜|]DSML[｜|]|antml:|steptml:)?'
const FUNCTION_HEAD = new RegExp(
	`<(?:function=(${NAME})|${PREFIX}invoke\\s+name=["']?(${NAME})["']?)\\s*>`,
	'y',
)
const FUNCTION_END = new RegExp(`\\s*</${PREFIX}(?:function|invoke)>`, 'y')

function parametersAt(text: string, from: number, name: string): FormRead | undefined {
	const input: [string, JsonValue][] = []
	let end = from
	for (let head = match(text, end, PARAMETER); head; head = match(text, end, PARAMETER)) {
		const [all, plain, quoted, attributes = ''] = head
		const start = end + all.length
		const value = parameterValue(text, start)
		if (!value) return undefined
		// DeepSeek says which are text.
		const isJson = /string=["']false["']/.test(attributes)
		input.push([(plain ?? quoted)!, isJson ? (looseJsonIn(value.text) ?? value.text) : trimmed(value.text)])
		end = value.end
	}
	return { calls: [{ name, input: Object.fromEntries(input), isText: true }], end, isTorn: false }
}

const PARAMETER = new RegExp(
	`\\s*<${PREFIX}parameter(?:=\\s*([\\w.-]+)|\\s+name=["']?([\\w.-]+)["']?)([^<>]*)>`,
	'y',
)
const PARAMETER_END = new RegExp(`</${PREFIX}parameter>`, 'g')
const PARAMETER_FOLLOWS = new RegExp(
	`\\s*(?:<${PREFIX}(?:parameter|invoke|function=)|</[\\w｜|:]*(?:function|invoke|tool_call)|$)`,
	'y',
)
const NEXT_PARAMETER = new RegExp(`\\n\\s*(?=<${PREFIX}parameter[=\\s]|</${PREFIX}(?:function|invoke)>)`)

/** Up to the end mark that something follows which may: a file that is written may hold the mark as well. */
function parameterValue(text: string, from: number): { text: string; end: number } | undefined {
	const ends = new RegExp(PARAMETER_END)
	ends.lastIndex = from
	for (let found = ends.exec(text); found; found = ends.exec(text)) {
		const end = found.index + found[0].length
		if (!match(text, end, PARAMETER_FOLLOWS)) continue
		const value = text.slice(from, found.index)
		// Either an end was forgotten, or a file holds such marks: what is meant nobody can tell.
		return value.search(NEXT_PARAMETER) === -1 ? { text: value, end } : undefined
	}
	return undefined
}

function valueUntil(
	text: string,
	from: number,
	closing: string,
	follows: RegExp,
): { text: string; end: number } | undefined {
	for (let at = text.indexOf(closing, from); at !== -1; at = text.indexOf(closing, at + 1)) {
		const end = at + closing.length
		if (match(text, end, follows)) return { text: text.slice(from, at), end }
	}
	return undefined
}

/** The line breaks that Qwen puts around a value are not part of it. Others put none, and the last one is the value's. */
function trimmed(value: string): string {
	return /^\r?\n/.test(value) ? value.replace(/^\r?\n/, '').replace(/\r?\n$/, '') : value
}
