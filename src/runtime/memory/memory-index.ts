// The memory index of everything that was said, beside the logs and behind them: opened when it is needed, made anew
// when it is damaged or gone, brought up to date in steps small enough that nobody notices.

import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type { IndexLag, MemoryBatch, MemoryMark, MemoryStore } from '../../core/memory.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { nodeClock } from '../host/clock.ts'
import type { LogPlace } from './memory-logs.ts'

export type NotesPlace = { path: string; project: string }

export type IndexDeps = {
	/** The file. */
	path: string
	sessionsFolder: string
	/** Outputs that were too long for a log; left out, only what the log has of them is found. */
	artefactsFolder?: string
	owner: AuthContext
	projectOf(cwd: string): Promise<string>
	notes(): Promise<readonly NotesPlace[]>
	/** Takes secrets out of what was typed and said; what a tool gave is stored without them. */
	scrub(text: string): string
	/** Told once for each thing that is worth knowing. */
	notify(text: string): void
	/** Left out, the system's. */
	clock?: Pick<Clock, 'monotonicMs'>
}

export type CatchUp = {
	/** Only this session's log. */
	sessionId?: string
	/** Only so many of the sessions that were begun last. */
	newest?: number
	/** Stop soon after this many milliseconds; what is left waits for the next time. */
	limitMs: number
	/** Rest between two steps, for what else the process is doing. */
	restMs: number
	/** As much as one step reads. */
	chunkBytes: number
	signal: AbortSignal
	progress?(done: { bytes: number; ofBytes: number }): void
}

/** As those that search see it, wherever it is. */
export type Index = Pick<
	MemoryIndex,
	'exists' | 'hasLogs' | 'use' | 'renameProject' | 'isNearlyEmpty' | 'lag' | 'catchUp' | 'close'
>

export class MemoryIndex {
	private readonly deps: IndexDeps
	private opened: { store: MemoryStore; isInPlace(): boolean } | undefined
	private readonly catchUps = new OneAtATime()
	/** Ends the one that is under way, if it can wait. */
	private resting = new AbortController()
	private readonly paths = new Map<string, string>()
	private isClosed = false
	private isFilled = false
	private readonly renamed = new Set<string>()

	constructor(deps: IndexDeps) {
		this.deps = deps
	}

	/** There is something to look into without making it first. */
	get exists(): boolean {
		return existsSync(this.deps.path)
	}

	/** There is something it could be made from. */
	async hasLogs(): Promise<boolean> {
		return (await this.allLogs(1)).length > 0
	}

	/** @throws what SQLite throws, once the index has been made anew and it still does */
	async use<Result>(work: (store: MemoryStore) => Promise<Result>): Promise<Result> {
		try {
			return await work(await this.store())
		} catch (error) {
			const { isDamage, removeDatabase } = await import('../../memory/store/sqlite.ts')
			if (!isDamage(error)) throw error
			await this.letGo()
			removeDatabase(this.deps.path)
			this.deps.notify(`the memory index was damaged and is being made anew: ${messageOf(error)}`)
			return work(await this.store())
		}
	}

	/** What was kept by its folder belongs to what that is known by now. Where nothing is kept yet, nothing is done. */
	async renameProject(from: string, to: string): Promise<void> {
		const names = `${from}\n${to}`
		if (from === to || this.renamed.has(names) || !this.exists) return
		this.renamed.add(names)
		// Another process is writing: the next one does it.
		await this.use(store => store.renameProject(from, to)).catch(() => this.renamed.delete(names))
	}

	/** It has only just been begun, and there is far more to read. */
	async isNearlyEmpty(): Promise<boolean> {
		if (this.isFilled) return false
		const known = (await this.use(store => store.marks())).length
		this.isFilled = known >= FEW_SOURCES || (await this.allLogs(2 * FEW_SOURCES)).length < 2 * FEW_SOURCES
		return !this.isFilled
	}

