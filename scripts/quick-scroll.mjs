// Rows that have moved on the window are moved by the terminal: where text scrolls, nearly all rows are those of the frame
// before, one higher, and written again they are a kilobyte and more.

/**
 * Lines are taken out and put in where the cursor is, so nothing has to be known of the window, and what stands above and
 * below stays.
 * @param {readonly string[]} previous - the rows as they stand there
 * @param {readonly string[]} next - as many
 * @returns what the cursor does from the first row and back to its beginning, and how the rows stand then; undefined where
 * it would save little
 */
export function scrolled(previous, next) {
	if (previous.length !== next.length || previous.some(row => MOVES.test(row))) return undefined
	const best = longestMove(previous, next)
	if (!best) return undefined
	const { by, start, end } = best
	const count = Math.abs(by)
	// Upwards, lines go above the run and come below it; downwards the other way round.
	const [out, into] = by > 0 ? [start, end] : [end - by - count, start]
	const rows = previous.toSpliced(out, count).toSpliced(into, 0, ...Array.from({ length: count }, () => ''))
	const way = `${down(out)}\x1b[${count}M${by > 0 ? down(into - out) : up(out - into)}\x1b[${count}L${up(into)}`
	return { written: way, rows }
}

/** What is more than text in its colours and links is not moved: a picture may not follow. */
const MOVES = /\x1b(?!\[[\d;:]*m|\]8;|\\)/

/** The run of rows, counted in `next`, that saves most: `next[row]` is `previous[row + by]`. */
function longestMove(previous, next) {
	let best
	let most = LEAST_SAVED
	for (let by = 1 - next.length; by < next.length; by++) {
		if (by === 0) continue
		let [start, saved] = [0, 0]
		for (let row = Math.max(0, -by); row <= next.length; row++) {
			if (row < next.length && next[row] === previous[row + by]) {
				if (next[row] !== previous[row]) saved += next[row].length + ROW_COST
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

function down(rows) {
	return rows > 0 ? `\x1b[${rows}E` : ''
}

function up(rows) {
	return rows > 0 ? `\x1b[${rows}A` : ''
}
