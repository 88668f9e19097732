// The composition root: what all sessions share, the session that is open, and the port in front of it. No decisions
// beyond "is this configured".

import type { RuntimePort } from '../../core/runtime-port.ts'
import { clipboardImage } from '../host/clipboard.ts'
import { workspaceFiles } from '../host/workspace-files.ts'
import type { RuntimeOptions } from '../options.ts'
import { findSession, forkOf } from '../session/open-session.ts'
import { createPort, type OpenSession, type SessionWish } from '../session/port.ts'
import { composeSession } from './compose-session.ts'
import { createLookups, type LookupDeps } from './queries.ts'
import { createSharedParts } from './shared-parts.ts'
import { watchSession } from './watch-session.ts'

/** @throws AgentError when the session that was asked for cannot be opened */
export async function createRuntime(options: RuntimeOptions): Promise<RuntimePort> {
	const { folders, cwd } = options
	const shared = createSharedParts(options)
	const { base, clock, ids, store, info, memory, notes, readers } = shared

	const selected = async ({ selector, whenBusy }: Extract<SessionWish, { kind: 'selected' }>) => {
		const watched = whenBusy === 'watch' ? await watchSession(selector, options, shared) : undefined
		if (watched) return watched
		const isFirst = current === undefined
		const fork = (options.session.fork && isFirst) || whenBusy === 'fork'
		return composeSession(await findSession(selector, { store, ids, cwd, fork }), options, shared)
	}

	type Session = Pick<LookupDeps, 'prefix' | 'rewindPoints' | 'prompts' | 'probeSandbox'>
	let current: Session | undefined
	const open: OpenSession = async wish => {
		const session =
			wish.kind === 'fork-of'
				? await composeSession(await forkOf(wish.actor, { store, ids, cwd }, wish.atSeq), options, shared)
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
			await Promise.all([shared.endCommands(), memory?.close()])
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
					compactAt: shared.compactAt,
					prefix: () => current!.prefix(),
					searchMemory: async words => (await memory?.search(words, MOST_FOUND)) ?? [],
					notes: sessionId => notes.list(sessionId),
					rewindPoints: toSeq => current!.rewindPoints(toSeq),
					prompts: () => current!.prompts(),
					probeSandbox: () => current!.probeSandbox(),
				},
				actor,
			),
	})
}

const MOST_FOUND = 50

const AFTER_FIRST_FRAME_MS = 250
