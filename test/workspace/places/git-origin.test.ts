import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { originIn, originName, projectIdentity } from '../../../src/workspace/places/git-origin.ts'

test.each([
	'https://github.com/Acme/Gull.git',
	'https://github.com/acme/gull',
	'https://user:token@GitHub.com/acme/gull.git/',
	'http://github.com:80/acme/gull',
	'git@github.com:acme/gull.git',
	'github.com:acme/gull',
	'git@github.com:/acme/gull.git',
	'ssh://git@github.com/acme/gull.git',
	'ssh://git@ssh.github.com:443/acme/gull.git',
	'git+ssh://git@github.com:22/acme/gull',
	'git://github.com//acme/gull.git',
])('%s is one repository', url => {
	assert.equal(originName(url, '/w'), 'github.com/acme/gull')
})

test.each([
	['https://git.example.org:8443/Acme/Gull.git', 'git.example.org:8443/Acme/Gull'],
	['ssh://git@git.example.org:2222/Acme/Gull.git', 'git.example.org/Acme/Gull'],
	['https://dev.azure.com/acme/pond/_git/gull', 'dev.azure.com/acme/pond/gull'],
	['git@ssh.dev.azure.com:v3/acme/pond/gull', 'dev.azure.com/acme/pond/gull'],
	['https://git.example.org/a%20b/c.git', 'git.example.org/a b/c'],
	['ssh://git@[::1]:2222/gull.git', '[::1]/gull'],
	['/srv/git/gull.git', '/srv/git/gull'],
	['file:///srv/git/gull', '/srv/git/gull'],
	['../gull/.git', '/gull'],
	['./with:colon', '/w/with:colon'],
	['https://github.com/', undefined],
	['ext::sh -c whatever', undefined],
	['', undefined],
])('%s is %s', (url, name) => {
	assert.equal(originName(url, '/w'), name)
})

test('the origin is found in a config as git reads it', () => {
	const config = (text: string) => originIn(text)
	assert.equal(
		config('[core]\n\turl = no\n[remote "origin"]\n\turl = a:b # mine\n[branch "x"]\n\turl = c'),
		'a:b',
	)
	assert.equal(config('[REMOTE "fork"]\n\tURL = "a:b;c"\n'), 'a:b;c')
	assert.equal(config('[remote "one"]\n\turl = a:b\n[remote "two"]\n\turl = c:d\n'), undefined)
	assert.equal(config('[remote "origin"] url = a:\\\nb\n'), 'a:b')
	assert.equal(config('[remote "origin"]\n\tpushurl = a:b\n'), undefined)
	assert.equal(config(''), undefined)
})

test('clones, moved ones, work trees and submodules are told apart and together as they should be', async () => {
	const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-origin-')))
	onTestFinished(() => rm(root, { recursive: true, force: true }))
	const git = (cwd: string, ...args: string[]) =>
		execFileSync(
			'git',
			['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args],
			{
				cwd,
				stdio: 'pipe',
				env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
			},
		)
	const [main, tree, clone] = [join(root, 'main'), join(root, 'tree'), join(root, 'clone')]
	await mkdir(join(main, 'src'), { recursive: true })
	git(main, 'init', '-q')
	git(main, 'commit', '-q', '--allow-empty', '-m', 'first')
	assert.equal(await projectIdentity(join(main, 'src')), main)
	git(main, 'worktree', 'add', '-q', tree)
	assert.equal(await projectIdentity(tree), main, 'a work tree is of the repository it was made of')
	git(root, 'clone', '-q', main, clone)
	assert.equal(await projectIdentity(clone), main, 'so is a clone')
	git(main, 'remote', 'add', 'origin', 'git@github.com:acme/gull.git')
	git(clone, 'remote', 'set-url', 'origin', 'https://github.com/Acme/gull')
	for (const folder of [main, tree, clone])
		assert.equal(await projectIdentity(folder), 'github.com/acme/gull')
	await writeFile(join(tree, '.git'), 'gitdir: /nowhere\n')
	assert.equal(await projectIdentity(tree), tree, 'what cannot be read is known by its path')
	assert.equal(await projectIdentity(join(root, 'none')), join(root, 'none'))
})
