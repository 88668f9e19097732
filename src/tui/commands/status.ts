// `/status`: session, model, effort, mode, folder, window, cost, limits of the provider.

import type { UnixMs } from '../../core/ids.ts'
import { modelName } from '../../core/model-ref.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'
import type { View } from '../state/view.ts'
import type { Block } from '../state/view-block.ts'
import { cost, effortName, modeName, percent, shortenHome, tokens } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { limitRows } from './usage/cost.ts'

export const status: SlashCommand = {
	name: 'status',
	description: 'session, model, mode, folder',
	async run(_argument, { options, view, show }) {
		const { version, environment } = options
		const profile = (await options.profiles?.())?.inForce
		show(statusBlock(view(), { version, profile, home: environment?.HOME, now: Date.now() }))
	},
}

function statusBlock(
	view: View,
	input: { version: string; profile: string | undefined; home: string | undefined; now: UnixMs },
): Block {
	return {
		kind: 'table',
		title: `Keelson ${input.version}`,
		rows: [
			[
				'session',
				view.hasMessages
					? `${view.sessionId ?? ''}${view.name ? ` (${view.name})` : ''}`
					: 'new, nothing stored yet',
			],
			['model', view.model ? sanitizeLine(modelName(view.model)) : 'none chosen'],
			...(input.profile === undefined ? [] : [['profile', input.profile] as const]),
			['effort', effortName(view.effort)],
			['mode', modeName(view.approvals, input.now)],
			['folder', shortenHome(view.cwd ?? '', input.home)],
			...contextRows(view),
			['cost', cost(view.costMicroUsd)],
			...limitRows(view, input.now),
		],
	}
}

function contextRows({ context }: View): readonly (readonly [string, string])[] {
	if (!context) return []
	const { usedTokens, windowTokens } = context
	return [
		[
			'window',
			`${tokens(usedTokens)} of ${tokens(windowTokens)} tokens (${percent(usedTokens, windowTokens)})`,
		],
	]
}
