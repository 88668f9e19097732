// What an approval callback has answered. Programs without types answer all kinds of things: only a clear yes is one.

import type { Decision } from '../../core/approval.ts'

export function readDecision(answer: unknown): Decision {
	if (answer === true) return { answer: 'once' }
	if (answer === false || answer === undefined) return { answer: 'no' }
	return isDecision(answer) ? answer : { answer: 'no-with-reason', reason: NO_DECISION }
}

function isDecision(given: unknown): given is Decision {
	if (typeof given !== 'object' || given === null || !('answer' in given)) return false
	switch (given.answer) {
		case 'once':
		case 'session':
		case 'project':
		case 'no':
			return true
		case 'no-with-reason':
			return 'reason' in given && typeof given.reason === 'string'
		case 'edit':
			return 'command' in given && typeof given.command === 'string'
		default:
			return false
	}
}

const NO_DECISION = 'what the program answered is no decision: true, false, or { answer: … }'
