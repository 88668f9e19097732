// Custom commands on the screen: the user's, the project's and plugins' own, beside those that are built in. The runtime
// knows what they stand for; here they are only completed, listed and sent.

import type { ExtensionList } from '../../core/runtime-port.ts'
import type { SlashCommandInfo } from '../composer/submission.ts'
import type { Block } from '../state/view-block.ts'
import { sanitizeLine } from '../text/sanitize.ts'

type Entries = ExtensionList['commands']

/** By its whole name or the last step of it, which is nobody else's. */
export function isCustomCommand(typed: string, commands: Entries): boolean {
	const wanted = typed.toLowerCase()
	return commands.some(entry => {
		const { name, aliases = [] } = infoOf(entry, commands)
		return [name, ...aliases].some(known => known.toLowerCase() === wanted)
	})
}

/**
 * What completion offers. A name that is built in stays what it is.
 * @returns also those that are hidden by one that is built in
 */
export function offeredCommands(
	builtIn: readonly SlashCommandInfo[],
	custom: Entries,
): { commands: readonly SlashCommandInfo[]; hidden: Entries } {
	const taken = new Set(builtIn.flatMap(({ name, aliases = [] }) => [name, ...aliases]))
	const isTaken = ({ name }: Entries[number]) => taken.has(name.toLowerCase())
	const own = custom.filter(entry => !isTaken(entry)).map(entry => infoOf(entry, custom))
	return { commands: [...builtIn, ...own], hidden: custom.filter(isTaken) }
}

export function customCommandBlocks(custom: Entries): readonly Block[] {
	if (custom.length === 0) return []
	const rows = custom.map(entry => {
		const { name, argument, description } = infoOf(entry, custom)
		return [argument === undefined ? `/${name}` : `/${name} ${argument}`, description] as const
	})
	return [{ kind: 'table', title: 'Your commands and skills', rows }]
}

function infoOf({ name, description, argumentHint, from }: Entries[number], all: Entries): SlashCommandInfo {
	const last = lastStep(name)
	const isShort = last !== name && all.filter(other => lastStep(other.name) === last).length === 1
	return {
		name: sanitizeLine(name),
		...(isShort && { aliases: [sanitizeLine(last)] }),
		description: `${sanitizeLine(description)} (${sanitizeLine(from)})`,
		// Anything may follow, so it is not sent as soon as it is chosen.
		// In their hints brackets say nothing.
		isWaiting: true,
		argument: argumentHint === undefined ? '' : sanitizeLine(argumentHint),
	}
}

function lastStep(name: string): string {
	return name.slice(name.lastIndexOf(':') + 1)
}
