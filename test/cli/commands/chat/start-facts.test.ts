import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { startFacts } from '../../../../src/cli/commands/chat/start-facts.ts'
import { temporaryFolder } from '../../../support/sessions/temporary-folder.ts'

const MONDAY = new Date(2026, 10, 23, 9).getTime()

test('examples are made from what the folder has', async () => {
	const folder = await temporaryFolder()
	const empty = await startFacts(folder, { models: undefined, now: MONDAY })
	assert.deepEqual(empty.examples, [
		'what is this folder for?',
		'write a first test',
		'make a plan for a small tool',
	])
	assert.equal(empty.instructions, undefined)
	await mkdir(join(folder, '.git'))
	await mkdir(join(folder, 'src'))
	await mkdir(join(folder, 'test'))
	for (const name of ['AGENTS.md', 'setup.cfg', 'src/lexer.py', 'src/main.py'])
		await writeFile(join(folder, name), '')
	const found = await startFacts(folder, { models: undefined, now: MONDAY })
	assert.deepEqual(found.examples, [
		'explain src/main.py',
		'run the tests and fix what fails',
		'what changed since Friday?',
	])
	assert.equal(found.instructions, 'AGENTS.md')
	// From a folder in it, what stands at its root is read too.
	const inner = await startFacts(join(folder, 'src'), { models: undefined, now: MONDAY + 86_400_000 })
	assert.equal(inner.instructions, 'AGENTS.md')
	assert.equal(inner.examples[2], 'what changed since yesterday?')
})
