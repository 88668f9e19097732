// The use statistics of a folder of sessions, from the logs and what is kept of them in `statistics.json`.

import type { StatisticsWish, UseStatistics } from '../../core/statistics/use-statistics.ts'
import { type LogFold, openLogCache } from '../reading/log-cache.ts'
import {
	countInto,
	countsForStatistics,
	isLogStatistics,
	type LogStatistics,
	statisticsFormat,
} from './log-statistics.ts'
import { sumStatistics } from './sum-statistics.ts'

/**
 * @param projects - the folders that hold logs
 * @throws the reason of the signal once it fires; what was read by then is kept
 */
export async function readStatistics(
	projects: readonly string[],
	{ days, now, progress, signal }: StatisticsWish,
): Promise<UseStatistics> {
	const fold: LogFold<LogStatistics> = {
		file: 'statistics.json',
		format: statisticsFormat(Intl.DateTimeFormat().resolvedOptions().timeZone),
		isState: isLogStatistics,
		counts: countsForStatistics,
		fold: countInto,
	}
	const caches = await Promise.all(projects.map(project => openLogCache(project, fold)))
	const ofBytes = caches.reduce((sum, { unreadBytes }) => sum + unreadBytes, 0)
	let bytes = 0
	const onRead = (more: number) => {
		bytes += more
		progress?.({ bytes, ofBytes })
	}
	const logs = []
	for (const cache of caches) logs.push(...(await cache.catchUp({ onRead, ...(signal && { signal }) })))
	return sumStatistics(logs, { days, now })
}
