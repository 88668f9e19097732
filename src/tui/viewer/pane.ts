// A pane over a transcript: where one is in it, what is folded, and the rows that are seen. Rows are made when they are
// looked at, and few more than those are kept.

import { FoldStates } from '../blocks/fold-states.ts'
import type { Fold } from '../blocks/folded-rows.ts'
import type { BlockId, NumberedBlock } from '../state/block-ids.ts'
import type { ViewerLook } from './row-cache.ts'
import { type PanePlace, RowColumn } from './row-column.ts'
import type { LoggedTranscript } from './transcript.ts'

export type ViewerRow = { text: string; block: NumberedBlock; row: number }

export class Pane {
	readonly transcript: LoggedTranscript
	readonly title: string
	height = 20
	#top: PanePlace | undefined
	#cursor: PanePlace | undefined
	/** What is seen is the end, and stays so when more comes. */
	#isFollowing = true
	/** From here to the cursor, rows are selected. */
	#anchor: PanePlace | undefined
	readonly #column: RowColumn

	constructor(
		transcript: LoggedTranscript,
		title: string,
		look: ViewerLook,
		folds: FoldStates = new FoldStates(),
	) {
		this.transcript = transcript
		this.title = title
		this.#column = new RowColumn(transcript, look, folds)
	}

