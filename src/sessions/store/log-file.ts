// Log file: appends lines in order so that the file is whole at every moment; a write that fails is taken back.
// Once it is open, a line goes to the system at once: that takes microseconds, a hop through the thread pool many times
// that, and a killed process loses nothing either way. Only what must outlive a power cut waits for the disk.

import { existsSync, fstatSync, ftruncateSync, writeSync } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import type { Durability } from '../session-store.ts'
import { makeFolder } from './make-folder.ts'
import { lockSession, lostTo, type SessionLock } from './session-lock.ts'
import { storageFailed } from './storage-failed.ts'

type PendingLine = { text: string; durable: Durability; resolve(): void; reject(error: unknown): void }
type OpenLogFile = { handle: FileHandle; goodBytes: number }

export class LogFile {
	private readonly path: string
	private readonly sessionId: SessionId
	private readonly isNew: boolean
	private lock: SessionLock | undefined
	private file: OpenLogFile | undefined
	/** The end of the file may be half a line. */
	private isRagged = false
	private waiting: PendingLine[] = []
	private writing: Promise<void> | undefined
	private readonly disk = new DiskSync()
	private isClosed = false
	/** Somebody else goes on with the session. */
	private lost: Promise<AgentError> | undefined

	/** @param lock - held already for a log that is there; without it the first append takes the lock and makes the file */
	constructor(path: string, sessionId: SessionId, lock?: SessionLock) {
		this.path = path
		this.sessionId = sessionId
		this.isNew = lock === undefined
		this.lock = lock
	}

	/** @returns nothing when the line is where it outlives the process and no more was asked for */
	append(text: string, durable: Durability): Promise<void> | undefined {
		if (this.isClosed) return Promise.reject(new AgentError('storage-failed', `${this.path} is closed`))
		if (this.file && !this.writing) return this.appendNow(this.file, text, durable)
		return new Promise((resolve, reject) => {
			this.waiting.push({ text, durable, resolve, reject })
			this.writing ??= this.writeWaiting()
		})
	}

	private appendNow(file: OpenLogFile, text: string, durable: Durability): Promise<void> | undefined {
		if (this.isLost(file)) return this.refuse()
		try {
			if (this.isRagged) this.cutBack(file)
			const bytes = Buffer.from(text)
			for (let from = 0; from < bytes.length; ) {
				this.isRagged = true
				from += writeSync(file.handle.fd, bytes, from)
			}
			this.isRagged = false
			file.goodBytes += bytes.length
		} catch (error) {
			this.tryCutBack(file)
			return Promise.reject(storageFailed(this.path, error))
		}
		if (durable === 'soon') this.disk.reachedSoon(file.handle)
		if (durable !== true) return undefined
		return this.disk.reached(file.handle).then(
			() => (this.isLost(file) ? this.refuse() : undefined),
			error => {
				throw storageFailed(this.path, error)
			},
		)
	}

	/**
	 * Whoever takes a session over takes our lock away and puts the log into another file, so that a line we write at
	 * that very moment is in none that anybody reads. A log that was deleted is nobody else's.
	 */
	private isLost({ handle, goodBytes }: OpenLogFile): boolean {
		if (this.lost) return true
		const { nlink, size } = fstatSync(handle.fd)
		const isOurs = nlink > 0 && (size <= goodBytes || this.isRagged) && this.lock?.isHeld() === true
		if (isOurs || !existsSync(this.path)) return false
		this.lost = lostTo(dirname(this.path), this.sessionId)
		return true
	}

	private async refuse(): Promise<never> {
		throw await this.lost
	}

	/** Writes what waits, and lets go of file and lock. */
	async close(): Promise<void> {
		this.isClosed = true
		await this.writing
		await this.disk.idle()
		await this.letGo()
	}

	/** Lines that came while the file was being opened, or while its first ones were written. */
	private async writeWaiting(): Promise<void> {
		while (this.waiting.length > 0) {
			const batch = this.waiting
			this.waiting = []
			try {
				const file = this.file ?? (await this.openFile())
				const durable = batch.some(entry => entry.durable !== false)
				await this.write(file, Buffer.from(batch.map(entry => entry.text).join('')), durable)
				for (const { resolve } of batch) resolve()
			} catch (error) {
				const failure = storageFailed(this.path, error)
				for (const { reject } of batch) reject(failure)
			}
		}
		this.writing = undefined
	}

