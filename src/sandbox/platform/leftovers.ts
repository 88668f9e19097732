// Folders for temporary files whose process was killed before it could throw them away. The next start does.

import { lstat, readdir, readFile, rm } from 'node:fs/promises'
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
		if (owner !== '' && !isAlive(owner, path)) await rm(path, { recursive: true, force: true })
	} catch {
		// It has no owner, or somebody else is at it.
	}
}
