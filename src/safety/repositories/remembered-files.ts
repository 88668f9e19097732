// What was read of repositories, kept for as long as the files have not changed: `git status` is asked about all day.

import type { FileStat } from '../../core/host.ts'
import type { GitSetting } from './git-config.ts'

/** By path. */
export type RepositoryMemory = {
	settings: Map<string, Remembered<readonly GitSetting[]>>
	/** What an index names. */
	linked: Map<string, Remembered<readonly string[]>>
	/** Links in a folder. */
	links: Map<string, Remembered<readonly string[]>>
}

/** With the stamp that the file had before it was read. */
type Remembered<Value> = { stamp: string; value: Value }

export function newRepositoryMemory(): RepositoryMemory {
	return { settings: new Map(), linked: new Map(), links: new Map() }
}

/** @param stat - of before the reading, so that a change meanwhile shows the next time */
export async function remembered<Value>(
	memory: Map<string, Remembered<Value>>,
	path: string,
	{ stamp }: FileStat,
	read: () => Promise<Value>,
): Promise<Value> {
	const known = memory.get(path)
	if (stamp !== undefined && known?.stamp === stamp) return known.value
	const value = await read()
	if (stamp === undefined) memory.delete(path)
	else memory.set(path, { stamp, value })
	return value
}
