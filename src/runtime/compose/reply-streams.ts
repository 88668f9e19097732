// The models of a runtime as streams of replies: one chain for each list of models that is asked for, kept with what it
// knows of who rests.

import { join } from 'node:path'
import type { Clock, Media } from '../../core/host.ts'
import type { JsonObject } from '../../core/json.ts'
import type { ModelInfo, StreamModel } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { createTimedNotes, type Timed } from '../../process/timed-notes.ts'
import { createProviders } from '../../providers/registry.ts'
import { createChain } from '../../providers/routing/chain.ts'
import { restIn } from '../../providers/routing/cooldown.ts'
import type { RuntimeLog } from '../log/runtime-log.ts'
import type { RuntimeOptions } from '../options.ts'
import { searchesAtProvider } from '../tools/web-network.ts'

export type ModelStreams = {
	streamFor(models: readonly ModelRef[]): StreamModel
	/** Makes it ready to be asked, without asking it anything. */
	loadProvider(id: string): Promise<void>
}

export function createModelStreams(
	options: Pick<
		RuntimeOptions,
		| 'settings'
		| 'folders'
		| 'providers'
		| 'provider'
		| 'env'
		| 'version'
		| 'tools'
		| 'permissions'
		| 'log'
		| 'telemetry'
	>,
	{ media, info, clock }: { media: Media; info(ref: ModelRef): ModelInfo; clock: Clock },
): ModelStreams {
	const { streamIdleMs, socket } = options.settings.network
	const { maxOutputTokens } = options.settings.budget
	const providers = createProviders({
		configs: options.providers.map(config => ({ ...config, searchesWeb: searchesAtProvider(options) })),
		media,
		info,
		clock,
		watch: watchedBy(options),
		limits: {
			headersTimeoutMs: Math.max(60_000, streamIdleMs),
			proxyEnv: options.env,
			userAgent: `keelson/${options.version}`,
			sockets: socket,
			withoutSockets: createTimedNotes(join(options.folders.state, 'sockets.json'), untilIn),
			// Well before the silence that fails an attempt: what a socket does not do is done over HTTPS.
			firstEventTimeoutMs: Math.min(30_000, Math.round(streamIdleMs / 3)),
		},
	})
	const cooldowns = createTimedNotes(join(options.folders.state, 'cooldowns.json'), restIn)
	const provider = options.provider ?? (id => providers.get(id))
	const chains = new Map<string, StreamModel>()
	const streamFor = (models: readonly ModelRef[]) => {
		const key = JSON.stringify(models)
		const known = chains.get(key)
		if (known) return known
		const chain = createChain({
			chain: models,
			provider,
			info,
			clock,
			random: Math.random,
			streamIdleMs,
			maxOutputTokens,
			cooldowns,
			retryLimits: id => options.providers.find(each => each.id === id),
		})
		chains.set(key, chain)
		return chain
	}
	return {
		streamFor,
		async loadProvider(id) {
			if (options.provider) await options.provider(id)
			else await providers.expect(id)
		},
	}
}

function watchedBy({
	log,
	telemetry,
}: Pick<RuntimeOptions, 'log' | 'telemetry'>): RuntimeLog['watch'] | undefined {
	const traced = telemetry?.toProviders?.fetchWith
	return traced ? fetch => (log?.watch ?? (same => same))(traced(fetch)) : log?.watch
}

function untilIn({ until }: JsonObject): Timed | undefined {
	return typeof until === 'number' ? { until } : undefined
}
