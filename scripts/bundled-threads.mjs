// The threads for tests, bundled as they are for the program: each page that is fetched starts one, and reading its
// sources takes it longer than the page does.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { WORKERS, workerBundler } from './bundle-worker.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(root, 'node_modules/.cache/keelson-threads')

/**
 * Each is bundled when the first test needs it, from the sources as they are then.
 * @returns {import('vitest/config').Plugin}
 */
export function bundledThreads() {
	const made = new Map()
	return {
		name: 'keelson-bundled-threads',
		enforce: 'pre',
		async transform(code, id) {
			const beside = file => dirname(id.split('?')[0]) === dirname(join(root, file))
			const worker = WORKERS.find(({ name, source }) => beside(source) && code.includes(placeOf(name)))
			if (!worker) return
			if (!made.has(worker)) made.set(worker, bundle(worker))
			return { code: code.replace(placeOf(worker.name), `new URL('${await made.get(worker)}')`), map: null }
		},
	}
}

/** As its source says it. */
function placeOf(name) {
	return `new URL('${name}', import.meta.url)`
}

async function bundle(worker) {
	const path = join(FOLDER, worker.file)
	const { code } = await workerBundler(worker)(path)
	mkdirSync(FOLDER, { recursive: true })
	// Another run of tests may be reading the one that is there.
	writeFileSync(`${path}.${process.pid}`, code)
	renameSync(`${path}.${process.pid}`, path)
	return pathToFileURL(path)
}
