// Settings of models: which one, how much it thinks, and what the catalogue does not know of it.

import type { JsonSchema } from '../../../core/json.ts'
import { atLeast, section, texts, usd } from './fields.ts'

export type ModelSettings = {
	windowTokens?: number
	maxOutputTokens?: number
	images?: boolean
	reasoning?: boolean
	/** US dollars for a million tokens. */
	price?: { input: number; cachedInput?: number; cacheWrite?: number; output: number; picture?: number }
}

export const MODEL: JsonSchema = {
	description: 'provider/model, or a list of them: the next one is tried when one fails.',
	anyOf: [
		{ type: 'string', minLength: 1 },
		{ type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
	],
}

export const EFFORT: JsonSchema = {
	enum: ['none', 'low', 'medium', 'high'],
	description: 'How much models think before they answer.',
}

export const IMAGE_MODEL: JsonSchema = {
	type: 'string',
	minLength: 1,
	description: 'provider/model that draws pictures, behind an OpenAI-compatible Images endpoint.',
}

export const FAVOURITE_MODELS: JsonSchema = texts(
	'Models that stand first in the list of /model, as provider/model.',
)

export const MODELS: JsonSchema = {
	description: 'Window, limits and prices of models the catalogue does not know, by provider/model.',
	type: 'object',
	additionalProperties: section({
		windowTokens: atLeast(1, 'Prompt and reply together.'),
		maxOutputTokens: atLeast(1, 'The longest reply.'),
		images: { type: 'boolean' },
		reasoning: { type: 'boolean' },
		price: {
			description: 'US dollars for a million tokens.',
			type: 'object',
			required: ['input', 'output'],
			additionalProperties: false,
			properties: {
				input: usd(),
				cachedInput: usd(),
				cacheWrite: usd(),
				output: usd(),
				picture: { ...usd(), description: 'For one picture; left out, its tokens are charged.' },
			},
		},
	}),
}
