// The rows of the blocks that are seen, and of few others: they are made when they are looked at.

import { type Fold, foldedRows, isApart, type RowsOptions } from '../blocks/folded-rows.ts'
import { rowsSource } from '../blocks/row-source.ts'
import type { BlockId, NumberedBlock } from '../state/block-ids.ts'
import type { Theme } from '../text/theme.ts'
import type { BlockLook } from '../transcript/block-rows.ts'
import type { Highlighter } from '../transcript/markdown/highlight.ts'
import { MarkdownStream } from '../transcript/markdown/markdown-stream.ts'
import { isOpen } from './transcript.ts'

export type ViewerLook = {
	theme: Theme
	highlighter(): Highlighter | undefined
	/** Left out, as usual. */
	look?(): BlockLook
}

export type RowDrawing = { width: number; fold: Fold; isRaw: boolean }

export class RowCache {
	readonly #look: ViewerLook
	readonly #rows = new Map<string, { block: NumberedBlock['block']; fold: Fold; rows: readonly string[] }>()
	/** How many there were: they are small, and kept as long as their blocks are. */
	#counts = new WeakMap<NumberedBlock['block'], { isApart: boolean; fold: Fold; count: number }>()
	#growing: { stream: MarkdownStream; width: number; text: string; rows: string[] } | undefined

	constructor(look: ViewerLook) {
		this.#look = look
	}

	clear(): void {
		this.#rows.clear()
		this.#counts = new WeakMap()
	}

	/** @returns at least one; a blank one behind the block is one of its */
	of(numbered: NumberedBlock, next: NumberedBlock | undefined, drawing: RowDrawing): readonly string[] {
		const { block, id } = numbered
		const { width, fold, isRaw } = drawing
		const key = `${keyOf(id)} ${next && isApart(block, next.block) ? 'apart' : ''}`
		const known = this.#rows.get(key)
		if (known && known.block === block && known.fold === fold) {
			// Used last, forgotten last.
			this.#rows.delete(key)
			this.#rows.set(key, known)
			return known.rows
		}
		const isGrowing = block.kind === 'answer' && isOpen(id) && fold !== 'line' && !isRaw
		const rows = isGrowing ? this.#grown(block.text, width) : foldedRows(block, this.#options(drawing))
		const all = isApart(block, next?.block) ? [...rows, ''] : rows
		this.#rows.set(key, { block, fold, rows: all })
		return all
	}

	/** How many `of` gives, made once. */
	count(numbered: NumberedBlock, next: NumberedBlock | undefined, drawing: RowDrawing): number {
		const { block } = numbered
		const { fold } = drawing
		const isFollowed = isApart(block, next?.block)
		const known = this.#counts.get(block)
		if (known?.fold === fold && known.isApart === isFollowed) return known.count
		const count = this.of(numbered, next, drawing).length
		this.#counts.set(block, { isApart: isFollowed, fold, count })
		return count
	}

	/** What some of its rows were made of. @param to - behind the last */
	source({ block }: NumberedBlock, drawing: RowDrawing, from: number, to: number): string {
		return rowsSource(block, this.#options(drawing), from, to)
	}

	#options(drawing: RowDrawing): RowsOptions {
		const { theme, highlighter, look } = this.#look
		return { ...drawing, theme, highlighter: highlighter(), ...(look && { look: look() }) }
	}

	/** @param most - rows that are kept, those that were used last */
	keepNewest(most: number): void {
		let count = 0
		for (const { rows } of this.#rows.values()) count += rows.length
		for (const [key, { rows }] of this.#rows) {
			if (count <= most) return
			this.#rows.delete(key)
			count -= rows.length
		}
	}

	/** An answer that is streaming is laid out only where it is new. */
	#grown(text: string, width: number): readonly string[] {
		const { theme, highlighter, look } = this.#look
		const measure = look && { measure: look().measure }
		const known = this.#growing
		const growing =
			known && known.width === width && text.startsWith(known.text)
				? known
				: { stream: new MarkdownStream({ width, theme, highlighter, ...measure }), width, text: '', rows: [] }
		this.#growing = growing
		growing.rows.push(...growing.stream.push(text.slice(growing.text.length)))
		growing.text = text
		const rows = [...growing.rows, ...growing.stream.tail()]
		return rows.length === 0 ? [''] : rows
	}
}

export function keyOf({ seq, index }: BlockId): string {
	return `${seq}.${index}`
}
