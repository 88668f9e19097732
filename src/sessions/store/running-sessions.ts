// Running sessions: those that a living process has open, by their locks, and what each does by the end of its log.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningSession } from '../../core/commands.ts'
import type { SessionId } from '../../core/ids.ts'
import { partOf } from '../reading/read-part.ts'
import type { StoredEnvelope } from '../session-store.ts'
import { sessionHolder } from './session-lock.ts'

/** @param projects - the folders that hold logs. One that cannot be looked into has none */
export async function runningSessions(
	projects: readonly string[],
): Promise<ReadonlyMap<SessionId, RunningSession>> {
	const running = new Map<SessionId, RunningSession>()
	for (const project of projects) {
		const names = await readdir(project).catch((): string[] => [])
		for (const name of names.filter(each => each.endsWith('.jsonl'))) {
			const sessionId = name.slice(0, -'.jsonl'.length) as SessionId
			// Most have no lock at all, and their folder need not be read for each of them.
			if (!names.some(each => each.startsWith(`${sessionId}.`) && each.endsWith('.lock'))) continue
			const pid = await sessionHolder(project, sessionId).catch(() => undefined)
			if (pid === undefined) continue
			const end = await partOf(join(project, name), { lastBytes: END_BYTES }).catch(() => [])
			running.set(sessionId, { pid, state: stateOf(end) })
		}
	}
	return running
}

const END_BYTES = 1 << 16

function stateOf(end: readonly StoredEnvelope[]): RunningSession['state'] {
	const open = new Set<string>()
	let state: RunningSession['state'] = 'idle'
	for (const { event, runId } of end) {
		if (event.type === 'run-end') {
			state = 'idle'
			open.clear()
		} else if (runId !== undefined) state = 'working'
		if (event.type === 'approval-request') open.add(event.request.approvalId)
		else if (event.type === 'approval-end') open.delete(event.approvalId)
		else if (event.type === 'question-request') open.add(event.question.questionId)
		else if (event.type === 'question-end') open.delete(event.questionId)
	}
	return open.size > 0 ? 'asking' : state
}
