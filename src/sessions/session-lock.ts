// One process at a time goes on with a session. A lock whose process is gone is nobody's.

import { open, readFile, rm } from 'node:fs/promises'
import { AgentError } from '../core/errors.ts'
import type { SessionId } from '../core/ids.ts'
import { isObject, parseJson } from '../core/json.ts'

export type SessionLock = { release(): Promise<void> }

/** @throws AgentError `session-busy` naming the process that has it */
export async function lockSession(path: string, sessionId: SessionId): Promise<SessionLock> {
	const own = JSON.stringify({ pid: process.pid, started: await startOf(process.pid) })
	// Twice at most after a stale one was removed: whoever loses the race for it finds a living owner then.
	for (let tries = 0; tries < 3; tries++) {
		if (await create(path, own)) return { release: () => release(path, own) }
		const pid = await owner(path)
		if (pid !== undefined)
			throw new AgentError(
				'session-busy',
				`session ${sessionId} is open in process ${pid}; end that one, or go on in a copy with --fork`,
			)
		await rm(path, { force: true })
	}
	throw new AgentError('session-busy', `session ${sessionId} is being opened by another process; try again`)
}

async function create(path: string, content: string): Promise<boolean> {
	try {
		const file = await open(path, 'wx', 0o600)
		await file.writeFile(content)
		await file.close()
		return true
	} catch (error) {
		if (isCode(error, 'EEXIST')) return false
		throw error
	}
}

/** The process that holds the lock, or undefined when it lives no more (or never wrote what it is). */
async function owner(path: string): Promise<number | undefined> {
	const held = parseJson(await readFile(path, 'utf8').catch(() => ''))
	if (!isObject(held) || typeof held.pid !== 'number') return undefined
	try {
		process.kill(held.pid, 0)
	} catch (error) {
		if (!isCode(error, 'EPERM')) return undefined
	}
	// A number is given out again: the same process also began at the same moment.
	return held.started === (await startOf(held.pid)) ? held.pid : undefined
}

async function release(path: string, own: string): Promise<void> {
	if ((await readFile(path, 'utf8').catch(() => '')) === own) await rm(path, { force: true })
}

/** When a process began, in the kernel's ticks; null where `/proc` does not say. */
async function startOf(pid: number): Promise<string | null> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
	// The name in parentheses may hold anything, spaces and parentheses too; field 22 is the 20th after it.
	return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

function isCode(error: unknown, code: string): boolean {
	return error instanceof Error && 'code' in error && error.code === code
}
