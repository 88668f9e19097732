// `/stats`: what all sessions used over some days, as a page of bars.

import { MOST_STATISTICS_DAYS } from '../../../core/statistics/use-statistics.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { quoted } from '../../text/quoted.ts'

export const stats: SlashCommand = {
	name: 'stats',
	argument: '[days]',
	description: 'tokens, cost, time, tools and edits over days and by folder',
	values: () => [
		{ value: '1', description: 'today' },
		{ value: '7', description: 'a week' },
		{ value: '30', description: 'what it shows without a number' },
		{ value: '365', description: 'a year' },
	],
	async run(argument, { options, surface, notify }) {
		const { queries } = options.port
		const days = argument === '' ? DEFAULT_DAYS : Number(argument)
		if (!/^\d*$/.test(argument) || days < 1 || days > MOST_STATISTICS_DAYS)
			return notify(
				'warning',
				`${quoted(argument)} is no number of days from 1 to ${MOST_STATISTICS_DAYS}; /stats 7 shows a week.`,
			)
		let isTold = false
		const statistics = await queries.statistics?.({
			days,
			now: Date.now(),
			progress({ bytes, ofBytes }) {
				if (isTold || ofBytes - bytes < LONG_READ_BYTES) return
				isTold = true
				notify('info', `Reading ${Math.round(ofBytes / 1e6)} MB of sessions for the first time…`)
			},
		})
		if (!statistics) return notify('warning', 'Nothing is added up here.')
		const { statisticsInWords, statisticsRows, titleOf } = await import('../../statistics/statistics-rows.ts')
		const home = options.environment?.HOME
		surface()?.openPage([
			{
				kind: 'drawing',
				title: titleOf(statistics),
				rows: width => statisticsRows(statistics, { width, home }),
				inWords: statisticsInWords(statistics, home),
			},
		])
	},
}

const DEFAULT_DAYS = 30
/** Some seconds of reading. */
const LONG_READ_BYTES = 60_000_000
