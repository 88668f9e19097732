// The model that a command, a skill or an agent wishes for, in whatever words it was written down.

import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'

export type ModelsToChooseFrom = {
	/** What the session goes by. */
	chain: readonly ModelRef[]
	/** Ids that can be named. */
	providers: readonly string[]
	/** Those a provider is known to serve, best first. */
	known(provider: string): readonly Pick<ModelInfo, 'ref'>[]
}

/**
 * `provider/model` is taken at its word. A name alone is one of the provider that is in use (`claude-…`, or Claude's
 * short ones such as `sonnet`), else of the first that is known to have it.
 * @returns the chain to go by, or why it stays as it is
 */
export function wishedModel(
	wish: string,
	{ chain, providers, known }: ModelsToChooseFrom,
): { chain: readonly ModelRef[] } | { problem: string } {
	const slash = wish.indexOf('/')
	const provider = wish.slice(0, Math.max(0, slash))
	const model = wish.slice(slash + 1)
	if (provider !== '' && model !== '' && providers.includes(provider)) return { chain: [{ provider, model }] }
	const inUse = chain.map(ref => ref.provider)
	const found = [...new Set([...inUse, ...(SHORT_NAME.test(wish) ? [] : providers)])]
		.flatMap(id => known(id))
		.find(({ ref }) => isMeant(ref.model, wish))
	if (found) return { chain: [found.ref] }
	const stays = chain[0] ? modelName(chain[0]) : 'the session’s'
	return { problem: `the model ${JSON.stringify(wish)} is none that is known here; ${stays} is used` }
}

/** Of one house, and nobody has asked for an account there. */
const SHORT_NAME = /^(?:opus|sonnet|haiku|fable)(?:\[1m\])?$/i

function isMeant(model: string, wish: string): boolean {
	const wanted = wish.toLowerCase().replace(/\[1m\]$/, '')
	const name = model.slice(model.lastIndexOf('/') + 1)
	return SHORT_NAME.test(wish) ? name.startsWith(`claude-${wanted}`) : name === wanted || model === wanted
}
