// A block view: a line, what stands in front of it and what comes after it, and its lines without numbers and signs of
// a diff.

/** @property isWhole - nothing more is coming that this may depend on */
export type BlockView = { text: string; start: number; end: number; isWhole: boolean }

export type Range = { start: number; end: number }

/** @property indent - of its first word, behind the number of the line; `-` and `+` count as blanks */
export type BlockLine = {
	start: number
	/** Of its first word. */
	content: number
	/** Without the line break and the blanks in front of it. */
	end: number
	next: number
	indent: number
	isItem: boolean
}

export function lineAt(text: string, start: number): BlockLine {
	const found = text.indexOf('\n', start)
	const next = found < 0 ? text.length : found + 1
	let end = found < 0 ? text.length : found
	const lead = behindNumber(text, start)
	let content = lead
	while (content < end && isLead(text.charCodeAt(content))) content++
	while (end > content && (text.charCodeAt(end - 1) === 13 || text.charCodeAt(end - 1) === BLANK)) end--
	return { start, content, end, next, indent: content - lead, isItem: isItem(text, lead, content) }
}

/** Most lines have none, and a pattern takes longer than all else here. */
function behindNumber(text: string, start: number): number {
	let first = start
	while (first < start + 8 && text.charCodeAt(first) === BLANK) first++
	const code = text.charCodeAt(first)
	if (code < 48 || code > 57) return start
	NUMBER.lastIndex = start
	return NUMBER.test(text) ? NUMBER.lastIndex : start
}

const NUMBER = / {0,8}\d{1,6}(?:\t|→|[:|-](?=[ \t+-]|[A-Za-z-]))/y

function isLead(code: number): boolean {
	return code === BLANK || code === TAB || code === DASH || code === PLUS
}

function isItem(text: string, lead: number, content: number): boolean {
	let dash = content - 1
	while (dash >= lead && (text.charCodeAt(dash) === BLANK || text.charCodeAt(dash) === TAB)) dash--
	return dash >= lead && dash < content - 1 && text.charCodeAt(dash) === DASH
}

const TAB = 9
const BLANK = 32
const PLUS = 43
const DASH = 45

export function contentOf(text: string, line: BlockLine): string {
	return text.slice(line.content, line.end)
}

/** The line that ends at a place; the first one of a view may have been cut. */
export function lineBefore(text: string, end: number): BlockLine {
	return lineAt(text, end < 2 ? 0 : text.lastIndexOf('\n', end - 2) + 1)
}

/** The lines in front of a place, the nearest first. */
export function* linesBefore(text: string, start: number): Generator<BlockLine> {
	for (let end = start; end > 0; ) {
		const line = lineBefore(text, end)
		yield line
		end = line.start
	}
}

/** Empty, or a comment: no part of a block's structure. */
export function isIdle(text: string, line: BlockLine): boolean {
	return line.content >= line.end || text.charCodeAt(line.content) === 35
}
