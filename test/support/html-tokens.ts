// The tags and texts of a page, taken apart as a browser's tokenizer does it: for tests that ask what a browser would
// see, not what the writer meant.

export type HtmlToken =
	| { kind: 'start'; name: string; attributes: readonly (readonly [string, string])[] }
	| { kind: 'end'; name: string }
	| { kind: 'text'; text: string }
	| { kind: 'comment'; text: string }

/** Elements whose content is text up to their own end tag. */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'iframe', 'noscript', 'xmp', 'noembed'])

export function htmlTokens(html: string): readonly HtmlToken[] {
	const tokens: HtmlToken[] = []
	let at = 0
	const text = (end: number) => {
		if (end > at) tokens.push({ kind: 'text', text: decoded(html.slice(at, end)) })
		at = end
	}
	while (at < html.length) {
		const open = html.indexOf('<', at)
		if (open === -1) {
			text(html.length)
			break
		}
		const next = html[open + 1] ?? ''
		if (next === '!' || next === '?') {
			text(open)
			const isComment = html.startsWith('<!--', open)
			const end = html.indexOf(isComment ? '-->' : '>', open)
			const stop = end === -1 ? html.length : end + (isComment ? 3 : 1)
			tokens.push({ kind: 'comment', text: html.slice(open, stop) })
			at = stop
		} else if (next === '/' && /[a-z]/i.test(html[open + 2] ?? '')) {
			text(open)
			const name = /^[^\s/>]+/.exec(html.slice(open + 2))![0].toLowerCase()
			tokens.push({ kind: 'end', name })
			const end = html.indexOf('>', open)
			at = end === -1 ? html.length : end + 1
		} else if (/[a-z]/i.test(next)) {
			text(open)
			const { token, end } = startTag(html, open + 1)
			tokens.push(token)
			at = end
			if (RAW.has(token.name)) {
				const close = new RegExp(`</${token.name}[\\s/>]`, 'i').exec(html.slice(at))
				text(close ? at + close.index : html.length)
			}
		} else {
			// A mark that begins no tag is text.
			const end = open + 1
			tokens.push({ kind: 'text', text: decoded(html.slice(at, end)) })
			at = end
		}
	}
	return tokens
}

function startTag(html: string, from: number): { token: Extract<HtmlToken, { kind: 'start' }>; end: number } {
	const name = /^[^\s/>]+/.exec(html.slice(from))![0]
	const attributes: (readonly [string, string])[] = []
	let at = from + name.length
	for (;;) {
		while (/[\s/]/.test(html[at] ?? '')) at++
		if (at >= html.length) break
		if (html[at] === '>') {
			at++
			break
		}
		const attribute = /^=?[^\s/>=]*/.exec(html.slice(at))![0]
		at += Math.max(1, attribute.length)
		while (/\s/.test(html[at] ?? '')) at++
		let value = ''
		if (html[at] === '=') {
			at++
			while (/\s/.test(html[at] ?? '')) at++
			const quote = html[at]
			if (quote === '"' || quote === "'") {
				const end = html.indexOf(quote, at + 1)
				value = html.slice(at + 1, end === -1 ? html.length : end)
				at = end === -1 ? html.length : end + 1
			} else {
				value = /^[^\s>]*/.exec(html.slice(at))![0]
				at += value.length
			}
		}
		attributes.push([attribute.toLowerCase(), decoded(value)])
	}
	return { token: { kind: 'start', name: name.toLowerCase(), attributes }, end: at }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
	return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
		if (decimal) return String.fromCodePoint(Number(decimal))
		if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
		return NAMED[name] ?? whole
	})
}
