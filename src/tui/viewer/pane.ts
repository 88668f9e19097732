// A pane over a transcript: where one is in it, what is folded, and the rows that are seen. Rows are made when they are
// looked at, and few more than those are kept.

import { FoldStates } from '../blocks/fold-states.ts'
import { type Fold, isApart } from '../blocks/folded-rows.ts'
import { type BlockId, compareIds, type NumberedBlock, sameId } from '../state/block-ids.ts'
import { type Drawing, keyOf, RowCache, type ViewerLook } from './row-cache.ts'
import type { LoggedTranscript } from './transcript.ts'

/** A row, counted from the first of its block; a blank one behind the block is one of its. */
export type PanePlace = { readonly id: BlockId; readonly row: number }

export type ViewerRow = { text: string; block: NumberedBlock; row: number }

export class Pane {
	readonly transcript: LoggedTranscript
	readonly title: string
	width = 80
	height = 20
	#top: PanePlace | undefined
	#cursor: PanePlace | undefined
	/** What is seen is the end, and stays so when more comes. */
	#isFollowing = true
	/** As it was written. */
	#isRaw = false
	/** From here to the cursor, rows are selected. */
	#anchor: PanePlace | undefined
	readonly #folds: FoldStates
	#blocks: readonly NumberedBlock[] = []
	#indexes = new Map<string, number>()
	readonly #rows: RowCache

	constructor(
		transcript: LoggedTranscript,
		title: string,
		look: ViewerLook,
		folds: FoldStates = new FoldStates(),
	) {
		this.transcript = transcript
		this.title = title
		this.#rows = new RowCache(look)
		this.#folds = folds
	}

	resize(width: number, height: number): void {
		if (width !== this.width) this.#rows.clear()
		this.width = width
		this.height = Math.max(1, height)
		this.#settle()
	}

	/** Rows that would be made otherwise than before, such as code in colours. */
	forgetRows(): void {
		this.#rows.clear()
	}

