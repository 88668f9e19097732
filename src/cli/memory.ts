// `agent memory`: the index of what was said, looked at, made anew, thrown away. It is derived: nothing is lost with it.

import { existsSync } from 'node:fs'
import { dayOf, roleOf } from '../memory/context-text.ts'
import { snippet } from '../memory/snippet.ts'
import { removeDatabase } from '../memory/sqlite.ts'
import { openIndex } from '../runtime/open-memory.ts'
import { sanitize } from '../tui/sanitize.ts'
import { notesFile, userNotesFile } from '../workspace/notes.ts'
import { catchUpAloud } from './catch-up-aloud.ts'
import { positiveInteger } from './flags.ts'
import type { Output } from './output.ts'
import { currentFolders } from './start.ts'

export async function memoryStatus({ json, output }: { json: boolean; output: Output }): Promise<number> {
	const folders = currentFolders()
	const { index, project } = openIndex(folders, process.cwd(), tellTo(output))
	const notes = [notesFile({ folders, projectRoot: await project() }), userNotesFile({ folders })]
	const status = index.exists ? await index.use(store => store.status()) : undefined
	await index.close()
	if (json) {
		output.out(`${JSON.stringify({ index: folders.index, status: status ?? null, notes })}\n`)
		return 0
	}
	const lines = status
		? [
				`index     ${folders.index}  ${megabytes(status.sizeBytes)}`,
				`holds     ${status.passages} passages of ${status.sources} sessions and files of notes`,
				...status.vectors.map(({ embedder, count }) => `vectors   ${count} by ${embedder}`),
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
	const { index, project } = openIndex(currentFolders(), process.cwd(), tellTo(output))
	await catchUpAloud(index, output)
	const query = { text: question, project: await project(), now: Date.now(), limit }
	const hits = await index.use(store =>
		store.search({ ...query, words: 'some', leastCoverage: 0.1, withUndone: true }),
	)
	await index.close()
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

export async function rebuildMemory({ output }: { output: Output }): Promise<number> {
	const folders = currentFolders()
	removeDatabase(folders.index)
	const { index } = openIndex(folders, process.cwd(), tellTo(output))
	const started = performance.now()
	await catchUpAloud(index, output, { always: true })
	const { passages, sources, sizeBytes } = await index.use(store => store.status())
	await index.close()
	const seconds = ((performance.now() - started) / 1_000).toFixed(1)
	output.out(`${passages} passages of ${sources} sources, ${megabytes(sizeBytes)}, in ${seconds} s\n`)
	return 0
}

export async function clearMemory({ output }: { output: Output }): Promise<number> {
	const { index } = currentFolders()
	const wasThere = existsSync(index)
	removeDatabase(index)
	output.out(wasThere ? `removed ${index}\n` : `${index} is not there\n`)
	return 0
}

const SNIPPET_CHARACTERS = 500

function tellTo(output: Output): (text: string) => void {
	return text => output.error(`${text}\n`)
}

function megabytes(bytes: number): string {
	return `${(bytes / 1_000_000).toFixed(1)} MB`
}
