// The composition root: the one place that names every concrete part and puts them together. No decisions beyond
// "is this configured".

import { randomBytes } from 'node:crypto'
import type { NoteScope, SessionSelector } from '../core/commands.ts'
import type { Envelope, StoredEvent } from '../core/events.ts'
import type { Clock, Host } from '../core/host.ts'
import type { ModelInfo, Reply } from '../core/model.ts'
import { type ModelRef, modelName } from '../core/model-ref.ts'
import type { RuntimePort } from '../core/runtime-port.ts'
import { modelInfo } from '../providers/catalogue.ts'
import { createChain } from '../providers/chain.ts'
import { createProviders } from '../providers/registry.ts'
import { historyOf } from '../sessions/history.ts'
import { createIdSource } from '../sessions/ids.ts'
import { createInMemoryStore } from '../sessions/in-memory-store.ts'
import { createJsonlStore } from '../sessions/jsonl-store.ts'
import { seenDetails } from '../sessions/resume.ts'
import type { SessionStore } from '../sessions/store.ts'
import type { DrawImage } from '../tools/builtin/generate-image.ts'
import { createScrubber } from '../tools/scrub.ts'
import { parseModel } from '../workspace/model-choice.ts'
import { systemPrompt } from '../workspace/system-prompt.ts'
import { createSessionCheckpoints, parentOf } from './checkpoints.ts'
import { clipboardImage } from './clipboard.ts'
import { missingSandbox } from './command-sandbox.ts'
import { createHistoryEstimate, estimateText, estimateTools } from './context-estimate.ts'
import { createLearnedWindows } from './learned-windows.ts'
import { logOrMemory } from './log-or-memory.ts'
import { createLookups, type LookupDeps } from './lookups.ts'
import type { MemorySession } from './memory.ts'
import { createNotes } from './memory-notes.ts'
import { configuredInfo } from './model-info.ts'
import { createArtefacts } from './node-host/artefacts.ts'
import { createCheckSchema } from './node-host/check-schema.ts'
import { childEnvironment } from './node-host/child-environment.ts'
import { nodeClock } from './node-host/clock.ts'
import { createNodeFiles } from './node-host/files.ts'
import { lazySandbox } from './node-host/lazy-sandbox.ts'
import { createMedia } from './node-host/media.ts'
import { createNodeShell } from './node-host/shell.ts'
import { unheldFiles } from './node-host/unheld-files.ts'
import { openMemory } from './open-memory.ts'
import { type FoundSession, findSession, followSession, forkOf } from './open-session.ts'
import type { RuntimeOptions } from './options.ts'
import { createPort, type OpenSession, type SessionWish } from './port.ts'
import { readPreface } from './preface.ts'
import { withImages } from './prompt-images.ts'
import { Readers } from './readers.ts'
import { type RunParts, runSession } from './run-session.ts'
import { type RunContext, SessionActor } from './session-actor.ts'
import { checkModel, sessionSettings } from './session-settings.ts'
import { artefactFolder, openSessionTools } from './session-tools.ts'
import { storedMessage } from './stored-message.ts'
import { createTokenGauge } from './token-gauge.ts'
import { createWindowWatch } from './window-watch.ts'
import { workspaceFiles } from './workspace-files.ts'

