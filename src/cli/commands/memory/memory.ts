// `agent memory`: the index of what was said, looked at, made anew, thrown away. It is derived: nothing is lost with it.

import { existsSync } from 'node:fs'
import type { MemoryStatus } from '../../../core/memory.ts'
import { dayOf, filePlace, fileRemark, roleOf, withCorrections } from '../../../memory/prompt-text.ts'
import { removeVectorBackup } from '../../../memory/store/kept-vectors.ts'
import { removeDatabase } from '../../../memory/store/sqlite.ts'
import { snippet } from '../../../memory/text/snippet.ts'
import { datedHits } from '../../../runtime/memory/dated-hits.ts'
import { existingHits } from '../../../runtime/memory/existing-hits.ts'
import {
	findOfflinePackages,
	OFFLINE_EMBEDDER,
	OFFLINE_INSTALL,
} from '../../../runtime/memory/offline/offline-packages.ts'
import { openIndex } from '../../../runtime/memory/open-memory.ts'
import { sanitize } from '../../../tui/text/sanitize.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import { notesFile, userNotesFile } from '../../../workspace/prompt/notes.ts'
import type { Output } from '../../io/output.ts'
import { positiveInteger } from '../../startup/flags.ts'
import { keysIn } from '../../startup/keys-in.ts'
import { currentFolders } from '../../startup/start.ts'
import { configuredEmbedder } from './configured-embedder.ts'
import { catchUpWithProgress } from './index-progress.ts'
import { questionVector } from './question-vector.ts'

export async function memoryStatus({ json, output }: { json: boolean; output: Output }): Promise<number> {
	const folders = currentFolders()
	const { index, project } = openHere(folders, output)
	const notes = [notesFile({ folders, projectRoot: await project() }), userNotesFile({ folders })]
	const status = index.exists ? await index.use(store => store.status()) : undefined
	const lag = await index.lag()
	await index.close()
	const configured = await configuredEmbedder(folders, output)
	const embedder = configured?.id
	if (json) {
		const found = {
			index: folders.index,
			status: status ?? null,
			lag: lag ?? null,
			embedder: embedder ?? null,
			notes,
		}
		output.out(`${JSON.stringify(found)}\n`)
		return 0
	}
	const lines = status
		? [
				`index     ${folders.index}  ${megabytes(status.sizeBytes)}`,
				`holds     ${status.passages} passages of ${status.sources} sessions and files of notes, in ${status.occurrences} places`,
				...vectorLines(status, embedder),
			]
		: [`index     ${folders.index} is not there yet; agent memory rebuild makes it`]
	const files = notes.map(path => `notes     ${path}${existsSync(path) ? '' : ' (none yet)'}`)
	const behind = lag
		? [`behind    ${lag.sessions} of ${lag.ofSessions} sessions, ${megabytes(lag.bytes)}`]
		: []
	const missing = embedder === OFFLINE_EMBEDDER && !findOfflinePackages(folders.data)
	const install = missing ? [`embedder  ${OFFLINE_EMBEDDER} is not installed; ${OFFLINE_INSTALL}`] : []
	const allowance = configured?.allowance
	const today = allowance
		? [
				`today     ${allowance.tokensPerDay - (await allowance.left())} of ${allowance.tokensPerDay} tokens embedded (memory.embedTokensPerDay)`,
			]
		: []
	output.out(`${[...lines, ...install, ...today, ...behind, ...files].join('\n')}\n`)
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
	const vector =
		embedder && (await questionVector({ text: question, project: root }, embedder, { index, output }))
	const query = { text: question, project: root, now: Date.now(), limit, ...(vector && { vector }) }
	const found = await index.use(store =>
		store.search({ ...query, words: 'some', leastCoverage: 0.1, withUndone: true }),
	)
	const hits = await index.use(store => datedHits(existingHits(found), store, { nearby: found }))
	await index.close()
	for (const hit of hits) {
		const { source, seq, kind, at, isUndone } = hit
		const place = source.kind === 'notes' ? source.path : `${source.name}:${seq}`
		const remarks = [isUndone ? 'taken back' : undefined, filePlace(hit), fileRemark(hit)]
		const head = [place, dayOf(at), roleOf(kind), ...remarks.filter(remark => remark !== undefined)].join(
			'  ',
		)
		const shown = snippet(hit.text, hit.matches, SNIPPET_CHARACTERS)
		const text = withCorrections(hit, shown).replaceAll('\n', '\n  ')
		output.out(sanitize(`${head}\n  ${text}\n`))
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

/** Vectors of two embedders are never compared, so only those of the one in use count. */
function vectorLines({ worthEmbedding, vectors }: MemoryStatus, id: string | undefined): readonly string[] {
	const others = vectors.filter(({ embedder }) => embedder !== id)
	const unused = others.map(({ embedder, count }) => `vectors   ${count} by ${embedder}, not in use`)
	if (id === undefined) return unused
	const made = vectors.find(({ embedder }) => embedder === id)?.count ?? 0
	const rest = made < worthEmbedding ? '; agent memory rebuild makes the others' : ''
	return [`vectors   ${made} of ${worthEmbedding} by ${id}${rest}`, ...unused]
}

const SNIPPET_CHARACTERS = 500

function openHere(folders: HomeFolders, output: Output): ReturnType<typeof openIndex> {
	const tell = (text: string) => output.error(`${text}\n`)
	return openIndex(folders, process.cwd(), tell, () => keysIn(process.env))
}

export function megabytes(bytes: number): string {
	return `${(bytes / 1_000_000).toFixed(1)} MB`
}