	resize(width: number, height: number): void {
		if (width !== this.#column.width) this.#column.forgetRows()
		this.#column.width = width
		this.height = Math.max(1, height)
		this.#settle()
	}

	/** Another session has others. */
	setFolds(folds: FoldStates): void {
		this.#column.folds = folds
	}

	/** Rows that would be made otherwise than before, such as code in colours. */
	forgetRows(): void {
		this.#column.forgetRows()
	}

	/** What is to be seen, at most `height` rows. */
	visible(): readonly ViewerRow[] {
		this.#settle()
		const rows: ViewerRow[] = []
		if (!this.#top) return rows
		let { index, row } = this.#column.at(this.#top)
		for (; index < this.#column.length && rows.length < this.height; index++, row = 0) {
			const block = this.#column.block(index)
			const all = this.#column.rowsOf(index)
			for (; row < all.length && rows.length < this.height; row++)
				rows.push({ text: all[row] ?? '', block, row })
		}
		this.#column.keepNewest(KEPT_SCREENS * this.height + rows.length)
		return rows
	}

	/** Rows at hand below what is seen; of many, no more are counted than somewhat more than a screen has. */
	rowsBelow(): number {
		this.#settle()
		const end = this.#column.end()
		if (!this.#top || !end) return 0
		return Math.max(0, this.#column.distance(this.#top, end, this.height) + 1 - this.height)
	}

	/** Where what is seen is in all of it: a word, or how far its first row is, 0 to 1. */
	where(): 'all' | 'top' | 'end' | number {
		this.#settle()
		const top = this.#top
		if (!top) return 'all'
		const { hasEarlier, hasLater } = this.transcript
		const { index, row } = this.#column.at(top)
		const isTop = !hasEarlier && index === 0 && row === 0
		const isEnd = !hasLater && this.rowsBelow() === 0
		if (isTop || isEnd) return isTop && isEnd ? 'all' : isTop ? 'top' : 'end'
		if (hasEarlier || hasLater || this.#column.length > MOST_COUNTED)
			return this.transcript.share(this.#column.block(index))
		const { above, all } = this.#column.counted(top)
		return above / all
	}

	/** The block that is looked at. */
	current(): NumberedBlock | undefined {
		this.#settle()
		return this.#cursor && this.#column.block(this.#column.at(this.#cursor).index)
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
		const [cursor, left] = this.#column.moved(this.#cursor, rows)
		this.#goTo(cursor)
		return left === 0
	}

	/** Scrolls, and the cursor with it. @returns whether the cursor went as far */
	scroll(rows: number): boolean {
		this.#settle()
		if (!this.#top || !this.#cursor) return false
		const [cursor, left] = this.#column.moved(this.#cursor, rows)
		this.#top = this.#column.moved(this.#top, rows)[0]
		this.#fill()
		this.#goTo(cursor)
		return left === 0
	}

	toFirst(): void {
		const [first] = this.#column.refreshed()
		if (first) this.#goTo({ id: first.id, row: 0 })
	}

	toLast(): void {
		this.#isFollowing = true
		this.#settle()
	}

	/** @param margin - rows that are to be seen above it, where it has not been in sight with as many */
	to(place: PanePlace, margin = 0): void {
		this.#settle()
		const known = this.#column.known(place)
		const isAbove = !this.#top || this.#column.compare(known, this.#top) < 0
		const distance = isAbove || !this.#top ? -1 : this.#column.distance(this.#top, known, this.height)
		if (distance < margin || distance >= this.height) this.#top = this.#column.moved(known, -margin)[0]
		this.#fill()
		this.#goTo(known)
	}

	/** The next block in a direction that is such a one, as far as it is at hand. */
	next(direction: -1 | 1, isSuch: (block: NumberedBlock) => boolean): NumberedBlock | undefined {
		this.#settle()
		if (!this.#cursor) return undefined
		const from = this.#column.at(this.#cursor).index
		// From within a block its beginning is the one before.
		if (direction < 0 && this.#cursor.row > 0 && isSuch(this.#column.block(from)))
			return this.#column.block(from)
		for (let index = from + direction; index >= 0 && index < this.#column.length; index += direction) {
			const block = this.#column.block(index)
			if (isSuch(block)) return block
		}
		return undefined
	}

	find(id: BlockId): NumberedBlock | undefined {
		return this.#column.refreshed()[this.#column.indexOf(id) ?? -1]
	}

	rowsOf(block: NumberedBlock): readonly string[] {
		this.#settle()
		const index = this.#column.indexOf(block.id)
		return index === undefined ? [] : this.#column.rowsOf(index)
	}

	foldOf({ id }: NumberedBlock): Fold {
		return this.#column.folds.of(id)
	}

	fold(block: NumberedBlock, fold: Fold): void {
		this.#keeping(block, () => this.#column.folds.set(block.id, fold))
	}

	/** Opens it for somebody who is led there. */
	unfold(block: NumberedBlock): void {
		this.#keeping(block, () => this.#column.folds.show(block.id, 'open'))
	}

	foldAll(fold: Fold): void {
		const block = this.current()
		const change = () => this.#column.folds.setAll(fold)
		if (block) this.#keeping(block, change)
		else change()
	}

	toggleRaw(): void {
		const block = this.current()
		const change = () => {
			this.#column.isRaw = !this.#column.isRaw
			this.#column.forgetRows()
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

	/** What the rows from one place to another were made of, both with them. */
	source(from: PanePlace, to: PanePlace): string {
		this.#settle()
		return this.#column.source(from, to)
	}

	/** What the selected rows were made of. */
	selectedSource(): string {
		this.#settle()
		const [from, to] = this.#selection() ?? []
		if (!from || !to) return ''
		return this.#column.source(from, to)
	}

	/** @returns the first and the last place, both selected */
	#selection(): readonly [PanePlace, PanePlace] | undefined {
		if (!this.#anchor || !this.#cursor) return undefined
		return this.#column.compare(this.#anchor, this.#cursor) <= 0
			? [this.#anchor, this.#cursor]
			: [this.#cursor, this.#anchor]
	}

	#isBetween(place: PanePlace, from: PanePlace, to: PanePlace): boolean {
		return this.#column.compare(from, place) <= 0 && this.#column.compare(place, to) <= 0
	}

	/** Whether the top is near an end of what is at hand, so that more of it should be. */
	nearness(): 'start' | 'end' | undefined {
		this.#settle()
		if (!this.#top) return undefined
		const { index } = this.#column.at(this.#top)
		if (index < NEAR_BLOCKS) return 'start'
		return index > this.#column.length - 2 * NEAR_BLOCKS ? 'end' : undefined
	}

	/** A block begins in the same row of the window before and after, and the cursor is on it. */
	#keeping(block: NumberedBlock, change: () => void): void {
		this.#settle()
		const start = { id: block.id, row: 0 }
		const isSeen = this.#top !== undefined && this.#column.compare(this.#top, start) <= 0
		const offset =
			isSeen && this.#top
				? Math.min(this.height - 1, this.#column.distance(this.#top, start, this.height))
				: 0
		change()
		this.#top = this.#column.moved(start, -offset)[0]
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
		const blocks = this.#column.refreshed()
		const last = blocks.at(-1)
		if (!last) {
			this.#top = undefined
			this.#cursor = undefined
			return
		}
		if (this.#isFollowing || !this.#cursor || !this.#top) {
			this.#cursor = { id: last.id, row: this.#column.rowsOf(blocks.length - 1).length - 1 }
			this.#top = this.#column.moved(this.#cursor, 1 - this.height)[0]
			return
		}
		this.#cursor = this.#column.known(this.#cursor)
		this.#top = this.#column.known(this.#top)
	}

	#keepCursorSeen(): void {
		if (!this.#cursor || !this.#top) return
		this.#top = this.#column.known(this.#top)
		this.#cursor = this.#column.known(this.#cursor)
		if (this.#column.compare(this.#cursor, this.#top) < 0) this.#top = this.#cursor
		else if (this.#column.distance(this.#top, this.#cursor, this.height) >= this.height)
			this.#top = this.#column.moved(this.#cursor, 1 - this.height)[0]
		this.#fill()
	}

	/** No empty rows below the end while there is something above. */
	#fill(): void {
		if (!this.#top) return
		const end = this.#column.end()
		if (!end) return
		const shown = this.#column.distance(this.#top, end, this.height) + 1
		if (shown < this.height) this.#top = this.#column.moved(this.#top, shown - this.height)[0]
	}

	#isLast(place: PanePlace): boolean {
		const { index, row } = this.#column.at(place)
		return index === this.#column.length - 1 && row >= this.#column.rowsOf(index).length - 1
	}
}

/** Blocks whose rows are all counted to say where one is: few, because each has to be laid out for it once. */
const MOST_COUNTED = 100
/** Beside the one that is seen. */
const KEPT_SCREENS = 2
/** A screen or two of ordinary blocks. */
const NEAR_BLOCKS = 25
