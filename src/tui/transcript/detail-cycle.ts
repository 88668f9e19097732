// How much calls show of what they did, one step further with each press of a key.

import type { Detail } from '../../core/screen/screen-settings.ts'
import { SPLIT_COLUMNS } from '../diff/diff-rows.ts'
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

/** The other style than is seen now; `diff.style` is where it begins. @returns what to say of it */
export function nextDiffStyle(preferences: ScreenPreferences, columns: number): string {
	const { diffStyle } = preferences.screen
	const isSplit = diffStyle === 'split' || (diffStyle === 'auto' && columns >= SPLIT_COLUMNS)
	preferences.choose({ diffStyle: isSplit ? 'unified' : 'split' })
	return isSplit
		? 'Diffs stand in one column (unified).'
		: 'Diffs stand side by side where there is room (split).'
}
