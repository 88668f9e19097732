// Available models: those of every provider that has a key, or answers without one.

import type { Clock, Files } from '../../core/host.ts'
import type { ModelInfo, ProviderConfig } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { createAvailableModels } from '../../providers/discovery/offered-models.ts'
import { createHttpFetch } from '../../providers/http/http-fetch.ts'

export type UsableSetup = {
	providers: readonly ProviderConfig[]
	folder: string
	files: Pick<Files, 'read' | 'writeAtomic'>
	clock: Pick<Clock, 'now'>
	info: (ref: ModelRef) => ModelInfo
	proxyEnv: Readonly<Record<string, string | undefined>>
}

/** Where there is nothing but the demo, the whole catalogue: to see what a key would bring. */
export async function usableModels(setup: UsableSetup): Promise<readonly ModelInfo[]> {
	const { providers, proxyEnv, ...rest } = setup
	const limits = { connectTimeoutMs: PATIENCE_MS, headersTimeoutMs: PATIENCE_MS, proxyEnv }
	const ask = createAvailableModels({ ...rest, fetch: createHttpFetch(limits), timeoutMs: PATIENCE_MS })
	const offers = await Promise.all(providers.map(ask))
	const usable = offers
		.filter(({ problem }) => problem?.code !== 'auth-failed')
		.flatMap(({ models }) => models)
	return usable.some(({ ref }) => ref.provider !== 'demo') ? usable : offers.flatMap(({ models }) => models)
}

/** Somebody is looking at the screen. */
const PATIENCE_MS = 2_000
