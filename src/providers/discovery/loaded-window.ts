// The loaded context window of a local server, which is what it was started with and not what the model could do.
// Each of the four has its own place where it says so.

import type { Clock } from '../../core/host.ts'
import { type JsonObject, parseJson } from '../../core/json.ts'
import type { ProviderConfig } from '../../core/model.ts'
import { inTime } from '../../core/time/in-time.ts'
import { createHttpFetch, type HttpInit } from '../http/http-fetch.ts'
import type { LocalServer } from '../http/local-servers.ts'
import { countIn, objectIn, objectsIn, textIn } from '../http/read-json.ts'
import { readModelList } from './model-list.ts'

export type LoadedModel = { server: LocalServer; config: ProviderConfig; model: string }

/** @returns prompt and reply together, or undefined where the server does not say, or not in time */
export function loadedWindow(
	loaded: LoadedModel,
	limit: { clock: Clock; timeoutMs: number },
): Promise<number | undefined> {
	return inTime(limit, signal => askWindow(loaded, signal))
}

async function askWindow(loaded: LoadedModel, signal: AbortSignal): Promise<number | undefined> {
	const fetch = createHttpFetch()
	const key = await loaded.config.key().catch(() => undefined)
	const headers = { ...(key && { authorization: `Bearer ${key.value}` }), ...loaded.config.headers }

	async function ask(path: string, init: HttpInit = {}): Promise<string> {
		const origin = loaded.config.baseUrl.replace(/\/(?:v1\/?)?$/, '')
		const response = await fetch(origin + path, { ...init, headers, signal })
		return response.ok ? response.text() : ''
	}

	return WINDOWS[loaded.server.id](ask, loaded.model).catch(() => undefined)
}

type FetchText = (path: string, init?: HttpInit) => Promise<string>

const WINDOWS: Record<LocalServer['id'], (ask: FetchText, model: string) => Promise<number | undefined>> = {
	ollama: async (ask, model) =>
		runningWindow(await ask('/api/ps'), model) ??
		setWindow(await ask('/api/show', { method: 'POST', body: JSON.stringify({ model }) })),
	lmstudio: async (ask, model) => listedWindow(await ask('/api/v0/models'), model),
	llamacpp: async ask => {
		const settings = objectIn(objectIn(parseJson(await ask('/props'))).default_generation_settings)
		return countIn(settings.n_ctx) || undefined
	},
	vllm: async (ask, model) => listedWindow(await ask('/v1/models'), model),
}

function runningWindow(text: string, model: string): number | undefined {
	const isMeant = ({ name }: JsonObject) => name === model || name === `${model}:latest`
	const running = objectsIn(objectIn(parseJson(text)).models).find(isMeant)
	return countIn(running?.context_length) || undefined
}

/** What the model's file sets. Without that it is the server's default, which older servers keep to themselves. */
function setWindow(text: string): number | undefined {
	const [, tokens] = /^num_ctx\s+(\d+)\s*$/m.exec(textIn(objectIn(parseJson(text)).parameters)) ?? []
	return tokens === undefined ? undefined : Number(tokens) || undefined
}

function listedWindow(text: string, model: string): number | undefined {
	return readModelList(text)?.find(entry => entry.model === model)?.windowTokens
}
