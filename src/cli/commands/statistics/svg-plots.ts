// Plots as SVG within a page: columns by day, and bars that are compared. Looks come from the classes of the page's style.

export type PlotSeries = {
	name: string
	tone: 'main' | 'calm' | 'warm' | 'good' | 'bad'
	/** One for each label. */
	values: readonly number[]
}

export type ColumnPlot = {
	title: string
	/** Days, oldest first. */
	labels: readonly string[]
	/** Stacked, the first at the bottom. */
	series: readonly PlotSeries[]
	format(value: number): string
}

export function columnPlot({ title, labels, series, format }: ColumnPlot): string {
	const sums = labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
	const highest = Math.max(1, ...sums)
	const step = (WIDTH - LEFT) / labels.length
	const yOf = (value: number) => TOP + PLOT_HEIGHT * (1 - value / highest)
	const columns = labels.flatMap((label, index) => {
		let below = 0
		return series.flatMap(({ name, tone, values }) => {
			const value = values[index] ?? 0
			if (value <= 0) return []
			const y = yOf(below + value)
			const height = yOf(below) - y
			below += value
			const place = `x="${short(LEFT + index * step + step * 0.1)}" y="${short(y)}" width="${short(step * 0.8)}" height="${short(height)}"`
			const tip = escapeMarkup(`${label}: ${format(value)} ${name}`)
			return [`<rect class="${tone}" ${place}><title>${tip}</title></rect>`]
		})
	})
	const lines = [0, 0.5, 1].map(share => {
		const y = short(yOf(highest * share))
		const text = share === 0 ? '0' : escapeMarkup(format(Math.round(highest * share)))
		return `<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}"/><text x="${LEFT - 6}" y="${short(yOf(highest * share) + 4)}" text-anchor="end">${text}</text>`
	})
	const marks = labelledIndexes(labels.length).map(index => {
		const x = short(LEFT + index * step + step / 2)
		return `<text x="${x}" y="${TOP + PLOT_HEIGHT + 16}" text-anchor="middle">${escapeMarkup((labels[index] ?? '').slice(5))}</text>`
	})
	const picture = `<svg viewBox="0 0 ${WIDTH + RIGHT} ${TOP + PLOT_HEIGHT + 24}" role="img" aria-label="${escapeMarkup(title)} by day">${lines.join('')}${columns.join('')}${marks.join('')}</svg>`
	return `${picture}${series.length > 1 ? legend(series) : ''}`
}

const WIDTH = 900
const LEFT = 70
/** The last label is centred below the last column. */
const RIGHT = 12
const TOP = 12
const PLOT_HEIGHT = 160
const MOST_LABELS = 10

function labelledIndexes(count: number): readonly number[] {
	const every = Math.ceil(count / MOST_LABELS)
	return Array.from({ length: count }, (_, index) => index).filter(index => (count - 1 - index) % every === 0)
}

function legend(series: readonly PlotSeries[]): string {
	const parts = series.map(
		({ name, tone }) =>
			`<svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${tone}" width="10" height="10"/></svg>${escapeMarkup(name)}`,
	)
	return `<p class="legend">${parts.join('')}</p>`
}

/** @returns nothing where there is nothing to compare */
export function barPlot(bars: readonly { name: string; value: number; text: string }[]): string {
	if (bars.length === 0) return ''
	const longest = Math.max(1, ...bars.map(({ value }) => value))
	const lines = bars.map(
		({ name, value, text }) =>
			`<dt>${escapeMarkup(name)}</dt><dd><svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="main" width="${short((100 * value) / longest)}" height="4"/></svg>${escapeMarkup(text)}</dd>`,
	)
	return `<dl class="bars">${lines.join('\n')}</dl>`
}

/** A name may hold whatever a model or a folder is called. */
export function escapeMarkup(text: string): string {
	return text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

function short(value: number): string {
	return String(Math.round(value * 100) / 100)
}
