// Permission rules about a host that a sandboxed command wants to reach: `fetch(host)` stands for it too.

import type { PermissionDecision } from '../../core/permission.ts'
import type { HostPort } from '../../core/sandbox.ts'
import { evaluate, type PolicyContext } from '../evaluate.ts'
import type { CallSubject } from '../permissions/call-subject.ts'
import { connectDecision } from './hosts.ts'

/**
 * A mode that allows everything does not answer this: the sandbox stands in every mode, and its door is opened by a
 * person, by a rule, or by the list.
 */
export function judgeHost(
	target: HostPort,
	command: string,
	policy: Pick<PolicyContext, 'sessionGrants' | 'rules'> & { isPlan: boolean },
): PermissionDecision {
	const { isPlan, ...rest } = policy
	const mode = isPlan ? ({ kind: 'plan' } as const) : ({ kind: 'ask' } as const)
	const subject: CallSubject = { ...ONLY_A_HOST, host: target.host }
	// Neither of the two modes looks at the time.
	return evaluate(connectDecision(target, command), subject, { ...rest, mode, yolo: false, now: 0 })
}

/** No tool has this name: a rule about a tool says nothing about where commands connect to. */
const ONLY_A_HOST = {
	tool: '',
	access: 'none',
	places: [],
	searched: [],
	command: undefined,
} as const
