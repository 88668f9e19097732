// Progress of what takes long: one row on the terminal with a bar, a rate and the time that is left, gone when it is done.
// What is over within two seconds shows nothing, and neither does a stderr that is no terminal.

import { cutToWidth } from '../../tui/text/cell-width.ts'
import { duration, percent } from '../../tui/text/format.ts'
import { sanitizeLine } from '../../tui/text/sanitize.ts'
import type { Output } from './output.ts'

export type Progress = {
	/** @param total - undefined as long as nobody knows it */
	at(done: number, total: number | undefined): void
	/** Takes the row away. Safe to call again. */
	end(): void
}

export type ProgressUnit = 'bytes' | 'items'

/**
 * @param what - what is being done: `reading sessions`
 * @param clock - milliseconds that never go back
 */
export function startProgress(
	output: Pick<Output, 'statusRow'>,
	{ what, unit, clock = () => performance.now() }: { what: string; unit: ProgressUnit; clock?: () => number },
): Progress {
	const { statusRow } = output
	if (!statusRow) return { at: () => {}, end: () => {} }
	const startedAt = clock()
	const rate = createRate(startedAt)
	let known: { done: number; total: number | undefined } = { done: 0, total: undefined }
	let drawnAt = Number.NEGATIVE_INFINITY
	let isShown = false
	const draw = () => {
		const now = clock()
		const tookMs = now - startedAt
		const leftMs = remainingMs(known, rate.perMs())
		isShown ||= tookMs >= LONG_MS || (tookMs >= JUDGED_AFTER_MS && tookMs + (leftMs ?? 0) >= LONG_MS)
		if (!isShown || now - drawnAt < STEP_MS) return
		drawnAt = now
		statusRow.show(columns =>
			progressRow({ what, unit, ...known, tookMs, leftMs, perMs: rate.perMs() }, columns),
		)
	}
	// Something may also stand still, and then the time that it has taken is all there is to tell.
	const timer = setInterval(draw, 1_000)
	timer.unref()
	return {
		at(done, total) {
			known = { done, total }
			rate.note(done, clock())
			draw()
		},
		end() {
			clearInterval(timer)
			if (isShown) statusRow.clear()
			isShown = false
		},
	}
}

const LONG_MS = 2_000
/** Before that a rate says little. */
const JUDGED_AFTER_MS = 400
const STEP_MS = 120

export type ProgressState = {
	what: string
	unit: ProgressUnit
	done: number
	total: number | undefined
	tookMs: number
	/** Undefined as long as nobody can say. */
	leftMs: number | undefined
	perMs: number
}

/** `reading sessions ████▌     45% · 101 of 223 MB · 84 MB/s · 1.5s left`, shortened from its end to fit. */
export function progressRow(state: ProgressState, columns: number): string {
	const { what, done, total, unit, tookMs, leftMs, perMs } = state
	const count = (value: number) => (unit === 'bytes' ? `${megabytes(value)}` : String(Math.round(value)))
	const suffix = unit === 'bytes' ? ' MB' : ''
	const name = sanitizeLine(what)
	if (total === undefined || total <= 0) {
		const sofar = done > 0 ? ` · ${count(done)}${suffix}` : ''
		return cutToWidth(`${name} · ${duration(tookMs)}${sofar}`, columns - 1)
	}
	const share = Math.max(0, Math.min(1, done / total))
	const parts = [
		percent(done, total),
		`${count(done)} of ${count(total)}${suffix}`,
		...(perMs > 0 ? [`${rateText(perMs * 1_000, unit)}/s`] : []),
		...(leftMs === undefined ? [] : [`${duration(leftMs)} left`]),
	]
	for (let kept = parts.length; kept > 0; kept--) {
		const text = parts.slice(0, kept).join(' · ')
		const barColumns = Math.min(MOST_BAR_COLUMNS, columns - 1 - name.length - text.length - 2)
		if (barColumns >= LEAST_BAR_COLUMNS) return `${name} ${bar(share, barColumns)} ${text}`
	}
	return cutToWidth(`${name} ${parts[0]}`, columns - 1)
}

const MOST_BAR_COLUMNS = 24
const LEAST_BAR_COLUMNS = 5

function bar(share: number, columns: number): string {
	const full = Math.round(share * columns)
	return `${'█'.repeat(full)}${'░'.repeat(columns - full)}`
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)
}

function rateText(perSecond: number, unit: ProgressUnit): string {
	if (unit === 'bytes') return `${megabytes(perSecond)} MB`
	return perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond))
}

function remainingMs(
	{ done, total }: { done: number; total: number | undefined },
	perMs: number,
): number | undefined {
	if (total === undefined || perMs <= 0 || done <= 0) return undefined
	return Math.max(0, total - done) / perMs
}

/** How fast it has been lately: half of it is from the last two seconds. */
function createRate(startedAt: number): { note(done: number, now: number): void; perMs(): number } {
	let last = { at: startedAt, done: 0 }
	let perMs = 0
	return {
		note(done, now) {
			const tookMs = now - last.at
			if (tookMs < STEP_MS) return
			const newest = Math.max(0, done - last.done) / tookMs
			const weight = last.at === startedAt ? 1 : 1 - 0.5 ** (tookMs / 2_000)
			perMs += (newest - perMs) * weight
			last = { at: now, done }
		},
		perMs: () => perMs,
	}
}
