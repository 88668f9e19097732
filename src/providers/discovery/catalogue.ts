// The model catalogue, as the vendors published it. The date is part of the table: prices move.

import type { ModelInfo, Price } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { LOCAL_SERVERS } from '../http/local-servers.ts'

/** When the table was last compared with the vendors' pages. */
export const CATALOGUE_DATE = '2026-11-20'

/** Never fails: a model that is not in the table is a fair size and has no known price. */
export function modelInfo(ref: ModelRef): ModelInfo {
	const known = BY_NAME.get(familyName(ref.model))
	const info = known ?? { ...UNKNOWN, price: undefined }
	return { ref, ...info, price: priceAt(ref.provider, info.price) }
}

export function isInCatalogue({ model }: ModelRef): boolean {
	return BY_NAME.has(familyName(model))
}

/** The models a provider is known to serve, best first. */
export function knownModels(provider: string): readonly ModelInfo[] {
	const vendor = VENDOR_OF.get(provider)
	return ROWS.filter(row => row[0] === vendor).map(row => modelInfo({ provider, model: row[1] }))
}

type ModelFacts = Omit<ModelInfo, 'ref'>

const UNKNOWN = {
	windowTokens: 128_000,
	maxOutputTokens: 16_384,
	isOutputGuessed: true,
	images: true,
	reasoning: false,
} as const

/** What runs on this machine costs nothing; what someone else resells may cost anything. */
function priceAt(provider: string, listed: Price | undefined): Price | undefined {
	if (isFree(provider)) return FREE
	return VENDOR_OF.has(provider) || provider === 'openrouter' ? listed : undefined
}

function isFree(provider: string): boolean {
	return provider === 'demo' || LOCAL_SERVERS.some(server => server.id === provider)
}

const FREE: Price = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 }

const VENDOR_OF: ReadonlyMap<string, CatalogueRow[0]> = new Map([
	['openai', 'openai'],
	['openai-chat', 'openai'],
	['anthropic', 'anthropic'],
	['gemini', 'google'],
])

/**
 * What one search of the web costs at the vendors themselves, in micro-dollars: $10 for a thousand at both, from OpenAI's
 * pricing page (web search, all models) and Anthropic's page about the tool; nothing on this machine, undefined elsewhere.
 */
export function searchPrice({ provider }: ModelRef): number | undefined {
	const vendor = VENDOR_OF.get(provider)
	if (isFree(provider)) return 0
	return vendor === 'openai' || vendor === 'anthropic' ? 10_000 : undefined
}

/** `anthropic/claude-opus-4.6` and `claude-opus-4-6-20260205` are both `claude-opus-4-6`. */
function familyName(model: string): string {
	return model
		.slice(model.lastIndexOf('/') + 1)
		.replace(/(?:-latest|-\d{8}|-\d{4}-\d{2}-\d{2})$/, '')
		.replace(/^(claude-.*\d)\.(\d)/, '$1-$2')
}

/**
 * vendor, model, window and longest reply in thousands of tokens, then dollars for a million tokens: input,
 * input from the cache, writing to the cache, output. `R` reasons, `-` does not; `I` takes images.
 *
 * Where a vendor doubles its price for long prompts, the window stands at what the listed price buys.
 */
type CatalogueRow = readonly [
	vendor: 'anthropic' | 'openai' | 'google',
	model: string,
	windowK: number,
	outputK: number,
	dollars: readonly [input: number, cached: number, write: number, output: number] | undefined,
	can: 'R' | 'I' | 'RI' | '-',
]

