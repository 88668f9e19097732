import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { processKey } from '../../../src/process/process-alive.ts'
import { removeLeftovers } from '../../../src/sandbox/platform/leftovers.ts'

/** No system gives out such a number. */
const NOBODY = 4_194_305

test('folders of processes that were killed are removed, and of nobody else', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'leftovers-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const source = JSON.stringify(new URL('../../../src/sandbox/platform/own-folders.ts', import.meta.url).href)
	const dying = `const { makeOwnFolders } = await import(${source}); makeOwnFolders(); process.kill(process.pid, 'SIGKILL')`
	const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', dying], {
		env: { ...process.env, TMPDIR: folder },
	})
	assert.equal(signal, 'SIGKILL')
	const [killed = ''] = await readdir(folder)
	assert.match(killed, /^keelson-\w{6}$/)
	await mkdir(join(folder, killed, 'tmp/deep'))
	for (const [name, owner] of [
		['keelson-living', processKey()],
		['keelson-nobody', undefined],
		['keelson-newone', ''],
		['keelson-not-ours', processKey(NOBODY)],
	] as const) {
		await mkdir(join(folder, name))
		if (owner !== undefined) await writeFile(join(folder, name, 'owner'), owner)
	}
	await mkdir(join(folder, 'victim'))
	await writeFile(join(folder, 'victim/owner'), processKey(NOBODY))
	await symlink('victim', join(folder, 'keelson-linked'))
	const started = (name: string) =>
		spawn('bash', ['-c', 'read end', '--die-with-parent', join(folder, name, 'tmp')], { stdio: 'pipe' })
	const [orphan, ours] = [started(killed), started('keelson-living')]
	const ended = once(orphan, 'exit')
	await Promise.all([once(orphan, 'spawn'), once(ours, 'spawn')])
	await removeLeftovers(folder)
	assert.deepEqual(await ended, [null, 'SIGKILL'])
	assert.equal(ours.exitCode ?? ours.signalCode, null)
	ours.kill()
	assert.deepEqual((await readdir(folder)).sort(), [
		'keelson-linked',
		'keelson-living',
		'keelson-newone',
		'keelson-nobody',
		'keelson-not-ours',
		'victim',
	])
})
