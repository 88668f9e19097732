// Taking a log from a process that may yet write to it: it becomes another file under the same name. What that process
// has open is from then on a file without a name, so it can neither follow with a line nor number one that we number too.

import { constants } from 'node:fs'
import { copyFile, type FileHandle, open, rename, rm } from 'node:fs/promises'
import { storageFailed } from './storage-failed.ts'

/** @throws AgentError `storage-failed`; the log is as it was then */
export async function takeLog(path: string): Promise<void> {
	const copy = `${path}.taken`
	const opened: FileHandle[] = []
	try {
		const before = await open(path, 'r')
		opened.push(before)
		await rm(copy, { force: true })
		await copyFile(path, copy, constants.COPYFILE_FICLONE)
		const after = await open(copy, 'a', 0o600)
		opened.push(after)
		await after.chmod(0o600)
		const copiedBytes = (await after.stat()).size
		await after.sync()
		await rename(copy, path)
		// What was written between the copy and the new name.
		await append(after, await rest(before, copiedBytes))
	} catch (error) {
		await rm(copy, { force: true }).catch(() => undefined)
		throw storageFailed(path, error)
	} finally {
		for (const handle of opened) await handle.close()
	}
}

async function rest(file: FileHandle, from: number): Promise<Buffer> {
	const { size } = await file.stat()
	const bytes = Buffer.alloc(Math.max(0, size - from))
	const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
	return bytes.subarray(0, bytesRead)
}

async function append(file: FileHandle, bytes: Buffer): Promise<void> {
	if (bytes.length === 0) return
	await file.writeFile(bytes)
	await file.datasync()
}
