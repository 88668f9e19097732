// Makes one repository map beside everything else: a thread with bounded memory reads the folder, and ranks its files once
// the prompt is there. A very small folder is read here, which is done before a thread would have started.

import { Worker } from 'node:worker_threads'
import type { MapCache } from './map-cache.ts'
import type { MapPlace, MapWish, RepositoryMap } from './map-request.ts'
import type { MapAnswer } from './map-worker.ts'

export type MapMaker = {
	/** Asked once. @throws Error when no map can be made */
	make(wish: MapWish): Promise<RepositoryMap>
	close(): void
}

export function startMapThread(place: MapPlace): MapMaker {
	// The bundle puts its own name here (scripts/bundle-worker.mjs).
	const file = new URL('./map-worker.ts', import.meta.url)
	const worker = new Worker(file, {
		workerData: place,
		env: {},
		resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
		stdout: true,
		stderr: true,
		execArgv: [],
	})
	worker.unref()
	const answered = new Promise<RepositoryMap>((resolve, reject) => {
		worker.once('message', (answer: MapAnswer) =>
			'map' in answer ? resolve(answer.map) : reject(new Error(answer.problem)),
		)
		worker.once('error', reject)
		worker.once('exit', () => reject(new Error('the thread that makes the repository map has ended')))
	})
	const close = () => void worker.terminate()
	answered.catch(() => {}).finally(close)
	return {
		make: wish => {
			worker.postMessage(wish)
			return answered
		},
		close,
	}
}

/** Twice what 60 000 files take. */
const MEMORY_MB = 512

type KnownFacts = Parameters<MapCache['save']>[0]

export function makeMapHere(place: MapPlace): MapMaker {
	const stop = new AbortController()
	return {
		make: async wish => {
			const [{ createNodeFiles }, { mapOf, readFolder }, { openMapCache }] = await Promise.all([
				import('../host/files.ts'),
				import('./make-map.ts'),
				import('./map-cache.ts'),
			])
			const { cacheFolder, root } = place
			const kept = cacheFolder === undefined ? undefined : openMapCache(cacheFolder, root)
			// The prompt waits for what is known, and not for the disk.
			const cache = kept && { load: kept.load, save: async (facts: KnownFacts) => void kept.save(facts) }
			const found = await readFolder(place, { files: createNodeFiles(), cache, signal: stop.signal })
			return mapOf(found, wish)
		},
		close: () => stop.abort(),
	}
}
