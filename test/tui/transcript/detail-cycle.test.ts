import assert from 'node:assert/strict'
import { test } from 'vitest'
import { USUAL_SCREEN } from '../../../src/core/screen/screen-settings.ts'
import { ScreenPreferences, withScreen } from '../../../src/tui/state/screen-preferences.ts'
import { nextDiffStyle } from '../../../src/tui/transcript/detail-cycle.ts'

test('the key goes to the other style than is seen, and a setting that is written afterwards counts', async () => {
	const preferences = new ScreenPreferences()
	assert.match(nextDiffStyle(preferences, 140), /one column/)
	assert.match(nextDiffStyle(preferences, 140), /side by side/)
	assert.equal(preferences.screen.diffStyle, 'split')
	const settings = withScreen(
		{ list: async () => ({ settings: [], problems: [] }), set: async () => [], unset: async () => [] },
		{
			first: USUAL_SCREEN,
			runCommand: () => Promise.reject(new Error('none')),
			settled: async () => ({ ...USUAL_SCREEN, diffStyle: 'unified' }),
		},
		preferences,
	)
	await settings.set('diff.style', 'unified', 'user')
	assert.equal(preferences.screen.diffStyle, 'unified')
	const narrow = new ScreenPreferences()
	assert.match(nextDiffStyle(narrow, 100), /side by side/)
})
