// The shared index of memory: what many servers have in one database, brought up to date from the logs that are there as
// well, whichever of them wrote those.

import { AgentError } from '../../core/errors.ts'
import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { SessionId } from '../../core/ids.ts'
import type { IndexLag, MemoryBatch, MemorySource, MemoryStore, Passage } from '../../core/memory.ts'
import type { LogBehind, SharedMemory } from '../../core/services/memory.ts'
import { undoneRanges } from '../../sessions/folds/rewound-ranges.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import type { CatchUp, Index } from './memory-index.ts'

export type SharedIndexDeps = SharedMemory & {
	/** Where the logs are read. */
	sessions: Pick<SessionStore, 'readPart'>
	/** Outputs that were too long for a log, as far as this server has them. */
	artefactsFolder: string | undefined
	projectOf(cwd: string): Promise<string>
	scrub(text: string): string
}

export class SharedIndex implements Index {
	readonly exists = true
	private readonly deps: SharedIndexDeps
	private readonly store: MemoryStore
	private readonly closing = new AbortController()
	private readonly working = new Set<Promise<unknown>>()
	/** Sessions that stand in the index with their project. */
	private readonly renamed = new Set<string>()
	private readonly placed = new Set<string>()

	constructor(deps: SharedIndexDeps) {
		this.deps = deps
		this.store = deps.service.storeOf(deps.auth)
	}

	async hasLogs(): Promise<boolean> {
		return true
	}

	async use<Result>(work: (store: MemoryStore) => Promise<Result>): Promise<Result> {
		if (this.closing.signal.aborted) throw new AgentError('cancelled', 'the memory index is closed')
		return this.kept(work(this.store))
	}

	/**
	 * Says which project a session is of while its folder is there: a clone is gone with its task, and whoever reads the log
	 * on another machine could not tell.
	 */
	place(sessionId: SessionId, project: () => Promise<string>): Promise<void> {
		if (this.placed.has(sessionId)) return Promise.resolve()
		this.placed.add(sessionId)
		const write = async () => {
			const source = sourceOf(sessionId, await project())
			await this.store.write([batchOf(source, 0, [])])
		}
		return this.kept(
			write().catch(() => {
				this.placed.delete(sessionId)
			}),
		)
	}

	async renameProject(from: string, to: string): Promise<void> {
		if (from === to || this.renamed.has(from)) return
		this.renamed.add(from)
		await this.use(store => store.renameProject(from, to)).catch(() => this.renamed.delete(from))
	}

	/** Each server reads on what there is: nobody begins with all of it. */
	async isNearlyEmpty(): Promise<boolean> {
		return false
	}

	lag(): Promise<IndexLag | undefined> {
		return this.deps.service.lag(this.deps.auth)
	}

	/** @returns false when something is left */
	catchUp(options: CatchUp): Promise<boolean> {
		return this.kept(this.readOn(options))
	}

	async close(): Promise<void> {
		this.closing.abort()
		await Promise.allSettled(this.working)
	}

	private async readOn(options: CatchUp): Promise<boolean> {
		const { service, auth } = this.deps
		let until = Number.POSITIVE_INFINITY
		const isOver = () => options.signal.aborted || this.closing.signal.aborted || performance.now() > until
		// Ids of sessions are those of the logs.
		const session = options.sessionId as SessionId | undefined
		for (;;) {
			const behind = await service.behind(auth, Math.min(options.newest ?? AT_ONCE, AT_ONCE), session)
			// The way to the database is not what can be done in pieces.
			until = Math.min(until, performance.now() + options.limitMs)
			for (const log of behind) if (isOver() || !(await this.readLog(log, isOver))) return false
			if (behind.length < AT_ONCE || options.newest !== undefined) return true
		}
	}

	/** @returns whether all of it was read */
	private async readLog(log: LogBehind, isOver: () => boolean): Promise<boolean> {
		const { service, auth, projectOf, scrub, artefactsFolder } = this.deps
		const [{ createEarlierCalls, CONTEXT_TYPES }, { passagesIn, asDelegated }] = await Promise.all([
			import('./earlier-calls.ts'),
			import('./memory-logs.ts'),
		])
		const [first] = await service.linesAfter(auth, log.session, 0, 1)
		const start = first && startOf(first.envelope)
		const source = sourceOf(log.session, log.project ?? start?.project ?? (await projectOf(start?.cwd ?? '')))
		const context = createEarlierCalls(start?.cwd ?? '')
		const tellers: readonly string[] = CONTEXT_TYPES
		const earlier = Math.max(0, log.covered - LOOK_BACK_LINES)
		// What was asked shortly before: its answers come behind it.
		if (log.covered > 0)
			for (const { place, envelope } of await service.linesAfter(auth, log.session, earlier, LOOK_BACK_LINES))
				if (place <= log.covered && tellers.includes(envelope.event.type)) context.take(envelope.event)
		for (let covered = log.covered; ; ) {
			const lines = await service.linesAfter(auth, log.session, covered, LINES_AT_ONCE)
			const last = lines.at(-1)
			if (!last) return true
			const passages: Passage[] = []
			let rewindSeq: number | undefined
			for (const { envelope } of lines) {
				const { event, seq } = envelope
				if (event.type === 'rewind' && event.conversation) rewindSeq = seq
				for await (const some of passagesIn(envelope, context, { scrub, artefactsFolder }))
					passages.push(...(start?.delegatedBy ? some.map(asDelegated) : some))
			}
			const undone = rewindSeq === undefined ? [] : await this.undoneUpTo(log.session, rewindSeq)
			// The mark moves with the last of them: who is ended before reads these lines again.
			for (let from = 0; from === 0 || from < passages.length; from += PASSAGES_AT_ONCE) {
				const isLast = from + PASSAGES_AT_ONCE >= passages.length
				const some = passages.slice(from, from + PASSAGES_AT_ONCE)
				await this.store.write([batchOf(source, isLast ? last.place : covered, some, isLast ? undone : [])])
				if (!isLast && isOver()) return false
			}
			covered = last.place
			if (isOver()) return covered >= log.last
		}
	}

	/** Going back on going back needs all of them, and there are few. */
	private async undoneUpTo(sessionId: SessionId, lastSeq: number): Promise<MemoryBatch['undone']> {
		const backs = await this.deps.sessions.readPart(sessionId, { types: ['rewind'] })
		return undoneRanges(backs.filter(({ seq }) => seq <= lastSeq))
	}

	private async kept<Result>(work: Promise<Result>): Promise<Result> {
		this.working.add(work)
		try {
			return await work
		} finally {
			this.working.delete(work)
		}
	}
}

/** It can be read from no file. */
function sourceOf(name: SessionId, project: string): MemorySource {
	return { name, kind: 'session', path: '', project }
}

function batchOf(
	source: MemorySource,
	coveredBytes: number,
	passages: readonly Passage[],
	undone: MemoryBatch['undone'] = [],
): MemoryBatch {
	return { mark: { source, coveredBytes, stamp: '' }, passages, resets: false, undone }
}

function startOf({
	event,
}: Envelope<StoredEvent>): Extract<StoredEvent, { type: 'session-start' }> | undefined {
	return event.type === 'session-start' ? event : undefined
}

const AT_ONCE = 100
const LINES_AT_ONCE = 200
const PASSAGES_AT_ONCE = 200
const LOOK_BACK_LINES = 40
