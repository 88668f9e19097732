// Symbols of one file with the lines they stand on, found by a light scanner: comments and strings are blanked out, and
// what is left is read line by line. A last line is only given where brackets and indentation agree on it.

import { extname } from 'node:path'
import { failedResult, okResult } from '../../core/tool.ts'
import type { Tool } from '../executor/tool.ts'
import { binaryKind } from '../files/file-kind.ts'
import { defineReadingTool, type FileToolDeps } from '../files/reading-tool.ts'
import { BYTE_ORDER_MARK, splitLines } from '../files/text-file.ts'

export type OutlineInput = { path: string }

export function createOutlineTool(deps: FileToolDeps): Tool {
	return defineReadingTool<OutlineInput>(
		{
			name: 'outline',
			description: 'Symbols of one source or Markdown file with their lines: `first-last: declaration`.',
			inputSchema: {
				type: 'object',
				properties: { path: { type: 'string', minLength: 1 } },
				required: ['path'],
				additionalProperties: false,
			},
			// It shows no folders.
			hidesDenied: true,
			async run(_input, place, { host }) {
				const stat = await host.files.stat(place.real)
				if (!stat) return failedResult(`there is no file ${place.shown}`)
				if (stat.kind !== 'file')
					return failedResult(`${place.shown} is no regular file; use list for folders`)
				if (stat.sizeBytes > MAX_FILE_BYTES)
					return failedResult(`${place.shown} has ${stat.sizeBytes} bytes, too many to outline; use grep`)
				const bytes = await host.files.checked.read(place.real)
				if (!bytes) return failedResult(`there is no file ${place.shown}`)
				if (bytes.includes(0)) return okResult(`[${place.shown} is ${binaryKind(bytes)}; it has no outline]`)
				const found = outlineOf(place.real, new TextDecoder().decode(bytes))
				if (!found)
					return okResult(`[the language of ${place.shown} is not known to outline; use grep or read]`)
				return okResult(shown(found), {
					type: 'counted',
					count: found.symbols.length,
					unit: found.symbols.length === 1 ? 'symbol' : 'symbols',
				})
			},
		},
		deps,
	)
}

const MAX_FILE_BYTES = 2 * 1024 * 1024
const MAX_SYMBOLS = 500
const MAX_TEXT_CHARACTERS = 160
const MAX_LINE_CHARACTERS = 500

type Outline = { lineCount: number; language: string; symbols: readonly CodeSymbol[] }

/** Lines from 1, both included. Without `last` it is one line long, or where it ends cannot be told for sure. */
type CodeSymbol = { first: number; last?: number; depth: number; text: string }

function shown({ lineCount, language, symbols }: Outline): string {
	const head = `[${language}, ${lineCount} ${lineCount === 1 ? 'line' : 'lines'}]`
	if (symbols.length === 0) return `${head}\n[no symbols found]`
	const rows = symbols.slice(0, MAX_SYMBOLS).map(({ first, last, depth, text }) => {
		const cut = text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : text
		return `${'  '.repeat(depth)}${first}${last === undefined ? '' : `-${last}`}: ${cut}`
	})
	const rest = symbols.length - rows.length
	return [head, ...rows, ...(rest > 0 ? [`[${rest} more symbols; use grep]`] : [])].join('\n')
}

/** @returns undefined when the language is not known */
export function outlineOf(path: string, text: string): Outline | undefined {
	const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
	const lines = splitLines(plain).map(line => line.text)
	const extension = extname(path).toLowerCase().slice(1)
	const first = lines[0] ?? ''
	const language = LANGUAGES.find(
		({ extensions, shebang }) =>
			extensions.includes(extension) || (extension === '' && shebang !== undefined && shebang.test(first)),
	)
	if (!language) return undefined
	const symbols = language.blocks === 'headings' ? headings(lines) : symbolsIn(lines, language)
	return { lineCount: lines.length, language: language.name, symbols }
}

type Language = {
	name: string
	extensions: readonly string[]
	shebang?: RegExp
	/** How a block ends: by its closing bracket, by indentation alone, or by `end` at its own indentation. */
	blocks: 'brackets' | 'indentation' | 'end' | 'headings'
	lineComments: readonly string[]
	blockComments?: readonly (readonly [open: string, close: string])[]
	/** At these places something begins that is no code. @returns where it ends */
	literals: readonly ((text: string, at: number) => number | undefined)[]
	/** At the top, and in whatever holds others. */
	symbols: readonly RegExp[]
	/** Only right inside of something that holds others. */
	members?: readonly RegExp[]
	/** What holds others. */
	holders: RegExp
	/** Every declaration ends in `;` or `}`. */
	isTerminated?: true
	/** What opens and closes; a `case` of the shell closes round brackets that nobody opened. */
	brackets?: readonly [open: string, close: string]
	/** Text outside is no code. */
	between?: readonly [open: RegExp, close: string]
}

