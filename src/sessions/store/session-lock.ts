// One process at a time goes on with a session. Who wants it puts up a file that is named after itself and then looks
// around: of two that come at once at least one sees the other, and what a dead process left can be taken down by
// anybody, for no living one has a file of that name.

import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AgentError } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import { watchPath } from '../reading/follow-log.ts'

export type SessionLock = { release(): Promise<void> }

/** @throws AgentError `session-busy` naming the process that has it */
export async function lockSession(folder: string, sessionId: SessionId): Promise<SessionLock> {
	const start = await startOf(process.pid)
	const own = `${sessionId}.${process.pid}-${start}.lock`
	for (let tries = 1; ; tries++) {
		if (!(await putUp(join(folder, own)))) throw busy(sessionId, process.pid)
		const holder = await livingHolder(folder, sessionId, own)
		if (holder === undefined) return { release: () => rm(join(folder, own), { force: true }) }
		await rm(join(folder, own), { force: true })
		if (tries === MAX_TRIES) throw busy(sessionId, holder)
		// Two that saw each other have both stepped back; unequal pauses let one of them through.
		await pause(5 + ((process.pid * tries) % 40))
	}
}

/** The living process that has the session open. Takes down nothing that is not dead. */
export async function lockHolder(folder: string, sessionId: SessionId): Promise<number | undefined> {
	return livingHolder(folder, sessionId, '')
}

/**
 * The same whenever it has changed, until the signal fires. That a process was killed nobody tells: it is looked for
 * every second.
 * @param known - the last that was heard
 */
export async function* lockHolders(
	folder: string,
	sessionId: SessionId,
	known: number | undefined,
	signal: AbortSignal,
): AsyncIterable<number | undefined> {
	const changes = watchPath(folder, name => name === null || name.startsWith(`${sessionId}.`))
	try {
		for (let last = known; !signal.aborted; ) {
			// With its folder, its locks are gone too.
			const holder = await lockHolder(folder, sessionId).catch(() => undefined)
			if (holder !== last && !signal.aborted) yield holder
			last = holder
			if (!signal.aborted) await changes.next(signal)
		}
	} finally {
		changes.close()
	}
}

const MAX_TRIES = 4

function busy(sessionId: SessionId, pid: number): AgentError {
	return new AgentError(
		'session-busy',
		`session ${sessionId} is open in process ${pid}; end that one, or go on in a copy with --fork`,
	)
}

async function putUp(path: string): Promise<boolean> {
	try {
		await (await open(path, 'wx', 0o600)).close()
		return true
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
		throw error
	}
}

async function livingHolder(folder: string, sessionId: SessionId, own: string): Promise<number | undefined> {
	for (const name of await readdir(folder)) {
		if (!name.startsWith(`${sessionId}.`) || name === own) continue
		const [, pid, start] = /\.(\d+)-(\d+)\.lock$/.exec(name) ?? []
		if (pid === undefined || start === undefined) continue
		if (await isAlive(Number(pid), start)) return Number(pid)
		await rm(join(folder, name), { force: true })
	}
	return undefined
}

/** A process number is given out again; the same process also began at the same moment. */
async function isAlive(pid: number, start: string): Promise<boolean> {
	if (start !== UNKNOWN) return (await startOf(pid)) === start
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM'
	}
}

const UNKNOWN = '0'

/** When a process began, in the kernel's ticks. Unknown where there is no `/proc`, or no life in the process. */
async function startOf(pid: number): Promise<string> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
	// The name in parentheses may hold anything, spaces and parentheses too; what follows is field 3, the state.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	// A zombie has given up its files long before its parent asks for it.
	return fields[0] === 'Z' ? UNKNOWN : (fields[19] ?? UNKNOWN)
}
