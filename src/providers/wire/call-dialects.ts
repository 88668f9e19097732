// Tool calls that a model wrote into its answer, because its server does not know how it makes them: one row for each
// dialect in which models are known to do so. It says that there is a call, not what it calls for certain. Pure.

import { isObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts'
import type { UnreadCall } from '../../core/messages.ts'
import type { ToolSpec } from '../../core/model.ts'

export type CallDialect = {
	name: string
	example: string
	/** From the mark on, as far as it must look to be a call and not a word about one. Sought where a sentence may end. */
	opening: RegExp
	/** What ends it, the last of them. Without one it ends with its last bracket. */
	closing?: RegExp
	/** The mark belongs to nothing but this dialect, so that it also counts in an answer that was to be JSON. */
	isMarked: boolean
	/** Only a call of a tool that there is counts. */
	isOfferedOnly?: true
}

/** A name as tools have it, with `functions.` in front or `:0` behind. */
const NAME = '[A-Za-z_][\\w.:/-]*'

export const CALL_DIALECTS: readonly CallDialect[] = [
	{
		name: 'Hermes and Qwen, <tool_call>',
		example: '<tool_call>\n{"name": "read", "arguments": {"path": "a.ts"}}\n</tool_call>',
		opening: /<(?:tool_calls?|function_call|toolcall)>(?=\s*(?:[{[]|<function=|$))/,
		closing: /<\/(?:tool_calls?|function_call|toolcall)>/,
		isMarked: true,
	},
	{
		name: 'Qwen Coder, <function=…>',
		example: '<function=read>\n<parameter=path>\na.ts\n</parameter>\n</function>\n</tool_call>',
		opening: new RegExp(`<function=${NAME}>`),
		closing: /<\/(?:function|tool_call)>/,
		isMarked: true,
	},
	{
		name: 'GLM, <tool_call>name<arg_key>',
		example: '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>a.ts</arg_value>\n</tool_call>',
		opening: new RegExp(`<tool_call>\\s*${NAME}\\s*(?=<arg_key>|</tool_call>|\\(|\\{|$)`),
		closing: /<\/tool_call>/,
		isMarked: true,
	},
	{
		name: 'Llama, <|python_tag|>',
		example: '<|python_tag|>{"name": "read", "parameters": {"path": "a.ts"}}<|eom_id|>',
		opening: /<\|python_tag\|>(?=\s*(?:[{[]|[\w.]+\(|import\b|from\b|print\b|$))/,
		isMarked: true,
	},
	{
		name: 'Mistral, [TOOL_CALLS]',
		example: '[TOOL_CALLS][{"name": "read", "arguments": {"path": "a.ts"}}]',
		opening: new RegExp(`\\[TOOL_CALLS\\](?=\\s*(?:[[{]|${NAME}\\s*(?:\\{|\\[(?:ARGS|CALL_ID)\\])|$))`),
		isMarked: true,
	},
	{
		name: 'LFM2, <|tool_call_start|>',
		example: '<|tool_call_start|>[read(path="a.ts")]<|tool_call_end|>',
		opening: /<\|tool_call_start\|>/,
		closing: /<\|tool_call_end\|>/,
		isMarked: true,
	},
	{
		name: 'phi-4 and Granite, <|tool_call|>',
		example: '<|tool_call|>[{"name": "read", "arguments": {"path": "a.ts"}}]<|/tool_call|>',
		opening: /<\|tool_call\|>(?=\s*(?:[{[]|$))/,
		isMarked: true,
	},
	{
		name: 'phi-4, functools',
		example: 'functools[{"name": "read", "arguments": {"path": "a.ts"}}]',
		opening: /functools\s*\[(?=\s*\{)/,
		isMarked: true,
	},
	{
		name: 'Gemma, <|tool_call>call:',
		example: '<|tool_call>call:read{path:<|"|>a.ts<|"|>}<tool_call|>',
		opening: new RegExp(`<\\|tool_call>\\s*call:${NAME}\\s*\\{`),
		closing: /<tool_call\|>/,
		isMarked: true,
	},
	{
		name: 'gpt-oss harmony, <|channel|>commentary',
		example: '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a.ts"}<|call|>',
		opening: new RegExp(
			`(?:<\\|start\\|>)?(?:assistant)?(?:<\\|channel\\|>\\s*(?:commentary|analysis)\\s+to=${NAME}|(?:commentary|analysis)\\s*to=functions\\.${NAME}|(?:assistant\\s{0,4})?to=functions\\.${NAME}\\s{0,4}<\\|channel\\|>)`,
		),
		isMarked: true,
	},
	{
		name: 'DeepSeek, <｜tool▁calls▁begin｜>',
		example:
			'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n```json\n{"path": "a.ts"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
		opening: /(?:<[｜|]tool[▁ ]calls?[▁ ]begin[｜|]>\s{0,4})+/,
		closing: /<[｜|]tool[▁ ]calls?[▁ ]end[｜|]>/,
		isMarked: true,
	},
	{
		name: 'DeepSeek, <｜DSML｜function_calls>',
		example:
			'<｜DSML｜function_calls>\n<｜DSML｜invoke name="read">\n<｜DSML｜parameter name="path" string="true">a.ts</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
		opening: /<[｜|]DSML[｜|](?:function_calls|tool_calls|invoke\b[^>]*)>/,
		closing: /<\/[｜|]DSML[｜|](?:function_calls|tool_calls|invoke)>/,
		isMarked: true,
	},
	{
		name: 'Kimi, <|tool_calls_section_begin|>',
		example:
			'<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{"path": "a.ts"}<|tool_call_end|><|tool_calls_section_end|>',
		opening: /(?:<\|tool_calls?(?:_section)?_begin\|>\s{0,4})+/,
		closing: /<\|tool_calls?(?:_section)?_end\|>/,
		isMarked: true,
	},
	{
		name: 'MiniMax and Seed, <minimax:tool_call>',
		example:
			'<minimax:tool_call>\n<invoke name="read">\n<parameter name="path">a.ts</parameter>\n</invoke>\n</minimax:tool_call>',
		opening: /<(?:minimax|seed):tool_call>(?=\s*(?:[{[<]|$))/,
		closing: /<\/(?:minimax|seed):tool_call>/,
		isMarked: true,
	},
	{
		name: '<function_calls><invoke>',
		example:
			'<function_calls>\n<invoke name="read">\n<parameter name="path">a.ts</parameter>\n</invoke>\n</function_calls>',
		opening: /<(?:antml:)?(?:function_calls>(?=\s*(?:[{[<]|$))|invoke\s+name=["'][^"'\n]*["']>)/,
		closing: /<\/(?:(?:antml:)?(?:function_calls|invoke)|(?:minimax|seed):tool_call)>/,
		isMarked: true,
	},
	{
		name: 'InternLM, <|action_start|>',
		example: '<|action_start|><|plugin|>{"name": "read", "parameters": {"path": "a.ts"}}<|action_end|>',
		opening: /<\|action_start\|>/,
		closing: /<\|action_end\|>/,
		isMarked: true,
	},
	{
		name: 'ReAct, Action and Action Input',
		example: 'Thought: I should look.\nAction: read\nAction Input: {"path": "a.ts"}',
		opening: new RegExp(
			`(?:\\*\\*)?Action:(?:\\*\\*)?[ \\t]*\`?(${NAME})\`?[ \\t]*\\n+(?:\\*\\*)?Action[ _]Input:`,
		),
		isMarked: true,
		isOfferedOnly: true,
	},
	{
		name: 'pythonic, [name(key=value)]',
		example: '[read(path="a.ts")]',
		opening: new RegExp(`\\[(${NAME})\\((?=\\s*(?:[A-Za-z_]\\w*\\s*=|\\)))`),
		isMarked: false,
		isOfferedOnly: true,
	},
]

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
	return isJsonWanted ? undefined : (fencedCall(parts, tools) ?? bareCall(text, tools))
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
	if (dialect.isOfferedOnly && !tools.some(each => each.name === tool)) return undefined
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

/** A call begins a line, or follows the end of a sentence, of a tag or of another mark. */
function mayBeginAt(prose: string, at: number): boolean {
	const before = prose.slice(Math.max(0, at - 8), at)
	return at === 0 || (at <= 3 ? /^ {0,3}$/ : /\n {0,3}$/).test(before) || /[.:!?…>)\]][ \t]*$/.test(before)
}

/** Nothing comes after it but the marks of its end, results that the model made up, or one short paragraph. */
function isLast(prose: string, from: number, { closing }: CallDialect): boolean {
	const rest = prose.slice(from)
	const end = closing ? lastEnd(rest, closing) : lastBracket(rest)
	if (end === undefined) return paragraphs(rest) <= 1 || IS_TORN.test(rest)
	const after = rest.slice(end)
	if (INVENTED.test(after)) return true
	const [line = ''] = after.split('\n', 1)
	if (line.replaceAll(END_MARK, '').trim() !== '') return false
	const tail = after.replaceAll(END_MARK, '').trim()
	return tail.length <= LONGEST_TAIL && paragraphs(tail) <= 1 && !tail.includes('```')
}

const LONGEST_TAIL = 280

/** What a call that was never closed begins with, and no sentence does. */
const IS_TORN =
	/^\s*(?:\{\s*["'](?:name|tool|function|arguments)["']\s*:|<(?:parameter|invoke|arg_key|function)\b)/

/** `<|im_end|>`, `</s>`, `</tool_call>`: what is left of a template. */
const END_MARK = /<[｜|/][^<>\n]{1,40}>/g

const INVENTED =
	/^\s*(?:<[^<>\n]{1,40}>\s*)*(?:<tool_response>|<function_results>|<\|start_header_id\|>|Observation:|\[TOOL_RESULTS\]|<[｜|]tool[▁_ ]outputs?)/

function lastEnd(text: string, closing: RegExp): number | undefined {
	let end: number | undefined
	for (const match of text.matchAll(new RegExp(closing.source, 'g'))) end = match.index + match[0].length
	return end
}

function lastBracket(text: string): number | undefined {
	const at = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'), text.lastIndexOf(')'))
	return at === -1 ? undefined : at + 1
}

function paragraphs(text: string): number {
	return text.trim() === '' ? 0 : text.trim().split(/\n[ \t]*\n/).length
}

function nameIn(written: string): string | undefined {
	const head = written.slice(0, 4_000)
	for (const pattern of NAME_PATTERNS) {
		const name = pattern.exec(head)?.[1]
		if (name !== undefined) return name.replace(/^functions\./, '').replace(/:\d+$/, '')
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

/** What is meant, and what is only shown: see `looksLikeCall`. */
type Divided = {
	/** The text with blanks in place of code blocks, quotations and what stands in backticks. */
	prose: string
	/** The code block that the text ends with. */
	lastBlock: string | undefined
}

function divided(text: string): Divided {
	const lines = text.split('\n')
	const prose: string[] = []
	let fence: { mark: string; from: number } | undefined
	let last: { from: number; to: number } | undefined
	for (const [index, line] of lines.entries()) {
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
		const isBlock = fence !== undefined
		if (fence) {
			const rest = mark?.startsWith(fence.mark) ? line.trim().slice(mark.length) : undefined
			// DeepSeek's mark for the end of a call stands right behind the block of its arguments.
			if (rest === '' || rest?.startsWith('<')) {
				last = { from: fence.from, to: index }
				fence = undefined
				prose.push(blank(line.slice(0, line.length - rest.length)) + rest)
				if (rest !== '') last = undefined
				continue
			}
		} else if (mark !== undefined && !line.trim().slice(mark.length).includes('`')) {
			// What follows on the same line is its language; with backticks in it, it is no fence.
			fence = { mark, from: index + 1 }
		}
		const isShown = isBlock || fence !== undefined || /^ {0,3}>/.test(line)
		prose.push(isShown ? blank(line) : withoutBackticks(line))
		if (!isShown && line.trim() !== '') last = undefined
	}
	const lastBlock = last && fence === undefined ? lines.slice(last.from, last.to).join('\n') : undefined
	return { prose: prose.join('\n'), lastBlock }
}

function withoutBackticks(line: string): string {
	if (!line.includes('`')) return line
	const pieces = line.split(/(`+)/)
	let open: number | undefined
	for (let at = 1; at < pieces.length; at += 2) {
		if (open === undefined) open = at
		else if (pieces[at] === pieces[open]) {
			for (let each = open; each <= at; each++) pieces[each] = blank(pieces[each] ?? '')
			open = undefined
		}
	}
	return pieces.join('')
}

function blank(text: string): string {
	return ' '.repeat(text.length)
}

/** A code block at the very end that holds nothing but the call of a tool there is. */
function fencedCall({ lastBlock }: Divided, tools: readonly ToolSpec[]): UnreadCall | undefined {
	if (lastBlock === undefined) return undefined
	const tool = toolOf(jsonIn(unwrapped(lastBlock)), tools, true)
	return tool === undefined ? undefined : { dialect: FENCED_DIALECT, text: lastBlock, tool }
}

/** `<tool_call>` around it, where the code block was only put around that. */
function unwrapped(body: string): string {
	return body.trim().replace(/^<(\w+)>(.*)<\/\1>$/s, '$2')
}

/** The whole reply, or what stands behind its last sentence. */
function bareCall(text: string, tools: readonly ToolSpec[]): UnreadCall | undefined {
	const whole = withoutEnd(text.trim())
	if (!/[}\])"'\w]$/.test(whole)) return undefined
	const start = /^\[?\s{0,9}\{/.test(whole) ? 0 : bareStart(whole)
	if (start === -1) return undefined
	const written = whole.slice(start)
	// Beside a sentence, JSON is an answer like any other unless it is a call that would be made.
	const isAlone = start === 0
	const json = jsonIn(written)
	const tool = json === undefined && isAlone ? brokenName(written, tools) : toolOf(json, tools, !isAlone)
	return tool === undefined ? undefined : { dialect: JSON_DIALECT, text: written, tool }
}

/** The first line that opens a brace. */
function bareStart(text: string): number {
	const at = text.search(/\n\[?\{/)
	return at === -1 ? -1 : at + 1
}

function withoutEnd(text: string): string {
	const from = Math.max(0, text.length - 200)
	return text.slice(0, from) + text.slice(from).replace(/(?:\s{0,9}<\|?\/?[\w:]{1,20}\|?>)+$/, '')
}

/** One value, several with a `;` or a line break between them, or one that lacks its last brackets. */
function jsonIn(written: string): JsonValue | undefined {
	const text = written.trim().replace(/;$/, '')
	const value = parseJson(text)
	if (value !== undefined) return value
	for (const missing of ['}', '}}', ']', '}]', '"}}']) {
		const mended = parseJson(text + missing)
		if (mended !== undefined) return mended
	}
	const several = parseJson(`[${text.replaceAll(/\} {0,9}[;\n]\s{0,9}\{/g, '},{')}]`)
	return several ?? parseJson(text.replaceAll("'", '"'))
}

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'action']
const INPUT_KEYS = ['arguments', 'parameters', 'input', 'args', 'tool_input', 'action_input']
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

function fits(input: JsonObject, { inputSchema }: ToolSpec): boolean {
	const known = isObject(inputSchema.properties) ? inputSchema.properties : {}
	const required = Array.isArray(inputSchema.required) ? inputSchema.required : []
	return (
		Object.keys(input).every(key => Object.hasOwn(known, key)) &&
		required.every(key => typeof key === 'string' && Object.hasOwn(input, key))
	)
}

/** JSON that nobody can read, of the tool that it names first. */
function brokenName(written: string, tools: readonly ToolSpec[]): string | undefined {
	const [, name] = BROKEN.exec(written) ?? []
	return tools.some(tool => tool.name === name) ? name : undefined
}

const BROKEN = new RegExp(
	`^\\[?\\s*\\{\\s*(?:["']type["']\\s*:\\s*["']function["']\\s*,\\s*)?["']?(?:name|tool|function)["']?\\s*:\\s*["']?(${NAME})["']?\\s*,\\s*["']?(?:arguments|parameters|input|args)["']?\\s*:\\s*\\{`,
)
