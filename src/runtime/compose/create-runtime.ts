// The composition root: what all sessions share, the session that is open, and the port in front of it. No decisions
// beyond "is this configured".

import { Mailbox } from '../../core/async/mailbox.ts'
import { once } from '../../core/async/once.ts'
import { AgentError } from '../../core/errors.ts'
import type { Files } from '../../core/host.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import { createCertainScrubber } from '../../safety/redaction/certain.ts'
import { extensionList } from '../extensions/extension-list.ts'
import { withServerPrompts } from '../extensions/mcp/server-prompts.ts'
import { readArtefact } from '../host/artefacts.ts'
import { clipboardImage } from '../host/clipboard.ts'
import { createRunGit } from '../host/run-git.ts'
import { workspaceFiles } from '../host/workspace-files.ts'
import type { RuntimeOptions } from '../options.ts'
import { loadFork, loadSession } from '../session/open-session.ts'
import { createPort, type SessionTarget } from '../session/port.ts'
import { EventSubscribers } from '../session/subscribers.ts'
import { composeSession } from './compose-session.ts'
import type { ComposedSession } from './composed-session.ts'
import { createQueries } from './queries.ts'
import { createSharedParts, type SharedParts } from './shared-parts.ts'
import { watchSession } from './watch-session.ts'

/**
 * @param together - what several ports have in common, made from options like these; whoever made it ends it
 * (`endSharedParts`) when the last of them is shut down. Left out, the port has its own.
 * @throws AgentError when the session that was asked for cannot be opened
 */
export async function createRuntime(options: RuntimeOptions, together?: SharedParts): Promise<RuntimePort> {
	const { folders, cwd } = options
	const shared: SharedParts = together
		? { ...together, subscribers: new EventSubscribers(), warnings: new Mailbox() }
		: createSharedParts(options)
	const { base, clock, ids, store, info, memory, notes, subscribers } = shared

	let isFirst = true
	const open = async (wish: SessionTarget): Promise<ComposedSession> => {
		if (wish.kind === 'fork-of')
			return composeSession(await loadFork(wish.actor, { store, ids, cwd }, wish.atSeq), options, shared, {
				source: 'fork',
			})
		const { selector, whenBusy } = wish
		const watched = whenBusy === 'watch' ? await watchSession(selector, options, shared) : undefined
		if (watched) return watched
		const fork = wish.fork === true || whenBusy === 'fork'
		const takeOver = wish.takeOver === true || whenBusy === 'take-over'
		const loaded = await loadSession(selector, { store, ids, cwd, fork, takeOver })
		const begins = selector.kind === 'new' ? (isFirst ? 'startup' : 'clear') : fork ? 'fork' : 'resume'
		isFirst = false
		return composeSession(loaded, options, shared, { source: begins })
	}

	/** What is loaded stays; a connection does not. */
	const loadForPrompt = once(() => Promise.all([memory?.expectPrompt(), shared.maps?.expectPrompt()]))

	const { selector, whenBusy, fork, takeOver } = options.session
	const first: SessionTarget = { kind: 'selected', selector, whenBusy, fork, takeOver }
	return createPort(first, {
		cwd,
		clock,
		subscribers,
		open,
		warnings: shared.warnings,
		startupNotices: async () => {
			const left = await leftWork(options, base.files)
			if (!options.looksForServers) return left
			// The first frame comes first.
			if (options.isInteractive) await clock.sleep(AFTER_FIRST_FRAME_MS, new AbortController().signal)
			const { localServerHints } = await import('./local-offer.ts')
			const { providers, isInteractive } = options
			return [...left, ...(await localServerHints(providers, { clock, isInteractive }))]
		},
		changeServer: async ({ type, server }) => {
			if (!shared.servers)
				throw new AgentError('usage', 'there are no MCP servers; agent mcp add configures one')
			const life = (await shared.servers.get()).find(server)
			await (type === 'server-restart' ? life.restart() : life.accept())
		},
		shutdown: async () => {
			if (together) shared.warnings.close()
			else {
				await Promise.all([endSharedParts(shared), options.telemetry?.close()])
				await options.log?.close()
			}
		},
		queries: current =>
			createQueries(
				{
					cwd,
					store,
					scrubCertain: createCertainScrubber(options.secrets.known),
					models: async () => {
						const { usableModels } = await import('./usable-models.ts')
						const { providers, env } = options
						return usableModels({ ...base, providers, info, folder: folders.models, proxyEnv: env })
					},
					files: async () => {
						const servers = (await shared.servers?.get())?.status() ?? []
						const mentions = servers.flatMap(({ resources }) => resources.map(({ mention }) => mention))
						return [...(await workspaceFiles(cwd, base.files)), ...mentions]
					},
					expectPrompt: async ({ provider }) => {
						await shared.models.loadProvider(provider)
						await loadForPrompt()
					},
					clipboardImage: () => clipboardImage(base, options.env),
					storeImage: bytes => base.media.put(bytes),
					readMedia: uri => base.media.get(uri),
					window: ref => {
						const { windowTokens, maxOutputTokens } = info(ref)
						return { windowTokens, replyTokens: maxOutputTokens }
					},
					compactAt: shared.compactAt,
					extensions: async () =>
						withServerPrompts(
							extensionList(await shared.extensions(), options.extensions),
							shared.servers?.status() ?? [],
						),
					searchMemory: async words => (await memory?.search(words, MOST_FOUND)) ?? [],
					readArtefact: path => readArtefact(folders.artefacts, path),
					servers: async () => (await shared.servers?.get())?.status() ?? [],
					notes: sessionId => notes.list(sessionId),
					hooks: async () => {
						const { listHooks } = await import('../../extensions/hooks/list-hooks.ts')
						return listHooks(options.bare ? [] : (options.extensions?.hooks ?? []))
					},
				},
				current,
			),
	})
}

/** Ends what outlives a session: everything that still runs. */
export async function endSharedParts(shared: SharedParts): Promise<void> {
	shared.maps?.close()
	await Promise.all([shared.endCommands(), shared.memory?.close(), shared.servers?.close()])
	shared.warnings.close()
}

/** What agents of processes that were killed have left in their worktrees. */
async function leftWork(
	{ folders, cwd, env }: RuntimeOptions,
	files: Pick<Files, 'list'>,
): Promise<readonly string[]> {
	if ((await files.list(folders.worktrees).catch(() => undefined)) === undefined) return []
	const { leftWorktrees } = await import('../../workspace/worktrees/left-worktrees.ts')
	return leftWorktrees(folders.worktrees, cwd, createRunGit({ env }))
}

const MOST_FOUND = 50

const AFTER_FIRST_FRAME_MS = 250