const ROWS: readonly CatalogueRow[] = [
	['anthropic', 'claude-opus-5-5', 1_000, 128, [4, 0.4, 5, 20], 'RI'],
	['anthropic', 'claude-sonnet-5-5', 1_000, 128, [2, 0.2, 2.5, 10], 'RI'],
	['anthropic', 'claude-fable-5-1', 1_000, 128, [10, 1, 12.5, 50], 'RI'],
	['anthropic', 'claude-haiku-5-5', 1_000, 128, undefined, 'RI'],
	['anthropic', 'claude-opus-5', 1_000, 128, [5, 0.5, 6.25, 25], 'RI'],
	['anthropic', 'claude-sonnet-5', 1_000, 128, [2, 0.2, 2.5, 10], 'RI'],
	['anthropic', 'claude-opus-4-8', 200, 128, [5, 0.5, 6.25, 25], 'RI'],
	['anthropic', 'claude-opus-4-7', 200, 128, [5, 0.5, 6.25, 25], 'RI'],
	['anthropic', 'claude-opus-4-6', 200, 128, [5, 0.5, 6.25, 25], 'RI'],
	['anthropic', 'claude-sonnet-4-6', 200, 64, [3, 0.3, 3.75, 15], 'RI'],
	['anthropic', 'claude-opus-4-5', 200, 64, [5, 0.5, 6.25, 25], 'RI'],
	['anthropic', 'claude-sonnet-4-5', 200, 64, [3, 0.3, 3.75, 15], 'RI'],
	['anthropic', 'claude-haiku-4-5', 200, 64, [1, 0.1, 1.25, 5], 'RI'],
	['anthropic', 'claude-opus-4-1', 200, 32, [15, 1.5, 18.75, 75], 'RI'],
	['anthropic', 'claude-opus-4', 200, 32, [15, 1.5, 18.75, 75], 'RI'],
	['anthropic', 'claude-sonnet-4', 200, 64, [3, 0.3, 3.75, 15], 'RI'],

	['openai', 'gpt-6.1-sol', 400, 128, [2, 0.2, 2.5, 10], 'RI'],
	['openai', 'gpt-6-sol', 400, 128, [2, 0.2, 2.5, 10], 'RI'],
	['openai', 'gpt-6-luna', 400, 128, [0.1, 0.01, 0.125, 0.5], 'RI'],
	['openai', 'gpt-6.1-terra', 400, 128, undefined, 'RI'],
	['openai', 'gpt-6-astra', 400, 128, undefined, 'RI'],
	['openai', 'gpt-5.6-sol', 400, 128, [4, 0.4, 5, 20], 'RI'],
	['openai', 'gpt-5.6-terra', 400, 128, undefined, 'RI'],
	['openai', 'gpt-5.6-luna', 400, 128, [0.2, 0.02, 0.25, 1.2], 'RI'],
	['openai', 'gpt-5.5', 400, 128, [5, 0.5, 5, 30], 'RI'],
	['openai', 'gpt-5.4', 400, 128, [2.5, 0.25, 2.5, 15], 'RI'],
	['openai', 'gpt-5.4-mini', 400, 128, [0.75, 0.075, 0.75, 4.5], 'RI'],
	['openai', 'gpt-5.4-nano', 400, 128, [0.2, 0.02, 0.2, 1.25], 'RI'],
	['openai', 'gpt-5.2', 400, 128, [1.75, 0.175, 1.75, 14], 'RI'],
	['openai', 'gpt-5.1', 400, 128, [1.25, 0.125, 1.25, 10], 'RI'],
	['openai', 'gpt-5.1-codex', 400, 128, [1.25, 0.125, 1.25, 10], 'RI'],
	['openai', 'gpt-5', 400, 128, [1.25, 0.125, 1.25, 10], 'RI'],
	['openai', 'gpt-5-mini', 400, 128, [0.25, 0.025, 0.25, 2], 'RI'],
	['openai', 'gpt-5-nano', 400, 128, [0.05, 0.005, 0.05, 0.4], 'RI'],
	['openai', 'gpt-4.1', 1_047, 32, [2, 0.5, 2, 8], 'I'],
	['openai', 'gpt-4.1-mini', 1_047, 32, [0.4, 0.1, 0.4, 1.6], 'I'],
	['openai', 'gpt-4.1-nano', 1_047, 32, [0.1, 0.025, 0.1, 0.4], 'I'],
	['openai', 'gpt-4o', 128, 16, [2.5, 1.25, 2.5, 10], 'I'],
	['openai', 'gpt-4o-mini', 128, 16, [0.15, 0.075, 0.15, 0.6], 'I'],
	['openai', 'o3', 200, 100, [2, 0.5, 2, 8], 'RI'],
	['openai', 'o4-mini', 200, 100, [1.1, 0.275, 1.1, 4.4], 'RI'],
	['openai', 'o3-mini', 200, 100, [1.1, 0.55, 1.1, 4.4], 'R'],
	['openai', 'o1', 200, 100, [15, 7.5, 15, 60], 'RI'],

	['google', 'gemini-3.1-pro-preview', 265, 65, [2, 0.2, 2, 12], 'RI'],
	['google', 'gemini-3-pro-preview', 265, 65, [2, 0.2, 2, 12], 'RI'],
	['google', 'gemini-3-flash-preview', 1_048, 65, [0.5, 0.05, 0.5, 3], 'RI'],
	['google', 'gemini-2.5-pro', 265, 65, [1.25, 0.125, 1.25, 10], 'RI'],
	['google', 'gemini-2.5-flash', 1_048, 65, [0.3, 0.03, 0.3, 2.5], 'RI'],
	['google', 'gemini-2.5-flash-lite', 1_048, 65, [0.1, 0.01, 0.1, 0.4], 'RI'],
]

