// The thread in which texts become vectors without a server; `offline-embedder.ts` starts it.

import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { OfflinePackages } from './offline-packages.ts'

export type OfflineAsked = { id: number; texts: readonly string[] }

export type OfflineAnswer = { id: number } & ({ vectors: readonly Float32Array[] } | { problem: string })

type Model = { embed(texts: readonly string[]): Promise<readonly (readonly number[])[]> }

const { engine, model }: OfflinePackages = workerData
const require = createRequire(import.meta.url)

async function load(): Promise<Model> {
	const { initModel } = require(engine)
	const { modelSource } = require(model)
	return initModel(modelSource)
}

const loaded = load()
// Told to whoever asks for the first vector.
loaded.catch(() => {})
parentPort?.on('message', ({ id, texts }: OfflineAsked) => {
	const answer = (told: OfflineAnswer) => parentPort?.postMessage(told)
	void loaded
		.then(loadedModel => loadedModel.embed(texts))
		.then(
			vectors => answer({ id, vectors: vectors.map(values => Float32Array.from(values)) }),
			(error: unknown) => answer({ id, problem: String(error) }),
		)
})
