// Brings the index up to date before it is asked, and says so where that takes long enough to be noticed.

import type { MemoryIndex } from '../runtime/memory-index.ts'
import type { Output } from './output.ts'

export async function catchUpAloud(
	index: MemoryIndex,
	output: Output,
	{ always = false }: { always?: boolean } = {},
): Promise<void> {
	let toldMs = performance.now() + (always ? -STEP_MS : SILENT_MS - STEP_MS)
	await index.catchUp({
		limitMs: Number.POSITIVE_INFINITY,
		restMs: 0,
		chunkBytes: 1 << 20,
		signal: output.closed,
		progress: ({ bytes, ofBytes }) => {
			const now = performance.now()
			if (now - toldMs < STEP_MS) return
			toldMs = now
			output.error(`indexing sessions: ${(bytes / 1e6).toFixed(1)} of ${(ofBytes / 1e6).toFixed(1)} MB\n`)
		},
	})
}

const SILENT_MS = 500
const STEP_MS = 2_000
