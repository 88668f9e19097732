import assert from 'node:assert/strict'
import { test } from 'vitest'
import { stderrWords } from '../../../../../src/cli/commands/run/stream/stderr-lines.ts'

const terminal = { isTTY: true }
const file = {}

test.each([
	['text', {}, file, file, 'everything'],
	['text', { quiet: true }, file, terminal, 'waits'],
	['json', {}, file, terminal, 'waits'],
	['json', {}, terminal, terminal, 'waits'],
	['json', {}, file, file, 'nothing'],
	['json', { quiet: true }, file, terminal, 'waits'],
	['stream-json', {}, file, terminal, 'waits'],
	// Its own lines are on that screen.
	['stream-json', {}, terminal, terminal, 'nothing'],
	['stream-json', {}, file, file, 'nothing'],
	['stream-json', { verbose: true }, file, file, 'everything'],
] as const)('%s with %j: %s', (format, flags, stdout, stderr, words) => {
	assert.equal(stderrWords(flags, format, { stdout, stderr }), words)
})
