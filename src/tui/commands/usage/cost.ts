// `/cost`: tokens and money of this session, where the time of the last run went, and what providers still let
// it ask for.

import type { UnixMs } from '../../../core/ids.ts'
import { rateLimitLines } from '../../../core/text/rate-limit-line.ts'
import { spentParts } from '../../../core/text/spent-line.ts'
import type { PhaseTimes, Spent } from '../../../core/usage.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import type { View } from '../../state/view.ts'
import type { Block } from '../../state/view-block.ts'
import type { ViewSpending } from '../../state/view-spending.ts'
import { duration, cost as money, percent, tokens } from '../../text/format.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export const cost: SlashCommand = {
	name: 'cost',
	aliases: ['usage'],
	description: 'tokens and money of this session',
	run: (_argument, { view, show }) => show(costBlock(view(), Date.now())),
}

/** What `/cost` shows. */
export function costBlock(
	{ usage, costMicroUsd, spentBy, rateLimits, phases }: ViewSpending & Pick<View, 'phases'>,
	now: UnixMs,
): Block {
	return {
		kind: 'table',
		title: 'This session',
		rows: [
			['cost', money(costMicroUsd)],
			...spentParts(spentBy).map(([name, spent]) => [`of this ${name}`, spentLine(spent)] as const),
			['sent', `${tokens(usage.inputTokens)} tokens`],
			[
				'of these cached',
				`${tokens(usage.cachedInputTokens)} (${percent(usage.cachedInputTokens, usage.inputTokens)})`,
			],
			['written to the cache', tokens(usage.cacheWriteTokens)],
			['received', `${tokens(usage.outputTokens)} tokens`],
			['of these reasoning', tokens(usage.reasoningTokens)],
			...(phases ? [['last run', timesText(phases)] as const] : []),
			...limitRows({ rateLimits }, now),
		],
	}
}

function spentLine({ usage, costMicroUsd }: Spent): string {
	const used = usage.inputTokens + usage.outputTokens
	return used === 0 ? money(costMicroUsd) : `${money(costMicroUsd)}, ${tokens(used)} tokens`
}

/** One row for each thing that a provider counts. */
export function limitRows(
	{ rateLimits }: Pick<View, 'rateLimits'>,
	now: UnixMs,
): readonly (readonly [string, string])[] {
	return rateLimits.flatMap(told =>
		rateLimitLines(told, now).map(
			line => [`limits of ${sanitizeLine(told.provider)}`, sanitizeLine(line)] as const,
		),
	)
}

/** `42s: waiting 12s, streaming 25s, tools 4.0s`: what took less than a tenth of a second is left out. */
function timesText(phases: PhaseTimes): string {
	const parts = Object.entries(phases).filter(([, ms]) => ms >= 50)
	const wholeMs = Object.values(phases).reduce((sum, ms) => sum + ms, 0)
	const shown = parts.map(([phase, ms]) => `${phase} ${duration(ms)}`).join(', ')
	return shown === '' ? duration(wholeMs) : `${duration(wholeMs)}: ${shown}`
}
