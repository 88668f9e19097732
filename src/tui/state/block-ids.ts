// Block ids: which event of the log a block came from, so that the same block is known again however often it is made.

import type { Block, Blocks } from './view-block.ts'

/** `index`: among the blocks that came from one event. `seq` 0: it came before any event of the session. */
export type BlockId = { readonly seq: number; readonly index: number }

export type NumberedBlock = { readonly id: BlockId; readonly block: Block }

export class BlockIds {
	readonly #ids = new WeakMap<Block, BlockId>()
	#last: BlockId = { seq: 0, index: -1 }

	/** @returns the blocks that have come, with their ids */
	added(before: Blocks, after: Blocks, seq: number): readonly NumberedBlock[] {
		const count = after.total - before.total
		if (count === 0) return []
		return after.recent.slice(-count).map(block => {
			// The screen's own blocks have no event and stand behind the newest one.
			const isLater = seq > this.#last.seq
			this.#last = isLater ? { seq, index: 0 } : { ...this.#last, index: this.#last.index + 1 }
			this.#ids.set(block, this.#last)
			return { id: this.#last, block }
		})
	}

	/** Another session begins. */
	restart(): void {
		this.#last = { seq: 0, index: -1 }
	}

	of(block: Block): BlockId | undefined {
		return this.#ids.get(block)
	}
}

/** Of the number that what is not finished yet has: it stands behind all others. */
export function isOpenId(seq: number): boolean {
	return seq === Number.MAX_SAFE_INTEGER
}

export function compareIds(a: BlockId, b: BlockId): number {
	return a.seq - b.seq || a.index - b.index
}

export function sameId(a: BlockId, b: BlockId): boolean {
	return a.seq === b.seq && a.index === b.index
}