/**
 * From a quote to the next one that is not escaped. One that is not closed on its line opens nothing,
 * and one that may span lines goes to the end, so that nothing is read twice.
 */
function quoted(quote: string, spansLines = false) {
	return (text: string, at: number) => {
		if (text[at] !== quote) return undefined
		for (let i = at + 1; i < text.length; i++) {
			if (text[i] === '\\') i++
			else if (text[i] === quote) return i + 1
			else if (text[i] === '\n' && !spansLines) return undefined
		}
		return spansLines ? text.length : undefined
	}
}

function fenced(open: string, close = open, isEscaped = true) {
	return (text: string, at: number) => {
		if (!text.startsWith(open, at)) return undefined
		for (let i = at + open.length; i < text.length; i++) {
			if (isEscaped && text[i] === '\\') i++
			else if (text.startsWith(close, i)) return i + close.length
		}
		return text.length
	}
}

function pattern(expression: RegExp) {
	const sticky = new RegExp(expression, 'y')
	return (text: string, at: number) => {
		sticky.lastIndex = at
		return sticky.test(text) ? sticky.lastIndex : undefined
	}
}

/** A template with all that is nested in it. One that is not closed goes to the end, so that nothing is read twice. */
function template(text: string, at: number, depth = 0): number | undefined {
	if (text[at] !== '`') return undefined
	for (let i = at + 1; i < text.length && depth < MAX_NESTED; i++) {
		if (text[i] === '\\') i++
		else if (text[i] === '`') return i + 1
		else if (text.startsWith('${', i)) i = nestedCode(text, i + 2, depth + 1) - 1
	}
	return text.length
}

const MAX_NESTED = 100

/** @returns behind the bracket that closes it */
function nestedCode(text: string, from: number, nested: number): number {
	let depth = 1
	for (let i = from; i < text.length; i++) {
		const end = template(text, i, nested) ?? literalEnd(text, i, SCRIPT_LITERALS)
		if (end !== undefined) i = end - 1
		else if (text[i] === '{') depth++
		else if (text[i] === '}' && --depth === 0) return i + 1
	}
	return text.length
}

// Bounded, because a line can be as long as a file.
const REGEX = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\[\n]){1,400}\/[a-z]*/y

