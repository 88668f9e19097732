// File lock: one process at a time does what the lock is about (refreshing a login, whose token is good for one use;
// writing a session). Who wants it puts up a file that is named after itself and then looks around: of two that come at
// once at least one sees the other. A name is used once, so what somebody has found to be a dead process's is never the
// newer file of a living one.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AgentError, messageOf } from '../core/errors.ts'
import { lifeAt, showLife } from './life-sign.ts'
import { isAlive, isElsewhere, isOfThisKernel, type ProcessKey, pidOf, processKey } from './process-alive.ts'

export type FileLock = {
	/** Nobody has taken it away. */
	isHeld(): boolean
	release(): Promise<void>
}

export type LockPlace = {
	folder: string
	/** What the files of this lock begin with; no other lock of the folder has it. */
	name: string
	/** After so long its holder counts as dead. Without it nobody who lives ever does. */
	longestMs?: number
}

/** Tries once. @returns the lock, or the process that has it, which may have stepped back as well */
export async function tryLock(place: LockPlace): Promise<FileLock | { holder: ProcessKey }> {
	const once = randomBytes(6).toString('hex')
	const own = `${place.name}.${once}.${processKey()}${ENDING}`
	const path = join(place.folder, own)
	// What is held for moments is over when its time is.
	const sign = place.longestMs === undefined ? await showLife(place.folder, signName(once)) : undefined
	const release = async () => {
		await rm(path, { force: true })
		await sign?.end()
	}
	try {
		await writeFile(path, sign?.device ?? '', { flag: 'wx', mode: 0o600 })
		const holder = await lockHolder(place, own)
		if (holder === undefined) return { isHeld: () => existsSync(path), release }
		await release()
		return { holder }
	} catch (error) {
		await release().catch(() => undefined)
		throw error
	}
}

/**
 * The living process that has the lock. Takes down what the dead have left.
 * @param except - the name of a file that does not count
 */
export async function lockHolder(place: LockPlace, except?: string): Promise<ProcessKey | undefined> {
	for (const file of await filesOf(place)) {
		if (file.name === except) continue
		const path = join(place.folder, file.name)
		if (!(await hasEnded(place.folder, file)) && !(await isTooOld(path, place.longestMs))) return file.key
		await takeDown(place.folder, file)
	}
	return undefined
}

/**
 * Takes down what processes have put up of which nothing can be known here. For somebody who knows that they are gone.
 * @returns those it took the lock from, which may yet be there
 */
export async function breakLocksElsewhere(place: LockPlace): Promise<readonly ProcessKey[]> {
	const broken: ProcessKey[] = []
	for (const file of await filesOf(place)) {
		if (!isElsewhere(file.key)) continue
		await takeDown(place.folder, file)
		broken.push(file.key)
	}
	return broken
}

/** @property once - the part of its name that no other file ever has */
type LockFile = { name: string; key: ProcessKey; once: string | undefined }

async function filesOf({ folder, name }: LockPlace): Promise<readonly LockFile[]> {
	const names = await readdir(folder)
	await removeStraySigns(folder, names)
	const files = names.filter(each => each.startsWith(`${name}.`) && each.endsWith(ENDING))
	return files.flatMap(file => {
		const [, once, key = ''] =
			/^(?:([0-9a-f]{12})\.)?(.*)$/.exec(file.slice(name.length + 1, -ENDING.length)) ?? []
		return pidOf(key) === undefined ? [] : [{ name: file, key, once }]
	})
}

/** What can be proved. A sign that answers is stronger than all that places and numbers say. */
async function hasEnded(folder: string, { name, key, once }: LockFile): Promise<boolean> {
	const path = join(folder, name)
	if (!isElsewhere(key)) return !isAlive(key)
	if (once !== undefined) {
		const device = await readFile(path, 'utf8').catch(() => '')
		const life = await lifeAt(folder, signName(once), device)
		if (life === 'shown') return false
		if (life === 'ended' && isOfThisKernel(key)) return true
	}
	return !isAlive(key, path)
}

async function takeDown(folder: string, { name, once }: LockFile): Promise<void> {
	await rm(join(folder, name), { force: true })
	if (once !== undefined) await rm(join(folder, signName(once)), { force: true })
}

/** Of processes that died between the two files. Without its sign somebody who lives still has the lock. */
async function removeStraySigns(folder: string, names: readonly string[]): Promise<void> {
	for (const name of names) {
		const once = SIGN.exec(name)?.[1]
		if (once === undefined || names.some(each => each.includes(`.${once}.`) && each.endsWith(ENDING)))
			continue
		const path = join(folder, name)
		if (await isTooOld(path, OLDEST_MS)) await rm(path, { force: true })
	}
}

const ENDING = '.lock'
const SIGN = /^\.([0-9a-f]{12})\.alive$/

function signName(once: string): string {
	return `.${once}.alive`
}

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

/**
 * Where starts are not known, a number given out again can be told by this alone. What is gone is old as well. Times of
 * files are told by the clock of whoever serves them; where it seems to differ from ours, it is asked.
 */
async function isTooOld(path: string, longestMs: number | undefined): Promise<boolean> {
	if (longestMs === undefined) return false
	const found = await stat(path).catch(() => undefined)
	if (found === undefined) return true
	if (Math.abs(Date.now() - found.mtimeMs) < longestMs) return false
	return (await fileClock(dirname(path))) - found.mtimeMs >= longestMs
}

/** What a file that is made now is given as its time. */
async function fileClock(folder: string): Promise<number> {
	const path = join(folder, `.${randomBytes(6).toString('hex')}.now`)
	try {
		await writeFile(path, '', { flag: 'wx', mode: 0o600 })
		return (await stat(path)).mtimeMs
	} finally {
		await rm(path, { force: true })
	}
}
