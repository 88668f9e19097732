// Who may be paid beside the chain in any run of a session. Where cost is limited, each of them must have a price before one
// starts: what the settings name is meant to be used, and what is used without a price no limit can hold.

import type { ModelRef } from '../../core/model-ref.ts'
import { GENERATE_IMAGE } from '../../tools/builtin/generate-image.ts'
import type { RuntimeOptions } from '../options.ts'

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
	return [
		...(isEmbedding ? [{ provider, model: embedder.slice(slash + 1) }] : []),
		...(imageModel && offered.includes(GENERATE_IMAGE) ? [imageModel] : []),
	]
}
