// Questions a front end may ask: each answered from what is there now, none of them changing anything.

import type { SessionId } from '../../core/ids.ts'
import type { MemoryHit } from '../../core/memory.ts'
import { promptText } from '../../core/messages.ts'
import type { ModelInfo } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { LogPage, NoteList, RuntimeQueries } from '../../core/runtime-port.ts'
import type { WindowLimits } from '../../loop/context/window-budget.ts'
import { showSession } from '../../sessions/folds/show.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import { findProject, gitBranch } from '../../workspace/places/project.ts'
import { sessionHits } from '../memory/session-hits.ts'
import type { ComposedSession } from './composed-session.ts'

export type QueryDeps = {
	cwd: string
	store: SessionStore
	models(): Promise<readonly ModelInfo[]>
	files(): Promise<readonly string[]>
	window(ref: ModelRef): WindowLimits
	/** Share of the window at which history is compacted; undefined when that is switched off. */
	compactAt: number | undefined
	clipboardImage: RuntimeQueries['clipboardImage']
	scrubCertain(text: string): string
	storeImage: NonNullable<RuntimeQueries['storeImage']>
	readMedia: NonNullable<RuntimeQueries['readMedia']>
	expectPrompt(model: ModelRef): Promise<void>
	extensions: NonNullable<RuntimeQueries['extensions']>
	searchMemory(words: string): Promise<readonly MemoryHit[]>
	servers: RuntimeQueries['servers']
	notes(sessionId: SessionId): Promise<readonly NoteList[]>
	hooks: RuntimeQueries['hooks']
	readArtefact: NonNullable<RuntimeQueries['readArtefact']>
}

export function createQueries(deps: QueryDeps, current: () => ComposedSession): RuntimeQueries {
	const { models, files, clipboardImage, storeImage, store, servers, hooks, readArtefact } = deps
	return {
		readArtefact,
		readLog: async ({ sessionId, ...request }) => {
			const { actor } = current()
			// Nothing is stored before the first prompt.
			if (sessionId === undefined && actor.stored.length === 0) return EMPTY_PAGE
			return store.readPage(sessionId ?? actor.sessionId, request)
		},
		models,
		files,
		clipboardImage,
		storeImage,
		readMedia: deps.readMedia,
		servers,
		hooks,
		sessions: () => store.list(),
		maskedPrompt: async prompt => {
			const masked = deps.scrubCertain(prompt)
			return masked === prompt ? undefined : masked
		},
		gitBranch: async () => gitBranch(await findProject(deps.cwd)),
		gitDirty: async () => (await import('../host/git-dirty.ts')).gitDirty(deps.cwd),
		promptHistory: async () => {
			const here = (await store.list()).filter(session => session.cwd === deps.cwd).slice(0, RECENT_SESSIONS)
			const own = (await current().prompts()).flatMap(({ event }) =>
				event.type === 'run-start' ? [promptText(event.prompt)] : [],
			)
			return [...here.reverse().map(session => session.title), ...own].filter(prompt => prompt !== '')
		},
		contextUse: async when => {
			const session = current()
			const { stored, nextSettings } = session.actor
			const model = nextSettings.chain[0]!
			const prefix = await session.prefix()
			const { contextUse } = await import('../context/context-use.ts')
			return contextUse(
				{
					...prefix,
					model,
					stored,
					window: deps.window(model),
					compactAt: deps.compactAt,
				},
				when,
			)
		},
		...(store.running && { runningSessions: () => store.running!() }),
		...(store.statistics && { statistics: wish => store.statistics!(wish) }),
		rewindPoints: toSeq => current().rewindPoints(toSeq),
		changes: {
			list: scope => current().changes.list(scope),
			file: (scope, path) => current().changes.file(scope, path),
			counts: (scope, paths) => current().changes.counts(scope, paths),
			seen: () => current().changes.seen(),
		},
		expectPrompt: () => deps.expectPrompt(current().actor.nextSettings.chain[0]!),
		pictureAt: path => current().pictureAt(path),
		probeSandbox: () => current().probeSandbox(),
		offeredTools: async () => current().offeredTools(),
		agents: () => current().agents(),
		searchSessions: async query => sessionHits(await deps.searchMemory(query), await store.list()),
		extensions: deps.extensions,
		memoryState: async () => (await current().memoryState?.()) ?? {},
		notes: () => deps.notes(current().actor.sessionId),
		previewSession: async sessionId =>
			showSession(await store.readPart(sessionId, { lastBytes: PREVIEW_BYTES })).slice(-PREVIEW_CHARACTERS),
	}
}

const EMPTY_PAGE: LogPage = { entries: [], start: 0, end: 0, isFirst: true, isLast: true }

const RECENT_SESSIONS = 50
const PREVIEW_CHARACTERS = 4_000
const PREVIEW_BYTES = 1 << 18
