// Markdown of an HTML page. Runs in a thread of its own: it takes seconds for a large page and forever for a hostile one.

import domino from '@mixmark-io/domino'
import TurndownService from 'turndown'
import plugins from 'turndown-plugin-gfm'
import { cleanPage, HEAD } from './clean-page.ts'
import type { HtmlNode } from './html-node.ts'

export type PageMarkdown = { title: string; markdown: string }

/** @throws RangeError for a page that is nested too deeply */
export function htmlToMarkdown(html: string, pageUrl: string): PageMarkdown {
	const document = domino.createDocument(html, true)
	const title = document.title.replace(/\s+/g, ' ').trim()
	const content = cleanPage(document, pageUrl)
	if (!content) return { title, markdown: '' }
	const markdown = createService().turndown(content as never)
	return {
		title,
		markdown: markdown
			.replace(/[ \t]+$/gm, '')
			.replace(/\n{3,}/g, '\n\n')
			.trim(),
	}
}

function createService(): TurndownService {
	const service = new TurndownService({
		headingStyle: 'atx',
		codeBlockStyle: 'fenced',
		bulletListMarker: '-',
		emDelimiter: '*',
		hr: '---',
	})
	service.use(plugins.gfm)
	// It is read, not rendered: `snake\_case` is only harder to find again.
	service.escape = text => text
	service.addRule('fence', {
		filter: 'pre',
		replacement: (_content, node) => fence(node as unknown as HtmlNode),
	})
	service.addRule('cell', {
		filter: ['th', 'td'],
		replacement: (content, node) => cell(content, node as unknown as HtmlNode),
	})
	service.addRule('row', {
		filter: 'tr',
		replacement: (content, node) => row(content, node as unknown as HtmlNode),
	})
	service.addRule('wholeTable', {
		filter: 'table',
		replacement: content => `\n\n${content.replace(/\n{2,}/g, '\n').trim()}\n\n`,
	})
	return service
}

/** Every block of code, with or without `<code>` in it, in a fence that it does not hold itself. */
function fence(pre: HtmlNode): string {
	for (const br of Array.from(pre.querySelectorAll('br'))) br.textContent = '\n'
	const code = pre.textContent.replace(/^\n|\s+$/g, '')
	if (code === '') return ''
	const longest = Math.max(2, ...[...code.matchAll(/^\s*(`{3,})/gm)].map(([, ticks = '']) => ticks.length))
	const marks = '`'.repeat(longest + 1)
	return `\n\n${marks}${languageOf(pre)}\n${code}\n${marks}\n\n`
}

function languageOf(pre: HtmlNode): string {
	const names = [pre.querySelector('code'), pre, pre.parentNode, pre.parentNode?.parentNode]
		.map(node => node?.getAttribute?.('class') ?? '')
		.join(' ')
	return (
		/(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s*|sourceCode\s+|highlight-)([a-z0-9+#-]+)/i.exec(
			names,
		)?.[1] ?? ''
	)
}

function cell(content: string, node: HtmlNode): string {
	const line = content
		.replace(/\s*\n\s*/g, ' ')
		.trim()
		.replaceAll('|', '\\|')
	const span = Math.min(Number(node.getAttribute('colspan')) || 1, 50)
	return ` ${line} |${'  |'.repeat(span - 1)}`
}

function row(content: string, node: HtmlNode): string {
	if (content.trim() === '') return ''
	const columns = Number(node.getAttribute(HEAD)) || 0
	const border = columns > 0 ? `\n|${' --- |'.repeat(Math.max(columns, 1))}` : ''
	return `\n|${content.trimEnd()}${border}`
}
