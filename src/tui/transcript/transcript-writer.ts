// Writes the transcript: each finished block once, above the live area, and of the answer that is streaming what can
// no longer change. The rest of it, the tail, is handed back for the live area.

import type { View } from '../state/view.ts'
import { type Block, blocksAfter } from '../state/view-block.ts'
import { countWithUnit } from '../text/format.ts'
import { paintSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { blockRows, needsGap } from './block-rows.ts'
import type { Highlighter } from './markdown/highlight.ts'
import type { MarkdownStream } from './markdown/markdown-stream.ts'

export type TranscriptTarget = {
	readonly columns: number
	insertAbove(rows: readonly string[]): void
}

export class TranscriptWriter {
	readonly #target: TranscriptTarget
	readonly #theme: Theme
	/** Called when something that had to be loaded is there, so that `update` can go on. */
	readonly #onReady: () => void
	#markdown: typeof import('./markdown/markdown-stream.ts') | undefined
	#highlighter: Highlighter | undefined
	#isLoading = false
	#drawn = 0
	#last: Block | undefined
	#answer: { stream: MarkdownStream; text: string; isBegun: boolean } | undefined

	constructor({ target, theme, onReady }: { target: TranscriptTarget; theme: Theme; onReady(): void }) {
		this.#target = target
		this.#theme = theme
		this.#onReady = onReady
	}

	/** @returns the rows of the streaming answer that may still change, painted */
	update(view: View): readonly string[] {
		const { missing, blocks, opening } = blocksAfter(view.blocks, this.#drawn)
		const rows: string[] = []
		if (missing > 0) {
			rows.push(this.#theme.paint(`↑ ${countWithUnit(missing, 'earlier block')} · Ctrl+O`, { tone: 'quiet' }))
			this.#drawn += missing
		}
		if (opening) {
			rows.push('', ...this.#finished(opening), this.#theme.paint('⋮', { tone: 'quiet' }))
			this.#drawn++
		}
		for (const block of blocks) {
			if (block.kind === 'answer' && !this.#isLoaded(block.text)) break
			rows.push(...this.#finished(block))
			this.#drawn++
		}
		// A run will have an answer, and by the time it comes its renderer is there.
		if (view.run) this.#isLoaded('')
		const isCaughtUp = this.#drawn === view.blocks.total
		if (isCaughtUp) rows.push(...this.#streamed(view.reply.text))
		this.#target.insertAbove(rows)
		return isCaughtUp ? (this.#answer?.stream.tail() ?? []) : []
	}

	/**
	 * The end of the transcript drawn anew for the width there is now.
	 * @returns at most `limit` rows
	 */
	redrawn(view: View, limit: number): readonly string[] {
		const { recent, total } = view.blocks
		const drawn = recent.slice(0, recent.length - (total - this.#drawn))
		const streaming = this.#answer?.isBegun ? this.#answer.text : ''
		this.#answer = undefined
		this.#last = undefined
		let rows: readonly string[] = []
		// From the end, as only a screenful is wanted, and blocks can be long.
		const parts: (readonly string[])[] = []
		let height = 0
		for (let index = drawn.length - 1; index >= 0 && height < limit; index--) {
			const block = drawn[index]
			if (!block || (block.kind === 'answer' && !this.#isLoaded(block.text))) continue
			this.#last = drawn[index - 1]
			const part = this.#finished(block)
			height += part.length
			parts.unshift(part)
		}
		this.#last = drawn.at(-1)
		rows = [...parts.flat(), ...this.#streamed(streaming)]
		return rows.slice(-limit)
	}

	#finished(block: Block): readonly string[] {
		const before = this.#last
		this.#last = block
		if (block.kind === 'answer') return this.#finishedAnswer(block.text, before)
		const { rows } = blockRows(block, this.#target.columns)
		return [...(needsGap(before, block) ? [''] : []), ...rows.map(row => paintSpans(row, this.#theme))]
	}

	#finishedAnswer(text: string, before: Block | undefined): readonly string[] {
		const open = this.#answer
		this.#answer = undefined
		if (open && text.startsWith(open.text)) {
			open.stream.resize(this.#target.columns)
			const rows = [...open.stream.push(text.slice(open.text.length)), ...open.stream.end()]
			return open.isBegun || !before ? rows : ['', ...rows]
		}
		const stream = this.#newStream()
		return [...(before ? [''] : []), ...stream.push(text), ...stream.end()]
	}

	#streamed(text: string): readonly string[] {
		if (text === '') {
			this.#answer = undefined
			return []
		}
		if (!this.#isLoaded(text)) return []
		if (!this.#answer || !text.startsWith(this.#answer.text)) {
			this.#answer = { stream: this.#newStream(), text: '', isBegun: false }
		}
		const answer = this.#answer
		answer.stream.resize(this.#target.columns)
		const rows = answer.stream.push(text.slice(answer.text.length))
		answer.text = text
		if (rows.length === 0 || answer.isBegun) return rows
		answer.isBegun = true
		return this.#last ? ['', ...rows] : rows
	}

	#newStream(): MarkdownStream {
		if (!this.#markdown) throw new Error('Markdown is rendered before it is loaded')
		const { columns: width } = this.#target
		return new this.#markdown.MarkdownStream({
			width,
			theme: this.#theme,
			highlighter: () => this.#highlighter,
		})
	}

	/** An answer is to be expected: what renders it is loaded before there is one. */
	expectAnswer(): void {
		this.#isLoaded('')
	}

	/** Neither is needed for the first frame, and code colours not even for most answers. */
	#isLoaded(text: string): boolean {
		const needsHighlighter = !this.#highlighter && /^\s*(?:```|~~~)/m.test(text)
		if (this.#markdown && !needsHighlighter) return true
		if (!this.#isLoading) {
			this.#isLoading = true
			void this.#load(needsHighlighter)
		}
		return false
	}

	async #load(needsHighlighter: boolean): Promise<void> {
		this.#markdown = await import('./markdown/markdown-stream.ts')
		if (needsHighlighter)
			this.#highlighter = await (await import('./markdown/highlight.ts')).loadHighlighter()
		this.#isLoading = false
		this.#onReady()
	}
}
