// What a session has of memory: passages put in front of prompts, answers for `recall` and for searching, and an
// index that follows the log while the process has nothing better to do.

import { messageOf } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { MemoryHit, MemoryQuery } from '../../core/memory.ts'
import { type Message, promptText, type UserMessage } from '../../core/messages.ts'
import { estimateText } from '../context/context-estimate.ts'
import { existingHits } from './existing-hits.ts'
import { EmbedderQueue } from './memory-embedder.ts'
import { type Index, type IndexDeps, MemoryIndex } from './memory-index.ts'
import type { EmbeddingPayer, PaidEmbedder } from './paid-embedder.ts'

export type MemoryDeps = Omit<IndexDeps, 'owner'> & {
	/** In place of one in a file. */
	index?: Index | undefined
	/** The project's root folder. */
	project(): Promise<string>
	clock: Pick<Clock, 'monotonicMs' | 'now'>
	scrub(text: string): string
	/** How much may go in front of a prompt; 0 is nothing. */
	limitTokens: number
	embedder: (() => Promise<PaidEmbedder>) | undefined
	/** False where nothing of this process is to be kept. */
	isPersisted: boolean
}

export type Memory = {
	/** The log of the session has grown. @param payer - of what that leads to */
	noted(sessionId: SessionId, payer: EmbeddingPayer): void
	/** A prompt is being typed: loads what looking for it will need. Never fails. */
	expectPrompt(): Promise<void>
	/** The prompt with what memory has to say about it in front. Never fails, and never takes long. */
	withMemory(prompt: UserMessage, session: MemorySession, signal: AbortSignal): Promise<UserMessage>
	/** Best first, from this project. */
	recall(query: RecallQuery, session: MemorySession, signal: AbortSignal): Promise<readonly Recalled[]>
	/** What holds all the words, in every project. */
	search(words: string, limit: number): Promise<readonly MemoryHit[]>
	close(): Promise<void>
}

export type MemorySession = {
	sessionId: SessionId
	/** What it was copied from: what counts of that is in the copy, and the rest was left behind on purpose. */
	parentId: string | undefined
	/** What the model will see without us. */
	visible(): Promise<readonly Message[]>
	/** Some of the session has left the conversation. */
	isCompacted: boolean
	/** Of what looking for something costs. */
	payer: EmbeddingPayer
}

/** `isVisible`: it stands in the conversation as it is. */
export type Recalled = MemoryHit & { isVisible: boolean }

export type RecallQuery = { text: string; limit: number; sessionId?: string }

/** One user on one machine. A server has its own. */
export const LOCAL_OWNER = { app: 'keelson', user: 'local' }

