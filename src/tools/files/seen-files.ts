// The read-before-write record: which files the model has read, and in which state. Nothing is overwritten that it
// has not read as it is now.

import { createHash } from 'node:crypto'
import type { ResultDetail } from '../../core/tool.ts'

export type SeenFiles = {
	/** @param path - the real path */
	mark(path: string, sha256: string): void
	/** `changed`: it was read, and what is on disk now is something else. */
	check(path: string, sha256: string): 'current' | 'changed' | 'unread'
	/** Takes up what a stored result says, so that a resumed session knows what the earlier one read. */
	restore(detail: ResultDetail): void
	forgetAll(): void
}

export function createSeenFiles(): SeenFiles {
	const seen = new Map<string, string>()
	const mark = (path: string, sha256: string) => {
		seen.set(path, sha256)
	}
	return {
		mark,
		check(path, sha256) {
			const known = seen.get(path)
			return known === undefined ? 'unread' : known === sha256 ? 'current' : 'changed'
		},
		restore(detail) {
			if (detail.type !== 'files') return
			for (const { path, sha256 } of detail.seen) mark(path, sha256)
		},
		forgetAll: () => seen.clear(),
	}
}

export function sha256Of(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex')
}
