// The question about a further host in the middle of a call: a page of one host redirects to another. The rules, the mode
// and earlier answers come before a person, as for the first.

import type { PermissionDecision } from '../../core/permission.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { type Problem, REFUSED_BY_USER, type ToolContext } from '../../core/tool.ts'
import { evaluate, type PolicyContext } from '../../safety/evaluate.ts'

/** @returns why it may not be visited */
export async function askToVisit(
	proposed: PermissionDecision,
	{ tool, host }: { tool: string; host: string },
	rules: PolicyContext['rules'],
	{ approve, denied, policy, host: { clock } }: ToolContext,
): Promise<Problem | undefined> {
	const subject = {
		tool,
		access: 'none',
		places: [],
		searched: [],
		command: undefined,
		host,
	} as const
	const permission = evaluate(proposed, subject, { ...policy(), now: clock.now(), rules })
	if (permission.outcome === 'allow') return undefined
	if (permission.outcome === 'deny') {
		const [reason = `${host} is denied`] = permission.reasons
		denied(reason)
		return problem`${reason}${advice(permission.advice ?? '')}`
	}
	const { decision, by } = await approve(permission)
	switch (decision.answer) {
		case 'once':
		case 'session':
		case 'project':
			return undefined
		case 'no-with-reason':
			return problem`${REFUSED_BY_USER}: ${decision.reason}`
		// Nothing here is a command.
		case 'edit':
		case 'no': {
			if (by === 'user') return problem`${REFUSED_BY_USER}${advice('; do not try the same in another way')}.`
			const reason = `${host} needs an approval and nobody is there to give it`
			if (by !== 'cancel') denied(reason)
			return problem`${reason}`
		}
	}
}
