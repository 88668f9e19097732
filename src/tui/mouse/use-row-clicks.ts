// Clicks for a list or a dialog, in the rows that it draws.

import { type DOMElement, measureElement } from 'ink'
import { type RefObject, useContext, useState } from 'react'
import { MouseGroundContext } from './mouse-ground.ts'
import { type ClickableRows, RowClicks } from './row-clicks.ts'
import { useMouse } from './use-mouse.ts'

/** @param own - what the rows are drawn in; left out, where dialogs are @returns to be told when something else has moved the cursor: then no click is the second one */
export function useRowClicks(
	rows: ClickableRows,
	own?: RefObject<DOMElement | null>,
): Pick<RowClicks, 'forget'> {
	const ground = useContext(MouseGroundContext)
	const [clicks] = useState(() => new RowClicks())
	useMouse(ground?.mouse, event => {
		const box = (own ?? ground?.dialogs)?.current
		if (!box) return false
		const { x, y, height } = measureElement(box)
		return clicks.take({ ...event, row: event.row - y, column: event.column - x }, height, rows)
	})
	return clicks
}
