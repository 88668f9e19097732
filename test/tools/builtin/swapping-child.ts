// Swaps a folder and a file for links to others and back, as fast as it can, until it is told to stop. A process of its
// own, so that it runs between any two steps of the other one.

import { existsSync, renameSync, symlinkSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const [root = '', outside = '', only] = process.argv.slice(2)
const stop = join(outside, '../stop')
const all = [
	{ at: join(root, 'folder'), aside: join(root, 'aside-folder'), target: outside },
	{ at: join(root, 'deep/inner'), aside: join(root, 'deep/aside-inner'), target: outside },
	{ at: join(root, 'file.txt'), aside: join(root, 'aside-file'), target: join(outside, 'secret.txt') },
]
const single = only && {
	at: join(root, only),
	aside: join(root, `aside-${only}`),
	target: join(outside, 'secret.txt'),
}
const pairs = single ? [single] : all
writeSync(1, 'swapping\n')
let count = 0
while (!existsSync(stop)) {
	let isSwapped = false
	for (const { at, aside, target } of pairs)
		attempt(() => {
			renameSync(at, aside)
			symlinkSync(target, at)
			isSwapped = true
		})
	for (const { at, aside } of pairs)
		attempt(() => {
			unlinkSync(at)
			renameSync(aside, at)
		})
	if (isSwapped && ++count % 100 === 0) writeSync(1, `${count}\n`)
}
writeSync(1, `${count}\n`)

/** The other side may have put something there in between; the next round finds it as it is. */
function attempt(work: () => void): void {
	try {
		work()
	} catch {}
}
