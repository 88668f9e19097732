// What was typed behind a command that takes nothing. It would be lost, and often it was meant for another one: such a
// command is not run.

import type { SlashCommandInfo } from '../composer/submission.ts'
import { quoted } from '../text/quoted.ts'

/** @returns what to say instead of running it */
export function refusedArgument(command: SlashCommandInfo, argument: string): string | undefined {
	if (argument === '' || command.argument !== undefined) return undefined
	return `/${command.name} takes nothing, but ${quoted(argument)} stands behind it. It was not run.`
}
