// `/cost`: tokens and money of this session, and where the time of the last run went.

import type { PhaseTimes } from '../../core/usage.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'
import type { Block } from '../state/view-block.ts'
import type { View } from '../state/view-state.ts'
import { duration, cost as money, percent, tokens } from '../text/format.ts'

export const cost: SlashCommand = {
	name: 'cost',
	aliases: ['usage', 'stats'],
	description: 'tokens and money of this session',
	run: (_argument, { view, show }) => show(costBlock(view())),
}

/** What `/cost` shows. */
export function costBlock({
	usage,
	costMicroUsd,
	phases,
}: Pick<View, 'usage' | 'costMicroUsd' | 'phases'>): Block {
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
			...(phases ? [['last run', timesText(phases)] as const] : []),
		],
	}
}

/** `42s: waiting 12s, streaming 25s, tools 4.0s`: what took less than a tenth of a second is left out. */
function timesText(phases: PhaseTimes): string {
	const parts = Object.entries(phases).filter(([, ms]) => ms >= 50)
	const wholeMs = Object.values(phases).reduce((sum, ms) => sum + ms, 0)
	const shown = parts.map(([phase, ms]) => `${phase} ${duration(ms)}`).join(', ')
	return shown === '' ? duration(wholeMs) : `${duration(wholeMs)}: ${shown}`
}
