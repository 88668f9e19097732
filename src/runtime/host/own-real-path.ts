// Whether a path is its own real path, as most are: found out at once where all of it is on disks of this machine. A hop
// through Node's thread pool takes ten times as long, and a turn of quick calls would wait for it and for all that the
// event loop does meanwhile.

import { lstatSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { LocalMounts } from './local-mounts.ts'

/**
 * From the root on, so that nothing behind a link is looked at: it may lead to a disk that takes long.
 * @returns false as well where that cannot be told
 */
export function isOwnRealPath(path: string, mounts: Pick<LocalMounts, 'leadTo'>): boolean {
	if (path !== resolve(path) || !mounts.leadTo(path)) return false
	try {
		for (let end = path.indexOf(sep, 1); ; end = path.indexOf(sep, end + 1)) {
			const found = lstatSync(end === -1 ? path : path.slice(0, end), { throwIfNoEntry: false })
			if (!found || found.isSymbolicLink()) return false
			if (end === -1) return true
		}
	} catch {
		// Nobody may look there: whoever waits for the answer hears it in the system's own words.
		return false
	}
}
