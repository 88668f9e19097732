import assert from 'node:assert/strict'
import { test } from 'vitest'
import { followWork } from '../../../src/tui/review/follow-work.ts'
import { EMPTY_VIEW, inRun, type View, withShownBlocks } from '../../../src/tui/state/view.ts'
import type { Block, CallView } from '../../../src/tui/state/view-block.ts'

const call: Block = { kind: 'call', call: { callId: '1', tool: 'shell' } as unknown as CallView }
const running: View = {
	...EMPTY_VIEW,
	run: {
		runId: undefined,
		startedAt: 0,
		progress: '',
		isCancelling: false,
		retry: undefined,
	} as unknown as NonNullable<View['run']>,
}

test('it is told of calls and of the end of a run, not of what is said', () => {
	let now = running
	let listener: (() => void) | undefined = () => {}
	let told = 0
	const stop = followWork(
		{
			view: () => now,
			follow: onView => {
				listener = onView
				return () => {
					listener = undefined
				}
			},
		},
		() => told++,
	)
	const becomes = (next: View) => {
		now = next
		listener?.()
		return told
	}
	assert.equal(becomes(withShownBlocks(now, { kind: 'answer', text: 'hello' })), 0)
	assert.equal(becomes(inRun(now, { progress: 'Thinking' })), 0)
	assert.equal(becomes(withShownBlocks(now, call, { kind: 'answer', text: 'done' })), 1)
	assert.equal(becomes(now), 1)
	assert.equal(becomes(withShownBlocks(now, { kind: 'output', command: 'ls', text: '', exitCode: 0 })), 2)
	assert.equal(becomes({ ...now, run: undefined }), 3)
	assert.equal(becomes({ ...now, name: 'other' }), 3)
	stop()
	assert.equal(listener, undefined)
})
