// The thread in which a repository map is made; `map-maker.ts` starts it. It reads the folder at once, and ranks its
// files when it is told the prompt.

import { parentPort, workerData } from 'node:worker_threads'
import { createNodeFiles } from '../host/files.ts'
import { mapOf, readFolder } from './make-map.ts'
import { openMapCache } from './map-cache.ts'
import type { MapPlace, MapWish, RepositoryMap } from './map-request.ts'

export type MapAnswer = { map: RepositoryMap } | { problem: string }

const place: MapPlace = workerData
const known = readFolder(place, {
	files: createNodeFiles(),
	cache: place.cacheFolder === undefined ? undefined : openMapCache(place.cacheFolder, place.root),
	signal: new AbortController().signal,
})
// Told to whoever asks for the map.
known.catch(() => {})
parentPort?.once('message', (wish: MapWish) => {
	const answer = (told: MapAnswer) => parentPort?.postMessage(told)
	void known.then(
		found => answer({ map: mapOf(found, wish) }),
		(error: unknown) => answer({ problem: String(error) }),
	)
})
