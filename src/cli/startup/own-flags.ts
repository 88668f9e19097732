// Flags that only programs write, in the place of ours: those of Claude's SDK.

import type { RawFlags } from './flags.ts'

/** @throws AgentError `usage` for one that says what cannot be done */
export async function ownFlags(flags: RawFlags): Promise<RawFlags> {
	const { permissionPromptTool, permissionMode, allowedTools, forkSession, maxBudgetUsd } = flags
	const written = permissionPromptTool ?? permissionMode ?? allowedTools ?? forkSession ?? maxBudgetUsd
	if (written === undefined && flags.sessionPersistence !== false) return flags
	return (await import('./sdk-words.ts')).asOwnFlags(flags)
}
