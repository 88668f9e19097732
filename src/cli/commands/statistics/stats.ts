// `agent stats`: what sessions used over some days, as bars in the terminal, as JSON, or as a page of its own.

import { homedir } from 'node:os'
import { AgentError, messageOf } from '../../../core/errors.ts'
import { MOST_STATISTICS_DAYS, type UseStatistics } from '../../../core/statistics/use-statistics.ts'
import { statisticsRows, titleOf } from '../../../tui/statistics/statistics-rows.ts'
import { asAscii } from '../../../tui/text/ascii-glyphs.ts'
import { paintSpans, plainText, span } from '../../../tui/text/spans.ts'
import { colourDepth, createTheme } from '../../../tui/text/terminal-theme.ts'
import { codeForSignal } from '../../io/exit-codes.ts'
import type { Output } from '../../io/output.ts'
import { startProgress } from '../../io/progress.ts'
import { type EndSignal, onEndSignal } from '../../io/signals.ts'
import { positiveInteger } from '../../startup/flags.ts'
import { currentFolders } from '../../startup/start.ts'
import { openStore } from '../sessions/session-store.ts'
import { writeExport } from '../sessions/write-export.ts'

export type StatsFlags = { days?: string; html?: string; json?: boolean; force?: boolean }

export async function printStatistics({
	flags,
	output,
}: {
	flags: StatsFlags
	output: Output
}): Promise<number> {
	const days = statisticsDays(flags.days)
	if (flags.json === true && flags.html !== undefined)
		throw new AgentError(
			'usage',
			'--json and --html exclude each other: one is printed, the other is written',
		)
	const stop = new AbortController()
	let signalled: EndSignal | undefined
	const release = onEndSignal(signal => {
		signalled = signal
		stop.abort()
	})
	const progress = startProgress(output, { what: 'reading sessions', unit: 'bytes' })
	let statistics: UseStatistics
	try {
		statistics = await openStore(currentFolders()).statistics!({
			days,
			now: Date.now(),
			signal: stop.signal,
			progress: ({ bytes, ofBytes }) => progress.at(bytes, ofBytes),
		})
	} catch (error) {
		if (signalled) return codeForSignal(signalled)
		throw error
	} finally {
		progress.end()
		release()
	}
	if (flags.json === true) output.out(`${JSON.stringify(statistics)}\n`)
	else if (flags.html !== undefined)
		await writePage(flags.html, statistics, { force: flags.force === true, output })
	else printRows(statistics, output)
	return 0
}

/** @throws AgentError `usage` */
export function statisticsDays(given: string | undefined): number {
	const days = positiveInteger('--days', given) ?? DEFAULT_DAYS
	if (days <= MOST_STATISTICS_DAYS) return days
	throw new AgentError(
		'usage',
		`--days ${given}: expected at most ${MOST_STATISTICS_DAYS}, which are ten years`,
	)
}

const DEFAULT_DAYS = 30

async function writePage(
	file: string,
	statistics: UseStatistics,
	{ force, output }: { force: boolean; output: Output },
): Promise<void> {
	if (file === '') throw new AgentError('usage', '--html needs the name of a file, such as stats.html')
	const { statisticsPage } = await import('./statistics-page.ts')
	const page = statisticsPage(statistics, { home: homedir(), madeAt: new Date() })
	if (file === '-') return output.out(page)
	try {
		await writeExport(file, page, { force, name: 'stats.html' })
	} catch (error) {
		throw error instanceof AgentError
			? error
			: new AgentError('storage-failed', `${file}: ${messageOf(error)}`)
	}
	output.error(`written to ${file}\n`)
}

/** Colours are for terminals; whoever pipes it gets the same picture without them. */
function printRows(statistics: UseStatistics, { out, styled, isAscii }: Output): void {
	const columns = process.stdout.columns || PIPED_COLUMNS
	const width = styled ? Math.max(LEAST_COLUMNS, Math.min(columns, MOST_COLUMNS)) : PIPED_COLUMNS
	const title = [span(titleOf(statistics), { bold: true })]
	const rows = [title, ...statisticsRows(statistics, { width, home: homedir() })]
	if (!styled) {
		const text = rows.map(row => `${plainText(row).trimEnd()}\n`).join('')
		return out(isAscii ? asAscii(text) : text)
	}
	const theme = createTheme(colourDepth(process.env), process.env)
	styled(rows.map(row => `${paintSpans(row, theme)}\n`).join(''))
}

const PIPED_COLUMNS = 100
const LEAST_COLUMNS = 40
const MOST_COLUMNS = 140
