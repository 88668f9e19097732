// The expected state: whether what is on the disk is still what a plan was made from. What the times do not show to be
// the same is read: linking a file changes its times, and so do programs that change nothing.

import { lstatSync, readlinkSync } from 'node:fs'
import { nameFrom, onDisk } from '../../core/text/byte-names.ts'
import { sha256Of } from './contents.ts'
import { isUntouched, kindOf, type TreeEntry } from './entry.ts'
import { FileReader } from './file-reader.ts'
import type { RestoreStep } from './steps.ts'
import { leadsStraight } from './straight-path.ts'

export type Look = { maxFileBytes: number }

/** @throws when the path leads through a link */
export function demandStraight(path: string): void {
	if (!leadsStraight(path)) throw new Error('a folder above it has become a link or a file')
}

/**
 * @param to - when it is there already, as when another name of the same file was put back first, that is good too
 * @throws when it is not as the step says
 */
export async function demandAsPlanned(
	{ path, from, to }: Pick<RestoreStep, 'path' | 'from' | 'to'>,
	look: Look,
): Promise<void> {
	demandStraight(path)
	const isThere = lstatSync(onDisk(path), { throwIfNoEntry: false }) !== undefined
	if (!from) {
		if (isThere) throw new Error('something else is there now')
		return
	}
	if (!isThere) throw new Error('it is gone since')
	if (await isStill(path, from, look)) return
	if (!to || !(await isStill(path, to, look))) throw new Error('it was changed a moment ago')
}

/** Whether kind, content and mode are those of the entry. */
export async function isStill(path: string, entry: TreeEntry, look: Look): Promise<boolean> {
	const stats = lstatSync(onDisk(path), { throwIfNoEntry: false })
	if (!stats || kindOf(stats) !== entry.kind) return false
	if (entry.kind === 'link')
		return nameFrom(readlinkSync(onDisk(path), { encoding: 'buffer' })) === entry.content
	if (entry.kind !== 'file' || isUntouched(stats, entry)) return true
	if ((stats.mode & 0o7777) !== entry.mode) return false
	if (entry.notKept !== undefined)
		return stats.ino === entry.stamp.inode && stats.size === entry.stamp.sizeBytes
	const read = await new FileReader().read(path, stats, { ...look, nowMs: 0 })
	return read?.bytes !== undefined && sha256Of(read.bytes) === entry.content
}
