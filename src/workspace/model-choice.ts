// Which models a session goes by: what the user wrote, or the best guess from the keys that are there.

import { AgentError } from '../core/errors.ts'
import { type ModelRef, modelName } from '../core/model-ref.ts'
import { nearest } from './nearest.ts'
import type { ProviderKeys } from './provider-keys.ts'

/**
 * @param model - the `model` setting: `provider/model`, several with commas, or a list
 * @param providers - ids that can be named
 * @throws AgentError `usage` for what is not written as provider/model, `model-unknown` for an unknown provider
 */
export function chooseModels({ model, providers, keys }: ModelChoice): readonly ModelRef[] {
	if (model === undefined) return [defaultModel(keys)]
	const names = [model].flat().flatMap(text => text.split(','))
	return names.map(name => parseModel(name.trim(), providers))
}

export type ModelChoice = {
	model: string | readonly string[] | undefined
	providers: readonly string[]
	keys: Pick<ProviderKeys, 'find'>
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
const DEFAULT_MODELS: readonly { keyNames: readonly string[]; ref: ModelRef }[] = [
	{
		keyNames: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
		ref: { provider: 'anthropic', model: 'claude-sonnet-5-5' },
	},
	{ keyNames: ['OPENAI_API_KEY'], ref: { provider: 'openai', model: 'gpt-6.1-sol' } },
	{ keyNames: ['GEMINI_API_KEY'], ref: { provider: 'gemini', model: 'gemini-2.5-pro' } },
	{ keyNames: ['OPENROUTER_API_KEY'], ref: { provider: 'openrouter', model: 'anthropic/claude-sonnet-5.5' } },
]

function defaultModel(keys: Pick<ProviderKeys, 'find'>): ModelRef {
	return DEFAULT_MODELS.find(({ keyNames }) => keys.find(keyNames))?.ref ?? DEMO
}

function unknownProvider(name: string, provider: string, providers: readonly string[]): AgentError {
	const guess = nearest(provider, providers)
	const hint = guess ? `did you mean ${guess}${name.slice(provider.length)}? ` : ''
	return new AgentError(
		'model-unknown',
		`there is no provider "${provider}" (from "${name}"); ${hint}Known: ${providers.join(', ')}`,
	)
}

function example(name: string): string {
	const model = name.replaceAll('/', '')
	if (/^(gpt|o\d)/.test(model)) return `openai/${model}`
	if (model.startsWith('claude')) return `anthropic/${model}`
	if (model.startsWith('gemini')) return `gemini/${model}`
	const ref = (DEFAULT_MODELS.find(({ ref }) => ref.provider === model) ?? DEFAULT_MODELS[0]!).ref
	return modelName(ref)
}
