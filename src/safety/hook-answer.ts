// What a hook says of a call, under the permission decision that stands without it: a hook may make any decision stricter,
// and spare the user a question. What asks always, what a rule of the user's asks about and what is denied stays so.

import type { PermissionDecision } from '../core/permission.ts'

/** `hook`: its name, for people. */
export type HookAnswer = { outcome: 'allow' | 'ask' | 'deny'; reason: string; hook: string }

export function withHookAnswer(
	decision: PermissionDecision,
	answer: HookAnswer | undefined,
): PermissionDecision {
	if (!answer || decision.outcome === 'deny') return decision
	const because = answer.reason === '' ? '' : `: ${answer.reason}`
	switch (answer.outcome) {
		case 'deny':
			return changed(decision, 'deny', `the hook ${answer.hook} says no${because}`)
		case 'ask':
			return decision.outcome === 'ask-always'
				? decision
				: changed(decision, 'ask', `The hook ${answer.hook} says to ask${because}`)
		case 'allow':
			return decision.outcome === 'ask' && !decision.decidedBy
				? {
						...changed(decision, 'allow', `The hook ${answer.hook} allows it${because}`),
						sessionKeys: decision.sessionKeys,
					}
				: decision
	}
}

/** A hook says so each time, so no answer covers the next time. */
function changed(
	decision: PermissionDecision,
	outcome: PermissionDecision['outcome'],
	reason: string,
): PermissionDecision {
	const { projectRules: _, ...rest } = decision
	return { ...rest, outcome, reasons: [reason, ...decision.reasons], sessionKeys: [] }
}
