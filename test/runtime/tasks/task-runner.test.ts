import assert from 'node:assert/strict'
import { test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { RunId, SessionId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import type { ClaimedTask, Task, TaskId } from '../../../src/core/services/tasks.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { runTask, type TaskRunnerDeps } from '../../../src/runtime/tasks/task-runner.ts'

test.each([
	['where another try may be answered, the task is given back', 2_000, 'given-back', []],
	['where it will not be, that is what has become of the task', undefined, 'ended', ['failed']],
])('when what is stored cannot be read: %s', async (_, retryAfterMs, expected, states) => {
	const saved: Task[] = []
	const refused = new AgentError(
		'storage-failed',
		'the database: timeout exceeded when trying to connect',
		retryAfterMs === undefined ? {} : { retryAfterMs },
	)
	const deps: TaskRunnerDeps = {
		hub: {
			tasks: { save: async (_auth: unknown, task: Task) => void saved.push(task) },
			inbox: { async *take() {} },
			live: { publish() {} },
			logging: { log() {} },
			mediaOf: () => ({}),
			sessionsOf: () => ({ read: () => Promise.reject(refused) }),
		} as unknown as TaskRunnerDeps['hub'],
		now: () => 1,
		newRunId: () => 'r1' as RunId,
		open: async () => assert.fail(),
	}
	assert.equal(await runTask(claimed(), deps), expected)
	assert.deepEqual(
		saved.map(({ state }) => state),
		states,
	)
})

function claimed(): ClaimedTask {
	const task: Task = {
		id: 't1' as TaskId,
		session: 's1' as SessionId,
		prompt: userText('go'),
		priority: 0,
		state: 'submitted',
		createdAt: 1,
		updatedAt: 1,
		runs: [],
		artifacts: [],
		usage: NO_USAGE,
		costMicroUsd: 0,
	}
	return {
		auth: { app: 'crm', user: 'ann' },
		task,
		lease: { server: 'one', epoch: 1 },
		attempt: 1,
		signal: new AbortController().signal,
	}
}