	/** What has not been read; undefined when everything is. */
	async lag(): Promise<IndexLag | undefined> {
		const logs = await this.allLogs()
		const marks = this.exists || this.opened ? await this.use(store => store.marks()) : []
		const known = new Map(marks.map(mark => [mark.source.name, mark.coveredBytes]))
		const left = logs
			.map(({ sessionId, sizeBytes }) => sizeBytes - (known.get(sessionId) ?? 0))
			.filter(Boolean)
		const bytes = left.reduce((sum, each) => sum + Math.max(0, each), 0)
		return left.length === 0 ? undefined : { sessions: left.length, ofSessions: logs.length, bytes }
	}

	/** One after the other; a second one finds little left to do. @returns whether everything is in the index now */
	catchUp(options: CatchUp): Promise<boolean> {
		// Somebody who waits does not wait for one who takes his time.
		this.resting.abort()
		const resting = options.restMs > 0 ? new AbortController() : undefined
		if (resting) this.resting = resting
		const signal = resting ? AbortSignal.any([options.signal, resting.signal]) : options.signal
		return this.catchUps.run(() => this.readOn({ ...options, signal }))
	}

	async close(): Promise<void> {
		this.isClosed = true
		this.resting.abort()
		// At most the piece that is being written.
		await this.catchUps.settled()
		await this.letGo()
	}

	private async readOn(options: CatchUp): Promise<boolean> {
		const { clock = nodeClock } = this.deps
		let until = Number.POSITIVE_INFINITY
		const isOver = () => options.signal.aborted || this.isClosed || clock.monotonicMs() > until
		const all =
			options.sessionId === undefined
				? await this.allLogs(options.newest)
				: await this.logOf(options.sessionId)
		const known = new Map((await this.use(store => store.marks())).map(mark => [mark.source.name, mark]))
		// Loading and opening are not what can be done in pieces.
		until = clock.monotonicMs() + options.limitMs
		const behind = all.filter(log => log.sizeBytes !== known.get(log.sessionId)?.coveredBytes)
		const advanced = createProgressCounter(behind, known, options)
		for (const log of behind) {
			if (isOver()) return false
			if (!(await this.readLog(log, known.get(log.sessionId), { ...options, isOver, advanced }))) return false
		}
		if (options.sessionId !== undefined || options.newest !== undefined) return true
		await this.forgetLost(all, [...known.values()])
		await this.readNotes(known)
		return true
	}

	private async allLogs(newest?: number): Promise<readonly LogPlace[]> {
		const { logsIn } = await import('./memory-logs.ts')
		const logs = await logsIn(this.deps.sessionsFolder, newest)
		for (const { sessionId, path } of logs) this.paths.set(sessionId, path)
		return logs
	}

	/** Where a log is never changes, and looking through all of them takes its time. */
	private async logOf(sessionId: string): Promise<readonly LogPlace[]> {
		const path = this.paths.get(sessionId)
		if (path === undefined) return (await this.allLogs()).filter(log => log.sessionId === sessionId)
		const { placeOf } = await import('./memory-logs.ts')
		const place = await placeOf(path)
		return place ? [place] : []
	}

	private async readLog(
		log: LogPlace,
		mark: MemoryMark | undefined,
		options: CatchUp & { isOver(): boolean; advanced(bytes: number): void },
	): Promise<boolean> {
		const { batchesOf } = await import('./memory-logs.ts')
		const { projectOf, scrub, artefactsFolder } = this.deps
		let covered = mark?.coveredBytes ?? 0
		try {
			for await (const batch of batchesOf(log, { ...options, mark, projectOf, scrub, artefactsFolder })) {
				await this.write([batch])
				options.advanced(Math.max(0, batch.mark.coveredBytes - covered))
				covered = batch.mark.coveredBytes
				if (!existsSync(log.path)) return await this.forgetLog(log)
				if (options.isOver()) return false
				if (options.restMs > 0) await rest(options)
			}
			return true
		} catch (error) {
			// The log was removed while it was read.
			if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
				return await this.forgetLog(log)
			throw error
		}
	}

