// The transcript as it is looked through: the part of it that is at hand, and the rest as far as somebody goes there.

import type { LogPosition } from '../../core/runtime-port.ts'
import { type BlockId, compareIds, isOpenId, type NumberedBlock } from '../state/block-ids.ts'
import type { PieceReader, TranscriptPiece } from './pieces.ts'

/** What a pane shows: all of something, or a part that moves through it. */
export type LoggedTranscript = {
	/** In order. The same array as long as nothing has changed. */
	blocks(): readonly NumberedBlock[]
	readonly hasEarlier: boolean
	readonly hasLater: boolean
	/** It is no part of a log, and all of it is at hand. */
	readonly isWhole: boolean
	/** Each puts more at hand, and lets go of what is far away. @returns whether there was more */
	earlier(): Promise<boolean>
	later(): Promise<boolean>
	toStart(): Promise<void>
	toEnd(): Promise<void>
	/** Goes to where `stretches` found something. */
	goTo(stretch: Stretch): Promise<void>
	/**
	 * All of it from one end to the other, in stretches, without putting any of it at hand.
	 * @param from - what is at hand is left out, and everything on the other side of it
	 */
	stretches(direction: 'back' | 'on', from: 'end' | 'window'): AsyncIterable<Stretch>
	/** How far a block is in it, 0 to 1, as far as that is known. */
	share(block: NumberedBlock): number
	/** Something may have come at its end. @returns whether something has */
	refresh(): boolean
}

/** `at`: the place of the piece, or the end that is still growing. */
export type Stretch = { blocks: readonly NumberedBlock[]; at: LogPosition | 'tail' }

/** Something short, all at hand. */
export function wholeTranscript(blocks: readonly NumberedBlock[]): LoggedTranscript {
	const never = async () => false
	return {
		blocks: () => blocks,
		hasEarlier: false,
		hasLater: false,
		isWhole: true,
		earlier: never,
		later: never,
		toStart: async () => {},
		toEnd: async () => {},
		goTo: async () => {},
		async *stretches(_, from) {
			if (from === 'end') yield { blocks, at: 'tail' }
		},
		share: block => Math.max(0, blocks.indexOf(block)) / Math.max(1, blocks.length),
		refresh: () => false,
	}
}

/** The ids of what is not finished yet come behind all others. */
export function openId(index: number): BlockId {
	return { seq: Number.MAX_SAFE_INTEGER, index }
}

export function isOpen({ seq }: BlockId): boolean {
	return isOpenId(seq)
}

export type Tail = {
	/** The newest blocks of the session that is open. */
	newest(): readonly NumberedBlock[]
	/** What is not finished yet and stands below them. */
	open(): readonly NumberedBlock[]
}

/** A stored session, with what is going on at its end where it is the one that is open. */
export class LogTranscript implements LoggedTranscript {
	readonly isWhole = false
	readonly #pieces: PieceReader | undefined
	readonly #tail: Tail | undefined
	#window: readonly TranscriptPiece[] = []
	/** The end is part of what is at hand. */
	#hasTail: boolean
	#newest: readonly NumberedBlock[] = []
	#blocks: readonly NumberedBlock[] = []
	#isAtStart = false
	/** The number of the newest event that has been seen. */
	#lastSeq = 0

	constructor(pieces: PieceReader | undefined, tail: Tail | undefined) {
		this.#pieces = pieces
		this.#tail = tail
		this.#hasTail = tail !== undefined
		this.refresh()
	}

	readonly blocks = (): readonly NumberedBlock[] => this.#blocks

	get hasEarlier(): boolean {
		const [first] = this.#window
		return this.#pieces !== undefined && !(first ? first.isFirst : this.#isAtStart)
	}

	get hasLater(): boolean {
		const last = this.#window.at(-1)
		return !this.#hasTail && last !== undefined && !(last.isLast && !this.#tail)
	}

