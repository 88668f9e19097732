// The two questions of a sandboxed command in the middle of its call: may it run again without the sandbox, and may it
// reach a host. Rules, the mode and earlier answers come before a person.

import { type DecidedBy, isRefusal } from '../../core/approval.ts'
import { isGranted, type PermissionDecision } from '../../core/permission.ts'
import type { HostPort } from '../../core/sandbox.ts'
import { REFUSED_BY_USER, type RunPolicy, type ToolContext } from '../../core/tool.ts'
import type { PolicyContext } from '../evaluate.ts'
import type { CommandSandbox } from './command-sandbox.ts'
import { judgeHost } from './judge-host.ts'

/** `unasked`: the user wants no questions, and has the sandbox all the same. */
export type OutsideAnswer = 'yes' | 'no' | 'nobody' | 'unasked'

/** `unasked`: the user wants no questions, and has the sandbox all the same. */
export type HostAnswer =
	| { allowed: true }
	/** `advice`: what the model is told behind it, with the sign that parts the two. */
	| { allowed: false; why: string; advice?: string | undefined; by: DecidedBy | 'unasked' }

/** @param permission - to run without the sandbox, or with one more folder open */
export async function askToRunOutside(
	permission: PermissionDecision,
	{ approve, policy }: Pick<ToolContext, 'approve' | 'policy'>,
	refused?: Set<string>,
): Promise<OutsideAnswer> {
	const { mode, sessionGrants, yolo } = policy()
	if (yolo) return 'unasked'
	// What was ruled out for the gate is ruled out for the wall.
	if (mode.kind === 'none' || mode.kind === 'plan') return 'nobody'
	if (isGranted(permission, sessionGrants)) return 'yes'
	const key = permission.sessionKeys[0] ?? permission.title
	if (refused?.has(key)) return 'no'
	const { decision, by } = await approve(permission)
	if (!isRefusal(decision)) return 'yes'
	if (by !== 'user') return 'nobody'
	refused?.add(key)
	return 'no'
}

/**
 * @param question.command - as it is shown to whoever is asked
 * @param question.inBackground - the call is over by now, so there is nothing to attach a question to
 * @param until - when it fires, nobody waits for the answer any more
 */
export async function askForHost(
	question: { target: HostPort; command: string; inBackground: boolean },
	{ rules, refused }: { rules: PolicyContext['rules'] } & Pick<CommandSandbox, 'refused'>,
	{ approve, policy }: Pick<ToolContext, 'approve' | 'policy'>,
	until: AbortSignal,
): Promise<HostAnswer> {
	const { target, command, inBackground } = question
	const { mode, sessionGrants, yolo } = policy()
	const permission = judgeHost(target, command, { isPlan: mode.kind === 'plan', sessionGrants, rules })
	const before = answerBefore(permission, { mode, yolo })
	if (before) return before
	const rule = `sandbox.allowedHosts or a rule fetch(${target.host}) can name it`
	const [key = ''] = permission.sessionKeys
	if (refused?.has(key)) return no('user', REFUSED_BEFORE, NO_OTHER_WAY)
	if (inBackground) return no('nobody', `a command in the background cannot ask; ${rule}`)
	const { decision, by } = await approve(permission, until)
	if (by === 'user' && isRefusal(decision)) refused?.add(key)
	switch (decision.answer) {
		case 'once':
		case 'session':
		case 'project':
			return { allowed: true }
		case 'no-with-reason':
			return no(by, `${REFUSED_BY_USER}: ${decision.reason}`)
		// Nothing here is a command that could be another one.
		case 'edit':
		case 'no':
			if (by === 'user') return no(by, REFUSED_BY_USER, NO_OTHER_WAY)
			return no(by, by === 'nobody' ? `nobody is there to answer; ${rule}` : 'the question was withdrawn')
	}
}

/** What needs no question. */
function answerBefore(
	{ outcome, decidedBy, reasons, advice }: PermissionDecision,
	{ mode, yolo }: Pick<RunPolicy, 'mode' | 'yolo'>,
): HostAnswer | undefined {
	if (outcome === 'allow') return { allowed: true }
	if (outcome === 'deny')
		return decidedBy && reasons[0] !== undefined
			? no('policy', reasons[0], advice)
			: no('policy', 'plan mode reaches no host')
	if (mode.kind === 'none')
		return no('policy', 'approvals are switched off; sandbox.allowedHosts can name it')
	return yolo ? no('unasked', '--yolo asks nothing; sandbox.allowedHosts can name it') : undefined
}

const REFUSED_BEFORE = `${REFUSED_BY_USER} before in this session`
const NO_OTHER_WAY = '; do not try the same in another way'

function no(by: DecidedBy | 'unasked', why: string, advice?: string): HostAnswer {
	return { allowed: false, why, advice, by }
}
