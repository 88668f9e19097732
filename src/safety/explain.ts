// The explanation of a shell command: the permission decision on its text alone, as data for a person or a script.

import { assertNever } from '../core/exhaustive.ts'
import type { Requirement, Tier } from '../core/permission.ts'
import { assessCommand, type CommandContext } from './shell-policy/assess-command.ts'

export type Explanation = {
	verdict: ExplainedOutcome
	tier: Tier
	/** Whole sentences; the first is the one that decided. */
	reasons: readonly string[]
	parts: readonly ExplainedPart[]
}

/** The outcome in the words that scripts read: `allow`, `ask`, `ask-always`. */
export type ExplainedOutcome = 'auto' | 'ask' | 'ask-hard'

export type ExplainedPart = { command: string; verdict: ExplainedOutcome; reason: string; rule: string }

export function explainCommand(command: string, context: CommandContext): Explanation {
	const { outcome, tier, reasons, parts } = assessCommand(command, context).assessment
	return {
		verdict: verdictOf(outcome),
		tier,
		reasons,
		parts: parts.map(part => ({
			command: part.command,
			verdict: verdictOf(part.outcome),
			reason: part.reason,
			rule: part.rule,
		})),
	}
}

function verdictOf(outcome: Requirement): ExplainedOutcome {
	switch (outcome) {
		case 'allow':
			return 'auto'
		case 'ask':
			return 'ask'
		case 'ask-always':
		case 'deny':
			return 'ask-hard'
		default:
			return assertNever(outcome)
	}
}