export function createMemory(given: MemoryDeps): Memory {
	const deps = { ...given, notify: notifyOnce(given.notify) }
	const index: Index = given.index ?? new MemoryIndex({ ...deps, owner: LOCAL_OWNER })
	const stop = new AbortController()
	const embeddings = deps.embedder && new EmbedderQueue({ ...deps, index, open: deps.embedder })
	const following = createFollowing(
		index,
		deps,
		stop.signal,
		payer => void embeddings?.work(payer, stop.signal),
	)

	const vectorOf = async (
		question: { text: string; project: string; payer: EmbeddingPayer },
		signal: AbortSignal,
	): Promise<Pick<MemoryQuery, 'vector'>> => {
		const inTime = AbortSignal.any([signal, AbortSignal.timeout(EMBED_LIMIT_MS)])
		const vector = await embeddings?.vectorOf(question, inTime)
		return vector ? { vector } : {}
	}
	const about = async (text: string, { payer }: MemorySession, signal: AbortSignal) => {
		const project = await deps.project()
		const vector = await vectorOf({ text, project, payer }, signal)
		return { text, project, words: 'some' as const, now: deps.clock.now(), ...vector }
	}

	// Another process may be writing: then what is there has to do.
	const upToDate = (signal: AbortSignal) =>
		index.catchUp({ ...STEPS, limitMs: CATCH_UP_LIMIT_MS, signal }).catch(() => false)

	// A run that was over quickly has left its log to whoever comes next, and the newest is read first.
	const freshened = async (): Promise<boolean> => {
		if (!index.exists && !(deps.isPersisted && (await index.hasLogs()))) return false
		const newest = { ...OWN_STEPS, newest: FRESH_LOGS, limitMs: OWN_LIMIT_MS, signal: stop.signal }
		await index.catchUp(newest).catch(() => false)
		return true
	}

	return {
		noted: following.noted,

		async expectPrompt() {
			if (deps.limitTokens === 0) return
			try {
				await import('../../memory/text/words.ts')
				if (!(await freshened())) return
				await import('../../memory/visible.ts')
				await import('../../memory/prompt-text.ts')
				await import('../../memory/ranking/near-duplicates.ts')
				const project = await deps.project()
				const anything = {
					text: 'what was said of this',
					words: 'some' as const,
					withUndone: false,
					leastCoverage: 1,
					limit: 1,
				}
				await index.use(store => store.search({ ...anything, project, now: deps.clock.now() }))
			} catch {
				// The prompt itself tells what is wrong.
			}
		},

		async withMemory(prompt, session, signal) {
			const text = promptText(prompt)
			if (deps.limitTokens === 0 || text.trim() === '') return prompt
			try {
				const { wordsOf } = await import('../../memory/text/words.ts')
				if (wordsOf(text).length === 0 && !deps.embedder) return prompt
				if (!(await freshened())) return prompt
				const { sessionId } = session
				if (session.isCompacted)
					await index.catchUp({ ...OWN_STEPS, sessionId, limitMs: OWN_LIMIT_MS, signal: stop.signal })
				const query = { ...(await about(text, session, signal)), withUndone: false, limit: MOST_FOUND }
				const { createVisible } = await import('../../memory/visible.ts')
				// That somebody has asked the very same before is no answer to it.
				const isVisible = createVisible([...(await session.visible()), prompt])
				const found = await index.use(async store => [
					// What this very conversation has lost is far more likely to be meant than what another one said.
					...(session.isCompacted
						? await store.search({ ...query, source: sessionId, leastCoverage: OWN_COVERAGE })
						: []),
					...(await store.search({ ...query, leastCoverage: OTHER_COVERAGE })),
				])
				const hits = await best(
					found.filter(hit => hit.source.name !== session.parentId),
					isVisible,
				)
				const { contextText } = await import('../../memory/prompt-text.ts')
				const context = contextText(hits, { limitTokens: deps.limitTokens, count: estimateText })
				if (context === undefined) return prompt
				return { ...prompt, content: [{ type: 'text', text: deps.scrub(context) }, ...prompt.content] }
			} catch (error) {
				deps.notify(`memory was not searched: ${messageOf(error)}`)
				return prompt
			}
		},

		async recall({ text, limit, sessionId }, session, signal) {
			await upToDate(signal)
			const query = {
				...(await about(text, session, signal)),
				withUndone: true,
				leastCoverage: 0.1,
				limit: limit + MOST_IN_SIGHT * 4,
			}
			const scoped = sessionId === undefined ? query : { ...query, source: sessionId }
			const found = existingHits(await index.use(store => store.search(scoped)))
			const { createVisible } = await import('../../memory/visible.ts')
			const isVisible = createVisible(await session.visible())
			const marked = found.map(hit => ({
				...hit,
				isVisible: hit.source.name === session.sessionId && isVisible(hit.text),
			}))
			// What the model cannot see is what it asks for; its own prompt holds the very words of the question.
			const inSight = marked.filter(hit => hit.isVisible).slice(0, MOST_IN_SIGHT)
			return [...marked.filter(hit => !hit.isVisible).slice(0, limit - inSight.length), ...inSight]
		},

		async search(words, limit) {
			await upToDate(stop.signal)
			const query = {
				text: words,
				words: 'all' as const,
				leastCoverage: 0,
				withUndone: true,
				limit,
				now: deps.clock.now(),
			}
			return existingHits(await index.use(store => store.search(query)))
		},

		async close() {
			stop.abort()
			await index.close()
		},
	}
}

