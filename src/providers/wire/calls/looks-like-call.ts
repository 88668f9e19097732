// Whether a reply ends in a tool call that was only written. It says that there is one, not what it calls for certain. Pure.

import { isObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts'
import type { UnreadCall } from '../../../core/messages.ts'
import type { ToolSpec } from '../../../core/model.ts'
import { INPUT_KEYS, NAME, NAME_KEYS, skip } from './call-forms.ts'
import { CALL_DIALECTS, type CallDialect } from './dialects.ts'
import { fits, plainName } from './fit-call.ts'
import { looseJson } from './loose-json.ts'
import { divided, isInvented, isTail, lastEnd, mayBeginAt, paragraphs, withoutEnd } from './prose.ts'

/** What the reader of a finished text and of JSON in it share. */
const JSON_DIALECT = 'bare JSON'
const FENCED_DIALECT = 'JSON in a code block'

/**
 * Whether a reply that made no call ends in one that was only written. An answer may talk about calls and show them:
 * what stands in a code block, in backticks or in the middle of an answer is no call. JSON without a mark counts only
 * where it is the last thing in the reply and calls a tool there is with arguments that it takes.
 *
 * @param isJsonWanted - the answer was to be JSON, so only a dialect's own marks tell a call
 */
export function looksLikeCall(
	text: string,
	tools: readonly ToolSpec[],
	isJsonWanted = false,
): UnreadCall | undefined {
	const parts = divided(text)
	for (const dialect of CALL_DIALECTS) {
		if (isJsonWanted && !dialect.isMarked) continue
		const found = callIn(text, parts.prose, dialect, tools)
		if (found) return found
	}
	return isJsonWanted ? undefined : (fencedCall(text, tools) ?? bareCall(text, tools))
}

function callIn(
	text: string,
	prose: string,
	dialect: CallDialect,
	tools: readonly ToolSpec[],
): UnreadCall | undefined {
	const at = lastOpening(prose, dialect.opening)
	if (!at || !isLast(prose, at.end, dialect)) return undefined
	const written = text.slice(at.start)
	const tool = at.name ?? nameIn(written)
	const isAlone = at.start === 0
	if (dialect.isOfferedOnly && !isAlone && !tools.some(each => each.name === tool)) return undefined
	return { dialect: dialect.name, text: written, tool }
}

function lastOpening(
	prose: string,
	opening: RegExp,
): { start: number; end: number; name: string | undefined } | undefined {
	let last: RegExpExecArray | undefined
	for (const match of prose.matchAll(new RegExp(opening.source, 'g')))
		if (mayBeginAt(prose, match.index)) last = match
	return last && { start: last.index, end: last.index + last[0].length, name: last[1] }
}

/** Nothing comes after it but the marks of its end, results that the model made up, or one short paragraph. */
function isLast(prose: string, from: number, { closing }: CallDialect): boolean {
	const rest = prose.slice(from)
	const end = closing ? lastEnd(rest, closing) : lastBracket(rest)
	if (end === undefined) return paragraphs(rest) <= 1 || IS_TORN.test(rest)
	const after = rest.slice(end)
	return isInvented(after) || isTail(after) || IS_OPEN.test(after)
}

/** Arguments that have no end. */
const IS_OPEN = /^\s*\{[^}]*$/

/** What a call that was never closed begins with, and no sentence does. */
const IS_TORN =
	/^\s*(?:\{\s*["'](?:name|tool|function|arguments)["']\s*:|<(?:parameter|invoke|arg_key|function)\b)/

function lastBracket(text: string): number | undefined {
	const at = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'), text.lastIndexOf(')'))
	return at === -1 ? undefined : at + 1
}

function nameIn(written: string): string | undefined {
	const head = written.slice(0, 4_000)
	for (const pattern of NAME_PATTERNS) {
		const name = pattern.exec(head)?.[1]
		if (name !== undefined) return plainName(name)
	}
	return undefined
}

const NAME_PATTERNS = [
	`["'](?:name|tool|tool_name|function)["']\\s*:\\s*["'](${NAME})["']`,
	`<function=(${NAME})>`,
	`<(?:[｜|]DSML[｜|]|antml:)?invoke\\s+name=["'](${NAME})["']`,
	`to=(?:functions\\.)?(${NAME})`,
	`[｜|]tool[▁ ]call[▁ ]begin[｜|]>(${NAME})<[｜|]tool[▁ ]sep[｜|]>\\s*\\{`,
	`[｜|]tool[▁ ]sep[｜|]>(${NAME})`,
	`<\\|tool_call_begin\\|>\\s*(${NAME})`,
	`call:(${NAME})`,
	`^<tool_call>\\s*(${NAME})`,
	`^\\[TOOL_CALLS\\]\\s*(${NAME})`,
	`\\[?(${NAME})\\(`,
].map(source => new RegExp(source))

/** A code block at the very end that holds nothing but the call of a tool there is; alone, of any tool. */
function fencedCall(text: string, tools: readonly ToolSpec[]): UnreadCall | undefined {
	const reply = withoutEnd(text.trim())
	const [leading, tail = ''] = LEADING_BLOCK.exec(reply)?.slice(1) ?? []
	const isLeading = leading !== undefined && tail !== '' && isTail(`\n${tail}`)
	const lastBlock = isLeading ? leading : divided(reply).lastBlock
	if (lastBlock === undefined) return undefined
	const json = jsonIn(unwrapped(lastBlock))
	const isAlone = leading !== undefined && tail === ''
	const tool = toolOf(json, tools, true) ?? (isAlone ? unknownTool(json, tools) : undefined)
	return tool === undefined ? undefined : { dialect: FENCED_DIALECT, text: lastBlock, tool }
}

function unknownTool(json: JsonValue | undefined, tools: readonly ToolSpec[]): string | undefined {
	const name = toolOf(json, tools, false)
	return tools.some(tool => tool.name === name) ? undefined : name
}

/** A reply that begins with a code block, and what follows it. */
const LEADING_BLOCK = /^```[ \t]*(?:json)?[ \t]*\r?\n((?:(?!```).)*?)\r?\n```[ \t]*(?:\n+(.*))?$/s

/** `<tool_call>` around it, where the code block was only put around that. */
function unwrapped(body: string): string {
	return body.trim().replace(/^<(\w+)>(.*)<\/\1>$/s, '$2')
}

/** The whole reply, or what stands behind its last sentence. */
function bareCall(text: string, tools: readonly ToolSpec[]): UnreadCall | undefined {
	const whole = withoutTail(withoutEnd(text.trim()))
	if (!/[}\])"'\w]$/.test(whole)) return undefined
	const start = /^\[?\s{0,9}\{/.test(whole) ? 0 : bareStart(whole)
	if (start === -1) return undefined
	const written = whole.slice(start)
	// Beside a sentence, JSON is an answer like any other unless it is a call that would be made.
	const isAlone = start === 0 && whole === withoutEnd(text.trim())
	const json = jsonIn(written)
	const tool = json === undefined && isAlone ? brokenName(written, tools) : toolOf(json, tools, !isAlone)
	return tool === undefined ? undefined : { dialect: JSON_DIALECT, text: written, tool }
}

/** A short sentence below JSON is not part of it. */
function withoutTail(text: string): string {
	const [line = ''] = /\n[ \t]*\n[^\n]+$/.exec(text) ?? []
	const before = text.slice(0, text.length - line.length)
	return line !== '' && /[}\]]\s*$/.test(before) && !/[}\]]$/.test(line) && isTail(line) ? before : text
}

/** The first line that opens a brace. */
function bareStart(text: string): number {
	const at = text.search(/\n\[?\{/)
	return at === -1 ? -1 : at + 1
}

/** One value, several with a `;` or a line break between them, or one that ends within a text. */
function jsonIn(written: string): JsonValue | undefined {
	const text = written.trim()
	const values: JsonValue[] = []
	for (let at = 0; at < text.length; ) {
		const json = looseJson(text, at)
		if (!json) return values.length === 0 ? tornJson(text) : undefined
		values.push(json.value)
		at = skip(text, json.end, BETWEEN)
	}
	return values.length === 1 ? values[0] : values.flat()
}

const BETWEEN = /[\s;]*/y

function tornJson(text: string): JsonValue | undefined {
	return parseJson(`${text}"}}`) ?? parseJson(`${text}"}`)
}

const CALL_KEYS: ReadonlySet<string> = new Set([...NAME_KEYS, ...INPUT_KEYS, 'type', 'id', 'call_id'])

/** @returns the name of the tool that is called, when there is nothing in it but calls */
function toolOf(
	value: JsonValue | undefined,
	tools: readonly ToolSpec[],
	mustFit: boolean,
): string | undefined {
	const entries = Array.isArray(value) ? value : [value]
	const names = entries.map(entry => (isObject(entry) ? entryName(entry, tools, mustFit) : undefined))
	return names.every(name => name !== undefined) ? names[0] : undefined
}

function entryName(entry: JsonObject, tools: readonly ToolSpec[], mustFit: boolean): string | undefined {
	if (!Object.keys(entry).every(key => CALL_KEYS.has(key))) return undefined
	const call = isObject(entry.function) ? entry.function : entry
	const name = NAME_KEYS.map(key => call[key]).find(each => typeof each === 'string')
	const given = INPUT_KEYS.map(key => call[key]).find(each => each !== undefined)
	const input = typeof given === 'string' ? parseJson(given) : given
	if (typeof name !== 'string' || !IS_NAME.test(name) || !isObject(input)) return undefined
	const tool = tools.find(each => each.name === name)
	if (mustFit) return tool && fits(input, tool) ? name : undefined
	// A JSON Schema is the description of a tool, not its call.
	const isDescription = isObject(input.properties) && input.type === 'object'
	return tool !== undefined || !isDescription ? name : undefined
}

const IS_NAME = new RegExp(`^${NAME}$`)

/** JSON that nobody can read, of the tool that it names first. */
function brokenName(written: string, tools: readonly ToolSpec[]): string | undefined {
	const [, name] = BROKEN.exec(written) ?? []
	return tools.some(tool => tool.name === name) ? name : undefined
}

const BROKEN = new RegExp(
	`^\\[?\\s*\\{\\s*(?:["']type["']\\s*:\\s*["']function["']\\s*,\\s*)?["']?(?:name|tool|function)["']?\\s*:\\s*["']?(${NAME})["']?\\s*,\\s*["']?(?:arguments|parameters|input|args)["']?\\s*:\\s*\\{`,
)
