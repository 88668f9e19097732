// The composition root: the one place that names every concrete part and puts them together. No decisions beyond
// "is this configured".

import { randomBytes } from 'node:crypto'
import type { Clock, Host } from '../core/host.ts'
import type { ModelInfo, Reply } from '../core/model.ts'
import { type ModelRef, modelName } from '../core/model-ref.ts'
import type { RuntimePort } from '../core/runtime-port.ts'
import { modelInfo } from '../providers/catalogue.ts'
import { createChain } from '../providers/chain.ts'
import { createProviders } from '../providers/registry.ts'
import { createIdSource } from '../sessions/ids.ts'
import { createInMemoryStore } from '../sessions/in-memory-store.ts'
import { createJsonlStore } from '../sessions/jsonl-store.ts'
import { seenDetails } from '../sessions/resume.ts'
import type { SessionStore } from '../sessions/store.ts'
import type { DrawImage } from '../tools/builtin/generate-image.ts'
import { createScrubber } from '../tools/scrub.ts'
import { systemPrompt } from '../workspace/system-prompt.ts'
import { clipboardImage } from './clipboard.ts'
import { createHistoryEstimate, estimateText, estimateTools } from './context-estimate.ts'
import { createLearnedWindows } from './learned-windows.ts'
import { logOrMemory } from './log-or-memory.ts'
import { createLookups } from './lookups.ts'
import { configuredInfo } from './model-info.ts'
import { createArtefacts } from './node-host/artefacts.ts'
import { createCheckSchema } from './node-host/check-schema.ts'
import { childEnvironment } from './node-host/child-environment.ts'
import { nodeClock } from './node-host/clock.ts'
import { createNodeFiles } from './node-host/files.ts'
import { createMedia } from './node-host/media.ts'
import { createNodeShell } from './node-host/shell.ts'
import { type FoundSession, findSession, forkOf } from './open-session.ts'
import type { RuntimeOptions } from './options.ts'
import { createPort, type OpenSession } from './port.ts'
import { readPreface } from './preface.ts'
import { withImages } from './prompt-images.ts'
import { Readers } from './readers.ts'
import { runSession } from './run-session.ts'
import { type RunContext, SessionActor } from './session-actor.ts'
import { checkModel, sessionSettings } from './session-settings.ts'
import { artefactFolder, openSessionTools } from './session-tools.ts'
import { createWindowWatch } from './window-watch.ts'
import { workspaceFiles } from './workspace-files.ts'

