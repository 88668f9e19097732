// The no-symlink test: every folder on the way is a folder and no link, so nothing can be led elsewhere through it.

import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onDisk } from '../../core/text/byte-names.ts'

/**
 * @param path - absolute. What it names itself may be a link, or not be there.
 * @throws when a folder on the way cannot be looked at
 */
export function leadsStraight(path: string): boolean {
	let at = '/'
	for (const step of dirname(path).split('/')) {
		at = join(at, step)
		const stats = lstatSync(onDisk(at), { throwIfNoEntry: false })
		// What is not there leads nowhere; whoever makes it makes a folder.
		if (!stats) return true
		if (!stats.isDirectory()) return false
	}
	return true
}
