import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, onTestFinished, test } from 'vitest'
import type { SandboxLimits } from '../../../src/sandbox/limits/limits.ts'
import { ENGINES, type EngineName, openSandboxFolder } from '../../support/sandbox-folder.ts'
import { shownFolder } from '../../support/shown-folder.ts'

const columns = await Promise.all(
	ENGINES.map(async engine => {
		const folder = await openSandboxFolder(engine)
		const { works } = await folder.sandbox.works()
		await folder.close()
		return { engine, works }
	}),
)

async function open(engine: EngineName, limits: Partial<SandboxLimits>) {
	const folder = await openSandboxFolder(engine, limits)
	onTestFinished(() => folder.close())
	return folder
}

/**
 * One that nobody else sees, in the place of the one that all have their folders on: commands of other tests would be ended
 * as well.
 */
const SMALL_DISK = 'mount -t tmpfs -o mode=755,size=64m disk "$1" && shift && exec "$@"'

describe.for(columns)('a command held by $engine', ({ engine, works }) => {
	if (!works) return test.skip('does not work here', () => {})

	test('with too many processes is ended, and told what would allow them', async () => {
		const { held, nap, isNapping } = await open(engine, { maxProcesses: 320 })
		const { exitCode, output } = await held(`for i in {1..700}; do ${nap} & done 2> /dev/null; wait; wait`)
		assert.notEqual(exitCode, 0)
		assert.match(
			output,
			/\[the command was ended: it had \d+ processes and threads, and sandbox\.maxProcesses is 320\]\n$/,
		)
		assert.equal(isNapping(), false)
	})

	test('with too much memory is ended, also where many processes share it out', async () => {
		const { held } = await open(engine, { maxMemoryMb: 200 })
		const { exitCode, output } = await held(
			`for i in 1 2 3 4; do perl -e '$x = "a" x 80_000_000; sleep 60' & done; wait`,
		)
		assert.notEqual(exitCode, 0)
		assert.match(
			output,
			/\[the command was ended: its processes took \d+ MB of memory, and sandbox\.maxMemoryMb is 200\]\n$/,
		)
	})

	test('cannot write a file larger than allowed, and is told', async () => {
		const { held, root } = await open(engine, { maxFileMb: 3 })
		const { exitCode, output } = await held('exec dd if=/dev/zero of=large bs=1M count=10 2> /dev/null')
		assert.equal(exitCode, 153)
		assert.match(output, /a file it wrote grew too large, and sandbox\.maxFileMb is 3\]\n$/)
		assert.ok(existsSync(join(root, 'large')))
	})

	test('that fills the disk is ended while there is still room', async () => {
		const folder = await shownFolder('free-')
		await rmdir(folder)
		const onSmallDisk = ['--mount', 'sh', '-c', SMALL_DISK, 'sh', dirname(folder)]
		const child = [process.execPath, join(import.meta.dirname, 'filling-child.ts'), engine]
		// Not every user may mount.
		const [program = '', ...args] =
			spawnSync('unshare', [...onSmallDisk, 'true']).status === 0
				? ['unshare', ...onSmallDisk, ...child]
				: child
		const { stdout: output } = await promisify(execFile)(program, args)
		assert.match(output, /it left less than \d+ MB on the disk of \S+ \(sandbox\.keepFreeMb\)\]\n$/)
	})

	test('may reserve as much memory as it likes', async () => {
		const { held } = await open(engine, { maxMemoryMb: 200 })
		const { exitCode, output } = await held(
			`"$NODE" -e 'new WebAssembly.Memory({ initial: 1, maximum: 65536 }); console.log("node")'`,
		)
		assert.deepEqual([exitCode, output], [0, 'node\n'])
	})
})
