// Folders that a sandboxed command sees, wherever the checkout lies: of /tmp and its like it has its own, and what it
// does not see it cannot even try to change.

import { mkdir, mkdtemp, realpath } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { contains } from '../../src/safety/paths/paths.ts'
import { OWN_PLACES } from '../../src/safety/sandbox/mounts.ts'

/** The checkout's own, and those of the user and of the system for one that lies in /tmp or in a path with a space. */
const PLACES = [
	join(import.meta.dirname, '../../node_modules/.cache/kt'),
	join(userInfo().homedir, '.cache/keelson-tests'),
	'/var/lib/keelson-tests',
]

/** A new one, under a name that needs no quotes. Whoever asks removes it. */
export async function shownFolder(prefix: string): Promise<string> {
	const reasons: string[] = []
	for (const place of PLACES)
		try {
			await mkdir(place, { recursive: true })
			const path = await realpath(place)
			if (OWN_PLACES.some(own => contains(own, path))) reasons.push(`${path}: a command has its own`)
			else if (!/^[\w./-]+$/.test(path)) reasons.push(`${path}: its name needs quotes`)
			else return await mkdtemp(join(path, prefix))
		} catch (error) {
			reasons.push(String(error))
		}
	throw new Error(`no folder here is seen by sandboxed commands:\n${reasons.join('\n')}`)
}
