import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { afterAll, describe, test } from 'vitest'
import { CANARY, openSandboxFolder } from '../support/sandbox-folder.ts'
import { READS, WRITES } from './sandbox-tries.ts'

const folder = await openSandboxFolder()
afterAll(() => folder.close())

describe('without a sandbox', () => {
	// What proves the tries above to be tries. Each has a workspace as it was in the beginning.
	test('every one of the writes does change something', { timeout: 120_000 }, async () => {
		const idle: string[] = []
		for (const [name, bash] of Object.entries(WRITES)) {
			folder.reset()
			const before = folder.untouchable()
			folder.free(bash)
			if (JSON.stringify(folder.untouchable()) === JSON.stringify(before)) idle.push(name)
		}
		folder.reset()
		assert.deepEqual(idle, [])
	})

	test('every one of the reads finds the secret', () => {
		const canary = spawn('sleep', ['60'], { env: { CANARY }, stdio: 'ignore' })
		const blind = Object.entries(READS).filter(([, bash]) => !folder.free(bash).output.includes(CANARY))
		canary.kill()
		assert.deepEqual(blind, [])
	})
})
