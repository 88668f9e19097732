// The log file: several processes append to it at once, each in whole lines, and whoever finds it too large puts it aside.

import {
	closeSync,
	constants,
	fchmodSync,
	fstatSync,
	mkdirSync,
	openSync,
	type Stats,
	writeSync,
} from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { tryLock } from '../../process/file-lock.ts'

export type RotatingFile = {
	/**
	 * Opens the file by its name each time, so that nothing is written for long to one that another process has put aside.
	 * @throws the system's own error
	 */
	append(lines: string): void
	/** Resolves when it is not being put aside. @throws the system's own error, once */
	settled(): Promise<void>
}

export type RotatingFileOptions = {
	path: string
	/** A file that has grown past this is put aside; it may be larger by what was written meanwhile. */
	limitBytes: number
	/** How many are kept beside it, the newest as `<path>.1`. */
	keep: number
}

export function openRotatingFile({ path, limitBytes, keep }: RotatingFileOptions): RotatingFile {
	let rotating: Promise<void> | undefined
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 })

	/** @returns how large it is now */
	function write(lines: string): number {
		const file = openSync(path, FLAGS, 0o600)
		try {
			const { mode } = regular(fstatSync(file), path)
			if ((mode & 0o077) !== 0) fchmodSync(file, 0o600)
			const bytes = Buffer.from(lines)
			for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
			return fstatSync(file).size
		} finally {
			closeSync(file)
		}
	}

	async function rotate(): Promise<void> {
		const lock = await tryLock({ folder: dirname(path), name: `.${basename(path)}`, longestMs: 60_000 })
		// Another process is at it.
		if (!('release' in lock)) return
		try {
			const found = await stat(path).catch(() => undefined)
			if (!found || found.size <= limitBytes) return
			// From the oldest on, so that a process that dies on the way leaves a gap and loses nothing.
			for (let number = keep; number > 0; number--) {
				const from = number === 1 ? path : `${path}.${number - 1}`
				await rename(from, `${path}.${number}`).catch(unlessMissing)
			}
		} finally {
			await lock.release()
		}
	}

	return {
		append(lines) {
			if (write(lines) <= limitBytes || rotating) return
			rotating = rotate().finally(() => {
				rotating = undefined
			})
			// Told where it is waited for.
			rotating.catch(() => undefined)
		},
		settled: async () => rotating,
	}
}

/** Neither through a link nor into a pipe that nobody reads. */
const FLAGS =
	constants.O_WRONLY |
	constants.O_APPEND |
	constants.O_CREAT |
	(constants.O_NOFOLLOW ?? 0) |
	(constants.O_NONBLOCK ?? 0)

function regular(found: Stats, path: string): Stats {
	if (!found.isFile()) throw new Error(`${path} is not a file`)
	return found
}

function unlessMissing(error: NodeJS.ErrnoException): void {
	if (error.code !== 'ENOENT') throw error
}
