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

test('what does not listen is killed within half a second, however slow the machine is', async () => {
	const child = await started('')
	// A machine with so much to do that ten milliseconds take a hundred.
	let nowMs = 0
	// Told when it has ended: what it had started may be dying for longer, and is looked at again.
	const ended = once(child, 'exit').then(how => [...how, nowMs < 500])
	await killGroup(child.pid!, {
		monotonicMs: () => nowMs,
		async sleep(ms) {
			nowMs += 10 * ms
			// The last moment at which it may still live: how long it takes to die is up to the machine.
			await (nowMs < 400 ? new Promise(resolve => setTimeout(resolve, ms)) : ended)
		},
	})
	assert.deepEqual(await ended, [null, 'SIGKILL', true])
})

test('what listens ends as it likes', async () => {
	const child = await started('exit 7')
	const ended = once(child, 'exit')
	// No time passes while it is about to end, however long that takes.
	await killGroup(child.pid!, {
		monotonicMs: () => 0,
		sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
	})
	assert.deepEqual(await ended, [7, null])
})
