// What stands in an empty prompt.

import type { DialogSurface } from './DialogArea.tsx'
import { keyName, keysOf } from './input/key-names.ts'
import type { Bindings } from './input/key-press.ts'

/** Under a dialog nothing invites to write what the dialog would read. */
export function placeholderOf(
	dialog: DialogSurface,
	bindings: Bindings,
	{ isRunning }: { isRunning: boolean },
): string {
	if (dialog.kind !== 'none') return ''
	const [queue] = keysOf(bindings, 'composer', 'queue')
	const orLater = queue === undefined ? '' : `, or ${keyName(queue)} to send after it`
	return isRunning ? `Steer the run${orLater}` : 'Ask for anything'
}
