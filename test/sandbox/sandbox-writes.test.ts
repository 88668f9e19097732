import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { ENGINES, openSandboxFolder, type SandboxFolder } from '../support/sandbox-folder.ts'
import { SOAK_TIMES } from '../support/soak.ts'
import { WRITES } from './sandbox-tries.ts'

const columns = await Promise.all(
	ENGINES.map(async engine => {
		const folder = await openSandboxFolder(engine)
		const { works, why } = await folder.sandbox.works()
		if (!works) console.warn(`${engine} does not work here, so nothing can try to get out of it: ${why}`)
		return { engine, folder, works }
	}),
)
afterAll(() => Promise.all(columns.map(({ folder }) => folder.close())))

/** The second engine is tried with everything at once, and one by one in the soak. */
function triesOf(engine: string): readonly [string, string][] {
	const each = Object.entries(WRITES)
	return engine === 'bwrap' || SOAK_TIMES > 1
		? each
		: [['anything of it', each.map(([, bash]) => `(${bash}\n)`).join('\n')]]
}

describe.for(columns)('a command held by $engine', ({ engine, folder, works }) => {
	if (!works) return test.skip('does not work here', () => {})
	let before: ReturnType<SandboxFolder['untouchable']>
	beforeAll(() => {
		before = folder.untouchable()
	})

	test.for(triesOf(engine))('cannot change %s', async ([, bash]) => {
		await folder.held(bash)
		assert.deepEqual(folder.untouchable(), before)
	})

	test('leaves nothing behind in the workspace', () => {
		const kept = new Set(folder.free('git status --short --ignored; ls -A').output.split('\n'))
		for (const name of ['.husky', '.envrc', '.claude', '.cursor', '.gitattributes', 'CLAUDE.local.md'])
			assert.ok(!kept.has(name), name)
	})
})
