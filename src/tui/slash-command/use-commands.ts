// All commands for completion: those of the screen, and the user's own as soon as the session is open.

import { useEffect, useEffectEvent, useState } from 'react'
import type { ExtensionList, RuntimeQueries } from '../../core/runtime-port.ts'
import type { SlashCommandInfo } from '../composer/submission.ts'
import type { NoticeLevel } from '../state/view-block.ts'
import { offeredCommands } from './custom-commands.ts'

export function useCommands(
	builtIn: readonly SlashCommandInfo[],
	queries: Pick<RuntimeQueries, 'extensions'>,
	notify: (level: NoticeLevel, text: string) => void,
): readonly SlashCommandInfo[] {
	const [all, setAll] = useState(builtIn)
	const take = useEffectEvent(({ commands: custom }: ExtensionList) => {
		const { commands, hidden } = offeredCommands(builtIn, custom)
		if (custom.length > 0) setAll(commands)
		for (const { name, path } of hidden)
			notify('warning', `/${name} is built in; //${name} calls the one of ${path}.`)
	})
	useEffect(() => {
		let isOutdated = false
		queries.extensions?.().then(
			list => {
				if (!isOutdated) take(list)
			},
			// Whoever asks for a list by a command is told.
			() => undefined,
		)
		return () => {
			isOutdated = true
		}
	}, [queries])
	return all
}
