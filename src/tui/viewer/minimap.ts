// The minimap: all of a transcript in one column, with a tick for what one would look for. What is not at hand is looked
// through meanwhile, from the end on and never for long at a time.

import { TICKS, tickOf } from '../blocks/block-kinds.ts'
import type { NumberedBlock } from '../state/block-ids.ts'
import { isOpenId } from '../state/block-ids.ts'
import type { Theme } from '../text/theme.ts'
import type { LoggedTranscript } from './transcript.ts'

export class Minimap {
	readonly #transcript: LoggedTranscript
	/** By the number of the event, or in a short text by the place: 0 is none, else the tick's place in the list from 1. */
	#ticks = new Uint8Array(1024)
	#last = 0
	/** From here on it has been looked through. */
	#from = Number.POSITIVE_INFINITY
	#added: readonly NumberedBlock[] | undefined
	#isScanning = false

	constructor(transcript: LoggedTranscript) {
		this.#transcript = transcript
	}

	/** Begins with the first call. Looks only while nobody waits for something else. */
	scan(isOver: () => boolean, onNews: () => void): void {
		if (this.#isScanning) return
		this.#isScanning = true
		// What cannot be read is told to whoever goes there.
		void this.#scan(isOver, onNews).catch(() => {})
	}

	/** @param seen - the first and the last block that are seen */
	rows(
		height: number,
		seen: readonly [NumberedBlock, NumberedBlock] | undefined,
		theme: Theme,
	): readonly string[] {
		this.#addBlocks(this.#transcript.blocks())
		const rowOf = (place: number) => Math.min(height - 1, Math.floor((place * height) / (this.#last + 1)))
		const [from, to] = seen ? [rowOf(this.#placeOf(seen[0])), rowOf(this.#placeOf(seen[1]))] : [-1, -2]
		const first = rowOf(Math.min(this.#from, this.#last))
		const ticks = this.#rowTicks(height)
		return Array.from({ length: height }, (_, row) => {
			const tick = TICKS[(ticks[row] ?? 0) - 1]
			const isSeen = row >= from && row <= to
			if (tick) return theme.paint(tick.mark, { tone: tick.tone, bold: isSeen })
			if (isSeen) return theme.paint('┃', { tone: 'accent' })
			return row < first ? ' ' : theme.paint('│', { tone: 'quiet' })
		})
	}

	/** Whether a block is in a row of the map or below it. @param height - rows of the map */
	from(row: number, height: number): (block: NumberedBlock) => boolean {
		const place = Math.ceil((row * (this.#last + 1)) / height)
		return block => this.#placeOf(block) >= place
	}

	/** Of those in a row, the rarest. */
	#rowTicks(height: number): Uint8Array {
		const rows = new Uint8Array(height)
		const count = this.#last + 1
		for (let place = 0; place < count; place++) {
			const tick = this.#ticks[place] ?? 0
			if (tick === 0) continue
			const row = Math.min(height - 1, Math.floor((place * height) / count))
			const before = rows[row] ?? 0
			if (before === 0 || tick < before) rows[row] = tick
		}
		return rows
	}

	async #scan(isOver: () => boolean, onNews: () => void): Promise<void> {
		let toldMs = performance.now()
		for await (const { blocks } of this.#transcript.stretches('back', 'end')) {
			if (isOver()) return
			const startedMs = performance.now()
			for (const block of blocks) this.#add(block)
			const [first] = blocks
			if (first) this.#from = Math.min(this.#from, this.#placeOf(first))
			if (startedMs - toldMs > TELL_EVERY_MS) {
				toldMs = startedMs
				onNews()
			}
			await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
			if (isOver()) return
		}
		this.#from = 0
		onNews()
	}

	#addBlocks(blocks: readonly NumberedBlock[]): void {
		if (blocks === this.#added) return
		this.#added = blocks
		for (const block of blocks) this.#add(block)
	}

	#add(block: NumberedBlock): void {
		const place = this.#placeOf(block)
		this.#last = Math.max(this.#last, place)
		if (place >= this.#ticks.length) {
			const longer = new Uint8Array(2 * place)
			longer.set(this.#ticks)
			this.#ticks = longer
		}
		const tick = tickOf(block.block)
		if (!tick) return
		const before = this.#ticks[place] ?? 0
		const rank = TICKS.indexOf(tick) + 1
		if (before === 0 || rank < before) this.#ticks[place] = rank
	}

	/** What is no part of a log has one number for all, and is counted. */
	#placeOf({ id }: NumberedBlock): number {
		if (isOpenId(id.seq)) return this.#last
		return this.#transcript.isWhole ? id.index : id.seq
	}
}

const TELL_EVERY_MS = 200
/** Between two stretches of the log, each of which takes a few milliseconds. */
const PAUSE_MS = 20
