// Which program a name stands for when it runs: PATH, links, and what the line itself has defined.

import assert from 'node:assert/strict'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { explainCommand } from '../../../src/safety/explain.ts'
import { PLACE } from '../../support/gate/gate-cases.ts'
import { openShellFolder, type ShellFolder } from '../../support/tools/shell-folder.ts'

const SYSTEM = '/usr/bin:/bin'

async function outcome({ assess }: ShellFolder, command: string): Promise<string> {
	const { outcome, reasons } = await assess({ command })
	return `${outcome}: ${reasons.join(' ')}`
}

async function script(path: string): Promise<void> {
	await mkdir(join(path, '..'), { recursive: true })
	await writeFile(path, '#!/bin/sh\n', { mode: 0o755 })
}

describe('a program is believed to be what its name says', () => {
	test('unless PATH finds it in the workspace, below it, or from wherever the command runs', async () => {
		for (const entry of ['ROOT/bin', 'ROOT', '', '.', 'bin', './bin', 'ROOT/sub/../bin']) {
			const folder = await openShellFolder(({ root }) => `${entry.replace('ROOT', root)}:${SYSTEM}`)
			assert.match(await outcome(folder, 'ls'), /^allow/, entry)
			await script(join(folder.root, entry.replace('ROOT', folder.root) === folder.root ? 'ls' : 'bin/ls'))
			if (entry === '' || entry === '.') await script(join(folder.root, 'ls'))
			assert.match(await outcome(folder, 'ls'), /^ask: .*workspace can change/, entry)
			for (const command of [
				'timeout 5 ls',
				'cat a.txt; ls',
				'cat a.txt | xargs -n1 echo; nice ls',
				'! ls',
				'if ls; then cat a; fi',
			])
				assert.match(await outcome(folder, command), /^ask/, command)
			// What stands behind it is another program, and what the shell has of its own is not looked for.
			assert.match(await outcome(folder, 'cat a.txt; echo x'), /^allow/, entry)
		}
	})

	test('unless a link on the way leads into the workspace, or through it', async () => {
		const links: Readonly<Record<string, (folder: ShellFolder) => Promise<void>>> = {
			'the program is a link into it': async ({ root, outside }) => {
				await script(join(root, 'ls'))
				await symlink(join(root, 'ls'), join(outside, 'bin/ls'))
			},
			'the link goes through it and out again': async ({ root, outside }) => {
				await symlink('/bin/ls', join(root, 'ls'))
				await symlink(join(root, 'ls'), join(outside, 'bin/ls'))
			},
			'by two links and dots': async ({ root, outside }) => {
				await symlink('/bin/ls', join(root, 'ls'))
				await symlink('../../work/./ls', join(outside, 'bin/real'))
				await symlink('real', join(outside, 'bin/ls'))
			},
			'the folder of PATH is a link': async ({ root, outside }) => {
				await script(join(root, 'tools/ls'))
				await rename(join(outside, 'bin'), join(outside, 'was'))
				await symlink(join(root, 'tools'), join(outside, 'bin'))
			},
			'the folder of PATH is a link through it': async ({ root, outside }) => {
				await symlink('/usr/bin', join(root, 'tools'))
				await rename(join(outside, 'bin'), join(outside, 'was'))
				await symlink(join(root, 'tools'), join(outside, 'bin'))
			},
			'a link that ends nowhere else': async ({ outside }) => {
				// A harmless one, to see that it is the workspace that counts.
				await symlink('/bin/ls', join(outside, 'bin/ls'))
			},
		}
		for (const [what, make] of Object.entries(links)) {
			const folder = await openShellFolder(({ outside }) => `${join(outside, 'bin')}:${SYSTEM}`)
			await mkdir(join(folder.outside, 'bin'))
			await make(folder)
			const expected = what === 'a link that ends nowhere else' ? /^allow/ : /^ask: .*workspace can change/
			assert.match(await outcome(folder, 'ls -l'), expected, what)
		}
	})

	test('and what a script around another program starts is followed, too', async () => {
		const folder = await openShellFolder(({ outside }) => `${join(outside, 'bin')}:${SYSTEM}`)
		await mkdir(join(folder.outside, 'bin'))
		await script(join(folder.root, 'grep'))
		await script(join(folder.root, 'gzip'))
		for (const name of ['grep', 'gzip'])
			await symlink(join(folder.root, name), join(folder.outside, 'bin', name))
		for (const command of ['egrep x a.txt', 'fgrep x a.txt', 'zcat a.gz', 'tar -tzf a.tgz'])
			assert.match(await outcome(folder, command), /^ask: .*workspace can change/, command)
		assert.match(await outcome(folder, '/usr/bin/head a.txt'), /^allow/)
	})

	test('nothing that runs unasked finds a program by a link into the workspace', async () => {
		const folder = await openShellFolder(({ outside }) => `${join(outside, 'bin')}:${SYSTEM}`)
		await mkdir(join(folder.root, 'tools'))
		await symlink(join(folder.root, 'tools'), join(folder.outside, 'bin'))
		assert.match(
			await folder.say(folder.shellTool, { command: 'printenv PATH' }),
			new RegExp(`\\n${SYSTEM}\\n`),
		)
	})

	test('unless the line has given the name another meaning', () => {
		for (const command of [
			'ls(){ rm x; }; ls',
			'function ls { rm x; }; ls',
			'ls() ( rm x ); ls -l',
			'alias ls=rm; ls x',
			"alias ls='rm x'\nls",
			'hash -p ./evil ls; ls',
			'hash -p /tmp/evil ls && ls',
			'command -p ls',
			'command -p -v ls',
			'enable -f ./evil.so ls; ls',
			'enable -n echo; echo x',
			'builtin ls',
			'PATH=.:$PATH ls',
			'PATH=. ; ls',
			'export PATH=.; ls',
			'./ls',
			'bin/ls',
			'../ls',
			'~/bin/ls',
			'/home/ada/work/ls',
			'/tmp/ls',
			'/usr/bin/../../tmp/ls',
			'sh ./ls',
			'python3 ls',
			'nice ./ls',
			'timeout 1 bin/ls',
			'find . | xargs ./ls',
			'. ./ls',
			'source ls',
			'exec ./ls',
			'coproc ls',
		])
			assert.notEqual(explainCommand(command, PLACE).verdict, 'auto', command)
	})
})

describe('a pattern that could become an option asks where a file has such a name', () => {
	test.for([
		['-R', 'grep one *', 'ask'],
		['-R', 'grep -e one *', 'ask'],
		['-R', 'grep one ./*', 'allow'],
		['-R', 'grep one -- *', 'allow'],
		['-R', 'find . -type f -print0 | xargs -0 grep one', 'ask'],
		['-R', 'rg --files -0 | xargs -0 grep one', 'ask'],
		['--files0-from=names', 'wc -l *', 'ask'],
		['-L', 'du -s *', 'ask'],
		['x', 'wc -l *', 'allow'],
		['@opts', 'wc -l *', 'allow'],
		['@opts', 'strings *', 'ask'],
		['@opts', 'strings -- *', 'ask'],
		['@opts', 'nm -- *', 'ask'],
		['@opts', 'nm ./*', 'allow'],
		['sub/-R', 'grep one sub/*', 'allow'],
	] as const)('%s for %s: %s', async ([name, command, expected]) => {
		const folder = await openShellFolder()
		await folder.write('a.txt', 'one\n')
		await folder.write(name, 'one\n')
		assert.match(await outcome(folder, command), new RegExp(`^${expected}:`))
	})
})
