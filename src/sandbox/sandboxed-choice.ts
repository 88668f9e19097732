// The user's word on commands that the sandbox holds: asked for once, at the first of them, and the same for all sessions
// of a runtime, sub-agents included.

import { messageOf } from '../core/errors.ts'
import type { SandboxedCommands } from '../core/sandbox.ts'
import type { SandboxedChoice } from '../safety/sandbox/command-sandbox.ts'

/** `remember`: keeps what was chosen for later sessions. */
export type SandboxedOption = {
	commands: SandboxedCommands
	/** They ask for no other reason than that the folder is not trusted. */
	lacksTrust?: boolean
	remember?(choice: 'run' | 'ask'): Promise<void>
}

export function createSandboxedChoice(
	{ commands, lacksTrust = false, remember }: SandboxedOption,
	warn: (text: string) => void,
): SandboxedChoice {
	let current = commands
	let choosing: Promise<void> | undefined
	const listeners = new Set<() => void>()
	return {
		current: () => current,
		lacksTrust,
		async choose(ask) {
			choosing ??= ask().then(async choice => {
				// Whoever would not say is asked each time, until the program is started again.
				current = choice ?? 'ask'
				for (const changed of listeners) changed()
				if (choice === undefined || !remember) return
				await remember(choice).catch(error =>
					warn(`approvals.sandboxed could not be kept as ${choice}: ${messageOf(error)}`),
				)
			})
			await choosing
			return current === 'run'
		},
		onChange(changed) {
			listeners.add(changed)
		},
	}
}
