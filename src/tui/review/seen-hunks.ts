// What is marked as seen: hunks, and files all of whose hunks are. A hunk that changes has another key, so it is new again.

import type { ChangeHunk, ReviewedFile } from '../../core/review/changes.ts'

export class SeenHunks {
	#keys: ReadonlySet<string> = new Set()

	take(keys: readonly string[]): void {
		this.#keys = new Set(keys)
	}

	has(key: string | undefined): boolean {
		return key !== undefined && this.#keys.has(key)
	}

	/** @param hunk - left out, the whole file @returns what is to be kept of it */
	turn(change: ReviewedFile, hunk: ChangeHunk | undefined): { keys: readonly string[]; isSeen: boolean } {
		const keys = hunk ? [hunk.key] : [change.key, ...change.hunks.map(({ key }) => key)]
		const isSeen = !(hunk ? this.has(hunk.key) : this.has(change.key))
		const all = new Set(this.#keys)
		for (const key of keys) {
			if (isSeen) all.add(key)
			else all.delete(key)
		}
		// A file is seen when all of its hunks are.
		const isWhole = change.hunks.length > 0 ? change.hunks.every(({ key }) => all.has(key)) : isSeen
		if (isWhole) all.add(change.key)
		else all.delete(change.key)
		this.#keys = all
		return { keys: [...new Set([...keys, ...(isWhole || !isSeen ? [change.key] : [])])], isSeen }
	}

	/** @returns the index of the one after `from`, or of the first one, that is not seen; -1: all are */
	unseenAfter(hunks: readonly ChangeHunk[], from: number): number {
		const next = hunks.findIndex(({ key }, index) => index > from && !this.has(key))
		return next === -1 ? hunks.findIndex(({ key }) => !this.has(key)) : next
	}
}
