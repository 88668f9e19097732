// Travel through a pane: rows and pages, jumps to what is like something, marks. What is not at hand yet is fetched.

import { type NumberedBlock, sameId } from '../state/block-ids.ts'
import type { Block } from '../state/view-block.ts'
import type { ViewerHost } from './host.ts'
import type { Pane } from './pane.ts'
import type { PanePlace } from './row-column.ts'
import type { Stretch } from './transcript.ts'

export class Travel {
	readonly #pane: Pane
	readonly #host: ViewerHost
	/** Where somebody was before going far. */
	#before: PanePlace | undefined
	readonly #marks = new Map<string, PanePlace>()

	constructor(pane: Pane, host: ViewerHost) {
		this.#pane = pane
		this.#host = host
	}

	remember(): void {
		this.#before = this.#pane.cursor()
	}

	by(rows: number): void {
		this.#move(() => this.#pane.by(rows), rows)
	}

	scroll(rows: number): void {
		this.#move(() => this.#pane.scroll(rows), rows)
	}

	toFirst(): void {
		const pane = this.#pane
		this.remember()
		// A key that comes with it in one read goes on from there.
		if (!pane.transcript.hasEarlier) return pane.toFirst()
		this.#host.load(async () => {
			await pane.transcript.toStart()
			pane.toFirst()
		})
	}

	toLast(): void {
		const pane = this.#pane
		this.remember()
		if (!pane.transcript.hasLater) return pane.toLast()
		this.#host.load(async () => {
			await pane.transcript.toEnd()
			pane.toLast()
		})
	}

	/**
	 * To the next block that is such a one, however far away.
	 * @param isOpened - shows all of it, from its first row on
	 */
	jump(direction: -1 | 1, isSuch: (block: Block) => boolean, isOpened = false): void {
		const pane = this.#pane
		const isWanted = ({ block }: NumberedBlock) => isSuch(block)
		const goTo = (block: NumberedBlock) => {
			if (isOpened) pane.unfold(block)
			pane.to({ id: block.id, row: 0 }, isOpened ? 0 : 1)
		}
		this.remember()
		const near = pane.next(direction, isWanted)
		if (near) return goTo(near)
		this.#host.load(async () => {
			for await (const stretch of pane.transcript.stretches(direction < 0 ? 'back' : 'on', 'window')) {
				if (this.#host.isClosed) return
				const found = direction < 0 ? stretch.blocks.findLast(isWanted) : stretch.blocks.find(isWanted)
				if (!found) continue
				await pane.transcript.goTo(stretch)
				return goTo(pane.find(found.id) ?? found)
			}
			this.#host.say(direction < 0 ? 'There is none before this.' : 'There is none after this.')
		})
	}

	/**
	 * To the first block from which on all are such ones, or else to the last there is.
	 * @param nearer - the end of the log that it is nearer to: from there it is looked for, where it is not at hand
	 */
	toFirstOf(isSuch: (block: NumberedBlock) => boolean, nearer: 'start' | 'end'): void {
		const pane = this.#pane
		const { transcript } = pane
		this.remember()
		const goTo = ({ id }: NumberedBlock) => pane.to({ id, row: 0 }, 1)
		const blocks = transcript.blocks()
		const at = blocks.findIndex(isSuch)
		const found = blocks[at]
		if (found && (at > 0 || !transcript.hasEarlier)) return goTo(found)
		if (!found && !transcript.hasLater) return pane.toLast()
		const direction = nearer === 'start' ? 'on' : 'back'
		// What is at hand is on the far side of it, or between it and the end that is nearer.
		const isBeyond = (direction === 'on') === (at === 0)
		this.#host.load(async () => {
			let best: { stretch: Stretch; block: NumberedBlock } | undefined
			for await (const stretch of transcript.stretches(direction, isBeyond ? 'end' : 'window')) {
				if (this.#host.isClosed) return
				const block = stretch.blocks.find(isSuch)
				if (block) best = { stretch, block }
				const isAll = block !== undefined && block === stretch.blocks[0]
				if (direction === 'on' ? block : !isAll && stretch.blocks.length > 0) break
			}
			if (!best) return found && goTo(found)
			await transcript.goTo(best.stretch)
			goTo(pane.find(best.block.id) ?? best.block)
		})
	}

	mark(letter: string): void {
		const cursor = this.#pane.cursor()
		if (cursor && /^\p{L}$/u.test(letter)) this.#marks.set(letter, cursor)
	}

	/** @param letter - of a mark, or `'`: back to where one was before */
	toMark(letter: string): void {
		const pane = this.#pane
		const place = letter === "'" ? this.#before : this.#marks.get(letter)
		if (!place) return this.#host.say(`There is no mark ${letter}.`)
		this.remember()
		if (pane.find(place.id)) return pane.to(place, 1)
		this.#host.load(async () => {
			for await (const stretch of pane.transcript.stretches('back', 'end')) {
				if (!stretch.blocks.some(({ id }) => sameId(id, place.id))) continue
				await pane.transcript.goTo(stretch)
				return pane.to(place, 1)
			}
		})
	}

	#move(move: () => boolean, direction: number): void {
		const { transcript } = this.#pane
		if (move()) return
		const isMore = direction < 0 ? transcript.hasEarlier : transcript.hasLater
		if (!isMore) return
		this.#host.load(async () => {
			await (direction < 0 ? transcript.earlier() : transcript.later())
			move()
		})
	}
}
