import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { PhaseTimes } from '../../../../src/core/usage.ts'
import { costBlock } from '../../../../src/tui/commands/usage/cost.ts'
import { EMPTY_VIEW } from '../../../../src/tui/state/view.ts'

function lastRun(phases: PhaseTimes | undefined): readonly (readonly string[])[] {
	const block = costBlock({ ...EMPTY_VIEW, phases }, 0)
	assert.equal(block.kind, 'table')
	return block.kind === 'table' ? block.rows.filter(([name]) => name === 'last run') : []
}

test('the last run says where its time went, without what took none', () => {
	const phases = { assembling: 20, waiting: 12_000, streaming: 25_000, tools: 4_000, storing: 30.5 }
	assert.deepEqual(lastRun(phases), [['last run', '41s: waiting 12s, streaming 25s, tools 4.0s']])
	assert.deepEqual(lastRun({ assembling: 9, waiting: 9, streaming: 9, tools: 0, storing: 1 }), [
		['last run', '0.0s'],
	])
	assert.deepEqual(lastRun(undefined), [])
})