/**
 * They answer nothing and are not listed; what they charge is for what is sent. From developers.openai.com/api/docs/pricing
 * and ai.google.dev/gemini-api/docs/pricing, as quoted by others in 2026.
 */
const EMBEDDERS: readonly CatalogueRow[] = [
	['openai', 'text-embedding-3-small', 8, 0, [0.02, 0.02, 0.02, 0], '-'],
	['openai', 'text-embedding-3-large', 8, 0, [0.13, 0.13, 0.13, 0], '-'],
	['google', 'gemini-embedding-001', 2, 0, [0.15, 0.15, 0.15, 0], '-'],
]

/**
 * They draw and are not listed: text that is sent, and tokens of pictures that come back. From the models' own pages at
 * developers.openai.com/api/docs/models, as quoted by others in 2026.
 */
const PAINTERS: readonly CatalogueRow[] = [
	['openai', 'gpt-image-1', 8, 0, [5, 1.25, 5, 40], '-'],
	['openai', 'gpt-image-1-mini', 8, 0, [2, 0.2, 2, 8], '-'],
	['openai', 'gpt-image-1.5', 8, 0, [5, 1.25, 5, 32], '-'],
	['openai', 'gpt-image-2', 8, 0, [5, 1.25, 5, 30], '-'],
	// At the rates of gpt-image-2.
	['openai', 'gpt-image-2.5-flare', 8, 0, [5, 1.25, 5, 30], '-'],
	['openai', 'gpt-image-2.5-sunburst', 8, 0, [5, 1.25, 5, 30], '-'],
]

const BY_NAME: ReadonlyMap<string, ModelFacts> = new Map(
	[...ROWS, ...EMBEDDERS, ...PAINTERS].map(row => [row[1], factsOf(row)]),
)

function factsOf([, , windowK, outputK, dollars, can]: CatalogueRow): ModelFacts {
	return {
		windowTokens: windowK * 1_000,
		maxOutputTokens: outputK * 1_000,
		price: dollars && priceOf(dollars),
		images: can.includes('I'),
		reasoning: can.includes('R'),
	}
}

function priceOf([input, cachedInput, cacheWrite, output]: NonNullable<CatalogueRow[4]>): Price {
	return {
		input: microUsd(input),
		cachedInput: microUsd(cachedInput),
		cacheWrite: microUsd(cacheWrite),
		output: microUsd(output),
	}
}

function microUsd(dollars: number): number {
	return Math.round(dollars * 1_000_000)
}
