// Picture drawing: the image model of a runtime, what it is asked and what a picture of it costs.

import type { Clock } from '../../core/host.ts'
import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { GeneratedImage } from '../../providers/image-generation.ts'
import { costOf } from '../../providers/routing/pricing.ts'
import type { Drawing } from '../../tools/builtin/generate-image.ts'
import type { RuntimeOptions } from '../options.ts'

export function imageDrawing(
	{ imageModel: model, providers, env }: Pick<RuntimeOptions, 'imageModel' | 'providers' | 'env'>,
	{ clock, info }: { clock: Clock; info(ref: ModelRef): ModelInfo },
): Drawing | undefined {
	const config = providers.find(each => each.id === model?.provider)
	if (!model || !config) return undefined
	const source = { config, model: model.model, clock, proxyEnv: env }
	return {
		model,
		async draw(order, signal) {
			const { generateImage } = await import('../../providers/image-generation.ts')
			const drawn = await generateImage(order, source, signal)
			return { ...drawn, costMicroUsd: pictureCost(drawn, info(model)) }
		},
		estimateCost: prompt => ({ model: modelName(model), costMicroUsd: leastCost(prompt, info(model)) }),
	}
}

function pictureCost({ usage }: GeneratedImage, { price }: ModelInfo): number | undefined {
	return price?.picture ?? costOf(usage, price)
}

function leastCost(prompt: string, { price }: ModelInfo): number | undefined {
	if (!price) return undefined
	const { picture, input, output } = price
	if (picture !== undefined) return picture
	const promptTokens = Math.ceil(prompt.length / CHARACTERS_PER_TOKEN)
	return Math.floor((promptTokens * input + LEAST_OUTPUT_TOKENS * output) / 1_000_000)
}

const CHARACTERS_PER_TOKEN = 4
/**
 * The smallest that any of OpenAI's image models charges for: a square of 1024 pixels in low quality is 272 tokens with
 * gpt-image-1 and its relatives (the table under "Cost and latency" of the image generation guide, 272 to 6 240) and 196
 * with gpt-image-2 ($0.006 a picture at $30 for a million tokens, from its model page).
 */
const LEAST_OUTPUT_TOKENS = 196
