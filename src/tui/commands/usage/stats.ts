// `/stats`: what all sessions used over some days, as a page of bars.

import { MOST_STATISTICS_DAYS } from '../../../core/statistics/use-statistics.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { duration, percent } from '../../text/format.ts'
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
		const reading = tellReading(text => notify('info', text))
		const statistics = await queries.statistics?.({
			days,
			now: Date.now(),
			progress: reading.at,
		})
		reading.end()
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

/**
 * Says how far the reading is, how fast and how long it still takes, where it takes some seconds.
 * @param clock - milliseconds that never go back
 */
export function tellReading(
	say: (text: string) => void,
	clock = () => performance.now(),
): { at(progress: { bytes: number; ofBytes: number }): void; end(): void } {
	const beganAt = clock()
	let saidAt: number | undefined
	let size = ''
	return {
		at({ bytes, ofBytes }) {
			const tookMs = clock() - beganAt
			if (bytes <= 0 || tookMs < JUDGED_AFTER_MS) return
			const leftMs = (tookMs * (ofBytes - bytes)) / bytes
			if (saidAt === undefined ? tookMs + leftMs < LONG_MS : tookMs - saidAt < STEP_MS) return
			saidAt = tookMs
			size = megabytes(ofBytes)
			const rate = megabytes((1000 * bytes) / tookMs)
			say(
				`Reading sessions: ${percent(bytes, ofBytes)} · ${megabytes(bytes)} of ${size} MB · ${rate} MB/s · ${duration(leftMs)} left`,
			)
		},
		end() {
			if (saidAt !== undefined) say(`Read ${size} MB of sessions. What was counted is kept.`)
		},
	}
}

const LONG_MS = 2_000
/** Before that a rate says little. */
const JUDGED_AFTER_MS = 400
const STEP_MS = 500

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)
}
