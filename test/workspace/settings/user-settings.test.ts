import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { withFileLock } from '../../../src/process/file-lock.ts'
import { openUserSettings } from '../../../src/workspace/settings/user-settings.ts'

let root: string
let path: string
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-user-'))
	path = join(root, 'new/settings.json')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const content = async (file: string) => JSON.parse(await readFile(file, 'utf8'))
const mode = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

test('the first value makes the file and its folder, for the user alone', async () => {
	const settings = await openUserSettings(path)
	await settings.set('budget.maxTurns', 5)
	await settings.set('models.openai/gpt-5\\.4.images', true)
	assert.deepEqual(await content(path), {
		budget: { maxTurns: 5 },
		models: { 'openai/gpt-5.4': { images: true } },
	})
	assert.deepEqual([await mode(path), await mode(join(root, 'new'))], ['600', '700'])
})

test('keys that are not known stay, and a file open to others is closed', async () => {
	path = join(root, 'settings.json')
	await writeFile(path, '{"future": {"a": 1}, "context": {"compactAt": 0.7}}')
	await chmod(path, 0o644)
	const settings = await openUserSettings(path)
	await settings.set('context.autoCompact', false)
	await settings.unset('context.compactAt')
	assert.deepEqual(
		[settings.get('context.autoCompact'), settings.get('context.compactAt'), settings.get('future.a')],
		[false, undefined, 1],
	)
	assert.deepEqual(await content(path), { future: { a: 1 }, context: { autoCompact: false } })
	assert.equal(await mode(path), '600')
})

test('what another process is writing is not lost, and neither is the value', async () => {
	const settings = await openUserSettings(path)
	let set: Promise<void> | undefined
	await withFileLock(path, async () => {
		set = settings.set('budget.maxTurns', 5)
		await writeFile(path, '{"model": "openai/a"}')
	})
	await set
	assert.deepEqual(await content(path), { model: 'openai/a', budget: { maxTurns: 5 } })
})

test('a broken file is named and left alone', async () => {
	path = join(root, 'settings.json')
	await writeFile(path, '{"a": }')
	await assert.rejects(
		openUserSettings(path),
		new AgentError('config-invalid', `${path}:1:7: expected a value: this is not valid JSON`),
	)
	assert.equal(await readFile(path, 'utf8'), '{"a": }')
})
