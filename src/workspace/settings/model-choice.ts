// Model selection: what the user wrote, or the best guess from the keys that are there.

import { AgentError } from '../../core/errors.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import type { ConfiguredProviders } from './provider-settings.ts'

/**
 * @param model - the `model` setting: `provider/model`, several with commas, or a list
 * @param providers - ids that can be named
 * @throws AgentError `usage` for what is not written as provider/model, `model-unknown` for an unknown provider
 */
export function chooseModels({ model, providers, keySource }: ModelChoice): readonly ModelRef[] {
	if (model === undefined) return [defaultModel(keySource)]
	const names = [model].flat().flatMap(text => text.split(','))
	return names.map(name => parseModel(name.trim(), providers))
}

export type ModelChoice = {
	model: string | readonly string[] | undefined
	providers: readonly string[]
	keySource: ConfiguredProviders['keySource']
}

/** Everything after the first slash is the model's own name: `openrouter/anthropic/claude-x`. */
export function parseModel(name: string, providers: readonly string[]): ModelRef {
	if (name === 'demo') return DEMO
	const slash = name.indexOf('/')
	const provider = slash === -1 ? name : name.slice(0, slash)
	const model = slash === -1 ? '' : name.slice(slash + 1)
	if (slash !== -1 && provider && !providers.includes(provider))
		throw unknownProvider(name, provider, providers)
	if (!provider || !model)
		throw new AgentError(
			'usage',
			`"${name}" is not a model: write provider/model, for example ${example(name)}`,
		)
	return { provider, model }
}

const DEMO: ModelRef = { provider: 'demo', model: 'demo' }

/** In the order in which keys are looked for. Good at tools and not the dearest of their house. */
const DEFAULT_MODELS: readonly ModelRef[] = [
	{ provider: 'anthropic', model: 'claude-sonnet-5-5' },
	{ provider: 'openai', model: 'gpt-6.1-sol' },
	{ provider: 'gemini', model: 'gemini-2.5-pro' },
	{ provider: 'openrouter', model: 'anthropic/claude-sonnet-5.5' },
]

/** What is asked of a provider whose model nobody has chosen; undefined where that depends on its server. */
export function defaultModelOf(id: string): ModelRef | undefined {
	return DEFAULT_MODELS.find(({ provider }) => provider === id)
}

function defaultModel(keySource: ModelChoice['keySource']): ModelRef {
	return DEFAULT_MODELS.find(({ provider }) => keySource(provider) !== undefined) ?? DEMO
}

function unknownProvider(name: string, provider: string, providers: readonly string[]): AgentError {
	const guess = nearestNames(provider, providers)[0]
	const all = providers.join(', ')
	const instead = guess
		? `did you mean ${guess}${name.slice(provider.length)}? There are ${all}`
		: `there are ${all}`
	return new AgentError('model-unknown', `there is no provider "${provider}" (from "${name}"); ${instead}`)
}

function example(name: string): string {
	const model = name.replaceAll('/', '')
	if (/^(gpt|o\d)/.test(model)) return `openai/${model}`
	if (model.startsWith('claude')) return `anthropic/${model}`
	if (model.startsWith('gemini')) return `gemini/${model}`
	return modelName(DEFAULT_MODELS.find(ref => ref.provider === model) ?? DEFAULT_MODELS[0]!)
}
