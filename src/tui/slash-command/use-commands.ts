// All commands for completion: those of the screen, and the user's own as soon as the session is open. Looked at
// again after each run: MCP servers may have come meanwhile.

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ExtensionList, RuntimeQueries } from '../../core/runtime-port.ts'
import type { SlashCommandInfo } from '../composer/submission.ts'
import type { NoticeLevel } from '../state/view-block.ts'
import { offeredCommands } from './custom-commands.ts'

export function useCommands(
	builtIn: readonly SlashCommandInfo[],
	queries: Pick<RuntimeQueries, 'extensions'>,
	{ isIdle, notify }: { isIdle: boolean; notify(level: NoticeLevel, text: string): void },
): readonly SlashCommandInfo[] {
	const [all, setAll] = useState(builtIn)
	const isTold = useRef(false)
	const take = useEffectEvent(({ commands: custom }: ExtensionList) => {
		const { commands, hidden } = offeredCommands(builtIn, custom)
		if (custom.length > 0) setAll(commands)
		for (const { name, path } of isTold.current ? [] : hidden)
			notify('warning', `/${name} is built in; //${name} calls the one of ${path}.`)
		isTold.current = true
	})
	useEffect(() => {
		if (!isIdle) return
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
	}, [queries, isIdle])
	return all
}
