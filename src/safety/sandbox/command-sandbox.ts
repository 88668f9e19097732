// The sandbox contract of the shell tool: its policy, its state, and the questions it may put.

import type { PermissionDecision } from '../../core/permission.ts'
import type { SandboxedCommands, SandboxPolicy, SandboxState } from '../../core/sandbox.ts'
import type { PolicyContext } from '../evaluate.ts'
import type { DeniedPlaces } from '../permissions/denied-places.ts'

export type CommandSandbox = {
	/** What may be reached by a command that changes something. Undefined: the sandbox is off. */
	policy: SandboxPolicy | undefined
	/** What rules deny just now is kept from every command, whatever its text says. Left out, nothing is denied. */
	denied?(): Promise<DeniedPlaces>
	/** Found out by trying, once. */
	state(): Promise<SandboxState>
	/** What the sandbox holds needs no question, just now. */
	readonly runsUnasked: boolean
	/** The user has not said yet whether it needs one. Left out, they have. */
	choice?: SandboxedChoice | undefined
	/** Folders beside the policy's that rules and answers have opened to commands. Left out, none can be opened. */
	opened?(sessionGrants: ReadonlySet<string>): Promise<readonly string[]>
	/** What the user has said no to in this session: hosts, folders, commands without a wall. By the keys of the questions. */
	refused?: Set<string> | undefined
	/** Tells the user what a command in the background did that it may not. */
	told(text: string): void
	/** What may say that a host can be reached. Left out, there are no rules. */
	hostRules?(): PolicyContext['rules']
}

/** The user's word on commands that the sandbox holds. */
export type SandboxedChoice = {
	current(): SandboxedCommands
	/** They ask for no other reason than that the folder is not trusted. */
	lacksTrust: boolean
	/**
	 * Of several at once the first one asks.
	 * @param ask - resolves without an answer when they would not say
	 * @returns whether they run without a question
	 */
	choose(ask: () => Promise<'run' | 'ask' | undefined>): Promise<boolean>
	onChange(changed: () => void): void
}

/** The policy for a command, or undefined where nothing holds it and the gate has to do alone. */
export async function policyFor(
	sandbox: CommandSandbox | undefined,
	{ onlyReads, sessionGrants = NONE }: { onlyReads: boolean; sessionGrants?: ReadonlySet<string> },
): Promise<SandboxPolicy | undefined> {
	// Asked even where it is off, so that whoever looks on knows.
	const state = await sandbox?.state()
	if (!sandbox?.policy || !state?.works) return undefined
	const denied = await sandbox.denied?.()
	const opened = onlyReads ? [] : ((await sandbox.opened?.(sessionGrants)) ?? [])
	const own = { ...sandbox.policy, roots: [...sandbox.policy.roots, ...opened] }
	const policy = denied ? withDenied(own, denied) : own
	// By its text it changes nothing and asks nobody; should the text have been misread, so be it.
	return onlyReads ? { ...policy, mode: 'read-only', network: 'off' } : policy
}

const NONE: ReadonlySet<string> = new Set()

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
