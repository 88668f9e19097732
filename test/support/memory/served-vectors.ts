// A session's index with the vectors of a served embedder, and the settings with which its next prompts ask that, too.

import type { ProviderConfig } from '../../../src/core/model.ts'
import { modelInfo } from '../../../src/providers/discovery/catalogue.ts'
import { EmbedderQueue } from '../../../src/runtime/memory/memory-embedder.ts'
import { openEmbedder, openIndex } from '../../../src/runtime/memory/open-memory.ts'
import type { EmbeddingPayer } from '../../../src/runtime/memory/paid-embedder.ts'
import type { RuntimeOptions } from '../../../src/runtime/options.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import type { Settings } from '../../../src/workspace/settings/settings-schema.ts'
import { startEmbeddings } from '../providers/embedding-server.ts'

export type VectorOf = (text: string) => Float32Array | Promise<Float32Array>

export type ServedVectors = {
	memory: Partial<Settings['memory']>
	runtime: Partial<RuntimeOptions>
	close(): void
}

export async function serveVectors(
	{ cwd, home }: { cwd: string; home: string },
	vectorOf: VectorOf,
): Promise<ServedVectors> {
	const server = await startEmbeddings(texts =>
		Promise.all(texts.map(async (text, index) => ({ index, embedding: [...(await vectorOf(text))] }))),
	)
	const config: ProviderConfig = {
		id: 'emb',
		api: 'chat',
		baseUrl: server.url,
		key: async () => undefined,
		keyName: 'EMB_API_KEY',
		keyOptional: true,
	}
	const env = { KEELSON_HOME: home }
	const folders = homeFolders({ env, home, cwd })
	const notify = (text: string) => {
		throw new Error(text)
	}
	const { index } = openIndex(folders, cwd, notify, () => [])
	const clock = {
		now: () => Date.now(),
		monotonicMs: () => performance.now(),
		sleep: () => Promise.reject(new Error('nothing waits here')),
	}
	const queue = new EmbedderQueue({
		index,
		open: () => openEmbedder(EMBEDDER, { providers: [config], env, folders }, { clock, info: modelInfo }),
		scrub: text => text,
		notify,
	})
	await queue.embedAll(NO_LIMIT, new AbortController().signal)
	await index.close()
	return { memory: { embedder: EMBEDDER }, runtime: { providers: [config] }, close: server.close }
}

const EMBEDDER = 'emb/e'
const NO_LIMIT: EmbeddingPayer = { exceeded: () => undefined, paid: () => undefined }
