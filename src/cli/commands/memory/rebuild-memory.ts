// `agent memory rebuild`: the index anew from the logs, and what embeds asked for what has no vector yet. Whoever stops
// it goes on with it later: vectors cost money and time, so none is made twice.

import { existsSync } from 'node:fs'
import { errorInfo } from '../../../core/errors.ts'
import {
	backUpVectors,
	removeVectorBackup,
	restoreVectors,
	vectorBackupFile,
} from '../../../memory/store/kept-vectors.ts'
import { removeDatabase } from '../../../memory/store/sqlite.ts'
import { EmbedderQueue } from '../../../runtime/memory/memory-embedder.ts'
import type { MemoryIndex } from '../../../runtime/memory/memory-index.ts'
import { openIndex } from '../../../runtime/memory/open-memory.ts'
import { createScrubber } from '../../../safety/redaction/scrub.ts'
import { cost } from '../../../tui/text/format.ts'
import { codeForError, codeForSignal, type ExitCode } from '../../io/exit-codes.ts'
import type { Output } from '../../io/output.ts'
import { startProgress } from '../../io/progress.ts'
import { type EndSignal, onEndSignal } from '../../io/signals.ts'
import { keysIn } from '../../startup/keys-in.ts'
import { currentFolders } from '../../startup/start.ts'
import { type ConfiguredEmbedder, configuredEmbedder } from './configured-embedder.ts'
import { catchUpWithProgress } from './index-progress.ts'
import { megabytes } from './memory.ts'

export async function rebuildMemory({ output }: { output: Output }): Promise<number> {
	const folders = currentFolders()
	const embedder = await configuredEmbedder(folders, output)
	// Before anything is thrown away.
	embedder?.requirePrice()
	const knownSecrets = () => [...keysIn(process.env), ...(embedder?.knownSecrets() ?? [])]
	const started = performance.now()
	const stop = new AbortController()
	let signalled: EndSignal | undefined
	let code: ExitCode = 0
	const release = onEndSignal(signal => {
		signalled = signal
		stop.abort()
	})
	beginAnew(folders.index, output)
	const tell = (text: string) => output.error(`${text}\n`)
	const { index } = openIndex(folders, process.cwd(), tell, knownSecrets)
	try {
		await catchUpWithProgress(index, output, { always: true, signal: stop.signal })
		const { kind, passages, sources, sizeBytes } = await index.use(store => store.status())
		if (!signalled) {
			restoreVectors(folders.index)
			const seconds = ((performance.now() - started) / 1_000).toFixed(1)
			output.out(`${passages} passages of ${sources} sources, ${megabytes(sizeBytes)}, in ${seconds} s\n`)
			// Without SQLite nothing of it would be there afterwards.
			if (embedder && kind === 'sqlite')
				code = await embedWithProgress(index, embedder, { output, knownSecrets, signal: stop.signal })
		}
	} finally {
		await index.close()
		release()
	}
	if (!signalled) return code
	output.error('stopped; agent memory rebuild goes on from here\n')
	return codeForSignal(signalled)
}

/** What was stopped before its vectors were back where they belong is gone on with. */
function beginAnew(index: string, output: Output): void {
	if (existsSync(vectorBackupFile(index))) {
		output.error('going on with a rebuild that was stopped\n')
		return
	}
	try {
		backUpVectors(index)
	} catch (error) {
		// What cannot be read is what somebody may want to be rid of.
		removeVectorBackup(index)
		output.error(`the vectors there were are lost: ${errorInfo(error).message}\n`)
	}
	removeDatabase(index)
}

/**
 * A server that fails is told about, and no more: words are searched without it.
 * @returns the exit code, which says that a limit on cost was reached
 */
async function embedWithProgress(
	index: MemoryIndex,
	{ id, open, payer, spentMicroUsd }: ConfiguredEmbedder,
	{
		output,
		knownSecrets,
		signal,
	}: { output: Output; knownSecrets(): readonly string[]; signal: AbortSignal },
): Promise<ExitCode> {
	const standing = async () => {
		const { worthEmbedding, vectors } = await index.use(store => store.status())
		const made = vectors.find(({ embedder }) => embedder === id)?.count ?? 0
		const spent = spentMicroUsd()
		return `vectors ${made} of ${worthEmbedding} by ${id}${spent ? `, ${cost(spent)}` : ''}`
	}
	const queue = new EmbedderQueue({ index, open, scrub: createScrubber(knownSecrets), notify: () => {} })
	const [before, all] = await index.use(async store => {
		const { worthEmbedding, vectors } = await store.status()
		return [vectors.find(({ embedder }) => embedder === id)?.count ?? 0, worthEmbedding]
	})
	let toldMs = performance.now()
	const row = startProgress(output, { what: 'embedding passages', unit: 'items' })
	const progress = (done: number) => {
		if (output.statusRow) return row.at(done, all - before)
		const now = performance.now()
		if (now - toldMs < STEP_MS) return
		toldMs = now
		output.error(`embedding passages: ${before + done} of ${all}\n`)
	}
	try {
		if (before < all) output.error(`embedding passages: ${before} of ${all}\n`)
		await queue.embedAll(payer, signal, progress)
		row.end()
		output.out(`${await standing()}\n`)
		return 0
	} catch (error) {
		output.out(`${await standing()}\n`)
		if (signal.aborted) return 0
		const { code, message } = errorInfo(error)
		const isOver = code === 'cost-limit'
		output.error(
			`the embedder ${isOver ? 'is not asked' : 'does not answer'}: ${message}; words are searched all the same, and agent memory rebuild goes on from here\n`,
		)
		return isOver ? codeForError(code) : 0
	} finally {
		row.end()
	}
}

const STEP_MS = 2_000
