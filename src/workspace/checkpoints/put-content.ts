// Putting content back: beside its place and then by rename, so that no reader ever sees half of it. A file that other
// places have a name of as well is linked to them or, where they are out of the tree, written where it is.

import { constants, lstatSync } from 'node:fs'
import { link, open, rename, rm, symlink } from 'node:fs/promises'
import { onDisk } from '../../core/text/byte-names.ts'
import { errnoOf } from './disk-errors.ts'
import type { TreeEntry } from './entry.ts'
import { isStill, type Look } from './expected-state.ts'
import type { RestoreStep } from './steps.ts'

export type ReadContent = (content: string) => Promise<Uint8Array>

/** @throws when it cannot; what was there is there still, unless it was to be written where it is */
export async function putContent(
	{ path, from, to, linkTo, isInPlace }: RestoreStep & { to: TreeEntry },
	{ temporary, read, look }: { temporary: string; read: ReadContent; look: Look },
): Promise<void> {
	if (linkTo !== undefined && (await putLink(path, { linkTo, to, temporary, look }))) return
	if (to.notKept) throw new Error('it was not kept, and the file has no other name any more')
	if (isInPlace && from) return writeInPlace(path, from, { bytes: await read(to.content), mode: to.mode })
	try {
		if (to.kind === 'link') await symlink(onDisk(to.content), onDisk(temporary))
		else await writeNew(temporary, await read(to.content), to.mode)
		await rename(onDisk(temporary), onDisk(path))
	} catch (error) {
		await rm(onDisk(temporary), { force: true }).catch(() => undefined)
		throw error
	}
}

/** @returns false when it cannot be linked, so that it has to become a file of its own */
async function putLink(
	path: string,
	{ linkTo, to, temporary, look }: { linkTo: string; to: TreeEntry; temporary: string; look: Look },
): Promise<boolean> {
	if (!(await isStill(linkTo, to, look))) return false
	const [there, wanted] = [path, linkTo].map(name => lstatSync(onDisk(name), { throwIfNoEntry: false }))
	// Renaming one name of a file to another one does nothing, and leaves both.
	if (there && there.ino === wanted?.ino && there.dev === wanted.dev) return true
	try {
		await link(onDisk(linkTo), onDisk(temporary))
		await rename(onDisk(temporary), onDisk(path))
		return true
	} catch (error) {
		await rm(onDisk(temporary), { force: true }).catch(() => undefined)
		if (UNLINKABLE.has(errnoOf(error) ?? '')) return false
		throw error
	}
}

/** Other disks, disks without links, and files that have as many as they can. */
const UNLINKABLE: ReadonlySet<string> = new Set([
	'EXDEV',
	'EPERM',
	'EMLINK',
	'ENOTSUP',
	'EOPNOTSUPP',
	'ENOSYS',
])

async function writeInPlace(
	path: string,
	from: TreeEntry,
	{ bytes, mode }: { bytes: Uint8Array; mode: number },
): Promise<void> {
	const file = await open(onDisk(path), constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
	try {
		if ((await file.stat()).ino !== from.stamp.inode) throw new Error('it was replaced a moment ago')
		// Never shorter than it will be, so that a disk that is full fails before anything is cut off.
		let at = 0
		while (at < bytes.length) at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten
		await file.truncate(bytes.length)
		await file.chmod(mode)
	} finally {
		await file.close()
	}
}

async function writeNew(path: string, bytes: Uint8Array, mode: number): Promise<void> {
	const file = await open(onDisk(path), 'wx', 0o600)
	try {
		await file.writeFile(bytes)
		// Afterwards, because the umask would take bits from a mode given at creation.
		await file.chmod(mode)
	} finally {
		await file.close()
	}
}
