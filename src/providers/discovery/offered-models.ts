// Model listings of a provider: its server is asked, the answer is good for an hour, and where there is neither,
// there is what was answered last or what the catalogue knows.

import { AgentError, errorInfo } from '../../core/errors.ts'
import type { Clock, Files } from '../../core/host.ts'
import type { ModelInfo, ProviderConfig } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { HttpFetch } from '../http/http-fetch.ts'
import { localServerOf } from '../http/local-servers.ts'
import { isInCatalogue, knownModels } from './catalogue.ts'
import { isFresh, keepModels, readKeptModels } from './kept-models.ts'
import { type ListedModel, listModels } from './model-list.ts'

export type AvailableModels = {
	models: readonly ModelInfo[]
	source: 'server' | 'cache' | 'catalogue'
	/** Why the server did not say it itself just now. */
	problem?: AgentError
}

export type AvailableModelsSetup = {
	files: Pick<Files, 'read' | 'writeAtomic'>
	/** Absolute. One file for each provider. */
	folder: string
	fetch: HttpFetch
	info: (ref: ModelRef) => ModelInfo
	clock: Pick<Clock, 'now'>
	/** The longest wait for one server. */
	timeoutMs: number
}

export type AskForModels = (config: ProviderConfig) => Promise<AvailableModels>

/** @returns a function that never rejects, and that asks no server without the key it wants */
export function createAvailableModels(setup: AvailableModelsSetup): AskForModels {
	const { fetch, clock, timeoutMs } = setup

	return async config => {
		if (config.api === 'own') return { models: [], source: 'server' }
		if (config.api === 'demo') return { models: [setup.info(DEMO)], source: 'server' }
		const offered = (models: readonly ListedModel[]) =>
			models.map(entry => describe(entry, config.id, setup.info))
		// On this machine asking costs nothing, and a server that does not run serves nothing.
		const isLocal = localServerOf(config) !== undefined
		const kept = isLocal ? undefined : await readKeptModels(config, setup)
		if (kept && isFresh(kept, clock.now())) return { models: offered(kept.models), source: 'cache' }
		try {
			const signal = AbortSignal.timeout(timeoutMs)
			const models = await listModels({ config, fetch, signal, now: clock.now })
			if (!isLocal) await keepModels(config, models, setup)
			return { models: offered(models), source: 'server' }
		} catch (error) {
			const { code, message } = errorInfo(error)
			const problem = new AgentError(code, message, { cause: error })
			if (kept) return { models: offered(kept.models), source: 'cache', problem }
			const known = knownModels(config.id).map(({ ref }) => setup.info(ref))
			return { models: known, source: 'catalogue', problem }
		}
	}
}

const DEMO: ModelRef = { provider: 'demo', model: 'demo' }

/** The catalogue has been compared with the price lists; a server's own word fills what is not in there. */
function describe(entry: ListedModel, provider: string, info: AvailableModelsSetup['info']): ModelInfo {
	const { model, ...limits } = entry
	const ref = { provider, model }
	return isInCatalogue(ref) ? info(ref) : { ...info(ref), ...limits }
}
