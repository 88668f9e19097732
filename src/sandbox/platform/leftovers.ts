// Folders for temporary files whose process was killed before it could throw them away, and what it had just begun to
// start. The next start does both.

import { lstat, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAlive } from '../../process/process-alive.ts'
import { OWN_FOLDER, OWNER_FILE } from './own-folders.ts'

/** Nothing of other users, of processes that live, or that may live where nobody can tell from here. */
export async function removeLeftovers(folder = tmpdir()): Promise<void> {
	const names = await readdir(folder).catch(() => [])
	// Thousands of names may lie there. Sorted out here they are a loop so hot that V8 would bring its largest compiler.
	for (const name of names.filter(isOwnFolder)) await removeIfLeft(`${folder}/${name}`)
}

function isOwnFolder(name: string): boolean {
	return OWN_FOLDER.test(name)
}

async function removeIfLeft(path: string): Promise<void> {
	try {
		const stat = await lstat(path)
		if (!stat.isDirectory() || stat.uid !== process.getuid?.()) return
		const owner = await readFile(`${path}/${OWNER_FILE}`, 'utf8')
		// Empty, it is just being written.
		if (owner === '' || isAlive(owner, path)) return
		await endOrphans(await realpath(path))
		await rm(path, { recursive: true, force: true })
	} catch {
		// It has no owner, or somebody else is at it.
	}
}

/**
 * Bubblewrap whose starter was killed before it had set up: the first process inside then waits for good for the one
 * outside. It is told by the folder among its arguments, which is nobody else's.
 */
async function endOrphans(folder: string): Promise<void> {
	for (const pid of (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name)))
		try {
			const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
			const isOrphan =
				words.includes('--die-with-parent') && words.some(word => word.startsWith(`${folder}/`))
			if (isOrphan && (await lstat(`/proc/${pid}`)).uid === process.getuid?.())
				process.kill(Number(pid), 'SIGKILL')
		} catch {
			// It has ended, or is not to be looked at.
		}
}