	/** What is to be seen, at most `height` rows. */
	visible(): readonly ViewerRow[] {
		this.#settle()
		const rows: ViewerRow[] = []
		if (!this.#top) return rows
		let { index, row } = this.#at(this.#top)
		for (; index < this.#blocks.length && rows.length < this.height; index++, row = 0) {
			const block = this.#block(index)
			const all = this.#rowsOf(index)
			for (; row < all.length && rows.length < this.height; row++)
				rows.push({ text: all[row] ?? '', block, row })
		}
		this.#rows.keepNewest(KEPT_SCREENS * this.height + rows.length)
		return rows
	}

	/** The block that is looked at. */
	current(): NumberedBlock | undefined {
		this.#settle()
		return this.#cursor && this.#blocks[this.#at(this.#cursor).index]
	}

	cursor(): PanePlace | undefined {
		this.#settle()
		return this.#cursor
	}

	get isFollowing(): boolean {
		return this.#isFollowing
	}

	/** Moves the cursor. @returns whether it went as far as was asked for */
	by(rows: number): boolean {
		this.#settle()
		if (!this.#cursor) return false
		const [cursor, left] = this.#moved(this.#cursor, rows)
		this.#goTo(cursor)
		return left === 0
	}

	/** Scrolls, and the cursor with it. @returns whether the cursor went as far */
	scroll(rows: number): boolean {
		this.#settle()
		if (!this.#top || !this.#cursor) return false
		const [cursor, left] = this.#moved(this.#cursor, rows)
		this.#top = this.#moved(this.#top, rows)[0]
		this.#fill()
		this.#goTo(cursor)
		return left === 0
	}

	toFirst(): void {
		const [first] = this.#refreshed()
		if (first) this.#goTo({ id: first.id, row: 0 })
	}

	toLast(): void {
		this.#isFollowing = true
		this.#settle()
	}

	/** @param margin - rows that are to be seen above it, where it has not been in sight with as many */
	to(place: PanePlace, margin = 0): void {
		this.#settle()
		const known = this.#known(place)
		const isAbove = !this.#top || this.#compare(known, this.#top) < 0
		const distance = isAbove || !this.#top ? -1 : this.#distance(this.#top, known)
		if (distance < margin || distance >= this.height) this.#top = this.#moved(known, -margin)[0]
		this.#fill()
		this.#goTo(known)
	}

	/** The next block in a direction that is such a one, as far as it is at hand. */
	next(direction: -1 | 1, isSuch: (block: NumberedBlock) => boolean): NumberedBlock | undefined {
		this.#settle()
		if (!this.#cursor) return undefined
		const from = this.#at(this.#cursor).index
		// From within a block its beginning is the one before.
		if (direction < 0 && this.#cursor.row > 0 && isSuch(this.#block(from))) return this.#block(from)
		for (let index = from + direction; index >= 0 && index < this.#blocks.length; index += direction) {
			const block = this.#block(index)
			if (isSuch(block)) return block
		}
		return undefined
	}

	find(id: BlockId): NumberedBlock | undefined {
		return this.#refreshed()[this.#indexes.get(keyOf(id)) ?? -1]
	}

	rowsOf(block: NumberedBlock): readonly string[] {
		this.#settle()
		const index = this.#indexes.get(keyOf(block.id))
		return index === undefined ? [] : this.#rowsOf(index)
	}

	foldOf({ id }: NumberedBlock): Fold {
		return this.#folds.of(id)
	}

	fold(block: NumberedBlock, fold: Fold): void {
		this.#keeping(block, () => this.#folds.set(block.id, fold))
	}

	/** Opens it for somebody who is led there. */
	unfold(block: NumberedBlock): void {
		this.#keeping(block, () => this.#folds.show(block.id, 'open'))
	}

	foldAll(fold: Fold): void {
		const block = this.current()
		const change = () => this.#folds.setAll(fold)
		if (block) this.#keeping(block, change)
		else change()
	}

	toggleRaw(): void {
		const block = this.current()
		const change = () => {
			this.#isRaw = !this.#isRaw
			this.#rows.clear()
		}
		if (block) this.#keeping(block, change)
	}

	/** Rows are selected from the cursor on, or no longer. */
	toggleSelection(): void {
		this.#anchor = this.#anchor ? undefined : this.cursor()
	}

	get isSelecting(): boolean {
		return this.#anchor !== undefined
	}

	isSelected({ block, row }: ViewerRow): boolean {
		const place = { id: block.id, row }
		const [from, to] = this.#selection() ?? []
		return from !== undefined && to !== undefined && this.#isBetween(place, from, to)
	}

	/** What the selected rows were made of. */
	selectedSource(): string {
		this.#settle()
		const [from, to] = this.#selection() ?? []
		if (!from || !to) return ''
		const [start, end] = [this.#at(this.#known(from)), this.#at(this.#known(to))]
		const parts: string[] = []
		for (let index = start.index; index <= end.index; index++) {
			const [first, behind] = [
				index === start.index ? start.row : 0,
				index === end.index ? end.row + 1 : this.#rowsOf(index).length,
			]
			const text = this.#rows.source(this.#block(index), this.#drawing(index), first, behind)
			// Its last row may be the blank one behind it.
			parts.push(behind === this.#rowsOf(index).length && index < end.index ? this.#apart(index, text) : text)
		}
		return parts.join('\n')
	}

	#apart(index: number, text: string): string {
		return isApart(this.#block(index).block, this.#blocks[index + 1]?.block) ? `${text}\n` : text
	}

	/** @returns the first and the last place, both selected */
	#selection(): readonly [PanePlace, PanePlace] | undefined {
		if (!this.#anchor || !this.#cursor) return undefined
		return this.#compare(this.#anchor, this.#cursor) <= 0
			? [this.#anchor, this.#cursor]
			: [this.#cursor, this.#anchor]
	}

	#isBetween(place: PanePlace, from: PanePlace, to: PanePlace): boolean {
		return this.#compare(from, place) <= 0 && this.#compare(place, to) <= 0
	}

	/** Whether the top is near an end of what is at hand, so that more of it should be. */
	nearness(): 'start' | 'end' | undefined {
		this.#settle()
		if (!this.#top) return undefined
		const { index } = this.#at(this.#top)
		if (index < NEAR_BLOCKS) return 'start'
		return index > this.#blocks.length - 2 * NEAR_BLOCKS ? 'end' : undefined
	}

	/** A block begins in the same row of the window before and after, and the cursor is on it. */
	#keeping(block: NumberedBlock, change: () => void): void {
		this.#settle()
		const start = { id: block.id, row: 0 }
		const isSeen = this.#top !== undefined && this.#compare(this.#top, start) <= 0
		const offset = isSeen && this.#top ? Math.min(this.height - 1, this.#distance(this.#top, start)) : 0
		change()
		this.#top = this.#moved(start, -offset)[0]
		this.#fill()
		this.#goTo(start)
	}

	#goTo(place: PanePlace): void {
		this.#cursor = place
		this.#isFollowing = false
		this.#keepCursorSeen()
		this.#isFollowing = !this.transcript.hasLater && this.#isLast(place)
	}

	/** What was pointed at may be gone, or the end may have moved. */
	#settle(): void {
		const blocks = this.#refreshed()
		const last = blocks.at(-1)
		if (!last) {
			this.#top = undefined
			this.#cursor = undefined
			return
		}
		if (this.#isFollowing || !this.#cursor || !this.#top) {
			this.#cursor = { id: last.id, row: this.#rowsOf(blocks.length - 1).length - 1 }
			this.#top = this.#moved(this.#cursor, 1 - this.height)[0]
			return
		}
		this.#cursor = this.#known(this.#cursor)
		this.#top = this.#known(this.#top)
	}

	#refreshed(): readonly NumberedBlock[] {
		const blocks = this.transcript.blocks()
		if (blocks === this.#blocks) return blocks
		this.#blocks = blocks
		this.#indexes = new Map(blocks.map(({ id }, index) => [keyOf(id), index]))
		return blocks
	}

	/** The same place, or where it would be. */
	#known(place: PanePlace): PanePlace {
		const index = this.#indexes.get(keyOf(place.id))
		if (index !== undefined) return { id: place.id, row: Math.min(place.row, this.#rowsOf(index).length - 1) }
		const after = this.#blocks.find(({ id }) => compareIds(id, place.id) > 0) ?? this.#blocks.at(-1)
		return after ? { id: after.id, row: 0 } : place
	}

	#keepCursorSeen(): void {
		if (!this.#cursor || !this.#top) return
		this.#top = this.#known(this.#top)
		this.#cursor = this.#known(this.#cursor)
		if (this.#compare(this.#cursor, this.#top) < 0) this.#top = this.#cursor
		else if (this.#distance(this.#top, this.#cursor) >= this.height)
			this.#top = this.#moved(this.#cursor, 1 - this.height)[0]
		this.#fill()
	}

	/** No empty rows below the end while there is something above. */
	#fill(): void {
		if (!this.#top) return
		const last = this.#blocks.at(-1)
		if (!last) return
		const end = { id: last.id, row: this.#rowsOf(this.#blocks.length - 1).length - 1 }
		const shown = this.#distance(this.#top, end) + 1
		if (shown < this.height) this.#top = this.#moved(this.#top, shown - this.height)[0]
	}

	#isLast(place: PanePlace): boolean {
		const { index, row } = this.#at(place)
		return index === this.#blocks.length - 1 && row >= this.#rowsOf(index).length - 1
	}

	/** @returns where that is, and how many rows there were too few */
	#moved(place: PanePlace, rows: number): readonly [PanePlace, number] {
		let { index, row } = this.#at(place)
		row += rows
		while (row < 0) {
			if (index === 0) return [{ id: this.#block(0).id, row: 0 }, row]
			index--
			row += this.#rowsOf(index).length
		}
		for (let { length } = this.#rowsOf(index); row >= length; { length } = this.#rowsOf(index)) {
			if (index === this.#blocks.length - 1)
				return [{ id: this.#block(index).id, row: length - 1 }, row - length + 1]
			index++
			row -= length
		}
		return [{ id: this.#block(index).id, row }, 0]
	}

	/** Rows from one to the other, which stands behind it; no more than somewhat more than a screen are counted. */
	#distance(from: PanePlace, to: PanePlace): number {
		const start = this.#at(from)
		const end = this.#at(to)
		if (start.index === end.index) return end.row - start.row
		let rows = this.#rowsOf(start.index).length - start.row
		for (let index = start.index + 1; index < end.index && rows <= this.height; index++)
			rows += this.#rowsOf(index).length
		return rows + end.row
	}

	#compare(a: PanePlace, b: PanePlace): number {
		return sameId(a.id, b.id) ? a.row - b.row : compareIds(a.id, b.id)
	}

	#at(place: PanePlace): { index: number; row: number } {
		return { index: this.#indexes.get(keyOf(place.id)) ?? 0, row: place.row }
	}

	#rowsOf(index: number): readonly string[] {
		return this.#rows.of(this.#block(index), this.#blocks[index + 1], this.#drawing(index))
	}

	#drawing(index: number): Drawing {
		return { width: this.width, fold: this.foldOf(this.#block(index)), isRaw: this.#isRaw }
	}

	#block(index: number): NumberedBlock {
		const block = this.#blocks[index]
		if (!block) throw new Error(`there is no block ${index} of ${this.#blocks.length}`)
		return block
	}
}

/** Beside the one that is seen. */
const KEPT_SCREENS = 2
/** A screen or two of ordinary blocks. */
const NEAR_BLOCKS = 25
