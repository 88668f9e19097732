// Reads a source file for the map: at once, a regular file and nothing else, never through a link.

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { onDisk } from '../../core/text/byte-names.ts'

/** @returns undefined where there is no regular file */
export function lookAt(path: string): { sizeBytes: number; modifiedMs: number } | undefined {
	try {
		const found = lstatSync(onDisk(path), { throwIfNoEntry: false })
		return found?.isFile() ? { sizeBytes: found.size, modifiedMs: found.mtimeMs } : undefined
	} catch {
		return undefined
	}
}

/** @returns undefined for what cannot be read or is no text */
export function readSource(path: string, limitBytes: number): string | undefined {
	let fd: number | undefined
	try {
		fd = openSync(onDisk(path), FLAGS)
		const found = fstatSync(fd)
		if (!found.isFile() || found.size > limitBytes) return undefined
		return readFileSync(fd, 'utf8')
	} catch {
		return undefined
	} finally {
		if (fd !== undefined) closeSync(fd)
	}
}

/** A pipe that has come in its place would never answer. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
