// `/hooks`: the hooks in force, by event, and what stands in the files and never runs.

import type { HookList, ListedHook } from '../../../core/runtime-port.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import type { Block } from '../../state/view-block.ts'
import { shortenHome } from '../../text/format.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export const hooks: SlashCommand = {
	name: 'hooks',
	description: 'the hooks in force',
	async run(_argument, { options, show }) {
		show(...hookBlocks(await options.port.queries.hooks(), options.environment?.HOME))
	},
}

export function hookBlocks({ hooks: found, problems }: HookList, home: string | undefined): readonly Block[] {
	const events = [...new Set(found.map(({ event }) => event))]
	return [
		...events.map(
			(event): Block => ({
				kind: 'table',
				title: `Hooks at ${event}`,
				rows: found.filter(hook => hook.event === event).map(hook => rowOf(hook, home)),
			}),
		),
		...problems.map((text): Block => ({ kind: 'notice', level: 'warning', text: sanitizeLine(text) })),
		{ kind: 'notice', level: 'info', text: found.length > 0 ? TRY : NONE },
	]
}

function rowOf(
	{ matcher, does, origin, path, ...hook }: ListedHook,
	home: string | undefined,
): readonly [string, string] {
	const how = [
		hook.if === undefined ? '' : `if ${hook.if}`,
		hook.once ? 'once' : '',
		hook.async ? 'async' : '',
		hook.onFailure === 'block' ? 'blocks when it fails' : '',
	].filter(text => text !== '')
	const where = `${origin}, ${shortenHome(path, home)}`
	const line = `${does}${how.length > 0 ? ` [${how.join(', ')}]` : ''} (${where})`
	return [sanitizeLine(matcher === '' ? 'all' : matcher), sanitizeLine(line)]
}

const TRY = '“agent hooks test EVENT” tries out what a hook says.'
const NONE =
	'There are no hooks. docs/hooks.md says how to write one; a folder’s own count once it is trusted.'
