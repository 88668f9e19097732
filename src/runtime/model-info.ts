// Model metadata: the catalogue, and over it what the user's settings say.

import type { ModelInfo, Price } from '../core/model.ts'
import { type ModelRef, modelName } from '../core/model-ref.ts'
import type { ModelSettings } from '../workspace/settings/groups/model-settings.ts'
import type { Settings } from '../workspace/settings/settings-schema.ts'

export function configuredInfo(
	settings: Pick<Settings, 'models'>,
	catalogue: (ref: ModelRef) => ModelInfo,
): (ref: ModelRef) => ModelInfo {
	return ref => {
		const { price, ...changes }: ModelSettings = settings.models[modelName(ref)] ?? {}
		const { isOutputGuessed, ...known } = catalogue(ref)
		const isGuess = isOutputGuessed && changes.maxOutputTokens === undefined
		const info = { ...known, ...changes, ...(isGuess && { isOutputGuessed }) }
		return price ? { ...info, price: priceOf(price) } : info
	}
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
