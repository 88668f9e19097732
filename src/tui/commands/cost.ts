// `/cost`: tokens and money of this session.

import type { SlashCommand } from '../slash-command/slash-command.ts'
import type { Block } from '../state/view-block.ts'
import type { View } from '../state/view-state.ts'
import { cost as money, percent, tokens } from '../text/format.ts'

export const cost: SlashCommand = {
	name: 'cost',
	aliases: ['usage', 'stats'],
	description: 'tokens and money of this session',
	run: (_argument, { view, show }) => show(costBlock(view())),
}

function costBlock({ usage, costMicroUsd }: View): Block {
	return {
		kind: 'table',
		title: 'This session',
		rows: [
			['cost', money(costMicroUsd)],
			['sent', `${tokens(usage.inputTokens)} tokens`],
			[
				'of these cached',
				`${tokens(usage.cachedInputTokens)} (${percent(usage.cachedInputTokens, usage.inputTokens)})`,
			],
			['written to the cache', tokens(usage.cacheWriteTokens)],
			['received', `${tokens(usage.outputTokens)} tokens`],
			['of these reasoning', tokens(usage.reasoningTokens)],
		],
	}
}
