// Text that repeats itself, found while it comes: the same passage again and again, whatever its length. Each
// character costs the same, however much has come before it.

import { byteLength } from '../../core/text/bytes.ts'

/** What was said again: how long one passage of it is, and how much of it has come since it was said first. */
export type Repetition = { periodCharacters: number; repeatedBytes: number }

export type RepetitionLimits = {
	/** What a table, a picture of characters or a column of zeros may well repeat: about 1 750 tokens. */
	leastBytes: number
	/** So often a passage must have come again, unless that makes more than `mostBytes`. */
	times: number
	mostBytes: number
	/** Rulers, rows of dots and counted words are what people ask for: up to here only `mostBytes` counts. */
	shortCharacters: number
}

export const TEXT_LIMITS: RepetitionLimits = {
	leastBytes: 7_000,
	times: 3,
	mostBytes: 60 * 1024,
	shortCharacters: 8,
}

/** A file may hold what an answer does not: tables of zeros, test data, the same block for each of fifty cases. */
export const ARGUMENT_LIMITS: RepetitionLimits = {
	leastBytes: 48 * 1024,
	times: 3,
	mostBytes: 48 * 1024,
	shortCharacters: 0,
}

/** No passage longer than this is seen to repeat. */
const MOST_CHARACTERS = 2 ** 18

/** The last characters that are looked for in what came before. */
const GRAM = 32
/** Of what came before, one place in so many can be found. */
const STRIDE = 64
const SLOTS = 2 ** 13
const BASE = 0x01000193
const BASE_TO_GRAM = Array.from({ length: GRAM }).reduce<number>(power => Math.imul(power, BASE), 1)

/** For one text. */
export class RepetitionWatch {
	private readonly limits: RepetitionLimits
	/** Not looked at yet: most replies are too short to repeat anything too often. */
	private unread = ''
	private unreadBytes = 0
	private passages: PassageWatch | undefined

	constructor(limits: RepetitionLimits) {
		this.limits = limits
	}

	/** @returns what repeats, as soon as that is certain */
	push(text: string): Repetition | undefined {
		if (this.passages) return this.passages.push(text)
		this.unread += text
		this.unreadBytes += byteLength(text)
		if (this.unreadBytes < this.limits.leastBytes) return undefined
		this.passages = new PassageWatch(this.limits)
		return this.passages.push(this.unread)
	}
}

/**
 * The last characters, as a number, are looked up among those of every 64th place before. Where they have stood before,
 * the distance is a period, and from then on each character only has to be the one a period before it.
 */
class PassageWatch {
	private readonly limits: RepetitionLimits
	/** What has come, the oldest overwritten once there is too much of it. Grows in powers of two. */
	private seen = new Uint16Array(2 ** 12)
	private length = 0
	private hash = 0
	private readonly hashes = new Int32Array(SLOTS)
	/** Behind which character a hash was taken; 0 where none was. */
	private readonly places = new Int32Array(SLOTS)
	private period = 0
	private repeatedCharacters = 0
	private repeatedBytes = 0

	constructor(limits: RepetitionLimits) {
		this.limits = limits
	}

	push(text: string): Repetition | undefined {
		this.makeRoom(text.length)
		for (let index = 0; index < text.length; index++) {
			this.take(text.charCodeAt(index))
			if (this.repeatedBytes >= this.limits.leastBytes && this.isOverLimit())
				return { periodCharacters: this.period, repeatedBytes: this.repeatedBytes }
		}
		return undefined
	}

	private take(code: number): void {
		const { seen, length } = this
		const mask = seen.length - 1
		seen[length & mask] = code
		this.hash = (Math.imul(this.hash, BASE) + code) | 0
		if (length >= GRAM) this.hash = (this.hash - Math.imul(seen[(length - GRAM) & mask]!, BASE_TO_GRAM)) | 0
		this.length = length + 1
		if (this.period > 0 && seen[(length - this.period) & mask] === code) {
			this.repeatedCharacters++
			this.repeatedBytes += bytesOf(code)
		} else {
			this.period = 0
			this.repeatedBytes = 0
			if (this.length > GRAM) this.look()
		}
		if (this.length % STRIDE === 0) this.keep()
	}

	private look(): void {
		const slot = slotOf(this.hash)
		const place = this.places[slot]!
		if (place === 0 || this.hashes[slot] !== this.hash) return
		const period = this.length - place
		const mask = this.seen.length - 1
		if (period > this.seen.length - GRAM) return
		for (let back = 1; back <= GRAM; back++)
			if (this.seen[(this.length - back) & mask] !== this.seen[(place - back) & mask]) return
		this.period = period
		this.repeatedCharacters = GRAM
		this.repeatedBytes = GRAM
	}

	private keep(): void {
		const slot = slotOf(this.hash)
		this.hashes[slot] = this.hash
		this.places[slot] = this.length
	}

	private isOverLimit(): boolean {
		const { times, mostBytes, shortCharacters } = this.limits
		if (this.repeatedBytes >= mostBytes) return true
		return this.period > shortCharacters && this.repeatedCharacters >= times * this.period
	}

	private makeRoom(more: number): void {
		const wanted = Math.min(this.length + more, MOST_CHARACTERS)
		if (wanted <= this.seen.length) return
		let size = this.seen.length
		while (size < wanted) size *= 2
		const grown = new Uint16Array(size)
		// Nothing has been overwritten yet: only the largest size ever is.
		grown.set(this.seen.subarray(0, this.length))
		this.seen = grown
	}
}

function slotOf(hash: number): number {
	return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}

/** In UTF-8, which is nearer to tokens than characters are. */
function bytesOf(code: number): number {
	if (code < 0x80) return 1
	// Half of a pair is half of four bytes.
	return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
}
