// Model metadata: the catalogue, and over it what the user's settings say.

import type { ModelInfo, Price } from '../core/model.ts'
import { type ModelRef, modelName } from '../core/model-ref.ts'
import { searchPrice } from '../providers/discovery/catalogue.ts'
import type { ModelSettings } from '../workspace/settings/groups/model-settings.ts'
import type { Settings } from '../workspace/settings/settings-schema.ts'

export function configuredInfo(
	settings: Pick<Settings, 'models'> & Partial<Pick<Settings, 'webSearch'>>,
	catalogue: (ref: ModelRef) => ModelInfo,
): (ref: ModelRef) => ModelInfo {
	return ref => {
		const { price, ...changes }: ModelSettings = settings.models[modelName(ref)] ?? {}
		const { isOutputGuessed, ...known } = catalogue(ref)
		const isGuess = isOutputGuessed && changes.maxOutputTokens === undefined
		const info = { ...known, ...changes, ...(isGuess && { isOutputGuessed }) }
		return withSearch(price ? { ...info, price: priceOf(price) } : info, settings)
	}
}

function withSearch(info: ModelInfo, settings: Partial<Pick<Settings, 'webSearch'>>): ModelInfo {
	if (!settings.webSearch?.native || !info.price) return info
	const { priceUsdPer1000 } = settings.webSearch
	const webSearch =
		priceUsdPer1000 === undefined ? searchPrice(info.ref) : Math.round(priceUsdPer1000 * 1_000)
	return webSearch === undefined ? info : { ...info, price: { ...info.price, webSearch } }
}

/** From dollars to micro-dollars. What is not told about the cache is charged as ordinary input. */
function priceOf(price: NonNullable<ModelSettings['price']>): Price {
	const micro = (usd: number) => Math.round(usd * 1_000_000)
	return {
		input: micro(price.input),
		cachedInput: micro(price.cachedInput ?? price.input),
		cacheWrite: micro(price.cacheWrite ?? price.input),
		output: micro(price.output),
		...(price.picture !== undefined && { picture: micro(price.picture) }),
	}
}
