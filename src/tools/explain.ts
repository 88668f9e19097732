// What the approval gate thinks of a shell command, as data for a person or a script.

import { assertNever } from '../core/exhaustive.ts'
import type { Need, Tier } from '../core/tool.ts'
import { assessCommand, type CommandContext } from './command-rules/assess-command.ts'

export type Explanation = {
	verdict: GateVerdict
	tier: Tier
	/** Whole sentences; the first is the one that decided. */
	reasons: readonly string[]
	parts: readonly ExplainedPart[]
}

/** `ask-hard`: asks even where everything is allowed. */
export type GateVerdict = 'auto' | 'ask' | 'ask-hard'

export type ExplainedPart = { command: string; verdict: GateVerdict; reason: string; rule: string }

export function explainCommand(command: string, context: CommandContext): Explanation {
	const { need, tier, reasons, parts } = assessCommand(command, context).assessment
	return {
		verdict: verdictOf(need),
		tier,
		reasons,
		parts: parts.map(part => ({
			command: part.command,
			verdict: verdictOf(part.need),
			reason: part.reason,
			rule: part.rule,
		})),
	}
}

function verdictOf(need: Need): GateVerdict {
	switch (need) {
		case 'none':
			return 'auto'
		case 'approval':
			return 'ask'
		case 'hard-approval':
			return 'ask-hard'
		default:
			return assertNever(need)
	}
}
