// Model cooldowns: which rest after a failure, and until when. Kept for the life of the process only: a restart is a
// fair reason to try again.

import type { UnixMs } from '../../core/ids.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'

export type Resting = ReadonlyMap<string, UnixMs>

/** How long a model rests that did not say so itself. */
export const REST_MS = 60_000

export function rest(resting: Resting, model: ModelRef, until: UnixMs): Resting {
	return new Map(resting).set(modelName(model), until)
}

export function wake(resting: Resting, model: ModelRef): Resting {
	if (!resting.has(modelName(model))) return resting
	return new Map([...resting].filter(([name]) => name !== modelName(model)))
}

/** The models to try now, in the chain's order. When all of them rest, all are tried: something must be. */
export function awake(chain: readonly ModelRef[], resting: Resting, now: UnixMs): readonly ModelRef[] {
	const ready = chain.filter(model => (resting.get(modelName(model)) ?? 0) <= now)
	return ready.length > 0 ? ready : chain
}
