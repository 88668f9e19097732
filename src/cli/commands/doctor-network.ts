// `agent doctor --network`: walks the way to a provider, and prints each step with its time and what came of it. Never
// shows a key, and costs at most one request with a reply of 16 tokens for each provider.

import { homedir } from 'node:os'
import { AgentError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { ProviderConfig } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { namesInstead } from '../../core/text/nearest.ts'
import { openStoredKeys } from '../../providers/auth/stored-keys.ts'
import { modelInfo } from '../../providers/discovery/catalogue.ts'
import type { NetworkStep } from '../../providers/network/step.ts'
import { walkToProvider } from '../../providers/network/walk.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import { createSettingsCheck } from '../../runtime/host/settings-check.ts'
import { configuredInfo } from '../../runtime/model-info.ts'
import { type Environment, homeFolders } from '../../workspace/places/home-folders.ts'
import { chooseModels, defaultModelOf, parseModel } from '../../workspace/settings/model-choice.ts'
import { configureProviders } from '../../workspace/settings/provider-settings.ts'
import { loadSettings } from '../../workspace/settings-layers.ts'
import type { Output } from '../io/output.ts'

export type DoctorNetworkArguments = {
	/** The provider; true for all that are in use, undefined when the flag is missing. */
	network: string | true | undefined
	model: string | undefined
	json: boolean
	output: Pick<Output, 'out'>
	env: Environment
	cwd?: string
	home?: string
	/** The longest wait for one step, in milliseconds. */
	limitMs?: number
}

/**
 * @returns 0 when all is well, 3 when the configuration has to be put right, 1 when something else failed
 * @throws AgentError `usage`, `model-unknown` for a provider that is not configured, and what loading settings throws
 */
export async function doctorNetwork(args: DoctorNetworkArguments): Promise<number> {
	const { network, output, json, env, cwd = process.cwd(), home = homedir() } = args
	if (network === undefined)
		throw new AgentError('usage', '-m and --json go with --network: agent doctor --network [provider]')
	const folders = homeFolders({ env, home, cwd })
	const checkSchema = async () => createSettingsCheck()
	const { settings } = await loadSettings({ folders, cwd, env, flags: {}, checkSchema })
	const stored = await openStoredKeys({ configFolder: folders.config, env, clock: nodeClock })
	const { configs, keySource } = configureProviders(settings, env, stored)
	const providers = configs.map(({ id }) => id)
	const named = askedModel(args, providers)
	const only = network === true ? named?.provider : network
	if (only !== undefined && !providers.includes(only)) throw unknownProvider(only, providers)
	const chain = chooseModels({ model: settings.model, providers, keySource })
	const isInUse = ({ id, keyOptional }: ProviderConfig) =>
		keySource(id) !== undefined || (keyOptional && chain.some(({ provider }) => provider === id))
	const asked =
		only === undefined
			? withoutTwins(configs.filter(isInUse), chain, keySource)
			: configs.filter(({ id }) => id === only)

	const walked: { config: ProviderConfig; steps: NetworkStep[] }[] = []
	for (const config of asked) {
		const steps: NetworkStep[] = []
		walked.push({ config, steps })
		if (!json) output.out(`${walked.length > 1 ? '\n' : ''}${config.id}\n`)
		if (config.api === 'demo') {
			if (!json) output.out(`${line(DEMO_STEP)}\n`)
			steps.push(DEMO_STEP)
			continue
		}
		await walkToProvider({
			config,
			model: (named ?? chain.find(isOf(config)) ?? defaultModelOf(config.id))?.model,
			info: configuredInfo(settings, modelInfo),
			env,
			tell: step => {
				steps.push(step)
				if (!json) output.out(`${line(step)}\n`)
			},
			...(args.limitMs !== undefined && { limitMs: args.limitMs }),
		})
	}
	const code = exitCode(walked.flatMap(({ steps }) => steps))
	if (json) output.out(`${JSON.stringify({ ok: code === 0, providers: walked.map(asJson) })}\n`)
	return code
}

/** Two formats of one server with one key are one way: the one that is chosen is walked, else the first. */
function withoutTwins(
	configs: readonly ProviderConfig[],
	chain: readonly ModelRef[],
	keySource: (provider: string) => string | undefined,
): readonly ProviderConfig[] {
	const ways = new Map<string, ProviderConfig>()
	for (const config of configs) {
		const way = `${config.baseUrl} ${keySource(config.id)}`
		const isChosen = chain.some(isOf(config))
		if (isChosen || !ways.has(way)) ways.set(way, config)
	}
	return [...ways.values()]
}

const isOf =
	({ id }: ProviderConfig) =>
	({ provider }: ModelRef) =>
		provider === id

const DEMO_STEP: NetworkStep = {
	step: 'configuration',
	state: 'ok',
	durationMs: 0,
	text: 'demo needs no network: it is built in; name a provider for another way',
}

/** A provider that was named spares the model its first half. */
function askedModel({ network, model }: DoctorNetworkArguments, providers: readonly string[]) {
	if (model === undefined) return undefined
	if (typeof network !== 'string') return parseModel(model, providers)
	const own = model.startsWith(`${network}/`) ? model.slice(network.length + 1) : model
	if (own === '') throw new AgentError('usage', `"${model}" is not a model of ${network}`)
	return { provider: network, model: own }
}

function unknownProvider(provider: string, providers: readonly string[]): AgentError {
	return new AgentError(
		'model-unknown',
		`there is no provider "${provider}"; ${namesInstead(provider, providers)}`,
	)
}

const MARKS = { ok: 'ok     ', missing: 'missing', failed: 'FAILED ', skipped: 'skipped' }

function line({ step, state, durationMs, text }: NetworkStep): string {
	const took = durationMs === undefined ? '' : `${durationMs} ms`
	return `${MARKS[state]} ${step.padEnd(13)} ${took.padStart(8)}  ${text}`
}

function exitCode(steps: readonly NetworkStep[]): number {
	const failed = steps.filter(({ state }) => state === 'failed')
	if (failed.length === 0) return 0
	return failed.some(({ step, code }) => step === 'configuration' || code === 'config-invalid') ? 3 : 1
}

function asJson({ config, steps }: { config: ProviderConfig; steps: readonly NetworkStep[] }): JsonObject {
	return {
		id: config.id,
		ok: steps.every(({ state }) => state !== 'failed'),
		steps: steps.map(({ step, state, durationMs, text, code, details }) => ({
			step,
			state,
			duration_ms: durationMs ?? null,
			text,
			...(code && { code }),
			...(details && { details }),
		})),
	}
}
