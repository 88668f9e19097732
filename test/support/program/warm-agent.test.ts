import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { temporaryFolder } from '../sessions/temporary-folder.ts'
import { runWarm } from './warm-agent.ts'

/** The first one leaves something to be read behind, which comes while the second one runs, or after it. */
const MAIN = `
import { readFile, writeFile } from 'node:fs/promises'
const [what, pipe] = process.argv.slice(2)
const turn = () => new Promise(resolve => setImmediate(resolve))
if (what === 'leaves') {
	void readFile(pipe).then(() => {
		globalThis.hasThrown = true
		throw new Error('left behind')
	})
} else {
	if (what === 'meets') {
		await writeFile(pipe, 'x')
		while (!globalThis.hasThrown) await turn()
		for (let turns = 0; turns < 20; turns++) await turn()
	}
	if (what === 'fails') throw new Error('its own fault')
	process.stdout.write('fine\\n')
}
process.exit(0)
`

test('what one run has left behind ends neither the next one nor the process between them', async () => {
	const folder = await temporaryFolder()
	const [main, pipe] = [join(folder, 'main.mjs'), join(folder, 'pipe')]
	await writeFile(main, MAIN)
	execFileSync('mkfifo', [pipe])
	const run = async (...args: readonly string[]) => {
		const { code, stdout, stderr } = (await runWarm(main, { args, cwd: folder, env: {} }))!
		return [code, stdout, stderr.split('\n')[0]]
	}
	assert.deepEqual(await run('leaves', pipe), [0, '', ''])
	assert.deepEqual(await run('meets', pipe), [0, 'fine\n', ''])
	assert.deepEqual(await run('leaves', pipe), [0, '', ''])
	await writeFile(pipe, 'x')
	assert.deepEqual(await run('goes on'), [0, 'fine\n', ''])
	assert.deepEqual(await run('fails'), [1, '', 'Error: its own fault'])
})
