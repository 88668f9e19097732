// What the user's rules say about a host that a sandboxed command wants to reach: `fetch(host)` stands for it too.

import type { PermissionDecision } from '../../core/permission.ts'
import type { HostPort } from '../../core/sandbox.ts'
import { askedByRule, type ExecutePermissions } from '../execute.ts'
import type { CallSubject } from '../permissions/call-subject.ts'
import { type Ruling, rulesToStore, rulingOf } from '../permissions/ruling.ts'
import { connectDecision } from './hosts.ts'

/** @param permissions - left out, there are no rules and none can be stored */
export function judgeHost(
	target: HostPort,
	command: string,
	permissions: { rules: ExecutePermissions['rules']; root: string; home: string } | undefined,
): { assessment: PermissionDecision; ruling: Ruling | undefined } {
	const assessment = connectDecision(target, command)
	if (!permissions) return { assessment, ruling: undefined }
	const { rules, root, home } = permissions
	const subject: CallSubject = { ...ONLY_A_HOST, host: target.host }
	const ruling = rulingOf(subject, assessment, { rules: rules(), base: { root, home } })
	if (ruling?.answer === 'ask') return { assessment: askedByRule(assessment, ruling), ruling }
	return { assessment: { ...assessment, projectRules: rulesToStore(subject, assessment) }, ruling }
}

/** No tool has this name: a rule about a tool says nothing about where commands connect to. */
const ONLY_A_HOST = { tool: '', use: undefined, places: [], command: undefined } as const
