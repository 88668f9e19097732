// A log read backwards, as far as somebody looks.

import type { FileHandle } from 'node:fs/promises'

export class BackwardsLog {
	readonly bytes: Buffer
	private readonly file: FileHandle
	/** What stands from here on has been read. */
	private from: number

	/** @param end - where it ends for whoever reads it */
	constructor(file: FileHandle, end: number) {
		this.file = file
		// Pages that nothing is written to take no room, and most of them stay so.
		this.bytes = Buffer.allocUnsafeSlow(end)
		this.from = end
	}

	async readTo(place: number): Promise<void> {
		while (this.from > place) {
			const first = Math.max(0, this.from - BLOCK_BYTES)
			await this.readBlock(first, this.from)
			this.from = first
		}
	}

	/** @returns where the last occurrence before `end` begins */
	async findBack(words: string, end: number): Promise<number | undefined> {
		let before = end
		for (;;) {
			// What begins in a block may end in the next one.
			const at = this.bytes.subarray(this.from, end).lastIndexOf(words, before - this.from)
			if (at !== -1) return this.from + at
			if (this.from === 0) return undefined
			before = Math.min(before, this.from)
			await this.readTo(Math.max(0, this.from - BLOCK_BYTES))
		}
	}

	private async readBlock(first: number, end: number): Promise<void> {
		for (let at = first; at < end; ) {
			const { bytesRead } = await this.file.read(this.bytes, at, end - at, at)
			if (bytesRead === 0)
				throw new Error(`the log became shorter while it was read: ${end - at} bytes are missing`)
			at += bytesRead
		}
	}
}

const BLOCK_BYTES = 1 << 20
