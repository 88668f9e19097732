// What is known of each model, with what its server has taught us of its window.

import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { modelInfo } from '../../providers/discovery/catalogue.ts'
import { configuredInfo } from '../model-info.ts'
import { createLearnedWindows } from './learned-windows.ts'

export type KnownModels = {
	info(ref: ModelRef): ModelInfo
	/** From a server's refusal. */
	learnWindow(ref: ModelRef, windowTokens: number): void
}

/** Asked several times a turn: of each model it is put together once, and anew when something has been learned of it. */
export function createKnownModels(settings: Parameters<typeof configuredInfo>[0]): KnownModels {
	const windows = createLearnedWindows()
	const configured = configuredInfo(settings, ref => windows.over(modelInfo(ref)))
	const known = new Map<string, ModelInfo>()
	return {
		info(ref) {
			const name = modelName(ref)
			const info = known.get(name) ?? configured(ref)
			known.set(name, info)
			return info
		},
		learnWindow(ref, windowTokens) {
			windows.learn(ref, windowTokens)
			known.delete(modelName(ref))
		},
	}
}
