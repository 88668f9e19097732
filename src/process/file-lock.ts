// File lock: one process at a time does what the lock is about (refreshing a login, whose token is good for one use;
// writing a session). Who wants it puts up a file that is named after itself and then looks around: of two that come at
// once at least one sees the other. A name is used once, so what somebody has found to be a dead process's is never the
// newer file of a living one.

import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AgentError, messageOf } from '../core/errors.ts'
import { isAlive, isElsewhere, type ProcessKey, pidOf, processKey } from './process-alive.ts'

export type FileLock = { release(): Promise<void> }

export type LockPlace = {
	folder: string
	/** What the files of this lock begin with; no other lock of the folder has it. */
	name: string
	/** After so long its holder counts as dead. Without it nobody who lives ever does. */
	longestMs?: number
}

/** Tries once. @returns the lock, or the process that has it, which may have stepped back as well */
export async function tryLock(place: LockPlace): Promise<FileLock | { holder: ProcessKey }> {
	const own = `${place.name}.${randomBytes(6).toString('hex')}.${processKey()}${ENDING}`
	const path = join(place.folder, own)
	await (await open(path, 'wx', 0o600)).close()
	try {
		const holder = await lockHolder(place, own)
		if (holder === undefined) return { release: () => rm(path, { force: true }) }
		await rm(path, { force: true })
		return { holder }
	} catch (error) {
		await rm(path, { force: true }).catch(() => undefined)
		throw error
	}
}

/**
 * The living process that has the lock. Takes down what the dead have left.
 * @param except - the name of a file that does not count
 */
export async function lockHolder(place: LockPlace, except?: string): Promise<ProcessKey | undefined> {
	for (const { name, key } of await filesOf(place)) {
		if (name === except) continue
		const path = join(place.folder, name)
		if (isAlive(key) && !(await isTooOld(path, place.longestMs))) return key
		await rm(path, { force: true })
	}
	return undefined
}

/** Takes down what processes have put up of which nothing can be known here. For somebody who knows that they are gone. */
export async function breakLocksElsewhere(place: LockPlace): Promise<void> {
	for (const { name, key } of await filesOf(place))
		if (isElsewhere(key)) await rm(join(place.folder, name), { force: true })
}

async function filesOf({ folder, name }: LockPlace): Promise<readonly { name: string; key: ProcessKey }[]> {
	const files = (await readdir(folder)).filter(each => each.startsWith(`${name}.`) && each.endsWith(ENDING))
	return files.flatMap(file => {
		// What makes the name one that is used once is not part of the key.
		const key = file.slice(name.length + 1, -ENDING.length).replace(/^[0-9a-f]{12}\./, '')
		return pidOf(key) === undefined ? [] : [{ name: file, key }]
	})
}

const ENDING = '.lock'

/**
 * Waits for its turn.
 * @param path - the file the lock is about; it need not exist
 * @param work - has to end within a minute, or another process takes it for dead
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
	const lock = await acquire(path)
	try {
		return await work()
	} finally {
		await lock.release()
	}
}

async function acquire(path: string): Promise<FileLock> {
	const place = { folder: dirname(path), name: `.${basename(path)}`, longestMs: OLDEST_MS }
	const giveUpMs = performance.now() + LONGEST_WAIT_MS
	try {
		await mkdir(place.folder, { recursive: true, mode: 0o700 })
		while (performance.now() < giveUpMs) {
			// Who waits puts nothing up: it would only make others step back.
			if ((await lockHolder(place)) === undefined) {
				const lock = await tryLock(place)
				if ('release' in lock) return lock
			}
			// Two that saw each other have both stepped back; unequal pauses let one of them through.
			await pause(10 + Math.random() * 50)
		}
	} catch (error) {
		throw new AgentError('storage-failed', `${path} cannot be locked: ${messageOf(error)}`, { cause: error })
	}
	throw new AgentError('storage-failed', `${path} has been in use by another process for over a minute`)
}

const OLDEST_MS = 60_000
const LONGEST_WAIT_MS = 75_000

/** Where starts are not known, a number given out again can be told by this alone. What is gone is old as well. */
async function isTooOld(path: string, longestMs: number | undefined): Promise<boolean> {
	if (longestMs === undefined) return false
	const found = await stat(path).catch(() => undefined)
	return found === undefined || Date.now() - found.mtimeMs >= longestMs
}
