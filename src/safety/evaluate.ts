// The permission decision of one call: what its tool proposes, under the user's rules, the approval mode and what the
// session has granted. The one place where "may this run?" is answered without asking anyone (SPEC A13).

import type { PermissionDecision } from '../core/permission.ts'
import { type AboutCall, type DecisionContext, decide, NO_RULES } from './decide.ts'
import type { CallSubject } from './permissions/call-subject.ts'
import type { PathBase } from './permissions/file-rules.ts'
import type { StandingRule } from './permissions/rule.ts'
import { matchRules, rulesForExactly, rulesToStore } from './permissions/ruling.ts'

export type PolicyContext = DecisionContext & {
	/** The user's rules, and where relative paths in them start. Left out, there are none and none can be stored. */
	rules?: RulesInForce | undefined
}

export type RulesInForce = { rules: readonly StandingRule[]; base: PathBase }

/**
 * @param proposed - by the tool, which knows neither rules nor mode
 * @param subject - what the call is about, for the rules; left out, no rule can be about it
 * @returns `allow`: it runs. `ask`, `ask-always`: somebody is asked with exactly this. `deny`: the first reason is told to
 * the model.
 */
export function evaluate(
	proposed: PermissionDecision,
	subject: CallSubject | undefined,
	{ rules, ...policy }: PolicyContext,
): PermissionDecision {
	return decide(proposed, rules && subject ? rulesAbout(proposed, subject, rules) : NO_RULES, policy)
}

/** What they say of a call. */
export function rulesAbout(
	proposed: PermissionDecision,
	subject: CallSubject,
	rules: RulesInForce,
): AboutCall {
	if (proposed.outcome === 'deny') return NO_RULES
	const storable = rulesToStore(subject, proposed)
	const exact = storable.length > 0 ? [] : rulesForExactly(subject, proposed)
	return { match: matchRules(subject, proposed, rules), storable, exact }
}
