// A home that cannot be written must not stop the work: nothing is stored then, and that is said once. A disk
// that fails after the session began is another matter; that failure goes up.

import { AgentError } from '../core/errors.ts'
import type { Envelope, StoredEvent } from '../core/events.ts'

export type Append = (envelope: Envelope<StoredEvent>, options: { durable: boolean }) => Promise<void>

/** @param tell - called once, when the first write failed, with why */
export function logOrMemory(append: Append, tell: (why: string) => void): Append {
	let state: 'untried' | 'stored' | 'memory' = 'untried'
	return async (envelope, options) => {
		if (state === 'memory') return
		try {
			await append(envelope, options)
			state = 'stored'
		} catch (error) {
			if (state === 'stored' || !(error instanceof AgentError) || error.code !== 'storage-failed') throw error
			state = 'memory'
			tell(error.message)
		}
	}
}
