import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openSandboxFolder, type SandboxFolder } from '../support/sandbox-folder.ts'
import { WRITES } from './sandbox-tries.ts'

const folder = await openSandboxFolder()
const { works, why } = await folder.sandbox.works()
if (!works) console.warn(`no sandbox here, so nothing can try to get out of it: ${why}`)
afterAll(() => folder.close())

describe.skipIf(!works)('a sandboxed command', () => {
	let before: ReturnType<SandboxFolder['untouchable']>
	beforeAll(() => {
		before = folder.untouchable()
	})

	test.for(Object.entries(WRITES))('cannot change %s', async ([, bash]) => {
		await folder.held(bash)
		assert.deepEqual(folder.untouchable(), before)
	})

	test('leaves nothing behind in the workspace', () => {
		const kept = new Set(folder.free('git status --short --ignored; ls -A').output.split('\n'))
		for (const name of ['.husky', '.envrc', '.claude', '.cursor', '.gitattributes', 'CLAUDE.local.md'])
			assert.ok(!kept.has(name), name)
	})
})
