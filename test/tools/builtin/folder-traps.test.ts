// What a folder can bring along so that a program that only reads does more, laid out for real and stepped into.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { openShellFolder, type ShellFolder } from '../../support/tools/shell-folder.ts'

const needOf = async (folder: ShellFolder, command: string) => (await folder.assess({ command })).outcome

describe('asks where the folder says what runs', () => {
	test('asdf, by a path', async () => {
		const folder = await openShellFolder()
		await folder.write('.tool-versions', 'nodejs 22.14.0\n')
		assert.equal(await needOf(folder, 'node --version'), 'allow')
		await folder.write('.tool-versions', 'nodejs path:./evil\n')
		for (const program of ['node', 'python3', 'cargo', 'npm'])
			assert.equal(await needOf(folder, `${program} --version`), 'ask', program)
	})

	test('dotnet, by its global.json', async () => {
		const folder = await openShellFolder()
		assert.equal(await needOf(folder, 'dotnet --version'), 'allow')
		await folder.write('global.json', '{"sdk":{"paths":["evil"]}}')
		assert.equal(await needOf(folder, 'dotnet --version'), 'ask')
	})

	test('nm, by a file of options that load a library', async () => {
		const folder = await openShellFolder()
		await folder.write('options', '--plugin=./evil.so\n')
		assert.equal(await needOf(folder, 'nm @options'), 'ask')
		assert.equal(await needOf(folder, "size 'a.o' @options"), 'ask')
		assert.equal(await needOf(folder, 'nm options'), 'allow')
	})
})

test('npm keeps no record of itself where the folder wants one', { timeout: 60_000 }, async () => {
	const folder = await openShellFolder()
	await folder.write('package.json', '{"name":"a","version":"1.0.0"}')
	await folder.write('.npmrc', 'timing=true\nlogs-dir=./records\nlogs-max=9\n')
	await mkdir(join(folder.root, 'records'))
	assert.equal(await needOf(folder, 'npm ls'), 'allow')
	await folder.run(folder.shellTool, { command: 'npm ls' })
	assert.deepEqual(await readdir(join(folder.root, 'records')), [])
	assert.equal(existsSync(join(folder.home, '.npm')), false)
})

test('folders that are compared are looked through for links that lead outside', async () => {
	const folder = await openShellFolder()
	for (const name of ['one', 'two']) await mkdir(join(folder.root, name))
	await folder.write('one/a.txt', 'one')
	await folder.write('two/a.txt', 'two')
	assert.equal(await needOf(folder, 'diff one two'), 'allow')
	assert.equal(await needOf(folder, 'diff one/a.txt two/a.txt'), 'allow')
	await writeFile(join(folder.outside, 'a.txt'), 'outside')
	await symlink(join(folder.outside, 'a.txt'), join(folder.root, 'two/b.txt'))
	assert.equal(await needOf(folder, 'diff one two'), 'ask')
	assert.equal(await needOf(folder, 'diff one/a.txt two/a.txt'), 'allow')
})
