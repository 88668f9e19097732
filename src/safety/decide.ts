// The permission decision of a call, once it is known what the user's rules say of it: the approval mode, what the
// session has granted, and which of them is stronger. Knows no rules itself, and no files.

import { type ApprovalMode, REFUSED_BY_MODE } from '../core/approval.ts'
import { assertNever } from '../core/exhaustive.ts'
import type { UnixMs } from '../core/ids.ts'
import { isCoverable, isGranted, type PermissionDecision } from '../core/permission.ts'
import type { RuleMatch } from './permissions/ruling.ts'

export type DecisionContext = {
	mode: ApprovalMode
	now: UnixMs
	/** The session keys that the user has said yes to for this session. */
	sessionGrants: ReadonlySet<string>
	/** `--yolo`, on the command line only: lets even the hard cases through. */
	yolo: boolean
}

/**
 * What the rules say of a call. `storable`: what "always for this project" would store of it; `exact`: what would allow it
 * alone where that is nothing.
 */
export type AboutCall = {
	match: RuleMatch | undefined
	storable: readonly string[]
	exact: readonly string[]
}

/** There are none, or none is about it. */
export const NO_RULES: AboutCall = { match: undefined, storable: [], exact: [] }

/**
 * @param proposed - by the tool, which knows neither rules nor mode
 * @returns `allow`: it runs. `ask`, `ask-always`: somebody is asked with exactly this. `deny`: the first reason is told to
 * the model, with the advice.
 */
export function decide(
	proposed: PermissionDecision,
	{ match, storable, exact }: AboutCall,
	policy: DecisionContext,
): PermissionDecision {
	const { mode } = policy
	if (proposed.outcome === 'deny') return proposed
	// The user's own wall: it holds in every mode, also where nothing is asked.
	if (match?.kind === 'deny') return denied(proposed, denial(match), match.rule)
	const byRule = match && match.kind !== 'allow' ? match : undefined
	if (mode.kind === 'plan' && proposed.tier !== 'read-only') return denied(proposed, MODE_DENIAL.plan)
	if (proposed.outcome === 'allow' && !byRule) return proposed
	const question = byRule ? askedByRule(proposed, byRule) : withRules(proposed, storable, exact)
	if (mode.kind === 'plan') return question
	// Where nobody is asked the model at least hears what would do.
	const nobodyIsAsked = policy.yolo || mode.kind === 'none'
	if (nobodyIsAsked && byRule && byRule.kind !== 'ask') return denied(proposed, doubt(byRule), byRule.rule)
	if (policy.yolo) return allowed(question, 'With --yolo nothing is asked.')
	const allowing = match?.kind === 'allow' && isCoverable(proposed) ? match : undefined
	if (mode.kind === 'none')
		return allowing ? allowedByRule(question, allowing) : denied(question, MODE_DENIAL.none)
	if (byRule || !isCoverable(question)) return question
	if (allowing) return allowedByRule(question, allowing)
	if (isGranted(question, policy.sessionGrants)) return allowed(question, 'It was allowed for this session.')
	if (question.outcome === 'ask-always') return question
	return isAllowedBy(mode, question, policy.now)
		? allowed(question, `The approval mode ${mode.kind} allows it.`)
		: question
}

function isAllowedBy(
	mode: Exclude<ApprovalMode, { kind: 'plan' | 'none' }>,
	question: PermissionDecision,
	now: UnixMs,
) {
	switch (mode.kind) {
		case 'ask':
			return false
		case 'all':
			return true
		case 'until':
			return now < mode.at
		case 'auto-edit':
			return question.isWorkspaceEdit
		default:
			return assertNever(mode)
	}
}

function withRules(
	proposed: PermissionDecision,
	projectRules: readonly string[],
	exactRules: readonly string[],
): PermissionDecision {
	if (projectRules.length > 0) return { ...proposed, projectRules }
	return exactRules.length > 0 ? { ...proposed, exactRules } : proposed
}

/** A rule that says to ask says so each time, so no answer covers the next time. */
function askedByRule(proposed: PermissionDecision, { kind, rule }: RuleMatch): PermissionDecision {
	const name = `rule ${rule.text} in ${rule.scope}`
	const reason =
		kind === 'ask'
			? `The ${name} says to ask.`
			: kind === 'crosses'
				? `It looks through a folder in which the ${name} denies something.`
				: `It may be what the ${name} denies.`
	return {
		...proposed,
		outcome: proposed.outcome === 'allow' ? 'ask' : proposed.outcome,
		reasons: [reason, ...proposed.reasons],
		sessionKeys: [],
		...decidedBy(rule),
	}
}

function allowed(question: PermissionDecision, reason: string): PermissionDecision {
	return { ...question, outcome: 'allow', reasons: [reason, ...question.reasons] }
}

function allowedByRule(question: PermissionDecision, { rule }: RuleMatch): PermissionDecision {
	return {
		...allowed(question, `The rule ${rule.text} in ${rule.scope} allows it.`),
		...decidedBy(rule),
	}
}

type DenyReason = { reason: string; advice?: string }

const MODE_DENIAL = {
	plan: { reason: REFUSED_BY_MODE.plan, advice: '; describe the change instead of making it' },
	none: { reason: REFUSED_BY_MODE.none },
}

function denied(
	proposed: PermissionDecision,
	{ reason, advice }: DenyReason,
	by?: RuleMatch['rule'],
): PermissionDecision {
	return {
		...proposed,
		outcome: 'deny',
		reasons: [reason, ...proposed.reasons],
		...(advice !== undefined && { advice }),
		sessionKeys: [],
		...(by && decidedBy(by)),
	}
}

function denial({ rule }: RuleMatch): DenyReason {
	return {
		reason: `the rule ${rule.text} in ${rule.scope} denies it`,
		advice: '; do not try the same in another way',
	}
}

function doubt({ kind, rule }: RuleMatch): DenyReason {
	if (kind === 'crosses')
		return {
			reason: `it looks through a folder in which the rule ${rule.text} in ${rule.scope} denies something`,
			advice: '; name the folders it may look through, or use grep, which leaves that out',
		}
	return {
		reason: `it may be what the rule ${rule.text} in ${rule.scope} denies`,
		advice: '; write out in plain words what is to run',
	}
}

function decidedBy({ text, scope }: RuleMatch['rule']): Pick<PermissionDecision, 'decidedBy'> {
	return { decidedBy: { rule: text, scope } }
}
