// The layout of the live area's rows. All of it together stays below the height of the window, whatever there is to
// show: a frame as tall as the window could only be drawn by erasing the screen.

export type Layout = {
	/** Columns to write in. */
	width: number
	/** Rows of the whole live area. */
	height: number
	composerRows: number
	/** Of the status line, 0 where the window is too low for one. */
	statusRows: number
	/** Rows for what stands above the prompt. */
	liveRows: number
	/** Rows for a dialog or a list, which stands above a prompt of one row. */
	dialogRows: number
	/** So small that a dialog takes all of it, and that the prompt has no frame. */
	isSmall: boolean
}

/** The last column stays free: some terminals wrap as soon as it is written. */
export function writableColumns(columns: number): number {
	return Math.max(1, columns - 1)
}

/** Fewer columns or rows than make it worth to say or to draw more than what is needed. */
export function isSmallWindow(columns: number, rows: number): boolean {
	return rows < SMALL_ROWS || columns < SMALL_COLUMNS
}

/** @param wantedStatusRows - those that the status line has to say; a small window has one of them */
export function layoutOf(columns: number, rows: number, wantedStatusRows = 1): Layout {
	// One row below the frame is the cursor's, and one above it is where finished text is put in.
	const height = Math.max(1, rows - 2)
	const isSmall = isSmallWindow(columns, rows)
	const statusRows = height < 6 ? 0 : isSmall ? 1 : wantedStatusRows
	const composerRows = Math.max(
		1,
		Math.min(height - statusRows, Math.max(isSmall ? 2 : 3, Math.floor(height * 0.4))),
	)
	return {
		width: writableColumns(columns),
		height,
		composerRows,
		statusRows,
		liveRows: Math.max(0, height - statusRows - composerRows),
		dialogRows: isSmall ? height : Math.max(1, height - statusRows - 1),
		isSmall,
	}
}

const SMALL_ROWS = 14
const SMALL_COLUMNS = 50

/** There is no room for a list below the empty state, and what is above might be scrolled away: before the program it was there. */
export function listHidesStart(startCount: number, { height }: Pick<Layout, 'height'>): boolean {
	return startCount > 0 && startCount + ROWS_WITH_LIST > height
}

/** @returns rows for a list in the place of the empty state, of which there are none until that has left it */
export function rowsInStart(startCount: number, isListing: boolean, layout: Layout): number {
	if (!isListing) return 0
	return layout.isSmall ? layout.height : Math.max(LEAST_LIST_ROWS, startCount)
}

/** The name of the program with what follows it, the prompt, eight rows of a list, the status line. */
const ROWS_WITH_LIST = 15
const LEAST_LIST_ROWS = 5
