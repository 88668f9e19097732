// A page made ready for Markdown: what is no content leaves, addresses become whole, tables get the form Markdown has.

import type { HtmlDocument, HtmlNode } from './html-node.ts'

/** @param pageUrl - what its addresses are relative to */
export function cleanPage(document: HtmlDocument, pageUrl: string): HtmlNode | undefined {
	const { body } = document
	if (!body) return undefined
	const base = wholeAddress(document.querySelector('base')?.getAttribute('href'), pageUrl) ?? pageUrl
	for (const node of Array.from(body.querySelectorAll(NO_CONTENT))) remove(node)
	for (const table of Array.from(body.querySelectorAll('table'))) prepareTable(document, table)
	for (const link of Array.from(body.querySelectorAll('a'))) prepareLink(document, link, base)
	for (const image of Array.from(body.querySelectorAll('img'))) prepareImage(image, base)
	return mainOf(body)
}

const NO_CONTENT =
	'nav, script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, dialog, form button, ' +
	'input:not([type=checkbox]), select, textarea, link, meta, [hidden], [aria-hidden=true], [role=navigation], ' +
	'[role=search], [role=dialog], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"]'

/** The main part, where it holds enough of the page to be it. */
function mainOf(body: HtmlNode): HtmlNode {
	const wholeSize = body.textContent.length
	const [largest] = Array.from(body.querySelectorAll('main, [role=main], article, #content'))
		.map(node => ({ node, size: node.textContent.length }))
		.sort((a, b) => b.size - a.size)
	return largest && largest.size > wholeSize * MAIN_SHARE ? largest.node : body
}

const MAIN_SHARE = 0.4

function prepareLink(document: HtmlDocument, link: HtmlNode, base: string): void {
	const href = link.getAttribute('href')?.trim()
	const text = link.textContent.trim()
	const holdsImage = Boolean(link.querySelector('img'))
	const isMark = /^[#¶§🔗]*$/u.test(text) && !holdsImage
	if (isMark) return remove(link)
	const address = href?.startsWith('#') ? undefined : wholeAddress(href, base)
	if (address !== undefined) return link.setAttribute('href', address)
	// A place in the page, a script, or nothing: what is left is its text.
	const plain = document.createElement('span')
	while (link.firstChild) plain.appendChild(link.firstChild)
	link.parentNode?.replaceChild(plain, link)
}

/** A picture inside the page's own text would be thousands of letters. */
function prepareImage(image: HtmlNode, base: string): void {
	const address = wholeAddress(image.getAttribute('src'), base)
	if (address === undefined || image.getAttribute('width') === '1') return remove(image)
	image.setAttribute('src', address)
}

function wholeAddress(text: string | null | undefined, base: string): string | undefined {
	if (!text || !URL.canParse(text, base)) return undefined
	const url = new URL(text, base)
	return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

/** A table that only places things becomes what it holds; any other gets a head, which Markdown cannot do without. */
function prepareTable(document: HtmlDocument, table: HtmlNode): void {
	const rows = Array.from(table.querySelectorAll('tr'))
	const places =
		table.getAttribute('role') === 'presentation' || table.querySelector('table, pre, h1, h2, h3')
	if (places || rows.length === 0) return unwrapTable(document, table)
	const [first] = rows
	const width = Math.max(...rows.map(row => cellsOf(row).length))
	const hasHead = first && cellsOf(first).every(({ nodeName }) => nodeName === 'TH')
	const inHead = first?.parentNode?.nodeName === 'THEAD'
	if (first && (hasHead || inHead)) return first.setAttribute(HEAD, String(width))
	const head = document.createElement('tr')
	for (let index = 0; index < width; index++) head.appendChild(document.createElement('th'))
	head.setAttribute(HEAD, String(width))
	first?.parentNode?.insertBefore(head, first)
}

/** On the first row of a table: how many columns it has. */
export const HEAD = 'data-keelson-columns'

function cellsOf(row: HtmlNode): readonly HtmlNode[] {
	return Array.from(row.childNodes).filter(({ nodeName }) => nodeName === 'TH' || nodeName === 'TD')
}

function unwrapTable(document: HtmlDocument, table: HtmlNode): void {
	const parts = Array.from(table.querySelectorAll('thead, tbody, tfoot, tr, td, th, caption, colgroup'))
	const own = parts.filter(node => tableOf(node) === table)
	for (const node of [...own, table]) {
		const plain = document.createElement('div')
		while (node.firstChild) plain.appendChild(node.firstChild)
		node.parentNode?.replaceChild(plain, node)
	}
}

function tableOf(node: HtmlNode): HtmlNode | null {
	let above = node.parentNode
	while (above && above.nodeName !== 'TABLE') above = above.parentNode
	return above
}

function remove(node: HtmlNode): void {
	node.parentNode?.removeChild(node)
}
