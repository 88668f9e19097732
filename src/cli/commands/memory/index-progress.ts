// Brings the index up to date before it is asked, and says so where that takes long enough to be noticed: one row on a
// terminal, and lines for whoever keeps them.

import type { CatchUp, MemoryIndex } from '../../../runtime/memory/memory-index.ts'
import type { Output } from '../../io/output.ts'
import { startProgress } from '../../io/progress.ts'

export async function catchUpWithProgress(
	index: MemoryIndex,
	output: Output,
	{ always = false, signal = output.closed }: { always?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
	let toldMs = performance.now() + (always ? -STEP_MS : SILENT_MS - STEP_MS)
	const row = startProgress(output, { what: 'indexing sessions', unit: 'bytes' })
	const progress: CatchUp['progress'] = ({ bytes, ofBytes }) => {
		if (output.statusRow) return row.at(bytes, ofBytes)
		const now = performance.now()
		if (now - toldMs < STEP_MS) return
		toldMs = now
		output.error(`indexing sessions: ${(bytes / 1e6).toFixed(1)} of ${(ofBytes / 1e6).toFixed(1)} MB\n`)
	}
	try {
		const limitMs = Number.POSITIVE_INFINITY
		await index.catchUp({ limitMs, restMs: 0, chunkBytes: 1 << 20, signal, progress })
	} catch (error) {
		const { isBusy } = await import('../../../memory/store/sqlite.ts')
		// What is there can be read while somebody writes.
		if (always || !isBusy(error)) throw error
		output.error('another process is writing the memory index; what is newest may be missing\n')
	} finally {
		row.end()
	}
}

const SILENT_MS = 500
const STEP_MS = 2_000
