import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'

const MODULE = fileURLToPath(new URL('../../../src/tui/screen/young-generation.ts', import.meta.url))

// The flag is the whole process's, and how large it is already depends on what ran there before.
test('the young generation grows no more while it is held, and again afterwards', async () => {
	const program = `
		import { getHeapSpaceStatistics } from 'node:v8'
		import { holdYoungGeneration } from ${JSON.stringify(MODULE)}
		const sizeMiB = () => getHeapSpaceStatistics().find(each => each.space_name === 'new_space').space_size / 2 ** 20
		let kept = []
		const work = () => {
			for (let round = 0; round < 150_000; round++) {
				kept.push({ round, text: 'of ' + round })
				if (kept.length > 60_000) kept = kept.slice(30_000)
			}
			return sizeMiB()
		}
		const before = sizeMiB()
		const letGrow = holdYoungGeneration(() => true)
		const held = work()
		letGrow()
		console.log(JSON.stringify({ before, held, after: work() }))`
	const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
	const { before, held, after } = JSON.parse(stdout)
	// V8 may still take some pages more than it had.
	assert.ok(held <= before + 2, `${before} MiB before, ${held} MiB while it is held`)
	assert.ok(after >= 2 * held && after >= 8, `${held} MiB while it is held, ${after} MiB afterwards`)
})

/** Node 20 does not say what it loads. */
const saysWhatItLoads = Number(process.versions.node.split('.')[0]) >= 22

test.runIf(saysWhatItLoads)(
	'modules that are loaded while it is held find what others have compiled',
	async () => {
		const program = `
		import { cachedDataVersionTag } from 'node:v8'
		import { holdYoungGeneration } from ${JSON.stringify(MODULE)}
		const module = 'data:text/javascript,import { cachedDataVersionTag } from "node:v8"; export const tag = cachedDataVersionTag()'
		const before = cachedDataVersionTag()
		let mayGrow = true
		const letGrow = holdYoungGeneration(() => mayGrow)
		const held = cachedDataVersionTag()
		const broken = import('data:text/javascript,)').then(() => 'loaded', () => 'broken')
		const [{ tag }, failed] = await Promise.all([import(module), broken])
		const again = cachedDataVersionTag()
		mayGrow = false
		const { tag: small } = await import(module + '//')
		letGrow()
		console.log(JSON.stringify({ before, held, tag, failed, again, small, after: cachedDataVersionTag() }))`
		const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
		const { before, held, ...tags } = JSON.parse(stdout)
		assert.notEqual(held, before)
		assert.deepEqual(tags, { tag: before, failed: 'broken', again: held, small: held, after: before })
	},
)
