// A hidden log: that of a session which was deleted and can still be had back. It lies where it was under a name that no
// list looks at; one that its process left behind is purged with the next that is hidden there.

import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import { lockSession } from './session-lock.ts'
import { storageFailed } from './storage-failed.ts'

/** @throws AgentError `session-busy` while another process has it open */
export async function hideLog(path: string, sessionId: SessionId): Promise<void> {
	const folder = dirname(path)
	const lock = await lockSession(folder, sessionId, { takeOver: false })
	try {
		await removeLeftOvers(folder)
		await rename(path, hiddenName(path))
	} catch (error) {
		throw storageFailed(path, error)
	} finally {
		await lock.release()
	}
}

/** @throws AgentError `storage-failed` where it is no longer there, or something else is in its place */
export async function showLog(path: string): Promise<void> {
	if (existsSync(path)) throw new AgentError('storage-failed', `${path} is there already`)
	try {
		await rename(hiddenName(path), path)
	} catch (error) {
		throw storageFailed(path, error)
	}
}

/** @param belongings - folders where each session keeps things in a folder named by its id */
export async function purgeLog(
	path: string,
	sessionId: SessionId,
	belongings: readonly string[],
): Promise<void> {
	// It is back, and everything of it stays.
	if (existsSync(path)) return
	for (const file of [path.replace(/\.jsonl$/, '.torn'), hiddenName(path)]) await rm(file, { force: true })
	for (const things of belongings) await rm(join(things, sessionId), { recursive: true, force: true })
}

const HIDDEN = '.deleted'
/** Nobody looks at a list for longer. */
const LEFT_OVER_MS = 24 * 60 * 60_000

function hiddenName(path: string): string {
	return `${path}${HIDDEN}`
}

async function removeLeftOvers(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!name.endsWith(`.jsonl${HIDDEN}`)) continue
		const path = join(folder, name)
		const found = await stat(path).catch(() => undefined)
		if (found && Date.now() - found.ctimeMs > LEFT_OVER_MS) await rm(path, { force: true })
	}
}
