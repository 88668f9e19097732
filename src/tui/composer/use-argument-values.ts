// The values that can stand behind a slash command, asked for when its name is complete and never in the way of typing; what
// a command needs is loaded meanwhile, too.

import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../core/errors.ts'
import type { ArgumentValue, SlashCommandInfo, ValueSources } from './submission.ts'

/** @param name - of the command that Enter would run, or an alias; undefined while there is none */
export function useExpectedCommand(
	name: string | undefined,
	{ commands, lookups }: { commands: readonly SlashCommandInfo[]; lookups: ValueSources },
): void {
	const expected = useEffectEvent(async (wanted: string) => named(commands, wanted)?.expect?.(lookups))
	useEffect(() => {
		if (name !== undefined) expected(name).catch(() => {})
	}, [name])
}

function named(commands: readonly SlashCommandInfo[], wanted: string): SlashCommandInfo | undefined {
	return commands.find(({ name, aliases = [] }) => name === wanted || aliases.includes(wanted))
}

export function useArgumentValues({
	command,
	commands,
	lookups,
	onFound,
	onFailed,
}: {
	/** Its name or an alias; undefined while none is being typed behind. */
	command: string | undefined
	commands: readonly SlashCommandInfo[]
	lookups: ValueSources
	onFound(values: readonly ArgumentValue[]): void
	onFailed(problem: string): void
}): void {
	const listed = useEffectEvent(async (wanted: string) => named(commands, wanted)?.values?.(lookups))
	const found = useEffectEvent(onFound)
	const failed = useEffectEvent(onFailed)
	useEffect(() => {
		if (command === undefined) return
		let isOutdated = false
		listed(command).then(
			values => {
				if (values && !isOutdated) found(values)
			},
			(error: unknown) => {
				if (!isOutdated) failed(`No values to complete: ${messageOf(error)}`)
			},
		)
		return () => {
			isOutdated = true
		}
	}, [command])
}
