// New ids. A session's says when it began and sorts by it; the others only have to differ.

import type { Clock } from '../core/host.ts'
import type { ApprovalId, IdSource, QuestionId, QueueId, RunId, SessionId } from '../core/ids.ts'

/** @param random - so many random bytes */
export function createIdSource(deps: {
	clock: Pick<Clock, 'now'>
	random(sizeBytes: number): Uint8Array
}): IdSource {
	const letters = (count: number) => [...deps.random(count)].map(byte => ALPHABET[byte % 32]).join('')
	return {
		session: () => `${stamp(deps.clock.now())}-${letters(4)}` as SessionId,
		run: () => `r-${letters(8)}` as RunId,
		approval: () => `a-${letters(8)}` as ApprovalId,
		question: () => `q-${letters(8)}` as QuestionId,
		queue: () => `w-${letters(8)}` as QueueId,
	}
}

/** Crockford's, in lower case: nothing that is taken for something else when read aloud or typed. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** `261121-071203`, in UTC, so that ids sort the same wherever they were made. */
function stamp(now: number): string {
	const digits = new Date(now).toISOString().replaceAll(/\D/g, '')
	return `${digits.slice(2, 8)}-${digits.slice(8, 14)}`
}
