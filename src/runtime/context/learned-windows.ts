// Context windows learned from servers' refusals. Stronger than the catalogue, weaker than the user's own word.

import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'

export type LearnedWindows = {
	learn(ref: ModelRef, windowTokens: number): void
	over(info: ModelInfo): ModelInfo
}

export function createLearnedWindows(): LearnedWindows {
	const windows = new Map<string, number>()
	return {
		learn: (ref, windowTokens) => void windows.set(modelName(ref), windowTokens),
		over: info => {
			const windowTokens = windows.get(modelName(info.ref))
			return windowTokens === undefined ? info : { ...info, windowTokens }
		},
	}
}
