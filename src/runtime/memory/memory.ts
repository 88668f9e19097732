// What a session has of memory: passages put in front of prompts, answers for `recall` and for searching, and an
// index that follows the log while the process has nothing better to do.

import { messageOf } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { DatedHit, IndexLag, MemoryHit, MemoryQuery, MemoryTrace } from '../../core/memory.ts'
import { type Message, promptText, type UserMessage } from '../../core/messages.ts'
import { inTime } from '../../core/time/in-time.ts'
import type { EmbeddingAllowance } from './embedding-allowance.ts'
import { existingHits } from './existing-hits.ts'
import { createFollowing, type Following } from './log-following.ts'
import { EmbedderQueue } from './memory-embedder.ts'
import { type Index, type IndexDeps, MemoryIndex } from './memory-index.ts'
import type { EmbeddingPayer, PaidEmbedder } from './paid-embedder.ts'
import type { ProjectNames } from './project-names.ts'

export type MemoryDeps = Omit<IndexDeps, 'owner'> & {
	/** In place of one in a file. */
	index?: Index | undefined
	names: ProjectNames
	clock: Clock
	scrub(text: string): string
	/** How much may go in front of a prompt; 0 is nothing. */
	limitTokens: number
	embedder: (() => Promise<PaidEmbedder>) | undefined
	/** Of what the embedder is asked for behind the index; left out, there is no bound. */
	allowance?: EmbeddingAllowance | undefined
	/** False where nothing of this process is to be kept. */
	isPersisted: boolean
}

export type Memory = Following & {
	/** What the project is known by, where that is not its folder and known by now. */
	projectName(): string | undefined
	/** A prompt is being typed: loads what looking for it will need. Never fails. */
	expectPrompt(): Promise<void>
	/** The prompt with what memory has to say about it in front. Never fails, and never takes long. */
	withMemory(
		prompt: UserMessage,
		session: MemorySession,
		signal: AbortSignal,
	): Promise<{ prompt: UserMessage; trace?: MemoryTrace }>
	/** From this project and the session itself: the best, of these the newest first. */
	recall(query: RecallQuery, session: MemorySession, signal: AbortSignal): Promise<RecallAnswer>
	/** What holds all the words, in every project. */
	search(words: string, limit: number): Promise<readonly MemoryHit[]>
	/** Undefined where the index has everything. */
	lag(): Promise<IndexLag | undefined>
	close(): Promise<void>
}

export type MemorySession = {
	sessionId: SessionId
	/** What it was copied from, and the last number that went along. */
	parent: { sessionId: SessionId; seq: number } | undefined
	/** What the model will see without us. */
	visible(): Promise<readonly Message[]>
	/** Numbers between which the user has gone back, which the index may not know yet. */
	undone: readonly { after: number; before: number }[]
	/** Some of the session has left the conversation. */
	isCompacted: boolean
	/** Of what looking for something costs. */
	payer: EmbeddingPayer
}

/** `isVisible`: it stands in the conversation as it is. */
export type Recalled = DatedHit & { isVisible: boolean }

/** `lag`: what the index has not read, so that it may be there all the same. */
export type RecallAnswer = { hits: readonly Recalled[]; lag: IndexLag | undefined }

export type RecallQuery = { text: string; limit: number; sessionId?: string }

/** One user on one machine. A server has its own. */
export const LOCAL_OWNER = { app: 'keelson', user: 'local' }

