// Markdown, as much of it as answers use, as a tree. Whatever it does not know stays text; nothing of it is HTML.

export type Inline =
	| { type: 'text'; text: string }
	| { type: 'code'; text: string }
	| { type: 'strong' | 'emphasis'; children: readonly Inline[] }
	| { type: 'link'; url: string; children: readonly Inline[] }

/** `source` is what a block was made of: where it is the same, so is the block. */
export type MarkdownBlock = { source: string } & (
	| { type: 'paragraph'; text: string }
	| { type: 'heading'; level: number; text: string }
	| { type: 'code'; language: string; text: string }
	| { type: 'quote'; blocks: readonly MarkdownBlock[] }
	| { type: 'list'; isOrdered: boolean; start: number; items: readonly (readonly MarkdownBlock[])[] }
	| { type: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
	| { type: 'rule' }
)

/** @param depth - of lists and quotes in each other; what is deeper stays text */
export function markdownBlocks(text: string, depth = 0): readonly MarkdownBlock[] {
	const lines = text.split('\n')
	const blocks: MarkdownBlock[] = []
	let at = 0
	while (at < lines.length) {
		if (lines[at]!.trim() === '') {
			at++
			continue
		}
		const from = at
		const take = (to: number) => {
			at = to
			return lines.slice(from, to).join('\n')
		}
		blocks.push(blockAt(lines, from, take, depth))
	}
	return blocks
}

function blockAt(
	lines: readonly string[],
	from: number,
	take: (to: number) => string,
	depth: number,
): MarkdownBlock {
	const line = lines[from]!
	const [, fence, language = ''] = FENCE.exec(line) ?? []
	if (fence !== undefined) {
		const end = lines.findIndex((one, index) => index > from && one.trim() === fence)
		const to = end === -1 ? lines.length : end
		const text = lines.slice(from + 1, to).join('\n')
		return {
			type: 'code',
			language: language.slice(0, 30),
			text,
			source: take(Math.min(to + 1, lines.length)),
		}
	}
	const [, marks, title] = HEADING.exec(line) ?? []
	if (marks !== undefined)
		return { type: 'heading', level: marks.length, text: title ?? '', source: take(from + 1) }
	if (RULE.test(line)) return { type: 'rule', source: take(from + 1) }
	if (depth < DEEPEST && line.startsWith('>')) {
		const to = endOf(lines, from, one => one.startsWith('>'))
		const inner = lines.slice(from, to).map(one => one.replace(/^> ?/, ''))
		return { type: 'quote', blocks: markdownBlocks(inner.join('\n'), depth + 1), source: take(to) }
	}
	if (depth < DEEPEST && ITEM.test(line)) return listAt(lines, from, take, depth)
	if (line.includes('|') && TABLE_RULE.test(lines[from + 1] ?? '')) {
		const to = endOf(lines, from + 2, one => one.includes('|'))
		const [head = [], , ...rows] = lines.slice(from, to).map(cells)
		return { type: 'table', head, rows, source: take(to) }
	}
	const to = endOf(lines, from + 1, one => one.trim() !== '' && !beginsBlock(one))
	return { type: 'paragraph', text: lines.slice(from, to).join('\n'), source: take(to) }
}

function listAt(
	lines: readonly string[],
	from: number,
	take: (to: number) => string,
	depth: number,
): MarkdownBlock {
	const [, indent = '', mark = ''] = ITEM.exec(lines[from]!) ?? []
	const isOrdered = /\d/.test(mark)
	const items: string[][] = []
	let at = from
	for (; at < lines.length; at++) {
		const line = lines[at]!
		const item = ITEM.exec(line)
		const inner = line.length - line.trimStart().length
		if (item && inner <= indent.length + 1) {
			if (/\d/.test(item[2]!) !== isOrdered || inner < indent.length) break
			items.push([item[3]!])
		} else if (line.trim() === '') {
			const next = lines[at + 1]
			if (next === undefined || !(ITEM.test(next) || next.length - next.trimStart().length > indent.length))
				break
			items.at(-1)!.push('')
		} else if (inner > indent.length) items.at(-1)!.push(line.slice(Math.min(inner, indent.length + 2)))
		else if (beginsBlock(line)) break
		else items.at(-1)!.push(line)
	}
	return {
		type: 'list',
		isOrdered,
		start: isOrdered ? Number.parseInt(mark, 10) : 1,
		items: items.map(item => markdownBlocks(item.join('\n'), depth + 1)),
		source: take(at),
	}
}

function endOf(lines: readonly string[], from: number, isPart: (line: string) => boolean): number {
	let at = from
	while (at < lines.length && isPart(lines[at]!)) at++
	return at
}

function beginsBlock(line: string): boolean {
	return FENCE.test(line) || HEADING.test(line) || line.startsWith('>') || ITEM.test(line) || RULE.test(line)
}

function cells(line: string): readonly string[] {
	const trimmed = line.trim().replace(/^\|/, '').replace(/\|$/, '')
	return trimmed.split('|').map(cell => cell.trim())
}

const DEEPEST = 6
const FENCE = /^ {0,3}(```+|~~~+) *([\w+#.-]*)[^`]*$/
const HEADING = /^(#{1,6}) +(.*)$/
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$/
const ITEM = /^( {0,8})([-*+]|\d{1,9}[.)]) +(.*)$/
const TABLE_RULE = /^ *\|?(?: *:?-+:? *\|)* *:?-+:? *\|? *$/

export function inlines(text: string, depth = 0): readonly Inline[] {
	const found: Inline[] = []
	let plain = 0
	let tries = depth < DEEPEST ? MOST_TRIES : 0
	for (let at = nextMark(text, 0); at !== -1 && tries-- > 0; at = nextMark(text, at)) {
		const one = inlineAt(text, at, depth)
		if (!one) {
			at++
			continue
		}
		if (at > plain) found.push({ type: 'text', text: text.slice(plain, at) })
		found.push(one.inline)
		at = one.end
		plain = one.end
	}
	if (plain < text.length) found.push({ type: 'text', text: text.slice(plain) })
	return found
}

function nextMark(text: string, from: number): number {
	MARK.lastIndex = from
	return MARK.exec(text)?.index ?? -1
}

function inlineAt(text: string, at: number, depth: number): { inline: Inline; end: number } | undefined {
	for (const { pattern, make } of PATTERNS) {
		pattern.lastIndex = at
		const match = pattern.exec(text)
		const inline = match && make(match, depth)
		if (inline) return { inline, end: at + match[0].length }
	}
	return undefined
}

/** Each may look at some thousand characters in vain; a paragraph of more marks is not written to be read. */
const MOST_TRIES = 1_000

/** Where something may begin: a mark, or an address. */
const MARK = /[`*_[]|\bhttps?:\/\//g

/** Each is tried only where it begins, and gives up after so many characters. */
const PATTERNS: readonly {
	pattern: RegExp
	make(match: RegExpExecArray, depth: number): Inline | undefined
}[] = [
	{
		pattern: /(`+)(?!`)([\s\S]{1,2000}?)(?<!`)\1(?!`)/y,
		make: ([, , text]) => ({ type: 'code', text: text! }),
	},
	{
		pattern: /\*\*(?=\S)([^*]{1,2000})\*\*/y,
		make: ([, text], depth) => ({ type: 'strong', children: inlines(text!, depth + 1) }),
	},
	{
		pattern: /\*(?=\S)([^*\n]{1,1000})(?<=\S)\*/y,
		make: ([, text], depth) => ({ type: 'emphasis', children: inlines(text!, depth + 1) }),
	},
	{
		pattern: /(?<![\p{L}\p{N}])_(?=\S)([^_\n]{1,1000})(?<=\S)_(?![\p{L}\p{N}])/uy,
		make: ([, text], depth) => ({ type: 'emphasis', children: inlines(text!, depth + 1) }),
	},
	{
		pattern: /\[([^\][]{1,1000})\]\(([^()\s]{1,2000})\)/y,
		make: ([, text, address], depth) => {
			const url = webAddress(address!)
			return url === undefined ? undefined : { type: 'link', url, children: inlines(text!, depth + DEEPEST) }
		},
	},
	{
		pattern: /https?:\/\/[^\s<>"'`)\]]{1,2000}(?<![.,;:!?*_])/y,
		make: ([address]) => {
			const url = webAddress(address)
			return url === undefined
				? undefined
				: { type: 'link', url, children: [{ type: 'text', text: address }] }
		},
	},
]

/** @returns undefined for whatever is not plainly an address of the web: no script, no file, no data, no way back to here */
export function webAddress(text: string): string | undefined {
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
	const url = new URL(text)
	if (url.username !== '' || url.password !== '') return undefined
	return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}
