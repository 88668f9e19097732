// What the shell tool has to know about the wall its commands run behind.

import type { DecidedBy } from '../../core/approval.ts'
import type { CallId } from '../../core/ids.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import type { HostPort, SandboxPolicy, SandboxState } from '../../core/sandbox.ts'
import type { DeniedPlaces } from '../permissions/denied-places.ts'

export type CommandSandbox = {
	/** What may be reached by a command that changes something. Undefined: the sandbox is off. */
	policy: SandboxPolicy | undefined
	/** What rules deny just now is kept from every command, whatever its text says. Left out, nothing is denied. */
	denied?(): Promise<DeniedPlaces>
	/** Found out by trying, once. */
	state(): Promise<SandboxState>
	/** What the sandbox holds needs no question. */
	runsUnasked: boolean
	/** Tells the user what a command in the background did that it may not. */
	told(text: string): void
	/**
	 * A question in the middle of a call: may it run again, this time without the sandbox? `unasked`: the user wants no
	 * questions, and has the sandbox all the same.
	 */
	askAgain(
		question: { callId: CallId; assessment: PermissionDecision },
		signal: AbortSignal,
	): Promise<'yes' | 'no' | 'nobody' | 'unasked'>
	/** Another one, while the command waits: may it reach this host? Rules and earlier answers come before a question. */
	askHost(question: HostQuestion, signal: AbortSignal): Promise<HostAnswer>
}

export type HostQuestion = {
	callId: CallId
	target: HostPort
	/** As it is shown to whoever is asked. */
	command: string
	/** The call is over by now, so there is nothing to attach a question to. */
	inBackground: boolean
}

/** `unasked`: the user wants no questions, and has the sandbox all the same. */
export type HostAnswer = { allowed: true } | { allowed: false; why: string; by: DecidedBy | 'unasked' }

/** The policy for a command, or undefined where nothing holds it and the gate has to do alone. */
export async function policyFor(
	sandbox: CommandSandbox | undefined,
	{ onlyReads }: { onlyReads: boolean },
): Promise<SandboxPolicy | undefined> {
	// Asked even where it is off, so that whoever looks on knows.
	const state = await sandbox?.state()
	if (!sandbox?.policy || !state?.works) return undefined
	const denied = await sandbox.denied?.()
	const policy = denied ? withDenied(sandbox.policy, denied) : sandbox.policy
	// By its text it changes nothing and asks nobody; should the text have been misread, so be it.
	return onlyReads ? { ...policy, mode: 'read-only', network: 'off' } : policy
}

function withDenied(policy: SandboxPolicy, { reading, changing }: DeniedPlaces): SandboxPolicy {
	return {
		...policy,
		hidden: [...policy.hidden, ...reading],
		frozen: [...policy.frozen, ...changing],
	}
}

/** For a command that the user, or the policy, has let run already: only the missing wall is new. */
export function withoutSandbox(assessment: PermissionDecision, reason: string): PermissionDecision {
	const { projectRules: _, ...rest } = assessment
	return {
		...rest,
		tier: 'privileged',
		outcome: 'ask-always',
		title: `run again without the sandbox: ${assessment.title}`,
		reasons: [reason, ...assessment.reasons],
		sessionKeys: assessment.sessionKeys.map(key => `outside-sandbox:${key}`),
	}
}
