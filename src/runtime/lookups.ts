// Questions a front end may ask: each answered from what is there now, none of them changing anything.

import { type Message, promptText } from '../core/messages.ts'
import type { ModelInfo, ToolSpec } from '../core/model.ts'
import type { Lookups } from '../core/runtime-port.ts'
import { historyOf } from '../sessions/history.ts'
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
			return [
				{ part: 'system prompt', tokens: count(system) },
				{ part: 'tools', tokens: count(JSON.stringify(tools)) },
				{ part: 'instructions', tokens: estimateMessages(preface, count) },
				{ part: 'history', tokens: estimateMessages(historyOf(current().stored), count) },
			]
		},
	}
}

const RECENT_SESSIONS = 50
