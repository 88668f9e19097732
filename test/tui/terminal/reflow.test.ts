import assert from 'node:assert/strict'
import { test } from 'vitest'
import { keepsDeletedRows, reflowOf, restMsOf, toldReflow } from '../../../src/tui/terminal/reflow.ts'

test('what a terminal does to rows that are too long is known from what it calls itself, also behind ssh', () => {
	assert.equal(toldReflow('\x1b[>0;276;0c'), 'moves-cursor')
	assert.equal(toldReflow('\x1b[>41;379;0c'), 'none')
	for (const other of ['\x1b[>41;2500;0c', '\x1b[>65;7006;1c', '\x1b[>1;4000;38c', '\x1b[>0;115;0c'])
		assert.equal(toldReflow(other), undefined)
})

test('what cuts rows and says nothing of itself is known by its name', () => {
	for (const TERM of ['st', 'st-256color', 'screen.linux']) assert.equal(reflowOf({ TERM }), 'none')
	for (const TERM of ['sterm', 'xterm-256color', 'rxvt-unicode-256color', 'alacritty'])
		assert.equal(reflowOf({ TERM }), 'keeps-cursor')
})

test('a window of tmux rests longer, also where ssh has passed on nothing but TERM', () => {
	const rests = [
		{ TMUX: '/tmp/tmux-0/default,1,0' },
		{ TERM: 'tmux-256color' },
		{ TERM: 'xterm-256color' },
	].map(restMsOf)
	assert.deepEqual(rests, [300, 300, 80])
})

test('where rows that are deleted would come into the scrollback, nothing is covered', () => {
	for (const old of ['\x1b[>0;900;1c', '\x1b[>0;1700;1c']) assert.ok(keepsDeletedRows(old))
	for (const other of ['\x1b[>0;2401;1c', '\x1b[>0;10;1c', '\x1b[>0;276;0c', '\x1b[>65;7006;1c'])
		assert.ok(!keepsDeletedRows(other))
})
