// One process at a time changes the credentials: a refresh token is good for one use, and whoever comes second with
// it loses the login. Who wants the lock puts up a file that only it can have named and looks around: of two that
// come at once at least one sees the other, and what a dead process left can be taken down by anybody.

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AgentError, messageOf } from '../core/errors.ts'

/**
 * @param path - the file the lock is about; it need not exist
 * @param work - has to end within a minute, or another process takes it for dead
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
	const release = await acquire(path)
	try {
		return await work()
	} finally {
		await release()
	}
}

async function acquire(path: string): Promise<() => Promise<void>> {
	const folder = dirname(path)
	const own = `.${basename(path)}.${process.pid}-${randomBytes(6).toString('hex')}.lock`
	const release = () => rm(join(folder, own), { force: true })
	const giveUpMs = performance.now() + LONGEST_WAIT_MS
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 })
		while (performance.now() < giveUpMs) {
			if (!(await hasHolder(path, own))) {
				await writeFile(join(folder, own), '', { flag: 'wx', mode: 0o600 })
				if (!(await hasHolder(path, own))) return release
				await release()
			}
			// Two that saw each other have both stepped back; unequal pauses let one of them through.
			await pause(10 + Math.random() * 50)
		}
	} catch (error) {
		await release().catch(() => undefined)
		const reason = messageOf(error)
		throw new AgentError('storage-failed', `${path} cannot be locked: ${reason}`, { cause: error })
	}
	throw new AgentError('storage-failed', `${path} has been in use by another process for over a minute`)
}

const OLDEST_MS = 60_000
const LONGEST_WAIT_MS = 75_000

/** A living process other than ourselves has put up its file. Takes down what the dead have left. */
async function hasHolder(path: string, own: string): Promise<boolean> {
	const folder = dirname(path)
	for (const name of await readdir(folder)) {
		if (name === own || !name.startsWith(`.${basename(path)}.`)) continue
		const pid = /\.(\d+)-[0-9a-f]+\.lock$/.exec(name)?.[1]
		if (pid === undefined) continue
		if (await isHeld(join(folder, name), Number(pid))) return true
		await rm(join(folder, name), { force: true })
	}
	return false
}

/** A process number is given out again, but nobody holds the lock for long. */
async function isHeld(path: string, pid: number): Promise<boolean> {
	const found = await stat(path).catch(() => undefined)
	return found !== undefined && Date.now() - found.mtimeMs < OLDEST_MS && isAlive(pid)
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM'
	}
}
