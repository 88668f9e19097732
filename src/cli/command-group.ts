// How the groups of commands are put together: what they are given to answer with, and what a mistyped one is told.

import type { Command } from 'commander'
import { nearestNames } from '../core/text/nearest.ts'
import type { Output } from './io/output.ts'

/** Keeps the exit code of the command that was typed. */
export type Answer = <Args extends unknown[]>(
	command: (...args: Args) => Promise<number>,
) => (...args: Args) => Promise<void>

export type GroupContext = { version: string; output: Output }

/** A group goes to its default command with whatever it does not know, and that one would only complain of too much. */
export function namesOnly(group: Command): Command {
	return group.hook('preSubcommand', () => {
		const [typed] = group.args
		const names = group.commands.map(command => command.name())
		if (typed === undefined || typed.startsWith('-') || [...names, 'help'].includes(typed)) return
		const near = nearestNames(typed, names).map(name => `agent ${group.name()} ${name}`)
		const advice = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `there are ${names.join(', ')}`
		group.error(`error: there is no command "${group.name()} ${typed}"; ${advice}`)
	})
}
