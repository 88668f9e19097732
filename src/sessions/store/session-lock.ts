// The session lock: one process at a time goes on with a session.

import { setTimeout as pause } from 'node:timers/promises'
import { AgentError } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import { TAKE_OVER_FLAG } from '../../core/text/take-over.ts'
import { breakLocksElsewhere, type FileLock, lockHolder, tryLock } from '../../process/file-lock.ts'
import { isElsewhere, type ProcessKey, pidOf } from '../../process/process-alive.ts'
import { watchPath } from '../reading/follow-log.ts'

export type SessionLock = FileLock & {
	/** Somebody had it who may yet be there, and who learns of it with the next line. */
	isTakenOver: boolean
}

/**
 * @param takeOver - from processes of which nothing can be known here
 * @throws AgentError `session-busy` naming the process that has it
 */
export async function lockSession(
	folder: string,
	sessionId: SessionId,
	{ takeOver = false }: { takeOver?: boolean } = {},
): Promise<SessionLock> {
	const broken = takeOver ? await breakLocksElsewhere({ folder, name: sessionId }) : []
	for (let tries = 1; ; tries++) {
		const lock = await tryLock({ folder, name: sessionId })
		if ('release' in lock) return { ...lock, isTakenOver: broken.length > 0 }
		if (tries === MAX_TRIES) throw busy(sessionId, lock.holder)
		// Two that saw each other have both stepped back; unequal pauses let one of them through.
		await pause(5 + Math.random() * 40)
	}
}

/** The living process that has the session open. Takes down nothing that is not dead. */
export async function sessionHolder(folder: string, sessionId: SessionId): Promise<number | undefined> {
	const holder = await lockHolder({ folder, name: sessionId })
	return holder === undefined ? undefined : pidOf(holder)
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

/** For who had the lock until somebody took it over. */
export async function lostTo(folder: string, sessionId: SessionId): Promise<AgentError> {
	const holder = await lockHolder({ folder, name: sessionId }).catch(() => undefined)
	const who = holder === undefined ? 'another process' : processWords(holder)
	return new AgentError(
		'fenced',
		`${who} has taken session ${sessionId} over; nothing more of this one goes into it: go on in a copy with --fork (/fork), or end here`,
	)
}

function processWords(holder: ProcessKey): string {
	return `process ${pidOf(holder)}${isElsewhere(holder) ? ' of another machine or container' : ''}`
}

function busy(sessionId: SessionId, holder: ProcessKey): AgentError {
	const open = `session ${sessionId} is open in process ${pidOf(holder)}`
	const words = isElsewhere(holder)
		? `${open} of another machine or container, which cannot be seen from here; end that one, go on in a copy with --fork, or, if it is gone, take the session over with ${TAKE_OVER_FLAG}`
		: `${open}; end that one, or go on in a copy with --fork`
	return new AgentError('session-busy', words)
}
