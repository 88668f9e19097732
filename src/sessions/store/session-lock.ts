// The session lock: one process at a time goes on with a session.

import { setTimeout as pause } from 'node:timers/promises'
import { AgentError } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import { type FileLock, lockHolder, tryLock } from '../../process/file-lock.ts'
import { watchPath } from '../reading/follow-log.ts'

/** @throws AgentError `session-busy` naming the process that has it */
export async function lockSession(folder: string, sessionId: SessionId): Promise<FileLock> {
	for (let tries = 1; ; tries++) {
		const lock = await tryLock({ folder, name: sessionId })
		if ('release' in lock) return lock
		if (lock.holder === process.pid || tries === MAX_TRIES) throw busy(sessionId, lock.holder)
		// Two that saw each other have both stepped back; unequal pauses let one of them through.
		await pause(5 + ((process.pid * tries) % 40))
	}
}

/** The living process that has the session open. Takes down nothing that is not dead. */
export async function sessionHolder(folder: string, sessionId: SessionId): Promise<number | undefined> {
	return lockHolder({ folder, name: sessionId })
}

/**
 * The same whenever it has changed, until the signal fires. That a process was killed nobody tells: it is looked for
 * every second.
 * @param known - the last that was heard
 */
export async function* sessionHolders(
	folder: string,
	sessionId: SessionId,
	known: number | undefined,
	signal: AbortSignal,
): AsyncIterable<number | undefined> {
	const changes = watchPath(folder, name => name === null || name.startsWith(`${sessionId}.`))
	try {
		for (let last = known; !signal.aborted; ) {
			// With its folder, its locks are gone too.
			const holder = await sessionHolder(folder, sessionId).catch(() => undefined)
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