/** @throws AgentError when the session that was asked for cannot be opened */
export async function createRuntime(options: RuntimeOptions): Promise<RuntimePort> {
	const { folders, settings, cwd } = options
	const clock = options.clock ?? nodeClock
	const ids = createIdSource({ clock, random: randomBytes })
	const store: SessionStore = options.session.isStored
		? createJsonlStore({ folder: folders.sessions, artefacts: folders.artefacts })
		: createInMemoryStore()
	const windows = createLearnedWindows()
	const info = configuredInfo(settings, ref => windows.over(modelInfo(ref)))
	const watchWindow = createWindowWatch({ providers: options.providers, info, learn: windows.learn })
	const searchPath = childEnvironment(options.env).PATH ?? ''
	const shell = createNodeShell({ env: options.env, knownSecrets: options.secrets.known })
	const base: Omit<Host, 'artefacts'> = {
		clock,
		shell,
		files: createNodeFiles(),
		media: createMedia(folders.media),
		secrets: options.secrets,
		checkSchema: createCheckSchema(),
	}
	const { streamIdleMs } = settings.network
	const providers = createProviders({
		configs: options.providers,
		media: base.media,
		info,
		clock,
		limits: {
			headersTimeoutMs: Math.max(60_000, streamIdleMs),
			proxyEnv: options.env,
			sockets: settings.network.socket,
			// Well before the silence that fails an attempt: what a socket does not do is done over HTTPS.
			firstEventTimeoutMs: Math.min(30_000, Math.round(streamIdleMs / 3)),
		},
	})
	const provider = options.provider ?? (id => providers.get(id))
	const drawing = imageDrawing(options, clock)
	const scrub = createScrubber(options.secrets.known)
	const readers = new Readers()
	const preface = once(() =>
		readPreface({
			cwd,
			home: options.home,
			folders,
			platform: process.platform,
			now: clock.now(),
			withInstructions: settings.instructions.enabled && !options.bare,
		}),
	)

	const chains = new Map<string, Reply>()
	const reply = (models: readonly ModelRef[]): Reply => {
		const key = JSON.stringify(models)
		const known = chains.get(key)
		if (known) return known
		const chain = createChain({ chain: models, provider, info, clock, random: Math.random, streamIdleMs })
		chains.set(key, chain)
		return chain
	}

	const begin = async (found: FoundSession) => {
		const { sessionId } = found
		const host: Host = { ...base, artefacts: createArtefacts(artefactFolder(options, sessionId)) }
		let asking: RunContext | undefined
		const tools = await openSessionTools(options, {
			host,
			seen: seenDetails(found.envelopes),
			sessionId,
			searchPath,
			ask: question => asking?.ask(question) ?? Promise.resolve(undefined),
			drawing,
		})
		const system = systemPrompt({
			tools: tools.offered({ kind: 'ask' }).names,
			interactive: options.isInteractive,
			...options.systemPrompt,
		})
		const fixedTokens = estimateText(system) + estimateTools(tools.offered({ kind: 'ask' }).specs)
		const estimateHistory = createHistoryEstimate()
		const actor = new SessionActor({
			sessionId,
			cwd,
			version: options.version,
			parent: found.parent,
			before: found.envelopes,
			append: logOrMemory(
				(envelope, durability) => found.log.append([envelope], durability),
				why => actor.show({ type: 'notice', level: 'warning', text: `this session is not stored: ${why}` }),
			),
			deliver: envelope => readers.deliver(envelope),
			ids,
			clock,
			isInteractive: options.isInteractive,
			settings: sessionSettings(options, found.envelopes),
			toolNames: mode => tools.offered(mode).names,
			maxTurns: settings.budget.maxTurns,
			runLimitMs: settings.budget.timeoutMs,
			checkModel: ref => checkModel(ref, options),
			withImages: (message, ref) => withImages(message, { cwd, home: options.home, model: info(ref), host }),
			effortDoubt: ref => effortDoubt(info(ref)),
			run: async context => {
				asking = context
				return runSession(
					{
						host,
						sessionId,
						reply,
						info,
						system,
						preface: async () => (await preface()).messages,
						tools: tools.offered,
						scrub,
						outputSchema: options.outputSchema,
						yolo: options.yolo,
						limits: {
							maxTurns: settings.budget.maxTurns,
							runMicroUsd: microUsd(settings.budget.maxCostUsd),
							sessionMicroUsd: microUsd(settings.budget.maxSessionCostUsd),
						},
						callLimitMs: CALL_LIMIT_MS,
						watchWindow: reply => watchWindow({ ...reply, fixedTokens }),
						estimateTokens: messages => fixedTokens + estimateHistory(messages),
					},
					context,
				)
			},
		})
		await actor.adopt(found.closing)
		const doubt = options.effort?.isChosen ? effortDoubt(info(actor.nextSettings.chain[0]!)) : undefined
		const notices = [
			...found.notices,
			...(await preface()).problems,
			...options.notices,
			...(doubt === undefined ? [] : [doubt]),
		]
		return {
			actor,
			resumed: found.resumed,
			notices,
			prefix: async () => ({
				system,
				tools: tools.offered({ kind: 'ask' }).specs,
				preface: (await preface()).messages,
			}),
			close: async () => {
				await tools.close()
				await found.log.close()
			},
		}
	}

	let current: Awaited<ReturnType<typeof begin>> | undefined
	const open: OpenSession = async selector => {
		const found =
			selector.kind === 'fork-of'
				? await forkOf(selector.actor, { store, ids, cwd })
				: await findSession(selector, {
						store,
						ids,
						cwd,
						fork: options.session.fork && current === undefined,
					})
		current = await begin(found)
		return current
	}

	return createPort(options.session.selector, {
		cwd,
		clock,
		readers,
		open,
		remarks: async () => {
			if (!options.looksForServers) return []
			// The first frame comes first.
			if (options.isInteractive) await clock.sleep(AFTER_FIRST_FRAME_MS, new AbortController().signal)
			const { localOffers } = await import('./local-offer.ts')
			return localOffers(options.providers, options.isInteractive)
		},
		shutdown: () => shell.killAll(),
		lookups: actor =>
			createLookups(
				{
					cwd,
					store,
					models: async () => {
						const { usableModels } = await import('./usable-models.ts')
						const { providers, env } = options
						return usableModels({ ...base, providers, info, folder: folders.models, proxyEnv: env })
					},
					files: () => workspaceFiles(cwd, base.files),
					clipboardImage: () => clipboardImage(base, options.env),
					windowTokens: ref => info(ref).windowTokens,
					prefix: () => current!.prefix(),
				},
				actor,
			),
	})
}

/** A tool that has not come to an end by itself is stopped after this; the shell has a limit of its own. */
const CALL_LIMIT_MS = 15 * 60_000

const AFTER_FIRST_FRAME_MS = 250

function imageDrawing({ imageModel, providers, env }: RuntimeOptions, clock: Clock) {
	const config = providers.find(each => each.id === imageModel?.provider)
	if (!imageModel || !config) return undefined
	const source = { config, model: imageModel.model, clock, proxyEnv: env }
	const draw: DrawImage = async (order, signal) =>
		(await import('../providers/image-generation.ts')).generateImage(order, source, signal)
	return { by: modelName(imageModel), draw }
}

function effortDoubt({ ref, reasoning }: ModelInfo): string | undefined {
	if (reasoning) return undefined
	const name = modelName(ref)
	return `${name} is not known to reason, so effort changes nothing; if it does, set models.${name}.reasoning to true`
}

function microUsd(usd: number | undefined): number | undefined {
	return usd === undefined ? undefined : Math.round(usd * 1_000_000)
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
	let made: Promise<Value> | undefined
	return () => (made ??= make())
}
