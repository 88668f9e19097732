import assert from 'node:assert/strict'
import { link, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { contains, judgeRead, judgeWrite, locate, openWorkspace } from '../../../src/safety/paths/paths.ts'
import { protectedFromWriting, secretFile } from '../../../src/safety/paths/protected-paths.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

describe('containment', () => {
	const cases: [folder: string, path: string, isInside: boolean][] = [
		['/ws', '/ws', true],
		['/ws', '/ws/a/b', true],
		['/ws', '/ws/..a', true],
		['/ws', '/ws-evil/a', false],
		['/ws', '/w', false],
		['/ws', '/', false],
		['/', '/etc', true],
		['/ws', '/ws/../etc/passwd', false],
		['/ws', '/ws/a/../../ws-evil', false],
		['/ws', '/ws/a/../.git', true],
		['/ws/../x', '/x/a', true],
		['/ws/', '/ws/a', true],
	]
	for (const [folder, path, isInside] of cases)
		test(`${path} is ${isInside ? '' : 'not '}inside ${folder}`, () =>
			assert.equal(contains(folder, path), isInside))
})

test('a path is relative to the working folder, ~ is the home folder, and dots are resolved', async () => {
	const { workspace, host, root } = await openWorkFolder({ 'a/b.ts': '' })
	const shown = async (path: string) => (await locate(path, workspace, host.files)).shown
	assert.equal(await shown('a/../a/./b.ts'), 'a/b.ts')
	assert.equal(await shown(join(root, 'a/b.ts')), 'a/b.ts')
	assert.equal(await shown('.'), '.')
	assert.equal(await shown('~/x'), `${workspace.home}/x`)
	assert.equal(await shown('../x'), join(root, '../x'))
})

describe('names of other systems', () => {
	const refused = [
		'C:\\Windows\\x',
		'c:/x',
		'\\\\server\\share\\x',
		'\\\\?\\C:\\x',
		'\\??\\C:\\x',
		'//?/C:/x',
		'.git/config::$DATA',
		'.git::$INDEX_ALLOCATION/config',
		'git~1/config',
		'src/KEELSO~1/settings.json',
		'a\0b',
	]
	for (const path of refused)
		test(`${JSON.stringify(path)} is refused, whatever tool it is given to`, async () => {
			const { workspace, host } = await openWorkFolder()
			await assert.rejects(locate(path, workspace, host.files), /another system or a network/)
		})

	test('what only looks like one is a name like any other', async () => {
		const { workspace, host } = await openWorkFolder()
		for (const path of ['notes~1', 'a:b', 'back\\slash', 'x~', 'git~', '$DATA'])
			assert.equal((await locate(path, workspace, host.files)).shown, path)
	})

	test('blanks and dots behind a protected name do not hide it', () => {
		for (const path of ['.git./config', '.git /config', '.GIT. ./hooks/x', 'AGENTS.md.', '.mcp.json '])
			assert.ok(protectedFromWriting(path), path)
	})
})

test('a file with a second name elsewhere is replaced, not written through', async () => {
	const { host, outside, path } = await openWorkFolder()
	await writeFile(join(outside, 'other'), 'kept')
	await link(join(outside, 'other'), path('inside'))
	await host.files.checked.writeAtomic(path('inside'), new TextEncoder().encode('new'))
	assert.equal(await readFile(join(outside, 'other'), 'utf8'), 'kept')
	assert.equal(await readFile(path('inside'), 'utf8'), 'new')
})

test('reading inside needs nothing, outside asks by folder, secrets ask always', async () => {
	const { workspace, host, outside, root } = await openWorkFolder()
	const judge = async (path: string) => judgeRead(await locate(path, workspace, host.files), workspace)
	assert.deepEqual(await judge('src/a.ts'), { outcome: 'allow', reasons: [], sessionKeys: [] })
	assert.deepEqual(await judge(join(outside, 'a')), {
		outcome: 'ask',
		reasons: [`${outside}/a is outside the workspace.`],
		sessionKeys: [`read:${outside}`],
	})
	assert.deepEqual(await judge('deploy/id_rsa'), {
		outcome: 'ask-always',
		reasons: ['It holds a private key.'],
		sessionKeys: [],
	})
	assert.equal((await judge(join(root, '../artefacts/c1.txt'))).outcome, 'allow')
})

test('links are followed before judging: to a file, a folder, nothing, and through a parent', async () => {
	const { workspace, host, outside, path } = await openWorkFolder()
	await writeFile(join(outside, 'target'), '')
	await mkdir(join(outside, 'folder'))
	await symlink(join(outside, 'target'), path('file'))
	await symlink(join(outside, 'folder'), path('folder'))
	await symlink(join(outside, 'missing'), path('dangling'))
	await symlink('folder', path('chain'))
	for (const name of ['file', 'folder/new/file', 'dangling', 'chain/x']) {
		const place = await locate(name, workspace, host.files)
		assert.equal(judgeRead(place, workspace).outcome, 'ask', name)
		const write = judgeWrite(place, workspace)
		assert.deepEqual([write.outcome, write.isInside], ['ask-always', false], name)
		assert.equal(write.reasons[0], `${place.path} leads to ${place.real}, outside the workspace.`)
	}
})

test('a link with a harmless name to a protected file is judged by where it leads, and the other way round', async () => {
	const { workspace, host, path } = await openWorkFolder({ '.git/config': '', 'plain.txt': '' })
	await symlink('.git/config', path('notes.txt'))
	await symlink('plain.txt', path('AGENTS.md'))
	for (const name of ['notes.txt', 'AGENTS.md'])
		assert.equal(judgeWrite(await locate(name, workspace, host.files), workspace).outcome, 'ask-always', name)
})

test('writing inside is an edit of the workspace, outside it asks harder and is covered by folder, and our own folders always ask', async () => {
	const { workspace, host, outside, root } = await openWorkFolder()
	const judge = async (path: string) => judgeWrite(await locate(path, workspace, host.files), workspace)
	assert.deepEqual(await judge('src/a.ts'), {
		outcome: 'ask',
		reasons: ['It changes a file in the workspace.'],
		sessionKeys: ['edit:workspace'],
		isInside: true,
	})
	assert.deepEqual(await judge(join(outside, 'a')), {
		outcome: 'ask-always',
		reasons: [`${outside}/a is outside the workspace.`],
		sessionKeys: [`edit:${outside}`],
		isInside: false,
		onlyWritesOutside: true,
	})
	assert.equal((await judge(join(root, '../own/settings.json'))).outcome, 'ask-always')
})

test('temporary folders are written like any file, unless the workspace itself lies in one', async () => {
	const { host } = await openWorkFolder()
	const outcomeIn = async (root: string) => {
		const workspace = {
			...(await openWorkspace(host.files, { root: '/usr', home: '/home/u' })),
			root,
			roots: [root],
		}
		return judgeWrite({ path: '/tmp/a', real: '/tmp/a', shown: '/tmp/a' }, workspace).outcome
	}
	assert.deepEqual([await outcomeIn('/srv/work'), await outcomeIn('/tmp/work')], ['ask', 'ask-always'])
})

test('what a folder is called above the workspace says nothing about the files in it', async () => {
	const { host, outside } = await openWorkFolder()
	const root = join(outside, '.vscode/extensions/mine')
	await mkdir(root, { recursive: true })
	const workspace = await openWorkspace(host.files, { root })
	assert.equal(judgeWrite(await locate('a.ts', workspace, host.files), workspace).outcome, 'ask')
})

test('the roots themselves may be links', async () => {
	const { host, root, outside } = await openWorkFolder()
	await symlink(root, join(outside, 'link'))
	const workspace = await openWorkspace(host.files, { root: join(outside, 'link') })
	assert.equal(workspace.root, root)
})

describe('protected from writing', () => {
	const paths = [
		'.git/config',
		'.git/hooks/pre-commit',
		'sub/.git/HEAD',
		'.git',
		'.Git/Config',
		'.GIT/config',
		'.g\u200Cit/config',
		'.gitattributes',
		'src/.gitattributes',
		'.gitmodules',
		'.mcp.json',
		'.MCP.json',
		'AGENTS.md',
		'docs/agents.md',
		'CLAUDE.md',
		'.vscode/tasks.json',
		'.idea/x',
		'.keelson/settings.json',
		'.claude/settings.json',
		'.husky/pre-commit',
		'.envrc',
		'/home/u/.bashrc',
		'/home/u/.zshenv',
		'/home/u/.profile',
		'/home/u/.ssh/authorized_keys',
		'/home/u/.gitconfig',
		'/home/u/.config/fish/config.fish',
		'/etc/passwd',
		'/usr/bin/x',
		'/var/spool/cron/root',
		'.env',
		'id_ed25519',
	]
	for (const path of paths) test(path, () => assert.notEqual(protectedFromWriting(path), undefined))
	for (const path of [
		'src/git/config.ts',
		'.github/workflows/x.yml',
		'.gitignore',
		'etc/hosts',
		'bin/run',
		'agents.ts',
		'/home/u/code/a.ts',
	])
		test(`not ${path}`, () => assert.equal(protectedFromWriting(path), undefined))
})

describe('a secret to read', () => {
	const paths = [
		'/home/u/.ssh/id_rsa',
		'/home/u/.ssh/config',
		'id_ecdsa',
		'certs/server.pem',
		'certs/server.KEY',
		'.env',
		'.env.local',
		'/home/u/.netrc',
		'/home/u/.npmrc',
		'.NPMRC',
		'/home/u/.aws/credentials',
		'/home/u/.kube/config',
		'/home/u/.docker/config.json',
		'/home/u/.git-credentials',
		'/home/u/.config/gh/hosts.yml',
		'/home/u/.config/gcloud/x',
		'/etc/shadow',
		'/proc/self/environ',
		'/proc/1/task/1/environ',
		'/home/u/.gnupg/x',
		'store.p12',
		'/home/u/.pgpass',
		'/home/u/.config/keelson/mcp-credentials/corp.0123456789abcdef.json',
	]
	for (const path of paths) test(path, () => assert.notEqual(secretFile(path), undefined))
	for (const path of [
		'/home/u/.ssh/id_rsa.pub',
		'/home/u/.ssh/known_hosts',
		'.env.example',
		'src/env.ts',
		'keys.ts',
		'package.json',
		'/proc/cpuinfo',
		'environment.md',
	])
		test(`not ${path}`, () => assert.equal(secretFile(path), undefined))
})