	async earlier(): Promise<boolean> {
		if (!this.hasEarlier) return false
		const [first] = this.#window
		const piece = first ? await this.#pieces?.before(first.start) : await this.#beforeTail()
		if (!piece) return false
		const window = [piece, ...this.#window]
		if (window.length > MOST_PIECES) {
			this.#hasTail = false
			window.pop()
		}
		this.#change(window)
		return true
	}

	async later(): Promise<boolean> {
		const last = this.#window.at(-1)
		if (!this.hasLater || !last) return false
		const piece = await this.#pieces?.after(last.end)
		if (!piece) return false
		const beforeTail = this.#before(piece)
		const window = [...this.#window, beforeTail].slice(-MOST_PIECES)
		if (this.#tail && (beforeTail !== piece || piece.isLast)) this.#hasTail = true
		this.#change(window)
		return true
	}

	async toStart(): Promise<void> {
		if (!this.#pieces || !this.hasEarlier) return
		await this.#openAt(0)
	}

	async toEnd(): Promise<void> {
		if (this.#hasTail || !this.#pieces) return
		if (this.#tail) {
			this.#hasTail = true
			this.#change([])
			this.#isAtStart = false
		} else this.#change([await this.#pieces.before(undefined)])
	}

	async goTo({ at }: Stretch): Promise<void> {
		if (at === 'tail') await this.toEnd()
		else if (!this.#window.some(piece => piece.start === at)) await this.#openAt(at)
	}

	async *stretches(direction: 'back' | 'on', from: 'end' | 'window'): AsyncIterable<Stretch> {
		if (direction === 'back') yield* this.#back(from)
		else yield* this.#on(from)
	}

	/** By the events before it: how long the log is in rows is not known. */
	share({ id }: NumberedBlock): number {
		return isOpen(id) ? 1 : Math.min(1, id.seq / Math.max(1, this.#lastSeq))
	}

	refresh(): boolean {
		if (!this.#tail) return false
		const newest = this.#tail.newest()
		const [first] = newest
		// What has left the newest meanwhile is kept, so that nothing is missing in between.
		const kept = first ? this.#newest.findIndex(({ id }) => compareIds(id, first.id) >= 0) : -1
		const isOther = first !== undefined && this.#newest.length > 0 && kept < 0 && !this.#continues(newest)
		this.#newest = kept > 0 ? [...this.#newest.slice(0, kept), ...newest] : newest
		if (isOther || this.#newest.length > MOST_NEWEST) {
			// Another session, or so much of this one that the part before it is read again when somebody goes there.
			this.#newest = newest
			this.#window = []
			this.#hasTail = true
			this.#isAtStart = false
		}
		if (!this.#hasTail) return false
		this.#change(this.#window)
		return true
	}

	#continues(newest: readonly NumberedBlock[]): boolean {
		const last = this.#newest.at(-1)
		return last !== undefined && newest[0] !== undefined && compareIds(newest[0].id, last.id) > 0
	}

	async *#back(from: 'end' | 'window'): AsyncIterable<Stretch> {
		if (from === 'end' && this.#tail) yield { blocks: this.#tailBlocks(), at: 'tail' }
		if (!this.#pieces) return
		const [first] = this.#window
		if (from === 'window' && !this.hasEarlier) return
		let piece: TranscriptPiece | undefined
		if (from === 'window' && first) piece = await this.#pieces.before(first.start)
		else piece = this.#tail ? await this.#beforeTail() : await this.#pieces.before(undefined)
		for (; piece; piece = piece.isFirst ? undefined : await this.#pieces.before(piece.start))
			yield { blocks: piece.blocks, at: piece.start }
	}

	async *#on(from: 'end' | 'window'): AsyncIterable<Stretch> {
		const last = this.#window.at(-1)
		if (from === 'window' && (!this.hasLater || !last)) return
		let place = from === 'window' && last ? last.end : 0
		while (this.#pieces) {
			const piece = await this.#pieces.after(place)
			const before = this.#before(piece)
			yield { blocks: before.blocks, at: piece.start }
			if (piece.isLast || before !== piece) break
			place = piece.end
		}
		if (this.#tail) yield { blocks: this.#tailBlocks(), at: 'tail' }
	}

	async #beforeTail(): Promise<TranscriptPiece | undefined> {
		const first = this.#newest.find(({ id }) => id.seq > 0)
		const piece = first ? await this.#pieces?.beforeBlock(first.id) : undefined
		if (!piece) this.#isAtStart = true
		return piece
	}

	/** What the end at hand has not got. */
	#before(piece: TranscriptPiece): TranscriptPiece {
		const first = this.#tail && this.#newest.find(({ id }) => id.seq > 0)
		if (!first) return piece
		const blocks = piece.blocks.filter(({ id }) => compareIds(id, first.id) < 0)
		return blocks.length === piece.blocks.length ? piece : { ...piece, blocks }
	}

	async #openAt(place: LogPosition): Promise<void> {
		const piece = await this.#pieces?.after(place)
		if (!piece) return
		const before = this.#before(piece)
		this.#hasTail = this.#tail !== undefined && (before !== piece || piece.isLast)
		this.#change([before])
	}

	#change(window: readonly TranscriptPiece[]): void {
		this.#window = window
		const read = window.flatMap(({ blocks }) => blocks)
		this.#blocks = this.#hasTail ? [...read, ...this.#tailBlocks()] : read
		const newest = this.#blocks.findLast(({ id }) => !isOpen(id))
		this.#lastSeq = Math.max(this.#lastSeq, newest?.id.seq ?? 0)
	}

	/** What stands before the first event is of no session when there is more before it. */
	#tailBlocks(): readonly NumberedBlock[] {
		const own = this.#newest.findIndex(({ id }) => id.seq > 0)
		const isBehind = this.#window.length > 0 && own > 0
		return [...(isBehind ? this.#newest.slice(own) : this.#newest), ...(this.#tail?.open() ?? [])]
	}
}

/** At about a hundred kilobytes of the log each. */
const MOST_PIECES = 5
const MOST_NEWEST = 800
