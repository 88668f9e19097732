// Local file systems: whether a file is on a disk of this machine, by the table of mounts. What is there may be read at
// once; over a network, or through a program that plays a file system, the process would stand still until that answers.

import { readFileSync } from 'node:fs'

export type LocalMounts = {
	/** @param path - real: where no link is in it, the longest mount point in front of it is the one it is on */
	has(path: string): boolean
	/** The same for each folder above it, as whoever follows a path step by step goes through all of them. */
	leadTo(path: string): boolean
}

/** Where the system has no such table, nothing is local. */
export function createLocalMounts(
	read: () => string = () => readFileSync('/proc/self/mountinfo', 'utf8'),
	nowMs: () => number = () => performance.now(),
): LocalMounts {
	let known: { mounts: readonly LocalMount[]; untilMs: number } | undefined
	/** The nearest one first. */
	const mountsOver = (path: string): readonly LocalMount[] => {
		if (!known || nowMs() >= known.untilMs) known = { mounts: mountsIn(read), untilMs: nowMs() + KEPT_MS }
		return known.mounts.filter(({ folder }) => path.startsWith(folder) || `${path}/` === folder)
	}
	const isLocal = (mount: LocalMount | undefined) => mount !== undefined && LOCAL.has(mount.type)
	return {
		has: path => isLocal(mountsOver(path)[0]),
		leadTo: path => {
			const mounts = mountsOver(path)
			return mounts.length > 0 && mounts.every((mount, index) => isLocal(mount) || isHidden(mounts, index))
		},
	}
}

/** By a later one at the same place. */
function isHidden(mounts: readonly LocalMount[], index: number): boolean {
	return mounts[index - 1]?.folder === mounts[index]?.folder
}

/** Reading the table takes as long as reading a file; what is mounted changes once in hours. */
const KEPT_MS = 5_000

/** `overlay` is what containers have. What is not in here is waited for beside the event loop. */
const LOCAL: ReadonlySet<string> = new Set(
	'bcachefs btrfs ext2 ext3 ext4 f2fs overlay tmpfs xfs zfs'.split(' '),
)

/** `folder` ends with a slash. */
type LocalMount = { folder: string; type: string }

/** The longest ones first, and of two at one place the one that hides the other. */
function mountsIn(read: () => string): readonly LocalMount[] {
	try {
		const mounts = read().split('\n').flatMap(mountOf).reverse()
		return mounts.sort((a, b) => b.folder.length - a.folder.length)
	} catch {
		return []
	}
}

/** `36 35 98:0 /root /mount/point rw,noatime shared:1 - ext4 /dev/root rw`, with blanks in names as `\040`. */
function mountOf(line: string): LocalMount[] {
	const [place, source] = line.split(' - ')
	const folder = place
		?.split(' ')[4]
		?.replaceAll(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)))
	const type = source?.split(' ')[0]
	if (folder === undefined || type === undefined) return []
	return [{ folder: folder.endsWith('/') ? folder : `${folder}/`, type }]
}