	/** Whoever deleted it has made the index forget it, but perhaps before the last of it was written here. */
	private async forgetLog({ sessionId }: LogPlace): Promise<true> {
		await this.use(store => store.forget(sessionId))
		return true
	}

	/** What was deleted is not to be found again. */
	private async forgetLost(logs: readonly LogPlace[], marks: readonly MemoryMark[]): Promise<void> {
		const there = new Set(logs.map(log => log.sessionId))
		for (const { source } of marks)
			if (source.kind === 'session' && !there.has(source.name))
				await this.use(store => store.forget(source.name))
	}

	private async readNotes(known: ReadonlyMap<string, MemoryMark>): Promise<void> {
		const { notePassages } = await import('../../memory/passages.ts')
		for (const { path, project } of await this.deps.notes()) {
			const found = await stat(path).catch(() => undefined)
			const before = known.get(path)
			const stamp = found ? `${found.size} ${found.mtimeMs}` : 'none'
			if (stamp === (before?.stamp ?? 'none')) continue
			const text = found ? await readFile(path, 'utf8') : ''
			const source = { name: path, kind: 'notes' as const, path, project }
			const passages = notePassages(this.deps.scrub(text), found?.mtimeMs ?? 0)
			await this.write([{ mark: { source, coveredBytes: 0, stamp }, passages, resets: true, undone: [] }])
		}
	}

	private write(batches: readonly MemoryBatch[]): Promise<void> {
		return this.use(store => store.write(batches))
	}

	private async store(): Promise<MemoryStore> {
		this.mustBeOpen()
		if (this.opened?.isInPlace()) return this.opened.store
		await this.letGo()
		const { isUnwritable, openDatabase } = await import('../../memory/store/sqlite.ts')
		// Meanwhile it may have been closed, and then the file is no longer ours to make.
		this.mustBeOpen()
		const orNone = () => {
			try {
				return openDatabase(this.deps.path)
			} catch (error) {
				if (!isUnwritable(error)) throw error
				this.deps.notify(`the memory index cannot be written, so nothing of it is kept: ${messageOf(error)}`)
				return undefined
			}
		}
		const opened = orNone()
		if (!opened) {
			const { createScanStore } = await import('../../memory/store/scan-store.ts')
			this.opened = { store: createScanStore(), isInPlace: () => true }
			return this.opened.store
		}
		if (opened.replaced !== undefined)
			this.deps.notify(`the memory index could not be read and is being made anew: ${opened.replaced}`)
		const { createSqliteStore } = await import('../../memory/store/sqlite-store.ts')
		this.opened = { store: createSqliteStore(opened.database, this.deps.owner), isInPlace: opened.isInPlace }
		return this.opened.store
	}

	private mustBeOpen(): void {
		if (this.isClosed) throw new AgentError('cancelled', 'the memory index is closed')
	}

	private async letGo(): Promise<void> {
		const { opened } = this
		this.opened = undefined
		await opened?.store.close().catch(() => undefined)
	}
}

/** Sessions that are read while somebody waits. */
const FEW_SOURCES = 20

/** Never what keeps a process from ending. */
async function rest({ restMs, signal }: CatchUp): Promise<void> {
	await pause(restMs, undefined, { ref: false, signal }).catch(() => undefined)
}

function createProgressCounter(
	behind: readonly LogPlace[],
	known: ReadonlyMap<string, MemoryMark>,
	{ progress }: CatchUp,
): (bytes: number) => void {
	const ofBytes = behind.reduce(
		(sum, log) => sum + Math.max(0, log.sizeBytes - (known.get(log.sessionId)?.coveredBytes ?? 0)),
		0,
	)
	let bytes = 0
	return more => {
		bytes += more
		progress?.({ bytes, ofBytes })
	}
}
