// A home that cannot be written must not stop somebody who is there: nothing is stored then, and that is said once. A disk
// that fails after the session began is another matter; that failure goes up.

import { AgentError } from '../../core/errors.ts'
import type { SessionLog } from '../../sessions/session-store.ts'

/** @returns nothing when it is done at once */
export type Append = SessionLog['append']

/** @param notify - called once, when the first write failed, with why */
export function bestEffortLog(append: Append, notify: (why: string) => void): Append {
	let state: 'untried' | 'stored' | 'memory' = 'untried'
	const stored = () => {
		state = 'stored'
	}
	return (envelopes, options) => {
		if (state === 'memory') return undefined
		const appended = append(envelopes, options)
		if (!appended) {
			stored()
			return undefined
		}
		return appended.then(stored, error => {
			if (state === 'stored' || !(error instanceof AgentError) || error.code !== 'storage-failed') throw error
			state = 'memory'
			notify(error.message)
		})
	}
}
