import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, test } from 'vitest'
import { withFileLock } from '../../src/process/file-lock.ts'

const CHILD = join(import.meta.dirname, 'locking-child.ts')

let folder: string
let path: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-lock-'))
	path = join(folder, 'counted')
})
afterEach(() => rm(folder, { recursive: true }))

test('processes take turns, and leave nothing behind', async () => {
	await writeFile(path, '0')
	const run = () => promisify(execFile)(process.execPath, [CHILD, path, '8'])
	await Promise.all([run(), run(), run()])
	assert.equal(await readFile(path, 'utf8'), '24')
	assert.deepEqual(await readdir(folder), ['counted'])
})

test('so do two of one process', async () => {
	const story: string[] = []
	const work = (name: string) => async () => {
		story.push(`${name} begins`)
		await setImmediate()
		story.push(`${name} ends`)
	}
	await Promise.all([withFileLock(path, work('one')), withFileLock(path, work('one'))])
	assert.deepEqual(story, ['one begins', 'one ends', 'one begins', 'one ends'])
})

test('work that fails gives the lock back', async () => {
	await assert.rejects(
		withFileLock(path, () => Promise.reject(new Error('no'))),
		/no/,
	)
	assert.equal(await withFileLock(path, async () => 'yes'), 'yes')
})

test('what a dead process left is taken down', async () => {
	const dead = promisify(execFile)(process.execPath, ['--version'])
	await dead
	await writeFile(join(folder, `.counted.${dead.child.pid}-0123456789ab.lock`), '')
	assert.equal(await withFileLock(path, async () => 'mine'), 'mine')
	assert.deepEqual(await readdir(folder), [])
})

test('so is what a living process of the same number can only have inherited: nobody holds it for a minute', async () => {
	const old = join(folder, `.counted.${process.pid}-0123456789ab.lock`)
	await writeFile(old, '')
	const longAgo = new Date(Date.now() - 61_000)
	await utimes(old, longAgo, longAgo)
	assert.equal(await withFileLock(path, async () => 'mine'), 'mine')
})

test('a folder that takes no files is named with the reason', async () => {
	await writeFile(path, 'a file, not a folder')
	const inside = join(path, 'credentials.json')
	await assert.rejects(
		withFileLock(inside, async () => 'never'),
		(error: Error) => error.message.startsWith(`${inside} cannot be locked: `),
	)
})
