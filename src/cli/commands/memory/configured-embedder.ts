// The configured embedder, for commands that work on the index without a session.

import { AgentError, errorInfo } from '../../../core/errors.ts'
import type { ModelInfo } from '../../../core/model.ts'
import type { ModelRef } from '../../../core/model-ref.ts'
import type { CostMicroUsd } from '../../../core/usage.ts'
import { addCost } from '../../../core/usage.ts'
import { exceededCost } from '../../../loop/budget.ts'
import { openStoredKeys } from '../../../providers/auth/stored-keys.ts'
import { modelInfo } from '../../../providers/discovery/catalogue.ts'
import { requestCost } from '../../../runtime/context/request-cost.ts'
import { costLimits } from '../../../runtime/cost-limits.ts'
import { nodeClock } from '../../../runtime/host/clock.ts'
import { createSettingsCheck } from '../../../runtime/host/settings-check.ts'
import { createEmbeddingAllowance } from '../../../runtime/memory/embedding-allowance.ts'
import { OFFLINE_EMBEDDER } from '../../../runtime/memory/offline/offline-packages.ts'
import { openEmbedder } from '../../../runtime/memory/open-memory.ts'
import type { EmbeddingPayer, PaidEmbedder } from '../../../runtime/memory/paid-embedder.ts'
import { configuredInfo } from '../../../runtime/model-info.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import { configureProviders } from '../../../workspace/settings/provider-settings.ts'
import type { Settings } from '../../../workspace/settings/settings-schema.ts'
import { loadSettings } from '../../../workspace/settings-layers.ts'
import type { Output } from '../../io/output.ts'

export type ConfiguredEmbedder = {
	/** As it is named in the settings and stored with each vector. */
	id: string
	/** What is left of today's tokens, and of how many; undefined where it costs nothing. */
	allowance: { left(): Promise<number>; tokensPerDay: number } | undefined
	/** @throws AgentError `config-invalid` */
	open(): Promise<PaidEmbedder>
	/** The command, which has the limits of a run. */
	payer: EmbeddingPayer
	/** What the command has spent by now. */
	spentMicroUsd(): CostMicroUsd
	/** @throws AgentError `config-invalid` where cost is limited and nobody knows what it costs */
	requirePrice(): void
	knownSecrets(): readonly string[]
}

/** @returns undefined where none is named, and where settings cannot be read, which is told: the index can do without */
export async function configuredEmbedder(
	folders: HomeFolders,
	output: Pick<Output, 'error'>,
): Promise<ConfiguredEmbedder | undefined> {
	const { env } = process
	try {
		const checkSchema = async () => createSettingsCheck()
		const { settings } = await loadSettings({ folders, cwd: process.cwd(), env, flags: {}, checkSchema })
		const id = settings.memory.embedder
		if (id === undefined) return undefined
		const stored = await openStoredKeys({ configFolder: folders.config, env, clock: nodeClock })
		const { configs: providers, keys } = configureProviders(settings, env, stored)
		const info = configuredInfo(settings, modelInfo)
		return {
			id,
			allowance: allowanceOf(settings.memory, folders),
			open: () => openEmbedder(id, { providers, env, folders }, { clock: nodeClock, info }),
			...commandAccount(id, settings, info),
			knownSecrets: keys.known,
		}
	} catch (error) {
		output.error(`what embeds is not known: ${errorInfo(error).message}\n`)
		return undefined
	}
}

function allowanceOf(
	{ embedder, embedTokensPerDay: tokensPerDay }: Settings['memory'],
	{ cache }: HomeFolders,
): ConfiguredEmbedder['allowance'] {
	if (embedder === OFFLINE_EMBEDDER) return undefined
	return { ...createEmbeddingAllowance(cache, tokensPerDay, nodeClock), tokensPerDay }
}

function commandAccount(
	id: string,
	settings: Settings,
	info: (ref: ModelRef) => ModelInfo,
): Pick<ConfiguredEmbedder, 'payer' | 'spentMicroUsd' | 'requirePrice'> {
	let spent: CostMicroUsd = 0
	let knownMicroUsd = 0
	const exceeded: EmbeddingPayer['exceeded'] = estimate =>
		exceededCost({ runMicroUsd: knownMicroUsd, sessionMicroUsd: 0 }, costLimits(settings), estimate)?.error
	const slash = id.indexOf('/')
	const model = { provider: id.slice(0, slash), model: id.slice(slash + 1) }
	return {
		payer: {
			exceeded,
			paid: ({ costMicroUsd }) => {
				spent = addCost(spent, costMicroUsd)
				knownMicroUsd += costMicroUsd ?? 0
			},
		},
		spentMicroUsd: () => spent,
		requirePrice() {
			if (id === OFFLINE_EMBEDDER) return
			const over = exceeded(() => requestCost([model], info, { tokens: 0 }))
			if (over) throw new AgentError(over.code, over.message)
		},
	}
}