	private async openFile(): Promise<OpenLogFile> {
		const folder = dirname(this.path)
		if (this.isNew) await makeFolder(folder)
		this.lock ??= await lockSession(folder, this.sessionId)
		try {
			if (this.isNew) await this.refuseExisting()
			const handle = await open(this.isNew ? this.draftPath : this.path, 'a', 0o600)
			this.file = { handle, goodBytes: 0 }
			// The umask has had its say in `open`.
			await handle.chmod(0o600)
			this.file.goodBytes = (await handle.stat()).size
			return this.file
		} catch (error) {
			await this.letGo()
			throw error
		}
	}

	private async write(file: OpenLogFile, bytes: Buffer, durable: boolean): Promise<void> {
		const isFirst = file.goodBytes === 0
		if (!isFirst && this.isLost(file)) await this.refuse()
		if (this.isRagged) this.cutBack(file)
		try {
			await file.handle.writeFile(bytes)
			if (durable) await file.handle.datasync()
			if (isFirst) await this.appear()
			file.goodBytes += bytes.length
		} catch (error) {
			this.isRagged = true
			if (isFirst) await this.discard()
			else this.tryCutBack(file)
			throw error
		}
	}

	/**
	 * A log has its name from the moment it has its first line: a process killed in between leaves no session
	 * that cannot be opened. The lock keeps everybody else from the name meanwhile.
	 */
	private async appear(): Promise<void> {
		if (this.isNew) await rename(this.draftPath, this.path)
		await keepEntry(dirname(this.path))
	}

	private get draftPath(): string {
		return `${this.path}.new`
	}

	/** One that is there already is another session with the same id, and not ours to go on with. */
	private async refuseExisting(): Promise<void> {
		if (await stat(this.path).catch(() => undefined))
			throw new AgentError('storage-failed', `${this.path} is there already; it belongs to another session`)
		await rm(this.draftPath, { force: true })
	}

	/** Half a line would swallow the next one. */
	private cutBack(file: OpenLogFile): void {
		ftruncateSync(file.handle.fd, file.goodBytes)
		this.isRagged = false
	}

	private tryCutBack(file: OpenLogFile): void {
		try {
			this.cutBack(file)
		} catch {
			// A disk that does not let go of the half line either: the next append tries again before it writes.
		}
	}

	/** A session that never got its first line leaves nothing behind; the next append begins anew. */
	private async discard(): Promise<void> {
		await rm(this.isNew ? this.draftPath : this.path, { force: true }).catch(() => undefined)
		await this.letGo()
		this.isRagged = false
	}

	private async letGo(): Promise<void> {
		const { file, lock } = this
		this.file = undefined
		this.lock = undefined
		try {
			await file?.handle.close()
		} finally {
			await lock?.release()
		}
	}
}

/** Waits for the disk on behalf of many lines: one wait at a time, and each covers all that was written before it began. */
class DiskSync {
	private current: Promise<void> | undefined
	private next: Promise<void> | undefined
	private soon: { handle: FileHandle; timer: NodeJS.Timeout } | undefined
	/** A disk that once failed to take what the system had accepted may have lost it; nothing durable is built on it. */
	private failure: { error: unknown } | undefined

	reached(handle: FileHandle): Promise<void> {
		clearTimeout(this.soon?.timer)
		this.soon = undefined
		if (this.next) return this.next
		if (!this.current) return this.start(handle)
		const next = this.current
			.catch(() => undefined)
			.then(() => {
				this.next = undefined
				return this.start(handle)
			})
		this.next = next
		return next
	}

	/** For what nobody waits for: several turns of a quick loop are one wait. A failure is told to the next that waits. */
	reachedSoon(handle: FileHandle): void {
		this.soon ??= { handle, timer: setTimeout(() => this.reachNow(), SOON_MS).unref() }
	}

	async idle(): Promise<void> {
		this.reachNow()
		await Promise.allSettled([this.current, this.next])
	}

	private reachNow(): void {
		if (this.soon) this.reached(this.soon.handle).catch(() => undefined)
	}

	private start(handle: FileHandle): Promise<void> {
		if (this.failure) return Promise.reject(this.failure.error)
		const current = handle.datasync().then(
			() => {
				this.current = undefined
			},
			error => {
				this.current = undefined
				this.failure = { error }
				throw error
			},
		)
		this.current = current
		return current
	}
}

/** A reply takes longer, so each is on the disk before the next one has come. */
const SOON_MS = 50

/**
 * A durable line is of no use in a file whose name a power cut takes away. Not every file system can promise that of
 * a folder, and none is worth a session for it.
 */
async function keepEntry(folder: string): Promise<void> {
	if (process.platform === 'win32') return
	const keep = async (path: string) => {
		const handle = await open(path, 'r').catch(() => undefined)
		await handle?.sync().catch(() => undefined)
		await handle?.close()
	}
	await Promise.all([keep(folder), keep(dirname(folder))])
}
