// Markdown as elements. While an answer is written, the blocks that are whole stay the elements they are.

import { characters } from '../text/format.ts'
import { type Inline, inlines, type MarkdownBlock, markdownBlocks } from '../text/markdown.ts'
import { ends, visible } from '../text/visible-text.ts'
import { bit, make, region } from './dom.ts'
import { diffBox } from './text-views.ts'

export class MarkdownView {
	readonly element = make('div', { class: 'prose', dir: 'auto' })
	#sources: readonly string[] = []

	update(text: string): void {
		const { head, left, tail } = ends(visible(text), MOST)
		const gap = left === 0 ? '' : `\n\n… ${characters(left)} are left out here …\n\n`
		const blocks = markdownBlocks(head + gap + tail)
		let same = 0
		while (same < blocks.length && blocks[same]!.source === this.#sources[same]) same++
		while (this.element.childNodes.length > same) this.element.lastChild!.remove()
		this.element.append(...blocks.slice(same).map(drawn))
		this.#sources = blocks.map(({ source }) => source)
	}
}

function drawn(block: MarkdownBlock): HTMLElement {
	switch (block.type) {
		case 'paragraph':
			return make('p', {}, ...inlineNodes(block.text))
		case 'heading':
			// The page has its own first and second.
			return make(HEADINGS[Math.min(block.level, 4) - 1]!, {}, ...inlineNodes(block.text))
		case 'code':
			if (/^(?:diff|patch)$/i.test(block.language)) return diffBox(block.text, `code ${block.language}`)
			return region('pre', 'code', `code ${block.language}`.trim(), make('code', {}, block.text))
		case 'quote':
			return make('blockquote', {}, ...block.blocks.map(drawn))
		case 'list':
			return make(
				block.isOrdered ? 'ol' : 'ul',
				{ start: block.isOrdered && block.start !== 1 ? block.start : undefined },
				...block.items.map(item => make('li', {}, ...itemNodes(item))),
			)
		case 'table': {
			const row = (tag: 'th' | 'td', cells: readonly string[]) =>
				make('tr', {}, ...cells.map(cell => make(tag, {}, ...inlineNodes(cell))))
			const table = make(
				'table',
				{},
				make('thead', {}, row('th', block.head)),
				make('tbody', {}, ...block.rows.slice(0, MOST_ROWS).map(cells => row('td', cells))),
			)
			return region('div', 'table', 'table', table)
		}
		case 'rule':
			return make('hr')
	}
}

/** An item of one line is no paragraph. */
function itemNodes(blocks: readonly MarkdownBlock[]): readonly Node[] {
	return blocks.flatMap((block, index) => {
		if (index > 0 || block.type !== 'paragraph') return [drawn(block)]
		const [, box, rest] = /^\[([ xX])\] (.*)$/s.exec(block.text) ?? []
		return box === undefined ? inlineNodes(block.text) : inlineNodes(`${box === ' ' ? '☐' : '☑'} ${rest}`)
	})
}

function inlineNodes(text: string): Node[] {
	return inlines(text).map(inlineNode)
}

function inlineNode(inline: Inline): Node {
	switch (inline.type) {
		case 'text':
			return document.createTextNode(inline.text)
		case 'code':
			return make('code', {}, inline.text)
		case 'strong':
			return make('strong', {}, ...inline.children.map(inlineNode))
		case 'emphasis':
			return make('em', {}, ...inline.children.map(inlineNode))
		case 'link': {
			const attributes = { href: inline.url, target: '_blank', rel: 'noopener noreferrer nofollow' }
			const link = make('a', attributes, ...inline.children.map(inlineNode))
			const { host } = new URL(inline.url)
			if (link.textContent?.includes(host)) return link
			// What a link is called is the model's word; where it goes is not.
			const fragment = document.createDocumentFragment()
			fragment.append(link, bit('host', ` (${host})`))
			return fragment
		}
	}
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const
const MOST = 100_000
const MOST_ROWS = 200
