// X15: whether the repository map names the file that a task is about, beside what else could stand there: nothing, or a
// plain list of files of the same size.

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createNodeFiles } from '../../src/runtime/host/files.ts'
import { mapOf, readFolder } from '../../src/runtime/repository-map/make-map.ts'
import { lineTokens } from '../../src/workspace/repository-map/map-text.ts'
import type { Figure, Measure } from '../figure.ts'
import { createUnpacker } from './map-packages.ts'
import { MAP_PACKAGES } from './map-tasks.ts'

const FIRST = 10
const LIMIT_TOKENS = 1_000

export const repositoryMap: Measure = {
	row: 'X15',
	what: 'repository map: the file a task is about',
	async run() {
		const folder = await mkdtemp(join(tmpdir(), 'keelson-map-bench-'))
		const unpack = createUnpacker(folder)
		const figures: Figure[] = []
		const sum = { tasks: 0, found: 0, listed: 0, inList: 0 }
		try {
			for (const wanted of MAP_PACKAGES) {
				const root = unpack(wanted)
				const found = await readFolder(
					{ root, home: folder, rules: [], rulesRoot: root, own: [] },
					{ files: createNodeFiles(), cache: undefined, signal: new AbortController().signal },
				)
				const list = await plainList(root)
				const ranks = wanted.tasks.map(({ task, file }) => {
					const { best } = mapOf(found, { prompt: task, limitTokens: LIMIT_TOKENS, now: Date.now() })
					const rank = best.indexOf(file)
					if (rank === -1 || rank >= FIRST)
						process.stderr.write(`     ${wanted.name}: ${file} is at ${rank + 1} for “${task}”\n`)
					return rank
				})
				const hits = ranks.filter(rank => rank !== -1 && rank < FIRST).length
				sum.tasks += ranks.length
				sum.found += hits
				sum.listed += wanted.tasks.filter(({ file }) => list.slice(0, FIRST).includes(file)).length
				sum.inList += wanted.tasks.filter(({ file }) => list.includes(file)).length
				figures.push({
					row: 'X15',
					what: `${wanted.name} (${wanted.language}, ${found.paths.length} files): in the first ten`,
					value: (hits / ranks.length) * 100,
					unit: '%',
					beside: `${hits} of ${ranks.length} tasks`,
				})
			}
		} finally {
			await rm(folder, { recursive: true, force: true })
		}
		const { tasks, found, listed, inList } = sum
		return [
			...figures,
			{
				row: 'X15',
				what: 'all of them: in the first ten of the map',
				value: (found / tasks) * 100,
				unit: '%',
				beside: `${found} of ${tasks}; no map: 0; plain list of 1 000 tokens: ${listed} in the first ten, ${inList} at all`,
			},
		]
	},
}

/** What fits of a list of all files, in the order of their names. */
async function plainList(root: string): Promise<readonly string[]> {
	const entries = await readdir(root, { recursive: true, withFileTypes: true })
	const paths = entries
		.filter(entry => entry.isFile())
		.map(entry => relative(root, join(entry.parentPath, entry.name)))
		.sort()
	let tokens = 0
	return paths.filter(path => {
		tokens += lineTokens(path)
		return tokens <= LIMIT_TOKENS
	})
}
