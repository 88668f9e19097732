// The permission decision: whether a call may run, why, and what an answer to the question would cover. One type from
// the shell policy to the dialog, `agent explain` and the log (SPEC A13).

/** `read-only` calls run side by side; the others run alone (SPEC L4). */
export type Tier = 'read-only' | 'side-effecting' | 'privileged'

/**
 * What must happen before a call runs. `allow`: nothing. `ask`: the approval mode decides. `ask-always`: a person decides,
 * whatever the mode (SPEC A5). `deny`: it does not run, and nobody is asked.
 */
export type Requirement = 'allow' | 'ask' | 'ask-always' | 'deny'

/** Made when the call's turn comes, so that it describes the files as they are then. */
export type PermissionDecision = {
	tier: Tier
	outcome: Requirement
	/** An edit of files inside the workspace: what `auto-edit` lets through. */
	isWorkspaceEdit: boolean
	/** What would happen, in one line for a person: `rm -rf build`, `edit src/a.ts (+3 −1)`. */
	title: string
	/** What would run as it stands, where that has several lines. */
	script?: string
	/** Whole sentences; the first is the one that decided. */
	reasons: readonly string[]
	/** Of what is denied: what the model is told behind the first reason, with the sign that parts the two. */
	advice?: string
	/** The parts of a compound command, as they were understood. */
	parts?: readonly CommandPart[]
	/** A unified diff of what would change. */
	diff?: string
	/** What "this session" would cover: later calls all of whose keys are covered are not asked about. Empty: cannot be covered. */
	sessionKeys: readonly string[]
	/** What "always for this project" would store, one rule for each part that asks. Left out: nothing can be. */
	projectRules?: readonly string[]
	/** Rules that together would allow this call and no other one, where nothing wider can be stored. */
	exactRules?: readonly string[]
	/** The folders outside the workspace in which a command is told to write, as far as its text tells. */
	foldersOutside?: readonly string[]
	/** The sandbox would hold it, so that in a trusted folder nobody would be asked. */
	trustAllows?: true
	/** It asks always for nothing but writing outside the workspace, which a rule or a yes for the session may cover. */
	onlyWritesOutside?: true
	/** The permission rule that decided, as it stands in the settings. */
	decidedBy?: { rule: string; scope: string }
}

/** Whether a rule, or a yes to an earlier call, may answer the question. */
export function isCoverable({ outcome, onlyWritesOutside }: PermissionDecision): boolean {
	return outcome === 'ask' || (outcome === 'ask-always' && onlyWritesOutside === true)
}

/** Whether the user has covered all of it for the session. What has no key cannot be covered. */
export function isGranted({ sessionKeys }: PermissionDecision, sessionGrants: ReadonlySet<string>): boolean {
	return sessionKeys.length > 0 && sessionKeys.every(key => sessionGrants.has(key))
}

/** One simple command inside a shell command. `rule` names the table entry that decided. */
export type CommandPart = {
	command: string
	outcome: Requirement
	reason: string
	rule: string
	/** It needs no question, and nothing of it reaches a part that does: not its output, no variable, no folder. */
	standsAlone?: true
}
