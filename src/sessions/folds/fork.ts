// A copy of a session that goes its own way, and remembers where it came from.

import { AgentError } from '../../core/errors.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { SessionId } from '../../core/ids.ts'
import type { SessionStore, StoredEnvelope } from '../session-store.ts'

/**
 * Takes no lock on the source: a session that another process has open can be copied as far as it has come. What is
 * open where the copy ends is closed when it is taken up, as after a crash.
 * @param atSeq - the last envelope that goes along; left out, all do
 * @returns the id of the copy, which is complete on disk by then
 * @throws AgentError `rejected` when nothing had been said by then
 */
export async function forkSession(
	store: SessionStore,
	source: SessionId,
	copy: SessionId,
	atSeq: number = Number.POSITIVE_INFINITY,
): Promise<SessionId> {
	const envelopes = (await store.read(source)).filter(envelope => envelope.seq <= atSeq)
	if (atSeq !== Number.POSITIVE_INFINITY && !envelopes.some(({ event }) => event.type === 'run-start'))
		throw new AgentError(
			'rejected',
			`there is no message up to number ${atSeq}; a new session has none either`,
		)
	const log = store.create(copy, folderOf(envelopes))
	try {
		await log.append(copyOf(envelopes, source, copy), { durable: true })
	} finally {
		await log.close()
	}
	return copy
}

function copyOf(
	envelopes: readonly StoredEnvelope[],
	source: SessionId,
	copy: SessionId,
): readonly StoredEnvelope[] {
	const parent = { sessionId: source, seq: envelopes.at(-1)?.seq ?? 0 }
	return envelopes.flatMap((envelope): readonly StoredEnvelope[] => {
		const { event } = envelope
		const own = { ...envelope, sessionId: copy }
		switch (event.type) {
			// A name belongs to one session; with two of that name neither could be found by it.
			case 'session-rename':
				return []
			case 'session-start':
				return [{ ...own, event: { ...event, parent } }]
			case 'compaction': {
				const { name: _, ...carried } = event.carried
				return [{ ...own, event: { ...event, carried } }]
			}
			case 'approvals-set':
			case 'model-set':
			case 'effort-set':
			case 'run-start':
			case 'memory-drop':
			case 'agent-start':
			case 'agent-end':
			case 'steer':
			case 'correction':
			case 'turn-start':
			case 'attempt-start':
			case 'attempt-end':
			case 'message-end':
			case 'approval-request':
			case 'approval-end':
			case 'question-request':
			case 'question-end':
			case 'hook-result':
			case 'tool-start':
			case 'tool-end':
			case 'turn-end':
			case 'checkpoint':
			case 'checkpoint-failed':
			case 'rewind':
			case 'run-end':
				return [own]
			default:
				return assertNever(event)
		}
	})
}

/** Every run says it again, should the first line be lost. */
function folderOf(envelopes: readonly StoredEnvelope[]): string {
	for (const { event } of envelopes) {
		if (event.type === 'session-start') return event.cwd
		if (event.type === 'run-start') return event.snapshot.cwd
	}
	return ''
}