export function createMemory(given: MemoryDeps): Memory {
	const deps = { ...given, notify: notifyOnce(given.notify) }
	const { names, clock } = deps
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
		const vector = await inTime({ clock, timeoutMs: EMBED_LIMIT_MS }, async late =>
			embeddings?.vectorOf(question, AbortSignal.any([signal, late])),
		)
		return vector ? { vector } : {}
	}
	const about = async (text: string, session: MemorySession, signal: AbortSignal) => {
		const project = await names.project()
		await index.renameProject(await names.root(), project)
		const vector = await vectorOf({ text, project, payer: session.payer }, signal)
		return { text, project, own: ownSources(session), now: clock.now(), ...vector }
	}

	// Another process may be writing: then what is there has to do.
	const upToDate = async (signal: AbortSignal, sessionId?: SessionId) => {
		const quickly = { ...STEPS, limitMs: CATCH_UP_LIMIT_MS, signal }
		if (sessionId !== undefined) await index.catchUp({ ...quickly, sessionId }).catch(() => false)
		return index.catchUp(quickly).catch(() => false)
	}

	// A run that was over quickly has left its log to whoever comes next, and the newest is read first.
	const freshened = async (own?: SessionId): Promise<boolean> => {
		if (!index.exists && !(deps.isPersisted && (await index.hasLogs()))) return false
		const steps = { ...OWN_STEPS, limitMs: OWN_LIMIT_MS, signal: stop.signal }
		if (own !== undefined) await index.catchUp({ ...steps, sessionId: own }).catch(() => false)
		// An index that begins anew has far more to read than anybody waits for.
		if (await index.isNearlyEmpty()) return true
		await index.catchUp({ ...steps, newest: FRESH_LOGS }).catch(() => false)
		return true
	}

	return {
		noted: following.noted,
		projectName: names.known,

		async expectPrompt() {
			if (deps.limitTokens === 0) return
			try {
				await import('../../memory/text/words.ts')
				const project = await names.project()
				if (!(await freshened())) return
				await import('../../memory/visible.ts')
				await import('./prompt-search.ts')
				const anything = { words: 'some' as const, withUndone: false, leastCoverage: 1, limit: 1 }
				for (const text of USUAL_PROMPTS)
					await index.use(store => store.search({ ...anything, text, project, now: clock.now() }))
			} catch {
				// The prompt itself tells what is wrong.
			}
		},

		async withMemory(prompt, session, signal) {
			const text = promptText(prompt)
			const nothing = (skipped: string) => {
				const trace = { prompt: text, put: [], missed: [], tokens: 0, limitTokens: deps.limitTokens, skipped }
				return { prompt, trace }
			}
			if (deps.limitTokens === 0) return nothing('memory.limitTokens is 0')
			if (text.trim() === '') return nothing('the prompt has no words')
			try {
				const { wordsOf } = await import('../../memory/text/words.ts')
				if (wordsOf(text).length === 0 && !deps.embedder)
					return nothing('the prompt has no words that could be looked for')
				// For the first line of the log.
				await names.project()
				// Else its own words are all in sight; what was taken back is known without the index.
				if (!(await freshened(session.isCompacted ? session.sessionId : undefined)))
					return nothing('nothing was said before')
				const asked = await about(text, session, signal)
				const { createVisible } = await import('../../memory/visible.ts')
				const { searchForPrompt } = await import('./prompt-search.ts')
				// That somebody has asked the very same before is no answer to it.
				const isVisible = createVisible([...(await session.visible()), prompt])
				const { sessionId, isCompacted } = session
				const found = await index.use(store =>
					searchForPrompt(store, {
						...asked,
						limitTokens: deps.limitTokens,
						...(isCompacted && { lostFrom: sessionId }),
						isVisible,
						isTakenBack: hit => isTakenBack(hit, session),
					}),
				)
				if (found.text === undefined) return { prompt, trace: found.trace }
				const context = { type: 'text' as const, text: deps.scrub(found.text) }
				return { prompt: { ...prompt, content: [context, ...prompt.content] }, trace: found.trace }
			} catch (error) {
				const problem = `memory was not searched: ${messageOf(error)}`
				deps.notify(problem)
				return nothing(problem)
			}
		},

		async recall({ text, limit, sessionId }, session, signal) {
			const isComplete = await upToDate(signal, session.sessionId)
			const { newestFirst } = await import('../../memory/prompt-text.ts')
			const { datedHits } = await import('./dated-hits.ts')
			const query = {
				...(await about(text, session, signal)),
				words: 'some' as const,
				withUndone: true,
				leastCoverage: 0.1,
				limit: limit + MOST_IN_SIGHT * 4,
			}
			const scoped = sessionId === undefined ? query : { ...query, source: sessionId }
			const all = existingHits(await index.use(store => store.search(scoped)))
			const { createVisible } = await import('../../memory/visible.ts')
			const isVisible = createVisible(await session.visible())
			const marked = all.map(hit => ({
				...hit,
				isUndone: hit.isUndone || isTakenBack(hit, session),
				isVisible: hit.source.name === session.sessionId && isVisible(hit.text),
			}))
			// What the model cannot see is what it asks for; its own prompt holds the very words of the question.
			const inSight = marked.filter(hit => hit.isVisible).slice(0, MOST_IN_SIGHT)
			const unseen = marked.filter(hit => !hit.isVisible).slice(0, limit - inSight.length)
			const best = unseen[0]?.score ?? 0
			const strong = unseen.filter(({ score, isUndone }) => score >= best * STRONG_SCORE_SHARE && !isUndone)
			const weak = unseen.filter(hit => !strong.includes(hit))
			const shown = [...newestFirst(strong), ...weak.filter(hit => !hit.isUndone), ...inSight]
			const ordered = [...shown, ...weak.filter(hit => hit.isUndone)]
			const dated = await index.use(store => datedHits(ordered, store, { nearby: all }))
			const hits = dated.map((hit, at) => ({ ...hit, isVisible: ordered[at]!.isVisible }))
			return { hits, lag: isComplete ? undefined : await index.lag() }
		},

		async search(words, limit) {
			await upToDate(stop.signal)
			const query = {
				text: words,
				words: 'all' as const,
				leastCoverage: 0,
				withUndone: true,
				limit,
				now: clock.now(),
			}
			return existingHits(await index.use(store => store.search(query)))
		},

		lag: () => index.lag(),

		async close() {
			stop.abort()
			await embeddings?.close()
			await index.close()
		},
	}
}

/** Wherever its folder has moved. */
function ownSources({ sessionId, parent }: MemorySession): NonNullable<MemoryQuery['own']> {
	return [{ name: sessionId }, ...(parent ? [{ name: parent.sessionId, upToSeq: parent.seq }] : [])]
}

/** A copy has the numbers of what it was copied from. */
function isTakenBack({ source, seq }: MemoryHit, { sessionId, parent, undone }: MemorySession): boolean {
	if (source.name !== sessionId && source.name !== parent?.sessionId) return false
	return undone.some(({ after, before }) => seq > after && seq < before)
}

/**
 * Searched for while the first prompt is typed. What a search goes by is made when it is first used, and quick when it has
 * been used again; a word with an accent is read by other rules.
 */
const USUAL_PROMPTS = [
	'what was said of this déjà',
	'why does the build fail, and how can it be fixed?',
	'make the error message in the settings shorter',
]

const EMBED_LIMIT_MS = 1_500
/** A prompt waits so long for what was said last to be found; SPEC X10 has it for a session's own. */
const OWN_LIMIT_MS = 300
/** A prompt does not wait until thousands of logs have been looked through. */
const FRESH_LOGS = 100
const CATCH_UP_LIMIT_MS = 3_000
const MOST_IN_SIGHT = 2
/** Of the best score: these say about as much of what was asked, so the later one counts more. */
const STRONG_SCORE_SHARE = 0.6
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
