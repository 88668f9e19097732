// Plain text of a page that cannot be made Markdown in time: tags are cut out in one pass, whatever their nesting.

/** Linear in the length of the page. */
export function flatText(html: string): string {
	const words: string[] = []
	let at = 0
	while (at < html.length) {
		const open = html.indexOf('<', at)
		if (open === -1) break
		words.push(html.slice(at, open))
		const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(html.slice(open, open + 40)) ?? []
		if (html.startsWith('<!--', open)) at = after(html, '-->', open + 4)
		else if (name === '' && html[open + 1] !== '!' && html[open + 1] !== '?' && slash === '') {
			words.push('<')
			at = open + 1
		} else {
			at = after(html, '>', open + 1)
			const tag = name.toLowerCase()
			if (slash === '' && DROPPED.has(tag)) at = afterClosing(html, tag, at)
			words.push(INLINE.has(tag) ? '' : '\n')
		}
	}
	words.push(html.slice(at))
	return words
		.join('')
		.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => entity(name) ?? whole)
		.split('\n')
		.map(line => line.replace(/[ \t\r\f]+/g, ' ').trim())
		.filter(line => line !== '')
		.join('\n')
}

/** How deeply what is never closed by itself is nested at most; parsers and readers of trees go under in the depth. */
export function nestingOf(html: string): number {
	let depth = 0
	let deepest = 0
	for (const [, slash] of html.matchAll(NESTING)) {
		depth = slash === '/' ? Math.max(0, depth - 1) : depth + 1
		deepest = Math.max(deepest, depth)
	}
	return deepest
}

const NESTING =
	/<(\/?)(?:div|span|section|article|ul|ol|dl|table|blockquote|b|i|u|em|strong|font|small|big|center|details|fieldset|a|sub|sup|code|tt|s|del|ins|q|svg|g|math)\b/gi

const DROPPED: ReadonlySet<string> = new Set([
	'script',
	'style',
	'noscript',
	'template',
	'svg',
	'nav',
	'title',
	'textarea',
	'select',
])

const INLINE: ReadonlySet<string> = new Set(
	'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
		' ',
	),
)

function after(html: string, mark: string, from: number): number {
	const found = html.indexOf(mark, from)
	return found === -1 ? html.length : found + mark.length
}

/** What is never closed goes on to the end. */
function afterClosing(html: string, tag: string, from: number): number {
	const closing = new RegExp(`</${tag}\\b[^>]*>`, 'gi')
	closing.lastIndex = from
	return closing.test(html) ? closing.lastIndex : html.length
}

function entity(name: string): string | undefined {
	if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
	const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
	return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	ndash: '–',
	mdash: '—',
	hellip: '…',
	copy: '©',
}
