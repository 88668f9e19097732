// The rows of a transcript's blocks, one below the other: where each is, and which row is so many further.

import type { FoldStates } from '../blocks/fold-states.ts'
import { isApart } from '../blocks/folded-rows.ts'
import { type BlockId, compareIds, type NumberedBlock, sameId } from '../state/block-ids.ts'
import { keyOf, RowCache, type RowDrawing, type ViewerLook } from './row-cache.ts'
import type { LoggedTranscript } from './transcript.ts'

/** A row, counted from the first of its block; a blank one behind the block is one of its. */
export type PanePlace = { readonly id: BlockId; readonly row: number }

export class RowColumn {
	folds: FoldStates
	width = 80
	/** As it was written. */
	isRaw = false
	readonly #transcript: LoggedTranscript
	readonly #rows: RowCache
	#blocks: readonly NumberedBlock[] = []
	#indexes = new Map<string, number>()

	constructor(transcript: LoggedTranscript, look: ViewerLook, folds: FoldStates) {
		this.#transcript = transcript
		this.#rows = new RowCache(look)
		this.folds = folds
	}

	get length(): number {
		return this.#blocks.length
	}

	/** Rows that would be made otherwise than before, such as code in colours. */
	forgetRows(): void {
		this.#rows.clear()
	}

	/** @param most - rows that are kept, those that were used last */
	keepNewest(most: number): void {
		this.#rows.keepNewest(most)
	}

	/** The last row there is. */
	end(): PanePlace | undefined {
		const last = this.#blocks.at(-1)
		return last && { id: last.id, row: this.rowsOf(this.length - 1).length - 1 }
	}

	/** @returns undefined for what is not at hand */
	indexOf(id: BlockId): number | undefined {
		return this.#indexes.get(keyOf(id))
	}

	/** Rows above a place, and all there are. */
	counted(place: PanePlace): { above: number; all: number } {
		const { index, row } = this.at(place)
		const counts = this.#blocks.map((block, at) =>
			this.#rows.count(block, this.#blocks[at + 1], this.#drawing(at)),
		)
		const sum = (some: readonly number[]) => some.reduce((before, count) => before + count, 0)
		return { above: sum(counts.slice(0, index)) + row, all: sum(counts) }
	}

	/** What the rows from one place to the other were made of, both with them. */
	source(from: PanePlace, to: PanePlace): string {
		const [start, end] = [this.at(this.known(from)), this.at(this.known(to))]
		const parts: string[] = []
		for (let index = start.index; index <= end.index; index++) {
			const [first, behind] = [
				index === start.index ? start.row : 0,
				index === end.index ? end.row + 1 : this.rowsOf(index).length,
			]
			const text = this.#rows.source(this.block(index), this.#drawing(index), first, behind)
			const isGap = index < end.index && isApart(this.block(index).block, this.#blocks[index + 1]?.block)
			parts.push(isGap ? `${text}\n` : text)
		}
		return parts.join('\n')
	}

	refreshed(): readonly NumberedBlock[] {
		const blocks = this.#transcript.blocks()
		if (blocks === this.#blocks) return blocks
		this.#blocks = blocks
		this.#indexes = new Map(blocks.map(({ id }, index) => [keyOf(id), index]))
		return blocks
	}

	/** The same place, or where it would be. */
	known(place: PanePlace): PanePlace {
		const index = this.#indexes.get(keyOf(place.id))
		if (index !== undefined) return { id: place.id, row: Math.min(place.row, this.rowsOf(index).length - 1) }
		const after = this.#blocks.find(({ id }) => compareIds(id, place.id) > 0) ?? this.#blocks.at(-1)
		return after ? { id: after.id, row: 0 } : place
	}

	/** @returns where that is, and how many rows there were too few */
	moved(place: PanePlace, rows: number): readonly [PanePlace, number] {
		let { index, row } = this.at(place)
		row += rows
		while (row < 0) {
			if (index === 0) return [{ id: this.block(0).id, row: 0 }, row]
			index--
			row += this.rowsOf(index).length
		}
		for (let { length } = this.rowsOf(index); row >= length; { length } = this.rowsOf(index)) {
			if (index === this.#blocks.length - 1)
				return [{ id: this.block(index).id, row: length - 1 }, row - length + 1]
			index++
			row -= length
		}
		return [{ id: this.block(index).id, row }, 0]
	}

	/** Rows from one to the other, which stands behind it; not many more than `most` are counted. */
	distance(from: PanePlace, to: PanePlace, most: number): number {
		const start = this.at(from)
		const end = this.at(to)
		if (start.index === end.index) return end.row - start.row
		let rows = this.rowsOf(start.index).length - start.row
		for (let index = start.index + 1; index < end.index && rows <= most; index++)
			rows += this.rowsOf(index).length
		return rows + end.row
	}

	compare(a: PanePlace, b: PanePlace): number {
		return sameId(a.id, b.id) ? a.row - b.row : compareIds(a.id, b.id)
	}

	at(place: PanePlace): { index: number; row: number } {
		return { index: this.#indexes.get(keyOf(place.id)) ?? 0, row: place.row }
	}

	rowsOf(index: number): readonly string[] {
		return this.#rows.of(this.block(index), this.#blocks[index + 1], this.#drawing(index))
	}

	block(index: number): NumberedBlock {
		const block = this.#blocks[index]
		if (!block) throw new Error(`there is no block ${index} of ${this.#blocks.length}`)
		return block
	}

	#drawing(index: number): RowDrawing {
		return { width: this.width, fold: this.folds.of(this.block(index).id), isRaw: this.isRaw }
	}
}
