import assert from 'node:assert/strict'
import { test } from 'vitest'
import { FoldStates, SessionFolds } from '../../../src/tui/blocks/fold-states.ts'
import type { StoredFolds } from '../../../src/tui/state/fold-services.ts'

test('what is folded is kept with its session, and is so again when it is opened again', async () => {
	const kept = new Map<string, StoredFolds>([['two', { usual: 'line', blocks: { '3.0': 'open' } }]])
	let written = () => {}
	const nextWrite = () => new Promise<void>(resolve => (written = resolve))
	const services = {
		read: async (sessionId: string) => kept.get(sessionId),
		write: async (sessionId: string, folds: StoredFolds) => {
			kept.set(sessionId, folds)
			written()
		},
	}
	const folds = new SessionFolds(services)
	const { states, restored } = folds.of('one')
	await restored
	let isWritten = nextWrite()
	states.set({ seq: 7, index: 1 }, 'open')
	await isWritten
	isWritten = nextWrite()
	states.set({ seq: Number.MAX_SAFE_INTEGER, index: 0 }, 'line')
	await isWritten
	states.show({ seq: 9, index: 0 }, 'open')
	assert.equal(states.of({ seq: 9, index: 0 }), 'open')
	assert.deepEqual(kept.get('one'), { usual: 'shown', blocks: { '7.1': 'open' } })
	const again = new SessionFolds(services).of('one')
	await again.restored
	assert.equal(again.states.of({ seq: 7, index: 1 }), 'open')
	assert.equal(folds.of('one').states, states)
	const other = folds.of('two')
	await other.restored
	assert.deepEqual(
		[other.states.of({ seq: 3, index: 0 }), other.states.of({ seq: 4, index: 0 })],
		['open', 'line'],
	)
	const many = new FoldStates(stored => assert.ok(Object.keys(stored.blocks).length <= 200))
	for (let seq = 1; seq < 300; seq++) many.set({ seq, index: 0 }, 'open')
})
