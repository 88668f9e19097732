// The calls of a run that its prompt has a say in: commands that are run first, and tools that it does without.

import type { CallId } from '../../core/ids.ts'
import type { ToolCall } from '../../core/messages.ts'
import { resultWithout } from '../../core/tool.ts'
import { COMMAND_TOOL } from '../../extensions/tool-names.ts'
import type { RunnableCall } from '../../loop/deps.ts'

/** @param seq - the number of the newest envelope before the run, so that no call of the session has had these ids */
export function openingCalls(commands: readonly string[], seq: number): readonly ToolCall[] {
	return commands.map((command, index) => ({
		type: 'tool-call',
		callId: `command-${seq}-${index + 1}` as CallId,
		tool: COMMAND_TOOL,
		arguments: JSON.stringify({ command }),
	}))
}

/**
 * The list of tools is the same in every request of a session, so that it stays in the provider's cache; what a command
 * does not allow is refused when it is called.
 */
export function notForThisRun(
	{ tool }: ToolCall,
	allowed: readonly string[],
	offered: readonly string[],
): RunnableCall | undefined {
	if (allowed.includes(tool) || !offered.includes(tool)) return undefined
	const text = `not run: the command that the user called may only use ${allowed.join(', ')}`
	return {
		tier: 'read-only',
		execute: async () => resultWithout('refused', text),
	}
}
