// The inside of one line of Markdown: from its marks to text with looks.

import { Lexer, type Token } from 'marked'
import { linkOf, withPlaces } from '../../text/link.ts'
import { type Span, type Spans, span } from '../../text/spans.ts'
import type { Style } from '../../text/theme.ts'

/** @param markdown - one line of source, already sanitized */
export function inlineSpans(markdown: string, style: Style = {}): Spans {
	if (!MARKS.test(markdown)) return withPlaces([span(markdown, style)])
	return withPlaces(Lexer.lexInline(markdown).flatMap(token => spansOf(token, style)))
}

/**
 * How much of a line that is still being written will look the same however it goes on: up to a blank before which
 * every mark has found its partner.
 * @returns a number of characters
 */
export function settledLength(markdown: string): number {
	if (!MARKS.test(markdown)) return markdown.lastIndexOf(' ') + 1
	let settled = 0
	let read = 0
	for (const token of Lexer.lexInline(markdown)) {
		const isText = token.type === 'text' || token.type === 'escape'
		const open = isText ? token.raw.search(OPENER) : -1
		// Only a blank outside of every mark: half of something bold is not bold.
		const blank = isText ? token.raw.slice(0, open < 0 ? undefined : open).lastIndexOf(' ') : -1
		if (blank >= 0) settled = read + blank + 1
		if (open >= 0) break
		read += token.raw.length
	}
	return settled
}

const MARKS = /[*_`~[\]!<>&\\@]|https?:|www\./i
// What may begin something that a later character completes. An underscore inside a word cannot.
const OPENER = /[*`~[<&\\]|(?<![\p{L}\p{N}])_/u

function spansOf(token: Token, style: Style): Spans {
	switch (token.type) {
		case 'strong':
			return childrenOf(token, { ...style, bold: true })
		case 'em':
			return childrenOf(token, { ...style, italic: true })
		case 'del':
			return childrenOf(token, { ...style, strike: true })
		case 'codespan':
			return [span(textOf(token), { ...style, tone: 'code' })]
		case 'link':
			return linkSpans(token, style)
		case 'image':
			return [
				span(`[image: ${textOf(token)}] `, style),
				span(`(${hrefOf(token)})`, { ...style, tone: 'quiet' }),
			]
		case 'br':
			return [span(' ', style)]
		case 'html':
			return [span(token.raw, style)]
		default:
			return [span(decodeEntities(textOf(token)), style)]
	}
}

/** The address is always to be seen: what a link says and where it leads are two things. */
function linkSpans(token: Token, style: Style): Spans {
	const href = hrefOf(token)
	const link = linkOf(href)
	const label = childrenOf(token, { ...style, tone: 'link', underline: true, ...(link && { link }) })
	const text = textOf(token)
	if (href === text || href === `mailto:${text}` || href === `http://${text}`) return label
	return [...label, span(` (${href})`, { ...style, tone: 'quiet' })]
}

function childrenOf(token: Token, style: Style): Spans {
	const children: readonly Token[] | undefined = 'tokens' in token ? token.tokens : undefined
	return children
		? children.flatMap((child): readonly Span[] => spansOf(child, style))
		: [span(textOf(token), style)]
}

function textOf(token: Token): string {
	return 'text' in token && typeof token.text === 'string' ? token.text : token.raw
}

function hrefOf(token: Token): string {
	return 'href' in token && typeof token.href === 'string' ? token.href : ''
}

/** The entities models write. Any other stays as it is written. */
function decodeEntities(text: string): string {
	if (!text.includes('&')) return text
	return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	'#39': "'",
	nbsp: ' ',
}
