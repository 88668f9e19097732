import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { SessionSummary } from '../../../../src/core/commands.ts'
import type { SessionId } from '../../../../src/core/ids.ts'
import { below } from '../../../../src/tui/dialogs/sessions/session-preview.ts'
import { sessionRow } from '../../../../src/tui/dialogs/sessions/session-row.ts'
import { plainText, span } from '../../../../src/tui/text/spans.ts'

const SESSION: SessionSummary = {
	sessionId: 's1' as SessionId,
	name: 'parser work',
	title: '',
	cwd: '/home/me/project',
	branch: 'fix/parser',
	createdAt: 0,
	usedAt: 0,
	messages: 12,
	model: { provider: 'anthropic', model: 'claude-test' },
	sizeBytes: 1,
	work: { runs: 3, costMicroUsd: 120_000, addedLines: 31, removedLines: 4 },
}

function row(width: number, session: Partial<SessionSummary> = {}, withBranch = true): readonly string[] {
	return rowOf(width, { ...SESSION, ...session }, withBranch)
}

function rowOf(width: number, session: SessionSummary, withBranch = true): readonly string[] {
	const options = { width, isSelected: false, withFolder: false, now: 60_000, running: new Map(), withBranch }
	const drawn = plainText(sessionRow({ session, hit: undefined }, options))
	assert.ok(drawn.length <= width, `${drawn.length} columns of ${width}`)
	return drawn.trim().split(/ {2,}/)
}

test('a session has its branch where there is room, which the number of its runs gives up first', () => {
	const name = 'parser work'
	const age = row(40).at(-1)!
	const CASES: readonly (readonly [number, readonly string[]])[] = [
		[40, [name, age]],
		[58, [name, 'fix/parser', age]],
		[80, [name, 'fix/parser', '3 runs', '+31 −4', age]],
		[120, [name, 'fix/parser', '3 runs', '+31 −4', '$0.1200', 'claude-test', age]],
	]
	for (const [width, parts] of CASES) assert.deepEqual(row(width), parts, `${width} columns`)
	// One without a branch leaves the column free, and where none has one there is no such column.
	const { branch: _, ...without } = SESSION
	assert.deepEqual(rowOf(58, without), [name, age])
	assert.deepEqual(row(58, {}, false), [name, '3 runs', age])
	assert.equal(row(58, { branch: 'feature/\x1b[31ma-very-long-name' })[1], 'feature/a-ver…')
})

test('below the list a rule as wide as it sets apart what was said last', () => {
	const rows = below([[span('❯ first')]], [[span('> go')]], 30, 8)
	assert.deepEqual(rows.map(plainText), ['❯ first', '─'.repeat(30), '  > go'])
})
