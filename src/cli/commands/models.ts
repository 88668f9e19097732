// `agent models`: what there is to choose from. Rows on stdout, one model each; why something is missing, on stderr.

import { homedir } from 'node:os'
import { AgentError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { ModelInfo, Price, ProviderConfig } from '../../core/model.ts'
import { type ModelRef, modelName, sameModel } from '../../core/model-ref.ts'
import { namesInstead } from '../../core/text/nearest.ts'
import { openStoredKeys } from '../../providers/auth/stored-keys.ts'
import { modelInfo } from '../../providers/discovery/catalogue.ts'
import { type AvailableModels, createAvailableModels } from '../../providers/discovery/offered-models.ts'
import { createHttpFetch } from '../../providers/http/http-fetch.ts'
import { LOCAL_SERVERS } from '../../providers/http/local-servers.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import { createNodeFiles } from '../../runtime/host/files.ts'
import { createSettingsCheck } from '../../runtime/host/settings-check.ts'
import { configuredInfo } from '../../runtime/model-info.ts'
import { type Environment, homeFolders } from '../../workspace/places/home-folders.ts'
import { chooseModels } from '../../workspace/settings/model-choice.ts'
import { configureProviders } from '../../workspace/settings/provider-settings.ts'
import { loadSettings } from '../../workspace/settings-layers.ts'
import type { Output } from '../io/output.ts'

export type ModelsArguments = {
	/** Only this one. */
	provider: string | undefined
	json: boolean
	profile?: string | undefined
	output: Pick<Output, 'out' | 'error'>
	env?: Environment
	cwd?: string
	home?: string
}

/**
 * @returns the exit code; 1 when a provider was named and nothing is known of it
 * @throws AgentError `model-unknown` for a provider that is not configured, and what loading settings throws
 */
export async function listModels(args: ModelsArguments): Promise<number> {
	const { provider, output, env = process.env, cwd = process.cwd(), home = homedir() } = args
	const folders = homeFolders({ env, home, cwd })
	const checkSchema = async () => createSettingsCheck()
	const { settings } = await loadSettings({
		folders,
		cwd,
		env,
		flags: {},
		checkSchema,
		profile: args.profile,
	})
	const stored = await openStoredKeys({ configFolder: folders.config, env, clock: nodeClock })
	const { configs, keySource } = configureProviders(settings, env, stored)
	const providers = configs.map(config => config.id)
	if (provider !== undefined && !providers.includes(provider)) throw unknownProvider(provider, providers)
	const ask = createAvailableModels({
		files: createNodeFiles(),
		folder: folders.models,
		fetch: createHttpFetch({ connectTimeoutMs: PATIENCE_MS, headersTimeoutMs: PATIENCE_MS, proxyEnv: env }),
		info: configuredInfo(settings, modelInfo),
		clock: nodeClock,
		timeoutMs: PATIENCE_MS,
	})
	const asked = configs.filter(config => provider === undefined || config.id === provider)
	const offers = await Promise.all(asked.map(async config => ({ config, ...(await ask(config)) })))
	const chain = chooseModels({ model: settings.model, providers, keySource })
	if (args.json) output.out(`${JSON.stringify(asJson(offers, chain))}\n`)
	else printModels(offers, { chain, isNamed: provider !== undefined, output })
	return provider !== undefined && offers.every(({ models }) => models.length === 0) ? 1 : 0
}

const PATIENCE_MS = 5_000

type ProviderModels = AvailableModels & { config: ProviderConfig }

function unknownProvider(provider: string, providers: readonly string[]): AgentError {
	return new AgentError(
		'model-unknown',
		`there is no provider "${provider}"; ${namesInstead(provider, providers)}`,
	)
}

type PrintOptions = { chain: readonly ModelRef[]; isNamed: boolean; output: ModelsArguments['output'] }

function printModels(offers: readonly ProviderModels[], { chain, isNamed, output }: PrintOptions): void {
	// Models that cannot be used, for want of a key, are only listed for whoever asked for them.
	const listed = offers.filter(offer => isNamed || isUsable(offer)).flatMap(offer => offer.models)
	for (const row of table(listed.map(info => rowOf(info, chain)))) output.out(`${row}\n`)
	for (const offer of offers) {
		const remark = remarkOn(offer, isNamed)
		if (remark !== undefined) output.error(`${remark}\n`)
	}
}

function isUsable({ source, problem }: ProviderModels): boolean {
	return source !== 'catalogue' || problem?.code !== 'auth-failed'
}

/** A server of this machine that does not run is no news, unless it was asked for. */
function remarkOn({ config, source, problem, models }: ProviderModels, isNamed: boolean): string | undefined {
	if (!problem) return undefined
	const isLocal = LOCAL_SERVERS.some(server => server.id === config.id)
	if (isLocal && !isNamed && models.length === 0) return undefined
	if (!isNamed && problem.code === 'auth-failed') {
		const known = models[0] ? ` (has ${models[0].ref.model} and others: agent models ${config.id})` : ''
		return `${config.id}: set ${config.keyName}, or run agent login ${config.id}${known}`
	}
	if (models.length === 0) return problem.message
	const instead = source === 'cache' ? 'as it answered last' : 'as far as the catalogue knows'
	return `${problem.message.replace(/\.$/, '')}. Listed ${instead}.`
}

type ModelRow = readonly string[]

function rowOf(
	{ ref, windowTokens, price, images, reasoning }: ModelInfo,
	chain: readonly ModelRef[],
): ModelRow {
	const place = chain.findIndex(model => sameModel(model, ref))
	const can = [...(images ? ['images'] : []), ...(reasoning ? ['reasoning'] : [])]
	return [
		modelName(ref),
		`${Math.round(windowTokens / 1_000)}k`,
		priceInWords(price),
		can.join(', '),
		place === -1 ? '' : place === 0 ? 'default' : `fallback ${place}`,
	]
}

function priceInWords(price: Price | undefined): string {
	if (!price) return ''
	if (price.input === 0 && price.output === 0) return 'free'
	return `$${price.input / 1_000_000} in, $${price.output / 1_000_000} out`
}

function table(rows: readonly ModelRow[]): readonly string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
	// What nobody told of any of them takes no room.
	return rows.map(row =>
		row
			.flatMap((cell, column) => (widths[column] === 0 ? [] : [cell.padEnd(widths[column]!)]))
			.join('  ')
			.trimEnd(),
	)
}

/** Prices in US dollars for a million tokens; null where nobody told. */
function asJson(offers: readonly ProviderModels[], chain: readonly ModelRef[]): JsonObject {
	return {
		default: chain.map(modelName),
		providers: offers.map(offer => ({
			id: offer.config.id,
			source: offer.source,
			problem: offer.problem ? { code: offer.problem.code, message: offer.problem.message } : null,
			models: offer.models.map(info => ({
				model: modelName(info.ref),
				is_default: chain.some(model => sameModel(model, info.ref)),
				window_tokens: info.windowTokens,
				max_output_tokens: info.maxOutputTokens,
				images: info.images,
				reasoning: info.reasoning,
				price: info.price ? dollars(info.price) : null,
			})),
		})),
	}
}

function dollars({ input, cachedInput, cacheWrite, output }: Price): JsonObject {
	const usd = (micro: number) => micro / 1_000_000
	return {
		input: usd(input),
		cached_input: usd(cachedInput),
		cache_write: usd(cacheWrite),
		output: usd(output),
	}
}
