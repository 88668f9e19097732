// The vector of a question that is asked on the command line.

import type { MemoryQuery } from '../../../core/memory.ts'
import type { MemoryIndex } from '../../../runtime/memory/memory-index.ts'
import { createScrubber } from '../../../safety/redaction/scrub.ts'
import type { Output } from '../../io/output.ts'
import { keysIn } from '../../startup/keys-in.ts'
import type { ConfiguredEmbedder } from './configured-embedder.ts'

export async function questionVector(
	question: { text: string; project: string },
	embedder: ConfiguredEmbedder,
	{ index, output }: { index: MemoryIndex; output: Output },
): Promise<MemoryQuery['vector']> {
	const { EmbedderQueue } = await import('../../../runtime/memory/memory-embedder.ts')
	const scrub = createScrubber(() => [...keysIn(process.env), ...embedder.knownSecrets()])
	const notify = (text: string) => output.error(`${text}\n`)
	const queue = new EmbedderQueue({ index, open: embedder.open, scrub, notify })
	return queue.vectorOf(
		{ ...question, payer: embedder.payer },
		AbortSignal.any([output.closed, AbortSignal.timeout(EMBED_LIMIT_MS)]),
	)
}

/** Somebody who searches waits longer than somebody who prompts. */
const EMBED_LIMIT_MS = 10_000