/** Only where a value may begin: elsewhere a slash divides. */
function regexLiteral(text: string, at: number): number | undefined {
	if (text[at] !== '/') return undefined
	let before = at - 1
	while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before--
	const isValue =
		before < 0 ||
		/[\n(,=:[!&|?{};+\-*%>~^]/.test(text[before]!) ||
		/\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/.test(
			text.slice(Math.max(0, before - 9), before + 1),
		)
	if (!isValue) return undefined
	REGEX.lastIndex = at
	return REGEX.test(text) ? REGEX.lastIndex : undefined
}

/** `<<EOF`, `<<-'EOF'`, `<<~SQL`, `<<<PHP`: from the end of its line to the line that says so. */
function hereDocument(opening: RegExp) {
	const sticky = new RegExp(opening, 'y')
	return (text: string, at: number) => {
		if (text[at] !== '<') return undefined
		sticky.lastIndex = at
		const name = sticky.exec(text)?.[1]
		if (name === undefined) return undefined
		const end = new RegExp(`\\n[ \\t]*${name}\\b`, 'g')
		end.lastIndex = at
		return end.test(text) ? end.lastIndex : text.length
	}
}

const SCRIPT_LITERALS = [quoted("'"), quoted('"'), template, regexLiteral]
const C_LITERALS = [quoted('"'), quoted("'")]

const NAME = '[\\p{L}_$][\\p{L}\\p{N}_$]*'
const TYPES = '<(?:[^()<>]|<(?:[^()<>]|<[^()<>]*>)*>)*>'
const re = (source: string) => new RegExp(source.replaceAll('NAME', NAME).replaceAll('TYPES', TYPES), 'u')

const LANGUAGES: readonly Language[] = [
	{
		name: 'TypeScript/JavaScript',
		extensions: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'],
		shebang: /^#!.*\b(?:node|deno|bun)\b/,
		blocks: 'brackets',
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: SCRIPT_LITERALS,
		symbols: [
			re(
				'^(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+|async\\s+)*(?:class|interface|enum|namespace|module|function\\*?)\\s+NAME',
			),
			re('^(?:export\\s+)?(?:declare\\s+)?type\\s+NAME\\s*[<=]'),
			re('^(?:export\\s+)?(?:declare\\s+)?(?:const\\s+enum|const|let|var)\\s+(?:NAME|[{[])'),
			/^export\s+default\b/,
		],
		members: [
			re(
				'^(?:(?:public|private|protected|static|readonly|abstract|override|async|get|set|declare|accessor)\\s+)*\\*?\\s*#?NAME\\s*[?!]?\\s*(?:<[^>]*>)?\\s*\\(',
			),
			re(
				'^(?:(?:public|private|protected|static|readonly|abstract|override|declare|accessor)\\s+)*#?NAME\\s*[?!]?\\s*[:=;]',
			),
		],
		holders: /\b(?:class|interface|namespace|module)\b/,
	},
	{
		name: 'Python',
		extensions: ['py', 'pyi'],
		shebang: /^#!.*\bpython/,
		blocks: 'indentation',
		lineComments: ['#'],
		literals: [fenced('"""'), fenced("'''"), quoted('"'), quoted("'")],
		symbols: [/^(?:async\s+)?(?:def|class)\s+[\p{L}_]/u, /^[A-Z][A-Z0-9_]+\s*(?::[^=]+)?=/],
		holders: /^class\b/,
	},
	{
		name: 'Go',
		extensions: ['go'],
		blocks: 'brackets',
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: [...C_LITERALS, fenced('`', '`', false)],
		symbols: [/^func\b/, /^type\s+(?:[\p{L}_]|\()/u, /^(?:const|var)\s+(?:[\p{L}_]|\()/u],
		holders: /(?!)/,
	},
	{
		name: 'Rust',
		extensions: ['rs'],
		blocks: 'brackets',
		isTerminated: true,
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: [
			fenced('r###"', '"###', false),
			fenced('r##"', '"##', false),
			fenced('r#"', '"#', false),
			fenced('r"', '"', false),
			quoted('"', true),
			pattern(/'(?:\\(?:[^u\n]|u\{[^}\n]*\})[^'\n]*|[^'\\\n])'/u),
		],
		symbols: [
			/^(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:(?:const|async|unsafe|extern(?:\s*"[^"]*")?)\s+)*(?:fn|struct|enum|union|trait|mod|type)\s+[\p{L}_]/u,
			/^(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(?:mut\s+)?[\p{L}_]\w*\s*:/u,
			/^(?:unsafe\s+)?impl\b/,
			/^macro_rules!\s*\w/,
		],
		holders: /\b(?:impl|trait|mod)\b/,
	},
	{
		name: 'Java',
		extensions: ['java'],
		blocks: 'brackets',
		isTerminated: true,
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: [fenced('"""'), ...C_LITERALS],
		symbols: [/^(?:[\w-]+\s+)*(?:class|interface|enum|record|@interface)\s+[\p{L}_]/u],
		members: [
			re('^(?:[\\w.]+(?:TYPES)?(?:\\[\\])*\\s+|TYPES\\s+)*NAME\\s*\\('),
			re('^(?:[\\w.]+(?:TYPES)?(?:\\[\\])*\\s+)+NAME\\s*[=;]'),
		],
		holders: /\b(?:class|interface|enum|record)\b/,
	},
	{
		name: 'C/C++',
		extensions: ['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'hxx'],
		blocks: 'brackets',
		isTerminated: true,
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: [
			fenced('R"(', ')"', false),
			...C_LITERALS,
			// Branches of the preprocessor open and close what they like.
			(text, at) =>
				text[at] === '#' && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at))
					? at + /^(?:\\\r?\n|(?!\/[*/])[^\n])*/.exec(text.slice(at))![0].length
					: undefined,
		],
		symbols: [
			/^(?:typedef\s+)?(?:template\s*<[^;{]*>\s*)?(?:enum\s+class|class|struct|union|enum|namespace)\b(?![^{;]*[=)])/,
			/^(?:typedef|using)\s+\w/,
			/^(?!(?:if|for|while|switch|return|else|do|case|goto|throw|delete)\b)(?:[\w:~*&<>,[\]\s]+[\s*&])?~?[A-Za-z_][\w:~]*\s*\((?!.*\)\s*;\s*$)/,
		],
		members: [
			/^(?!(?:if|for|while|switch|return|else|do|case|goto|throw|delete)\b)(?:[\w:~*&<>,[\]\s]+[\s*&])?~?[A-Za-z_]\w*\s*\(/,
		],
		holders: /\b(?:class|struct|union|namespace)\b/,
	},
	{
		name: 'Ruby',
		extensions: ['rb', 'rake', 'gemspec'],
		shebang: /^#!.*\bruby/,
		blocks: 'end',
		lineComments: ['#'],
		blockComments: [['\n=begin', '\n=end']],
		literals: [hereDocument(/<<[~-]?['"]?([A-Z_]\w*)['"]?/), quoted('"'), quoted("'")],
		symbols: [
			/^(?:class|module|def)\s+\S/,
			/^(?:private|protected|public)\s+def\s+\S/,
			/^[A-Z][A-Z0-9_]+\s*=/,
		],
		holders: /^(?:class|module)\b/,
	},
	{
		name: 'PHP',
		extensions: ['php'],
		shebang: /^#!.*\bphp/,
		blocks: 'brackets',
		isTerminated: true,
		lineComments: ['//', '#'],
		blockComments: [['/*', '*/']],
		literals: [hereDocument(/<<<[ \t]*['"]?(\w+)['"]?/), quoted("'", true), quoted('"', true)],
		symbols: [
			/^(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+\w/,
			/^namespace\s+[\w\\]/,
			/^(?:(?:public|private|protected|static|abstract|final)\s+)*function\s+&?\w/,
			/^(?:(?:public|private|protected|final)\s+)*const\s+\w/,
		],
		holders: /\b(?:class|interface|trait|enum|namespace)\b/,
		between: [/<\?(?:php\b|=)/g, '?>'],
	},
	{
		name: 'shell',
		extensions: ['sh', 'bash', 'zsh', 'ksh'],
		shebang: /^#!.*\b(?:ba|z|k|da)?sh\b/,
		blocks: 'brackets',
		brackets: ['{', '}'],
		lineComments: ['#'],
		literals: [
			hereDocument(/<<-?[ \t]*\\?['"]?(\w+)['"]?/),
			pattern(/\\./),
			// A `#` in the middle of a word.
			pattern(/(?<=[^\s;&|(])#/),
			fenced("'", "'", false),
			quoted('"', true),
		],
		symbols: [/^(?:function\s+)?[\w:.-]+\s*\(\s*\)/, /^function\s+[\w:.-]+/],
		holders: /(?!)/,
	},
	{
		name: 'Markdown',
		extensions: ['md', 'markdown', 'mdx'],
		blocks: 'headings',
		lineComments: [],
		literals: [],
		symbols: [],
		holders: /(?!)/,
	},
]

function literalEnd(text: string, at: number, literals: Language['literals']): number | undefined {
	for (const literal of literals) {
		const end = literal(text, at)
		if (end !== undefined) return end
	}
	return undefined
}

type CodeLine = {
	/** Without comments and the insides of strings; columns are kept. */
	code: string
	/** It begins inside of a string or a comment. */
	isInside: boolean
	/** Open brackets before its first character. */
	depth: number
}

function readCode(lines: readonly string[], language: Language): readonly CodeLine[] {
	const code = [...blanked(lines.join('\n'), language)].join('')
	let depth = 0
	return code.split('\n').map((line): CodeLine => {
		const before = depth
		depth += balanceOf(line, language)
		return { code: line.replace(INSIDE, ''), isInside: line.startsWith(INSIDE), depth: before }
	})
}

function balanceOf(line: string, { brackets: [open, close] = ['([{', ')]}'] }: Language): number {
	let balance = 0
	for (const letter of line)
		if (open.includes(letter)) balance++
		else if (close.includes(letter)) balance--
	return balance
}

/** At the beginning of a line that begins inside of something that is no code. */
const INSIDE = '\u0000'

function* blanked(text: string, language: Language): Generator<string> {
	const { lineComments, blockComments = [], literals, between } = language
	let codeUntil = between ? 0 : text.length
	for (let i = 0; i < text.length; ) {
		if (between && i >= codeUntil) {
			between[0].lastIndex = i
			const open = between[0].exec(text)
			const from = open ? open.index + open[0].length : text.length
			yield blank(text.slice(i, from))
			i = from
			const close = text.indexOf(between[1], from)
			codeUntil = close === -1 ? text.length : close
			continue
		}
		const comment = lineComments.find(mark => text.startsWith(mark, i))
		const isShebang = i === 0 && text.startsWith('#!')
		const literal = literalEnd(text, i, literals)
		const block = blockComments.find(([open]) => text.startsWith(open, i))
		if (block) {
			const close = text.indexOf(block[1], i + block[0].length)
			const end = close === -1 ? text.length : close + block[1].length
			yield blank(text.slice(i, end))
			i = end
		} else if (literal !== undefined) {
			// The quotes stay, so that there is something where a value is.
			yield text[i] === '#' ? ' ' : '"'
			yield blank(text.slice(i + 1, literal))
			i = literal
		} else if (comment !== undefined || isShebang) {
			const close = text.indexOf('\n', i)
			const end = close === -1 ? text.length : close
			yield blank(text.slice(i, end))
			i = end
		} else {
			yield text[i]!
			i++
		}
	}
}

function blank(text: string): string {
	return text.replaceAll(/[^\n]/g, ' ').replaceAll('\n', `\n${INSIDE}`)
}

type Holder = { depth: number; indent: number; bracketDepth: number; last: number | undefined }

function symbolsIn(lines: readonly string[], language: Language): readonly CodeSymbol[] {
	const code = readCode(lines, language)
	const closes = language.blocks !== 'brackets' || endsBalanced(code, language)
	const found: CodeSymbol[] = []
	let holders: Holder[] = []
	for (const [index, line] of code.entries()) {
		if (line.isInside || line.code.trim() === '') continue
		const indent = indentOf(line.code)
		holders = holders.filter(({ last }) => last === undefined || index <= last)
		const holder = holders.at(-1)
		const isAtTop = holder
			? language.blocks === 'brackets'
				? line.depth === holder.bracketDepth + 1
				: isDirectlyIn(code, index, holder)
			: language.blocks === 'brackets' && closes
				? line.depth === 0
				: indent === 0
		if (!isAtTop) continue
		const declared = line.code.trim().slice(0, MAX_LINE_CHARACTERS)
		const isMember = holder !== undefined && language.members?.some(each => each.test(declared))
		if (!isMember && !language.symbols.some(each => each.test(declared))) continue
		if (STATEMENTS.test(declared)) continue
		// Nothing can be said of what somebody's machine has put into one line.
		const isReadable = closes && line.code.length <= MAX_LINE_CHARACTERS
		const last = isReadable ? lastLine(code, index, language) : undefined
		const depth = holder ? holder.depth + 1 : 0
		found.push({
			first: index + 1,
			...(last !== undefined && last > index && { last: last + 1 }),
			depth,
			text: declarationText(lines[index]!),
		})
		if (last !== undefined && last > index && language.holders.test(declared))
			holders.push({ depth, indent, bracketDepth: line.depth, last })
	}
	return found
}

/** What looks like the call that a method's head looks like. */
const STATEMENTS = /^(?:if|for|while|switch|catch|return|else|do|throw|new|await|super|with)\b/

function declarationText(line: string): string {
	return line
		.trim()
		.slice(0, MAX_LINE_CHARACTERS)
		.replace(/\s*\{\s*$/, '')
		.replace(/\s+/g, ' ')
}

function endsBalanced(code: readonly CodeLine[], language: Language): boolean {
	const last = code.at(-1)
	return !last || (last.depth + balanceOf(last.code, language) === 0 && code.every(line => line.depth >= 0))
}

/** One step in, measured by the first line of what holds it. */
function isDirectlyIn(code: readonly CodeLine[], index: number, holder: Holder): boolean {
	const indent = indentOf(code[index]!.code)
	if (indent <= holder.indent || code[index]!.depth !== holder.bracketDepth) return false
	for (let i = index - 1; i >= 0; i--) {
		const { code: text, isInside, depth } = code[i]!
		if (isInside || text.trim() === '' || depth !== holder.bracketDepth) continue
		const before = indentOf(text)
		if (before <= holder.indent) return true
		if (before < indent) return false
	}
	return true
}

/** @returns the index of the last line, or undefined when it cannot be told for sure */
function lastLine(code: readonly CodeLine[], first: number, language: Language): number | undefined {
	switch (language.blocks) {
		case 'brackets':
			return closingLine(code, first, language)
		case 'end':
			return endLine(code, first)
		default:
			return dedentLine(code, first)
	}
}

function closingLine(
	code: readonly CodeLine[],
	first: number,
	{ isTerminated }: Language,
): number | undefined {
	const start = code[first]!
	const indent = indentOf(start.code)
	let from = first
	const depthAfter = (index: number) => code[index + 1]?.depth ?? 0
	let at = first
	for (;;) {
		while (at < code.length && depthAfter(at) > start.depth) at++
		if (at >= code.length || depthAfter(at) < start.depth) {
			// One that closes what it stands in as well: `class A { b() {} }`.
			return at === first ? first : undefined
		}
		const next = nextLine(code, at)
		const isClosed = at > from && /^[)\]}]/.test(code[at]!.code.trim())
		const closedAt = indentOf(code[at]!.code)
		if (isClosed && closedAt !== indent && closedAt !== indentOf(code[from]!.code)) return undefined
		const isOpen = !/[;}]\s*$/.test(code[at]!.code)
		if (isTerminated && !isOpen) return at
		if (next === undefined) return isTerminated ? undefined : at
		const { code: text } = code[next]!
		const isSame = indentOf(text) === indent
		// Its body, what stands between head and body, and the bracket of a type that no brackets are counted for.
		const isBody = isOpen && /^\s*(?:\{|(?:where|throws|noexcept|requires|->|:|,)(?:\W|$))/.test(text)
		const isPart = isSame && (isBody || /^\s*>/.test(text))
		const isDeeper = indentOf(text) > indent && (isOpen || closedAt > indent)
		if (isPart || isDeeper) {
			at = next
			from = next
			continue
		}
		// Something goes on here in a way that is not known.
		return isTerminated ? undefined : at
	}
}

function endLine(code: readonly CodeLine[], first: number): number | undefined {
	const start = code[first]!
	if (!/^(?:class|module|def|private|protected|public)\b/.test(start.code.trim())) return first
	if (/\bend\s*$/.test(start.code) || /^(?:\w+\s+)?def\s[^=]*[^=!<>]=\s/.test(start.code.trim())) return first
	const indent = indentOf(start.code)
	for (let i = first + 1; i < code.length; i++) {
		const { code: text, isInside } = code[i]!
		if (isInside || text.trim() === '' || indentOf(text) > indent) continue
		return indentOf(text) === indent && /^end\b/.test(text.trim()) ? i : undefined
	}
	return undefined
}

function dedentLine(code: readonly CodeLine[], first: number): number {
	const { code: head, depth } = code[first]!
	const indent = indentOf(head)
	let last = first
	for (let i = first + 1; i < code.length; i++) {
		const line = code[i]!
		const isContinued = line.isInside || line.depth > depth
		if (!isContinued && line.code.trim() === '') continue
		if (!isContinued && indentOf(line.code) <= indent) break
		last = i
	}
	return last
}

function nextLine(code: readonly CodeLine[], after: number): number | undefined {
	for (let i = after + 1; i < code.length; i++)
		if (!code[i]!.isInside && code[i]!.code.trim() !== '') return i
	return undefined
}

const TAB = 8

function indentOf(line: string): number {
	let columns = 0
	for (const letter of line) {
		if (letter === ' ') columns++
		else if (letter === '\t') columns += TAB - (columns % TAB)
		else break
	}
	return columns
}

function headings(lines: readonly string[]): readonly CodeSymbol[] {
	const found: { first: number; level: number; text: string }[] = []
	let fence: string | undefined
	let from = 0
	if (lines[0]?.trim() === '---') {
		const close = lines.findIndex((line, index) => index > 0 && line.trim() === '---')
		if (close > 0) from = close + 1
	}
	for (let i = from; i < lines.length; i++) {
		const line = lines[i]!
		if (line.length > MAX_LINE_CHARACTERS) continue
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
		if (fence !== undefined) {
			if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
			continue
		}
		if (mark !== undefined) {
			fence = mark
			continue
		}
		const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line)
		if (heading) found.push({ first: i, level: heading[1]!.length, text: line.trim() })
		const underline = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(line)?.[1]
		const above = lines[i - 1]
		const isText =
			above !== undefined && i > from && /^ {0,3}[^\s#>|`~-]/.test(above) && found.at(-1)?.first !== i - 1
		const stands = i - 2 < from || lines[i - 2]!.trim() === ''
		if (underline && isText && stands)
			found.push({ first: i - 1, level: underline[0] === '=' ? 1 : 2, text: above.trim() })
	}
	return found.map(({ first, level, text }, index) => {
		const next = found.slice(index + 1).find(each => each.level <= level)?.first ?? lines.length
		let last = next - 1
		while (last > first && lines[last]!.trim() === '') last--
		return { first: first + 1, ...(last > first && { last: last + 1 }), depth: level - 1, text }
	})
}
