// How much calls show of what they did, one step further with each press of a key.

import type { Detail } from '../../core/screen/screen-settings.ts'
import type { ScreenPreferences } from '../state/screen-preferences.ts'

const NEXT: Readonly<Record<Detail, Detail>> = { compact: 'normal', normal: 'full', full: 'compact' }
const SAID: Readonly<Record<Detail, string>> = {
	compact: 'Calls show one row, and what failed',
	normal: 'Calls show the end of what they printed, and diffs',
	full: 'Calls show all of a diff and forty lines of what they printed',
}

/** For as long as the program runs; `screen.detail` is where it begins. @returns what to say of it */
export function cycleDetail(preferences: ScreenPreferences): string {
	const detail = NEXT[preferences.screen.detail]
	preferences.choose({ detail })
	return `${SAID[detail]} (${detail}).`
}
