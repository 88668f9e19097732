import assert from 'node:assert/strict'
import { test } from 'vitest'
import { colourDepth } from '../../../src/tui/text/terminal-theme.ts'

test('a terminal that terminfo knows without colours gets none, unless somebody says it has', () => {
	const depths = ['vt100', 'xterm-mono', 'rxvt-m', 'linux', 'xterm-256color'].map(TERM =>
		colourDepth({ TERM }),
	)
	assert.deepEqual(depths, ['none', 'none', 'none', 'ansi16', 'ansi256'])
	assert.equal(colourDepth({ TERM: 'vt100', COLORTERM: 'truecolor' }), 'truecolor')
	assert.equal(colourDepth({ TERM: 'vt100', FORCE_COLOR: '1' }), 'ansi16')
})
