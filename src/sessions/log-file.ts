// Appending to one file so that it is whole at every moment: lines go out in order, together where they wait
// together, and a write that fails is taken back.

import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AgentError } from '../core/errors.ts'

type Waiting = { text: string; durable: boolean; resolve(): void; reject(error: unknown): void }

export class LogFile {
	private readonly path: string
	private readonly prepare: () => Promise<void>
	private file: FileHandle | undefined
	private goodBytes = 0
	private waiting: Waiting[] = []
	private writing: Promise<void> | undefined
	private isClosed = false

	/** @param prepare - done once, before the file is opened for the first append: the lock */
	constructor(path: string, prepare: () => Promise<void>) {
		this.path = path
		this.prepare = prepare
	}

	append(text: string, durable: boolean): Promise<void> {
		if (this.isClosed) return Promise.reject(new AgentError('storage-failed', `${this.path} is closed`))
		return new Promise((resolve, reject) => {
			this.waiting.push({ text, durable, resolve, reject })
			this.writing ??= this.write()
		})
	}

	async close(): Promise<void> {
		this.isClosed = true
		await this.writing
		await this.file?.close()
		this.file = undefined
	}

	private async write(): Promise<void> {
		while (this.waiting.length > 0) {
			const batch = this.waiting
			this.waiting = []
			try {
				await this.writeBatch(batch)
				for (const { resolve } of batch) resolve()
			} catch (error) {
				const failure = storageFailed(this.path, error)
				for (const { reject } of batch) reject(failure)
			}
		}
		this.writing = undefined
	}

	private async writeBatch(batch: readonly Waiting[]): Promise<void> {
		this.file ??= await this.openFile()
		const bytes = Buffer.from(batch.map(({ text }) => text).join(''))
		try {
			await this.file.writeFile(bytes)
			if (batch.some(({ durable }) => durable)) await this.file.datasync()
			this.goodBytes += bytes.length
		} catch (error) {
			// Half a line would swallow the next one.
			await this.file.truncate(this.goodBytes).catch(() => undefined)
			throw error
		}
	}

	private async openFile(): Promise<FileHandle> {
		await mkdir(dirname(this.path), { recursive: true, mode: 0o700 })
		await this.prepare()
		const file = await open(this.path, 'a', 0o600)
		await file.chmod(0o600)
		this.goodBytes = (await file.stat()).size
		return file
	}
}

export function storageFailed(path: string, error: unknown): AgentError {
	if (error instanceof AgentError) return error
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error))
	return new AgentError('storage-failed', `${path} cannot be written: ${reason}`, { cause: error })
}

const REASONS: Readonly<Record<string, string>> = {
	ENOSPC: 'the disk is full',
	EDQUOT: 'the quota of this disk is used up',
	EROFS: 'the disk is read-only',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EFBIG: 'the file would be larger than is allowed',
	ENOTDIR: 'a part of the path is not a folder',
}
