// Rows that have moved on the window are moved by the terminal: where text scrolls, nearly all rows are those of the frame
// before, one higher, and written again they are a kilobyte and more.

/**
 * Lines are taken out and put in where the cursor is, so nothing has to be known of margins, and what stands above and
 * below stays.
 * @param previous - the rows as they stand there
 * @param next - as many
 * @returns what is written, and how the rows stand then; undefined where it would save little
 */
export function moved(
	previous: readonly string[],
	next: readonly string[],
): { written: string; rows: readonly string[] } | undefined {
	if (previous.length !== next.length || previous.some(row => MOVES.test(row))) return undefined
	const best = longestMove(previous, next)
	if (!best) return undefined
	const { by, start, end } = best
	const count = Math.abs(by)
	// Upwards, lines go above the run and come below it; downwards the other way round.
	const [out, into] = by > 0 ? [start, end] : [end - count, start - count]
	const rows = previous.toSpliced(out, count).toSpliced(into, 0, ...Array.from({ length: count }, () => ''))
	return { written: `\x1b[${out + 1}H\x1b[${count}M\x1b[${into + 1}H\x1b[${count}L`, rows }
}

/** What is more than text in its colours and links is not moved: a picture may not follow. */
const MOVES = /\x1b(?!\[[\d;:]*m|\]8;|\\)/

/** The run of rows, counted in `next`, that saves most: `next[row]` is `previous[row + by]`. */
function longestMove(
	previous: readonly string[],
	next: readonly string[],
): { by: number; start: number; end: number } | undefined {
	let best: { by: number; start: number; end: number } | undefined
	let most = LEAST_SAVED
	for (let by = 1 - next.length; by < next.length; by++) {
		if (by === 0) continue
		let [start, saved] = [Math.max(0, -by), 0]
		for (let row = start; row <= next.length; row++) {
			const text = next[row]
			if (text !== undefined && text === previous[row + by]) {
				if (text !== previous[row]) saved += text.length + ROW_COST
				continue
			}
			if (saved > most) {
				most = saved
				best = { by, start, end: row }
			}
			;[start, saved] = [row + 1, 0]
		}
	}
	return best
}

/** To go there, and to clear what is there. */
const ROW_COST = 5
/** What moving takes, and a little. */
const LEAST_SAVED = 60
