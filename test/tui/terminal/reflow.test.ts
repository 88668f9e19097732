import assert from 'node:assert/strict'
import { test } from 'vitest'
import { restMsOf, toldReflow } from '../../../src/tui/terminal/reflow.ts'

test('what a terminal does to rows that are too long is known from what it calls itself, also behind ssh', () => {
	assert.equal(toldReflow('\x1b[>0;276;0c'), 'moves-cursor')
	assert.equal(toldReflow('\x1b[>41;379;0c'), 'none')
	for (const other of ['\x1b[>41;2500;0c', '\x1b[>65;7006;1c', '\x1b[>1;4000;38c', '\x1b[>0;115;0c'])
		assert.equal(toldReflow(other), undefined)
})

test('a window of tmux rests longer, also where ssh has passed on nothing but TERM', () => {
	const rests = [
		{ TMUX: '/tmp/tmux-0/default,1,0' },
		{ TERM: 'tmux-256color' },
		{ TERM: 'xterm-256color' },
	].map(restMsOf)
	assert.deepEqual(rests, [300, 300, 80])
})
