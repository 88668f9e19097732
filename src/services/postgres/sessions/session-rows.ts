// Rows of sessions and events as what they stand for.

import type { SessionSummary } from '../../../core/commands.ts'
import { AgentError } from '../../../core/errors.ts'
import type { SessionId } from '../../../core/ids.ts'
import type { LogPage } from '../../../core/runtime-port.ts'
import { decode } from '../../../sessions/codec.ts'
import type { SummaryState } from '../../../sessions/folds/summary.ts'
import type { LogPart, StoredEnvelope } from '../../../sessions/session-store.ts'

export type EventRow = { seq: string; body: string }

export type SessionRow = { id: SessionId; summary: string | null; size_bytes: string }

export function decoded(rows: readonly Pick<EventRow, 'body'>[]): readonly StoredEnvelope[] {
	return rows.flatMap(({ body }) => decode(body) ?? [])
}

/** @returns the place of the last row */
export function placeOf(rows: readonly Pick<EventRow, 'seq'>[], before: number): number {
	return Number(rows.at(-1)?.seq ?? before)
}

export function entriesOf(rows: readonly EventRow[]): LogPage['entries'] {
	return rows.flatMap(({ seq, body }) => {
		const envelope = decode(body)
		return envelope ? [{ place: Number(seq), envelope }] : []
	})
}

export function summariesOf({ id, summary, size_bytes }: SessionRow): readonly SessionSummary[] {
	const state = summary === null ? undefined : summaryIn(summary)
	return state ? [{ ...state, sessionId: id, sizeBytes: Number(size_bytes) }] : []
}

/** As the condition of a query whose fourth value is what it is about. */
export function partCondition(part: LogPart): readonly [string, unknown] {
	if ('types' in part) return ['type = any($4)', part.types]
	return 'upTo' in part ? ['num <= $4', part.upTo] : ['bytes_to_end <= $4', part.lastBytes]
}

export function notFound(sessionId: SessionId): AgentError {
	return new AgentError('session-not-found', `no session is called ${sessionId}`)
}

function summaryIn(text: string): SummaryState | undefined {
	try {
		// JSON has no undefined.
		return { name: undefined, model: undefined, ...JSON.parse(text) }
	} catch {
		return undefined
	}
}
