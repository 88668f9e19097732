// Image model selection: what the user wrote, or OpenAI when there is a key for it. Nobody, as long as neither is so.

import { AgentError } from '../../core/errors.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { parseModel } from './model-choice.ts'
import type { ConfiguredProviders } from './provider-settings.ts'

/**
 * @param imageModel - the setting of that name
 * @throws AgentError `usage` or `model-unknown` for what names no model, `config-invalid` for a provider without an Images endpoint
 */
export function chooseImageModel(
	imageModel: string | undefined,
	{ configs, keySource }: Pick<ConfiguredProviders, 'configs' | 'keySource'>,
): ModelRef | undefined {
	const canDraw = ({ provider }: ModelRef) => {
		const api = configs.find(({ id }) => id === provider)?.api
		return api === 'responses' || api === 'chat'
	}
	if (imageModel === undefined) {
		const hasKey = keySource(DEFAULT_MODEL.provider) !== undefined
		return hasKey && canDraw(DEFAULT_MODEL) ? DEFAULT_MODEL : undefined
	}
	const ref = parseModel(
		imageModel,
		configs.map(({ id }) => id),
	)
	if (canDraw(ref)) return ref
	throw new AgentError(
		'config-invalid',
		`imageModel is ${imageModel}, but ${ref.provider} has no Images endpoint; name a provider whose api is responses or chat`,
	)
}

const DEFAULT_MODEL: ModelRef = { provider: 'openai', model: 'gpt-image-2.5-flare' }
