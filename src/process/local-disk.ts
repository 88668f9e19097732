// Local disk: a file system that one kernel alone can have mounted, so that whoever wrote to it before this machine was
// started is gone. What a network or the host of a virtual machine serves, others may write to as well.

import { statfsSync } from 'node:fs'

/** @returns false where that is not known */
export function isOnLocalDisk(path: string): boolean {
	try {
		return LOCAL.has(statfsSync(path).type)
	} catch {
		return false
	}
}

/** `f_type` of statfs(2): ext, xfs, btrfs, tmpfs, overlay, f2fs, zfs, bcachefs, reiserfs, jfs. */
const LOCAL: ReadonlySet<number> = new Set([
	0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x52654973,
	0x3153464a,
])
