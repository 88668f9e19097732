// The words in the upper edge of the prompt: what the run is doing, for how long, how to stop it.

import type { UnixMs } from '../../core/ids.ts'
import { joinedHints, keyName, keysOf } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import { KEYMAP } from '../input/keymap.ts'
import type { RunView, View } from '../state/view.ts'
import { cellWidth } from '../text/cell-width.ts'
import { clockTime } from '../text/format.ts'

/**
 * Empty when no run is active.
 * @param width - of the prompt; left out, there is room for all of it
 */
export function composerTitle(
	{ run, asked }: View,
	now: UnixMs,
	{ bindings = KEYMAP, width = Number.POSITIVE_INFINITY }: { bindings?: Bindings; width?: number } = {},
): string {
	if (!run) return ''
	const elapsed = clockTime(now - run.startedAt)
	if (run.isCancelling) return `Stopping · ${elapsed}`
	const doing =
		asked.length > 0 ? 'Waiting for your answer' : (retrying(run.retry, now) ?? (run.progress || 'Working'))
	const [key] = keysOf(bindings, 'app', 'interrupt')
	const ways =
		key === undefined ? [] : ['to interrupt', 'stops'].map(words => `${keyName(key).toLowerCase()} ${words}`)
	const [whole = joinedHints([doing, elapsed]), short = whole] = ways.map(way =>
		joinedHints([doing, elapsed, way]),
	)
	return cellWidth(whole) > width - EDGE_CELLS ? short : whole
}

/** What the frame of the prompt takes of its upper edge. */
const EDGE_CELLS = 6

/** Why is told in a row of its own: a countdown behind a long sentence would be the part that is cut off. */
function retrying(retry: RunView['retry'], now: UnixMs): string | undefined {
	if (!retry) return undefined
	const waitMs = retry.until - now
	const when = waitMs <= 0 ? '' : ` in ${clockTime(waitMs + 999)}`
	return `Trying again${when} (${retry.retry} of ${retry.maxRetries})`
}
