// Links in foreign text: addresses, and places in files as compilers and models write them. What one leads to is
// decided by whoever paints it.

import { type Spans, span } from './spans.ts'
import type { TextLink } from './theme.ts'

/** @returns what a Markdown link leads to, or undefined where that is nothing that should open by a click */
export function linkOf(href: string): TextLink | undefined {
	if (/^(?:https?:\/\/|mailto:)/i.test(href)) return { url: href }
	if (/^file:\/\/\//i.test(href)) return placeOf(href.slice('file://'.length))
	// Another scheme may start a program.
	if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(href) || href === '' || href.startsWith('#')) return undefined
	return placeOf(href)
}

/** `src/a.ts:3:5` or `src/a.ts#L3`. */
function placeOf(text: string): TextLink {
	const [, path = text, line, column] = /^(.*?)(?::(\d+)(?::(\d+))?|#L(\d+).*)$/.exec(text) ?? []
	const atLine = line ?? /#L(\d+)/.exec(text)?.[1]
	return {
		path,
		...(atLine !== undefined && { line: Number(atLine) }),
		...(column !== undefined && { column: Number(column) }),
	}
}

/** Has places in files (`src/a.ts:3`) lead there. Spans that are links already stay as they are. */
export function withPlaces(spans: Spans): Spans {
	if (!spans.some(({ text }) => MAY_HAVE_PLACE.test(text))) return spans
	return spans.flatMap(each => (each.style.link ? [each] : placesIn(each.text, each.style)))
}

function placesIn(text: string, style: Spans[number]['style']): Spans {
	const parts: Spans[number][] = []
	let read = 0
	for (const match of text.matchAll(PLACE)) {
		const [place] = match
		if (isHost(place)) continue
		if (match.index > read) parts.push(span(text.slice(read, match.index), style))
		parts.push(span(place, { ...style, link: placeOf(place) }))
		read = match.index + place.length
	}
	return read === 0
		? [span(text, style)]
		: [...parts, ...(read < text.length ? [span(text.slice(read), style)] : [])]
}

const MAY_HAVE_PLACE = /[\w)\]]:\d/

/** A name with an ending, or one in a folder, and a line. Not behind what makes an address of it. */
const PLACE =
	/(?<![\w@/.:~-])(?:~\/|\.{1,2}\/|\/)?(?:[\w@+.[\]()-]{1,100}\/){0,40}[\w@+.[\]()-]{0,100}[\w)\]](?:(?<=\/[\w-]{1,100})|(?<=\.[a-zA-Z]\w{0,9})):\d{1,7}(?::\d{1,5})?(?![\w/])/g

/** `example.com:443` is written like `main.rs:443`. */
function isHost(place: string): boolean {
	return /^[^/]+\.(?:com|org|net|io|dev|app|local|localhost|internal|lan|test|example|invalid|cloud|ai)(?::\d+)+$/.test(
		place,
	)
}
