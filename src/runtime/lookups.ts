// Questions a front end may ask: each answered from what is there now, none of them changing anything.

import { type Message, promptText } from '../core/messages.ts'
import type { ModelInfo, ToolSpec } from '../core/model.ts'
import type { ModelRef } from '../core/model-ref.ts'
import type { Lookups } from '../core/runtime-port.ts'
import { historyOf } from '../sessions/history.ts'
import { showSession } from '../sessions/show.ts'
import type { SessionStore } from '../sessions/store.ts'
import { findProject, gitBranch } from '../workspace/project.ts'
import { estimateMessages } from './context-estimate.ts'
import type { SessionActor } from './session-actor.ts'
import { type CountTokens, loadTokenCounter } from './token-counter.ts'

export type LookupDeps = {
	cwd: string
	store: SessionStore
	models(): Promise<readonly ModelInfo[]>
	files(): Promise<readonly string[]>
	windowTokens(ref: ModelRef): number
	clipboardImage: Lookups['clipboardImage']
	/** What every request of the current session begins with. */
	prefix(): Promise<{ system: string; tools: readonly ToolSpec[]; preface: readonly Message[] }>
}

export function createLookups(deps: LookupDeps, current: () => SessionActor): Lookups {
	const { models, files, clipboardImage, store } = deps
	let counter: Promise<CountTokens> | undefined
	return {
		models,
		files,
		clipboardImage,
		sessions: () => store.list(),
		gitBranch: async () => gitBranch(await findProject(deps.cwd)),
		promptHistory: async () => {
			const here = (await store.list()).filter(session => session.cwd === deps.cwd).slice(0, RECENT_SESSIONS)
			const own = current().stored.flatMap(({ event }) =>
				event.type === 'run-start' ? [promptText(event.prompt)] : [],
			)
			return [...here.reverse().map(session => session.title), ...own].filter(prompt => prompt !== '')
		},
		contextUse: async () => {
			const { system, tools, preface } = await deps.prefix()
			counter ??= loadTokenCounter()
			const count = await counter
			return {
				windowTokens: deps.windowTokens(current().nextSettings.chain[0]!),
				parts: [
					{ part: 'system', tokens: count(system) },
					{ part: 'tools', tokens: count(JSON.stringify(tools)) },
					{ part: 'instructions', tokens: estimateMessages(preface, count) },
					{ part: 'history', tokens: estimateMessages(historyOf(current().stored), count) },
				],
				compactAtTokens: undefined,
				cached: undefined,
				prefixBreak: undefined,
				nextToGo: [],
			}
		},
		rewindPoints: async () =>
			current()
				.stored.flatMap(({ seq, at, event }) =>
					event.type === 'run-start'
						? [{ toSeq: seq - 1, at, prompt: promptText(event.prompt), changedFiles: undefined }]
						: [],
				)
				.reverse(),
		searchSessions: async () => [],
		previewSession: async sessionId => showSession(await store.read(sessionId)).slice(-PREVIEW_CHARACTERS),
	}
}

const RECENT_SESSIONS = 50
const PREVIEW_CHARACTERS = 4_000
