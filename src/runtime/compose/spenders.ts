// Who may be paid beside the chain in any run of a session. Where cost is limited, each of them must have a price before one
// starts: what the settings name is meant to be used, and what is used without a price no limit can hold.

import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { RequestEstimate } from '../../core/usage.ts'
import { GENERATE_IMAGE } from '../../tools/builtin/generate-image.ts'
import type { RuntimeOptions } from '../options.ts'
import { searchesAtProvider } from '../tools/web-network.ts'

/** @returns for a chain, the search of the web that its provider would charge for, nobody knows how much */
export function unpricedSearch(
	options: Pick<RuntimeOptions, 'settings' | 'tools' | 'permissions' | 'providers'>,
	info: (ref: ModelRef) => ModelInfo,
): (chain: readonly ModelRef[]) => RequestEstimate | undefined {
	const searching = options.providers.filter(({ api }) => api === 'responses' || api === 'messages')
	return chain => {
		if (!searchesAtProvider(options)) return undefined
		const model = chain.find(
			ref => searching.some(({ id }) => id === ref.provider) && info(ref).price?.webSearch === undefined,
		)
		const setting = 'webSearch.priceUsdPer1000 (US dollars for a thousand searches)'
		return model && { model: `a search of the web by ${modelName(model)}`, costMicroUsd: undefined, setting }
	}
}

/** @param offered - names of the tools that models are offered */
export function spendersBeside(
	{ settings, providers, imageModel }: Pick<RuntimeOptions, 'settings' | 'providers' | 'imageModel'>,
	offered: readonly string[],
): readonly ModelRef[] {
	const { enabled, embedder = '' } = settings.memory
	const slash = embedder.indexOf('/')
	const provider = embedder.slice(0, Math.max(slash, 0))
	// One that no provider serves is told of where it is opened, and is never asked.
	const isEmbedding = enabled && providers.some(({ id }) => id === provider)
	// One that is only there because its key is may never be asked; should it be, the call is refused without a price.
	const isDrawing = settings.imageModel !== undefined && offered.includes(GENERATE_IMAGE)
	return [
		...(isEmbedding ? [{ provider, model: embedder.slice(slash + 1) }] : []),
		...(imageModel && isDrawing ? [imageModel] : []),
	]
}
