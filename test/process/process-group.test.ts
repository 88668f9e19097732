import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished, test } from 'vitest'
import { killGroup } from '../../src/process/process-group.ts'

/** Leads a group of its own, and has said that it is up. */
async function started(trap: string): Promise<ChildProcess> {
	const child = spawn('bash', ['-c', `trap '${trap}' TERM; echo up; while :; do sleep 0.01; done`], {
		detached: true,
		stdio: ['ignore', 'pipe', 'ignore'],
	})
	onTestFinished(() => void child.kill('SIGKILL'))
	await once(child.stdout!, 'data')
	return child
}

/** A machine with so much to do that ten milliseconds take a hundred. */
function slowClock() {
	let nowMs = 0
	return {
		monotonicMs: () => nowMs,
		sleep: async (ms: number) => {
			nowMs += 10 * ms
			await new Promise(resolve => setTimeout(resolve, ms))
		},
	}
}

test('what does not listen is killed within half a second, however slow the machine is', async () => {
	const child = await started('')
	const clock = slowClock()
	const ended = once(child, 'exit').then(end => [...end, clock.monotonicMs() < 500])
	await killGroup(child.pid!, clock)
	assert.deepEqual(await ended, [null, 'SIGKILL', true])
})

test('what listens ends as it likes', async () => {
	const child = await started('exit 7')
	const ended = once(child, 'exit')
	await killGroup(child.pid!)
	assert.deepEqual(await ended, [7, null])
})
