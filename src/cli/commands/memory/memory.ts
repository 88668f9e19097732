// `agent memory`: the index of what was said, looked at, made anew, thrown away. It is derived: nothing is lost with it.

import { existsSync } from 'node:fs'
import type { MemoryQuery, MemoryStatus } from '../../../core/memory.ts'
import { dayOf, roleOf } from '../../../memory/prompt-text.ts'
import { removeVectorBackup } from '../../../memory/store/kept-vectors.ts'
import { removeDatabase } from '../../../memory/store/sqlite.ts'
import { snippet } from '../../../memory/text/snippet.ts'
import { existingHits } from '../../../runtime/memory/existing-hits.ts'
import type { MemoryIndex } from '../../../runtime/memory/memory-index.ts'
import { openIndex } from '../../../runtime/memory/open-memory.ts'
import { createScrubber } from '../../../safety/redaction/scrub.ts'
import { sanitize } from '../../../tui/text/sanitize.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import { notesFile, userNotesFile } from '../../../workspace/prompt/notes.ts'
import type { Output } from '../../io/output.ts'
import { positiveInteger } from '../../startup/flags.ts'
import { keysIn } from '../../startup/keys-in.ts'
import { currentFolders } from '../../startup/start.ts'
import { type ConfiguredEmbedder, configuredEmbedder } from './configured-embedder.ts'
import { catchUpWithProgress } from './index-progress.ts'

export async function memoryStatus({ json, output }: { json: boolean; output: Output }): Promise<number> {
	const folders = currentFolders()
	const { index, project } = openHere(folders, output)
	const notes = [notesFile({ folders, projectRoot: await project() }), userNotesFile({ folders })]
	const status = index.exists ? await index.use(store => store.status()) : undefined
	await index.close()
	const embedder = (await configuredEmbedder(folders, output))?.id
	if (json) {
		const found = { index: folders.index, status: status ?? null, embedder: embedder ?? null, notes }
		output.out(`${JSON.stringify(found)}\n`)
		return 0
	}
	const lines = status
		? [
				`index     ${folders.index}  ${megabytes(status.sizeBytes)}`,
				`holds     ${status.passages} passages of ${status.sources} sessions and files of notes`,
				...vectorLines(status, embedder),
			]
		: [`index     ${folders.index} is not there yet; agent memory rebuild makes it`]
	const files = notes.map(path => `notes     ${path}${existsSync(path) ? '' : ' (none yet)'}`)
	output.out(`${[...lines, ...files].join('\n')}\n`)
	return 0
}

export async function searchMemory(options: {
	question: string
	limit: string
	output: Output
}): Promise<number> {
	const { question, output } = options
	const limit = positiveInteger('--limit', options.limit) ?? 8
	const folders = currentFolders()
	const { index, project } = openHere(folders, output)
	const root = await project()
	const embedder = await configuredEmbedder(folders, output)
	embedder?.requirePrice()
	await catchUpWithProgress(index, output)
	const vector = embedder && (await vectorOf({ text: question, project: root }, embedder, { index, output }))
	const query = { text: question, project: root, now: Date.now(), limit, ...(vector && { vector }) }
	const found = await index.use(store =>
		store.search({ ...query, words: 'some', leastCoverage: 0.1, withUndone: true }),
	)
	await index.close()
	const hits = existingHits(found)
	for (const hit of hits) {
		const { source, seq, kind, at } = hit
		const place = source.kind === 'notes' ? source.path : `${source.name}:${seq}`
		const text = snippet(hit.text, hit.matches, SNIPPET_CHARACTERS).replaceAll('\n', '\n  ')
		output.out(sanitize(`${place}  ${dayOf(at)}  ${roleOf(kind)}\n  ${text}\n`))
	}
	if (hits.length > 0) return 0
	output.error('nothing that was said in this project is about that\n')
	return 1
}

export async function clearMemory({ output }: { output: Output }): Promise<number> {
	const { index } = currentFolders()
	const wasThere = existsSync(index)
	removeDatabase(index)
	removeVectorBackup(index)
	output.out(wasThere ? `removed ${index}\n` : `${index} is not there\n`)
	return 0
}

async function vectorOf(
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

/** Vectors of two embedders are never compared, so only those of the one in use count. */
function vectorLines({ passages, vectors }: MemoryStatus, id: string | undefined): readonly string[] {
	const others = vectors.filter(({ embedder }) => embedder !== id)
	const unused = others.map(({ embedder, count }) => `vectors   ${count} by ${embedder}, not in use`)
	if (id === undefined) return unused
	const made = vectors.find(({ embedder }) => embedder === id)?.count ?? 0
	const rest = made < passages ? '; agent memory rebuild makes the others' : ''
	return [`vectors   ${made} of ${passages} by ${id}${rest}`, ...unused]
}

const SNIPPET_CHARACTERS = 500

function openHere(folders: HomeFolders, output: Output): ReturnType<typeof openIndex> {
	const tell = (text: string) => output.error(`${text}\n`)
	return openIndex(folders, process.cwd(), tell, () => keysIn(process.env))
}

export function megabytes(bytes: number): string {
	return `${(bytes / 1_000_000).toFixed(1)} MB`
}