/** @throws AgentError when the session that was asked for cannot be opened */
export async function createRuntime(options: RuntimeOptions): Promise<RuntimePort> {
	const { folders, settings, cwd } = options
	const clock = options.clock ?? nodeClock
	const ids = createIdSource({ clock, random: randomBytes })
	const store: SessionStore = options.session.isStored
		? createJsonlStore({
				folder: folders.sessions,
				belongings: [folders.artefacts, folders.checkpoints],
			})
		: createInMemoryStore()
	const summariser = summaryModel(options)
	const compactAt = settings.context.autoCompact ? settings.context.compactAt : undefined
	const windows = createLearnedWindows()
	const info = configuredInfo(settings, ref => windows.over(modelInfo(ref)))
	const watchWindow = createWindowWatch({ providers: options.providers, info, learn: windows.learn })
	const searchPath = childEnvironment(options.env).PATH ?? ''
	const sandbox = lazySandbox(async () => {
		const { createSandbox } = await import('./node-host/sandbox.ts')
		const hosts = { allowed: settings.sandbox.allowedHosts, ask: async () => 'no' as const }
		const notFrom = [cwd, ...options.addDirs]
		return createSandbox({ searchPath, notFrom, stateFolder: folders.state, hosts })
	})
	const shell = createNodeShell({ env: options.env, knownSecrets: options.secrets.known, sandbox })
	const base: Omit<Host, 'artefacts'> = {
		clock,
		shell,
		files: unheldFiles(createNodeFiles(), sandbox),
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
	let tell: (text: string) => void = () => {}
	const notes = createNotes({ cwd, folders, clock, scrub })
	const memory = openMemory(options, { clock, notes, scrub, tell: text => tell(text) })
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
		const memorySession = (stored: readonly Envelope<StoredEvent>[]): MemorySession => ({
			sessionId,
			visible: async () => [...(await preface()).messages, ...historyOf(stored)],
			isCondensed: stored.some(({ event }) => event.type === 'compaction'),
		})
		let scratchpad = found.resumed ? await notes.scratchpad(sessionId) : []
		const remember = async (text: string, scope: NoteScope) => {
			const kept = await notes.keep(text, scope, sessionId)
			if (scope === 'session') scratchpad = await notes.scratchpad(sessionId)
			return kept
		}
		const tools = await openSessionTools(options, {
			host,
			seen: seenDetails(found.envelopes),
			sessionId,
			searchPath,
			ask: question => asking?.ask(question) ?? Promise.resolve(undefined),
			sandbox: {
				sandbox,
				run: () => asking,
				known: state => {
					actor.show({ type: 'sandbox-state', sandbox: state })
					const text = missingSandbox(state)
					if (text !== undefined) actor.show({ type: 'notice', level: 'warning', text })
				},
			},
			drawing,
			memory: memory && {
				recall: {
					recall: (query, signal) => memory.recall(query, memorySession(actor.stored), signal),
					message: (session, number) => storedMessage(store, session, number),
				},
				remember,
			},
		})
		const checkpoints = createSessionCheckpoints(options, {
			sessionId,
			parentId: parentOf(found.envelopes),
			files: base.files,
			now: () => clock.now(),
		})
		const system = systemPrompt({
			tools: tools.offered({ kind: 'ask' }).names,
			interactive: options.isInteractive,
			...options.systemPrompt,
		})
		const fixedTokens = estimateText(system) + estimateTools(tools.offered({ kind: 'ask' }).specs)
		const estimateHistory = createHistoryEstimate()
		const parts: RunParts = {
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
			permissions: options.permissions && {
				rules: options.permissions.rules,
				root: options.permissions.root,
				workspace: tools.workspace,
			},
			limits: {
				maxTurns: settings.budget.maxTurns,
				runMicroUsd: microUsd(settings.budget.maxCostUsd),
				sessionMicroUsd: microUsd(settings.budget.maxSessionCostUsd),
			},
			callLimitMs: CALL_LIMIT_MS,
			watchWindow: reply => watchWindow({ ...reply, fixedTokens }),
			estimateTokens: messages => fixedTokens + estimateHistory(messages),
			gauge: createTokenGauge(),
			learnWindow: windows.learn,
			compactAt,
			summaryModel: summariser,
			notes: () => scratchpad,
		}
		const actor = new SessionActor({
			sessionId,
			cwd,
			version: options.version,
			parent: found.parent,
			before: found.envelopes,
			append: logOrMemory(
				async (envelope, durability) => {
					await found.log.append([envelope], durability)
					memory?.noted(sessionId)
				},
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
			withMemory: async (message, before, signal) =>
				memory ? memory.withMemory(message, memorySession(before), signal) : message,
			remember: async (text, scope) => {
				const { path, isNew } = await remember(text, scope)
				return isNew ? `Noted in ${path}` : `That is noted in ${path} already`
			},
			effortDoubt: ref => effortDoubt(info(ref)),
			allowForProject: options.permissions?.allowForProject,
			run: async context => {
				asking = context
				return checkpoints.during(context, watched => runSession(parts, watched))
			},
			goBack: (command, stored) => checkpoints.rewind(command, stored),
			wentBack: stored => tools.knows(seenDetails(stored)),
			compact: async context => (await import('./compact-session.ts')).compactSession(parts, context),
		})
		tell = text => actor.show({ type: 'notice', level: 'warning', text })
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
			isTail: found.isTail,
			notices,
			prefix: async () => ({
				system,
				tools: tools.offered(actor.nextSettings.approvals).specs,
				preface: (await preface()).messages,
				gauge: parts.gauge,
			}),
			rewindPoints: () => checkpoints.points(actor.stored),
			close: async () => {
				await tools.close()
				await found.log.close()
			},
		}
	}

	const watching = async (selector: SessionSelector) => {
		const stop = new AbortController()
		const watched = await followSession(selector, { store, ids, cwd }, stop.signal)
		if (!watched) return undefined
		const { sessionId, envelopes, holder, isTail } = watched
		const { WatchedSession } = await import('./watched-session.ts')
		const actor = new WatchedSession({
			sessionId,
			before: envelopes,
			appended: watched.appended,
			holder,
			findHolder: () => store.holder(sessionId),
			settings: sessionSettings(options, envelopes),
			deliver: envelope => readers.deliver(envelope),
			clock,
		})
		const followed = actor.follow()
		return {
			actor,
			isTail,
			resumed: true,
			notices: [
				`process ${holder} has this session open; here it is only looked at (/fork goes on in a copy)`,
			],
			prefix: async () => ({ system: '', tools: [], preface: [], gauge: createTokenGauge() }),
			rewindPoints: async () => [],
			close: async () => {
				stop.abort()
				await followed
			},
		}
	}

	const selected = async ({ selector, whenBusy }: Extract<SessionWish, { kind: 'selected' }>) => {
		const watched = whenBusy === 'watch' ? await watching(selector) : undefined
		if (watched) return watched
		const isFirst = current === undefined
		const fork = (options.session.fork && isFirst) || whenBusy === 'fork'
		return begin(await findSession(selector, { store, ids, cwd, fork }))
	}

	type Session = Pick<LookupDeps, 'prefix' | 'rewindPoints'>
	let current: Session | undefined
	const open: OpenSession = async wish => {
		const session =
			wish.kind === 'fork-of'
				? await begin(await forkOf(wish.actor, { store, ids, cwd }, wish.atSeq))
				: await selected(wish)
		current = session
		return session
	}

	const first: SessionWish = { kind: 'selected', ...options.session }
	return createPort(first, {
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
		shutdown: async () => {
			await Promise.all([shell.killAll(), memory?.close()])
		},
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
					window: ref => {
						const { windowTokens, maxOutputTokens } = info(ref)
						return { windowTokens, replyTokens: maxOutputTokens }
					},
					compactAt,
					prefix: () => current!.prefix(),
					searchMemory: async words => (await memory?.search(words, MOST_FOUND)) ?? [],
					notes: sessionId => notes.list(sessionId),
					rewindPoints: () => current!.rewindPoints(),
				},
				actor,
			),
	})
}

const MOST_FOUND = 50

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

/** @throws AgentError when no provider can serve it */
function summaryModel({ settings, providers, provider }: RuntimeOptions): ModelRef | undefined {
	const name = settings.context.summaryModel
	if (name === undefined) return undefined
	const known = provider ? [name.split('/', 1)[0]!] : providers.map(({ id }) => id)
	return parseModel(name, known)
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
