// The values that can stand behind a slash command, asked for when its name is complete and never in the way of typing.

import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../core/errors.ts'
import type { ArgumentValue, SlashCommandInfo, ValueSources } from './submission.ts'

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
	const listed = useEffectEvent(async (wanted: string) => {
		const known = commands.find(({ name, aliases = [] }) => name === wanted || aliases.includes(wanted))
		return known?.values?.(lookups)
	})
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
