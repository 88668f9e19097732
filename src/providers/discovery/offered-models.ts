// Model listings of a provider: its server is asked, the answer is good for an hour, and where there is neither,
// there is what was answered last or what the catalogue knows.

import { AgentError, errorInfo } from '../../core/errors.ts'
import type { Clock, Files } from '../../core/host.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { ModelInfo, ProviderConfig } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { HttpFetch } from '../http/http-fetch.ts'
import { localServerOf } from '../http/local-servers.ts'
import { countIn, objectsIn, textIn } from '../http/read-json.ts'
import { isInCatalogue, knownModels } from './catalogue.ts'
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
		const kept = isLocal ? undefined : await readKept(config, setup)
		if (kept && isFresh(kept, clock.now())) return { models: offered(kept.models), source: 'cache' }
		try {
			const signal = AbortSignal.timeout(timeoutMs)
			const models = await listModels({ config, fetch, signal, now: clock.now })
			if (!isLocal) await keep(config, models, setup)
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
const GOOD_FOR_MS = 3_600_000

/** The catalogue has been compared with the price lists; a server's own word fills what is not in there. */
function describe(entry: ListedModel, provider: string, info: AvailableModelsSetup['info']): ModelInfo {
	const { model, ...limits } = entry
	const ref = { provider, model }
	return isInCatalogue(ref) ? info(ref) : { ...info(ref), ...limits }
}

type CachedModels = { atMs: number; models: readonly ListedModel[] }

function isFresh({ atMs }: CachedModels, now: number): boolean {
	return atMs <= now && now - atMs < GOOD_FOR_MS
}

function pathOf({ id }: ProviderConfig, folder: string): string {
	return `${folder}/${id}.json`
}

/** What another server under the same id once answered is nobody's answer now. */
async function readKept(
	config: ProviderConfig,
	{ files, folder }: AvailableModelsSetup,
): Promise<CachedModels | undefined> {
	const bytes = await files.read(pathOf(config, folder)).catch(() => undefined)
	const value = bytes && parseJson(Buffer.from(bytes).toString('utf8'))
	if (!isObject(value) || value.baseUrl !== config.baseUrl) return undefined
	return { atMs: countIn(value.atMs), models: objectsIn(value.models).flatMap(readEntry) }
}

function readEntry(entry: JsonObject): readonly ListedModel[] {
	const model = textIn(entry.model)
	const windowTokens = countIn(entry.windowTokens)
	const maxOutputTokens = countIn(entry.maxOutputTokens)
	if (model === '') return []
	return [{ model, ...(windowTokens && { windowTokens }), ...(maxOutputTokens && { maxOutputTokens }) }]
}

/** A list that cannot be kept is asked for again: no reason to fail. */
async function keep(
	config: ProviderConfig,
	models: readonly ListedModel[],
	setup: AvailableModelsSetup,
): Promise<void> {
	const kept = { baseUrl: config.baseUrl, atMs: setup.clock.now(), models }
	const bytes = Buffer.from(`${JSON.stringify(kept, null, '\t')}\n`)
	await setup.files.writeAtomic(pathOf(config, setup.folder), bytes).catch(() => undefined)
}
