import assert from 'node:assert/strict'
import { TaskState } from '@a2a-js/sdk'
import { test } from 'vitest'
import type { StoredEvent } from '../../../../src/core/events.ts'
import type { ApprovalId, CallId, RunId, SessionId } from '../../../../src/core/ids.ts'
import { type MediaUri, userText } from '../../../../src/core/messages.ts'
import type { Task, TaskId } from '../../../../src/core/services/tasks.ts'
import { NO_USAGE } from '../../../../src/core/usage.ts'
import { stateOf, statusOf, taskShape } from '../../../../src/server/a2a/task/task-shape.ts'

const RUN = 'r-1' as RunId
const SESSION = '261122-000000-aaaa' as SessionId

function task(more: Partial<Task> = {}): Task {
	return {
		id: 't-1' as TaskId,
		session: SESSION,
		prompt: userText('draw'),
		priority: 0,
		state: 'completed',
		createdAt: 0,
		updatedAt: 1,
		runs: [RUN],
		artifacts: [],
		usage: NO_USAGE,
		costMicroUsd: undefined,
		...more,
	}
}

const envelope = (event: StoredEvent) => ({ seq: 1, at: 0, sessionId: SESSION, runId: RUN, event })

test('what came out of a task are its answer, what it left behind and the pictures it drew', async () => {
	const uri = `media://sha256-${'0'.repeat(64)}` as MediaUri
	const drawn = envelope({
		type: 'tool-end',
		callId: 'c1' as CallId,
		tool: 'generate_image',
		result: {
			outcome: 'ok',
			content: [
				{ type: 'text', text: 'Drawn.' },
				{ type: 'image', mediaType: 'image/png', uri, sizeBytes: 3 },
			],
		},
	})
	const shown = task({
		result: 'Here.',
		artifacts: [
			{ id: 'a', name: 'notes.md', mediaType: 'text/markdown', content: { text: '# Notes' } },
			{ id: 'b', name: 'sum', mediaType: 'application/json', content: { value: { sum: 4 } } },
			{ id: 'c', name: 'x.bin', mediaType: 'application/octet-stream', content: { base64: 'AAEC' } },
		],
	})
	const read = (bytes: Uint8Array | undefined) =>
		taskShape(
			{ task: shown, contextId: 'x', envelopes: [drawn] },
			{ pictures: async asked => (asked === uri ? bytes : undefined) },
		)
	const { artifacts } = await read(new Uint8Array([1, 2, 3]))
	assert.deepEqual(
		artifacts.map(({ artifactId, name, parts: [part] }) => [
			artifactId,
			name,
			part?.mediaType,
			part?.content,
		]),
		[
			['answer', 'answer', 'text/plain', { $case: 'text', value: 'Here.' }],
			['a', 'notes.md', 'text/markdown', { $case: 'text', value: '# Notes' }],
			['b', 'sum', 'application/json', { $case: 'data', value: { sum: 4 } }],
			['c', 'x.bin', 'application/octet-stream', { $case: 'raw', value: Buffer.from([0, 1, 2]) }],
			['picture-c1-1', 'picture.png', 'image/png', { $case: 'raw', value: Buffer.from([1, 2, 3]) }],
		],
	)
	// Its bytes are gone.
	assert.equal((await read(undefined)).artifacts.length, 4)
})

test('every state of ours is one of A2A and back, and what was just answered is waited for no more', () => {
	const states = ['submitted', 'working', 'input-required', 'completed', 'failed', 'canceled'] as const
	for (const state of states)
		assert.equal(stateOf(statusOf({ task: task({ state }), contextId: 'x' }).state), state)
	assert.equal(stateOf(TaskState.TASK_STATE_REJECTED), undefined)
	const waiting = { for: 'approval', approvalId: 'a-1' as ApprovalId, text: 'write it' } as const
	const asking = task({ state: 'input-required', waiting })
	const told = (answered?: string) => statusOf({ task: asking, contextId: 'x', answered })
	assert.deepEqual(
		[told().state, told('a-0').state, told('a-1').state, told('a-1').message],
		[
			TaskState.TASK_STATE_INPUT_REQUIRED,
			TaskState.TASK_STATE_INPUT_REQUIRED,
			TaskState.TASK_STATE_WORKING,
			undefined,
		],
	)
})
