// Session memory: what one session may look back at, what it notes down, and its scratchpad, which every request of its
// runs brings along.

import { once } from '../../core/async/once.ts'
import type { NoteScope } from '../../core/commands.ts'
import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { Clock } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { MemoryState, MemoryTrace } from '../../core/memory.ts'
import type { Message, UserMessage } from '../../core/messages.ts'
import { historyOf } from '../../sessions/folds/history.ts'
import { undoneRanges } from '../../sessions/folds/rewound-ranges.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import type { Memory, MemorySession, RecallAnswer, RecallQuery } from './memory.ts'
import { type Notes, noteNotice } from './memory-notes.ts'
import type { EmbeddingPayer } from './paid-embedder.ts'
import { storedMessage } from './stored-message.ts'

export type SessionMemory = {
	/** The prompt of a run with what memory has to say about it in front. */
	withMemory(
		prompt: UserMessage,
		before: readonly Envelope<StoredEvent>[],
		signal: AbortSignal,
	): Promise<UserMessage>
	/** What the project is known by, where that is known by now and not its folder. */
	projectName(): string | undefined
	/** What memory did about the last prompt, and how far its index is. */
	state(): Promise<MemoryState>
	/** Keeps a note. @returns what came of it, in words for the user */
	remember(text: string, scope: NoteScope): Promise<string>
	scratchpad(): readonly string[]
	/** What the model's own tools look back and take notes with. Left out where memory is switched off. */
	forTools: MemoryForTools | undefined
}

export type MemoryForTools = {
	recall: {
		recall(query: RecallQuery, signal: AbortSignal): Promise<RecallAnswer>
		/** What was done at a time that the query names. @returns undefined where it names none */
		runs(query: string, signal: AbortSignal): Promise<string | undefined>
		/** The whole message; undefined when there is none of that number. @throws AgentError when there is no such session */
		message(session: string, number: number): Promise<string | undefined>
	}
	remember(text: string, scope: NoteScope): Promise<{ path: string; isNew: boolean }>
}

export async function openSessionMemory(
	session: {
		sessionId: SessionId
		parent: { sessionId: SessionId; seq: number } | undefined
		resumed: boolean
		/** All that is stored by now. */
		stored(): readonly Envelope<StoredEvent>[]
	},
	given: {
		memory: Memory | undefined
		notes: Notes
		store: SessionStore
		/** Of what looking back costs: for a prompt that is on its way, and otherwise. */
		payers: { nextRun: EmbeddingPayer; now: EmbeddingPayer }
		clock: Pick<Clock, 'now'>
		/** The folder the session is in, whose project's runs may be looked back at. */
		cwd: string
		artefactsFolder: string
		/** What stands in front of every request. */
		preamble(): Promise<readonly Message[]>
	},
): Promise<SessionMemory> {
	const { sessionId } = session
	const { memory, notes, store, payers } = given
	const view = (stored: readonly Envelope<StoredEvent>[], payer: EmbeddingPayer): MemorySession => ({
		payer,
		sessionId,
		parent: session.parent,
		undone: undoneRanges(stored),
		visible: async () => [...(await given.preamble()), ...historyOf(stored)],
		isCompacted: stored.some(({ event }) => event.type === 'compaction'),
	})
	const runs = once(async () => {
		const { createRunsOfATime } = await import('./run-summaries/runs-of-a-time.ts')
		return createRunsOfATime({ ...given, now: () => given.clock.now() })
	})
	let trace: MemoryTrace | undefined
	let scratchpad = session.resumed ? await notes.scratchpad(sessionId) : []
	const keep = async (text: string, scope: NoteScope) => {
		const kept = await notes.keep(text, scope, sessionId)
		if (scope === 'session') scratchpad = await notes.scratchpad(sessionId)
		return kept
	}
	return {
		async withMemory(prompt, before, signal) {
			if (!memory) return prompt
			const found = await memory.withMemory(prompt, view(before, payers.nextRun), signal)
			trace = found.trace
			return found.prompt
		},
		projectName: () => memory?.projectName(),
		async state() {
			const lag = await memory?.lag()
			return { ...(trace && { trace }), ...(lag && { lag }) }
		},
		remember: async (text, scope) => noteNotice(await keep(text, scope)),
		scratchpad: () => scratchpad,
		forTools: memory && {
			recall: {
				recall: (query, signal) => memory.recall(query, view(session.stored(), payers.now), signal),
				runs: async (query, signal) => (await runs()).about(query, signal),
				message: (of, number) => storedMessage(store, of, number),
			},
			remember: keep,
		},
	}
}