const EMBED_LIMIT_MS = 1_500
/** A prompt waits so long for what was said last to be found; SPEC X10 has it for a session's own. */
const OWN_LIMIT_MS = 300
/** A prompt does not wait until thousands of logs have been looked through. */
const FRESH_LOGS = 100
const CATCH_UP_LIMIT_MS = 3_000
const MOST_FOUND = 10
const MOST_IN_SIGHT = 2
/** Of the best score: what is far behind it is there for a word, not for the question. */
const LEAST_SCORE_SHARE = 0.4
const OWN_COVERAGE = 0.2
const OTHER_COVERAGE = 0.4
const STEPS = { restMs: 0, chunkBytes: 256 * 1024 }
const OWN_STEPS = { restMs: 0, chunkBytes: 32 * 1024 }

function notifyOnce(notify: (text: string) => void): (text: string) => void {
	const told = new Set<string>()
	return text => {
		if (told.has(text)) return
		told.add(text)
		notify(text)
	}
}

/** Found in two ways, in one order; what the model sees anyway and what no longer exists is left out. */
async function best(
	found: readonly MemoryHit[],
	isVisible: (text: string) => boolean,
): Promise<readonly MemoryHit[]> {
	const { withoutNearDuplicates } = await import('../../memory/ranking/near-duplicates.ts')
	const unseen = found.filter(hit => !isVisible(hit.text)).toSorted((a, b) => b.score - a.score)
	const [first] = unseen
	const near = unseen.filter(hit => hit.score >= first!.score * LEAST_SCORE_SHARE)
	return existingHits(withoutNearDuplicates(near, MOST_FOUND))
}

type Following = Pick<Memory, 'noted'>

/**
 * The index follows the log once it has stopped growing for a moment: a turn never pays for it, and neither does a run that
 * is over by then.
 */
function createFollowing(
	index: Index,
	{ isPersisted, clock }: MemoryDeps,
	signal: AbortSignal,
	caughtUp: (payer: EmbeddingPayer) => void,
): Following {
	let waiting: { timer: NodeJS.Timeout; lastMs: number } | undefined
	let isFirst = true
	let restMs = 0
	const work = async (sessionId: SessionId, payer: EmbeddingPayer) => {
		waiting = undefined
		restMs = FOLLOW_EVERY_MS
		// What other processes wrote is read once, behind the session's own.
		const own = await index.catchUp({ ...QUIETLY, sessionId, signal })
		// A run that is over before all the others are read has its vectors all the same.
		caughtUp(payer)
		if (own && isFirst) {
			isFirst = false
			await index.catchUp({ ...QUIETLY, signal })
			caughtUp(payer)
		}
	}
	return {
		noted(sessionId, payer) {
			if (!isPersisted || signal.aborted) return
			const now = clock.monotonicMs()
			clearTimeout(waiting?.timer)
			const lastMs = waiting?.lastMs ?? now + LATEST_MS
			const timer = setTimeout(
				() =>
					work(sessionId, payer).catch(() => {
						// The disk is full, another process is writing: the next growth tries again.
						isFirst = true
					}),
				Math.max(0, Math.min(Math.max(FOLLOW_AFTER_MS, restMs), lastMs - now)),
			)
			waiting = { timer: timer.unref(), lastMs }
		},
	}
}

/** The log has not grown for so long: a model is being waited for, or a person. */
const FOLLOW_AFTER_MS = 300
/** However busy the session is. */
const LATEST_MS = 10_000
const FOLLOW_EVERY_MS = 1_000
const QUIETLY = { limitMs: Number.POSITIVE_INFINITY, restMs: 30, chunkBytes: 16 * 1024 }
