// What a provider's server said last of its models, kept on disk: good for an hour, and after that better than nothing.

import type { Clock, Files } from '../../core/host.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { ProviderConfig } from '../../core/model.ts'
import { countIn, objectsIn, textIn } from '../http/read-json.ts'
import type { ListedModel } from './model-list.ts'

export type KeptModels = { atMs: number; models: readonly ListedModel[] }

/** `folder`: absolute, with one file for each provider. */
type KeptPlace = { files: Pick<Files, 'read' | 'writeAtomic'>; folder: string }

export function isFresh({ atMs }: KeptModels, now: number): boolean {
	return atMs <= now && now - atMs < GOOD_FOR_MS
}

/** What another server under the same id once answered is nobody's answer now. */
export async function readKeptModels(
	config: Pick<ProviderConfig, 'id' | 'baseUrl'>,
	{ files, folder }: Pick<KeptPlace, 'folder'> & { files: Pick<Files, 'read'> },
): Promise<KeptModels | undefined> {
	const bytes = await files.read(pathOf(config, folder)).catch(() => undefined)
	const value = bytes && parseJson(Buffer.from(bytes).toString('utf8'))
	if (!isObject(value) || value.baseUrl !== config.baseUrl) return undefined
	return { atMs: countIn(value.atMs), models: objectsIn(value.models).flatMap(readEntry) }
}

/** A list that cannot be kept is asked for again: no reason to fail. */
export async function keepModels(
	config: Pick<ProviderConfig, 'id' | 'baseUrl'>,
	models: readonly ListedModel[],
	{ files, folder, clock }: KeptPlace & { clock: Pick<Clock, 'now'> },
): Promise<void> {
	const kept = { baseUrl: config.baseUrl, atMs: clock.now(), models }
	const bytes = Buffer.from(`${JSON.stringify(kept, null, '\t')}\n`)
	await files.writeAtomic(pathOf(config, folder), bytes).catch(() => undefined)
}

function pathOf({ id }: Pick<ProviderConfig, 'id'>, folder: string): string {
	return `${folder}/${id}.json`
}

function readEntry(entry: JsonObject): readonly ListedModel[] {
	const model = textIn(entry.model)
	const windowTokens = countIn(entry.windowTokens)
	const maxOutputTokens = countIn(entry.maxOutputTokens)
	if (model === '') return []
	return [{ model, ...(windowTokens && { windowTokens }), ...(maxOutputTokens && { maxOutputTokens }) }]
}

const GOOD_FOR_MS = 3_600_000
