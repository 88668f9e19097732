import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { type ServeFlags, serveWish } from '../../../../src/cli/commands/serve/serve-flags.ts'
import { openWorkspaces } from '../../../../src/cli/commands/serve/task-workspaces.ts'
import { codeForError } from '../../../../src/cli/io/exit-codes.ts'
import { AgentError } from '../../../../src/core/errors.ts'
import { isLoopback } from '../../../../src/server/http/http-server.ts'
import { temporaryFolder } from '../../../support/sessions/temporary-folder.ts'

const wish = (flags: ServeFlags) => serveWish(flags, isLoopback)

test('without flags it listens on loopback, with four slots and a name of its own', () => {
	const { server, ...rest } = wish({})
	assert.match(server, /^[A-Za-z0-9][A-Za-z0-9._-]*-[0-9a-f]{6}$/)
	assert.deepEqual(rest, {
		host: '127.0.0.1',
		port: 0,
		tokenFile: undefined,
		database: undefined,
		migrate: false,
		hasPage: true,
		slots: 4,
		perTenant: 4,
		workspaces: undefined,
		allowedGit: [],
		allowedHosts: [],
		allowedOrigins: [],
		allowedPushHosts: [],
		negotiate: false,
	})
	assert.equal(wish({ allowOrigin: ['https://a.example/'] }).allowedOrigins[0], 'https://a.example')
	const hosts = ['a.example', 'A.example:8080', '127.0.0.1:1', '[::1]:8080', '::1']
	assert.deepEqual(wish({ allowHost: hosts, allowPushHost: hosts }).allowedHosts, hosts)
	assert.equal(wish({ host: '::1' }).host, '::1')
	assert.equal(wish({ page: false }).hasPage, false)
})

test('what makes no sense is a usage error that names flag and value', () => {
	const cases: readonly [ServeFlags, RegExp][] = [
		[{ host: '0.0.0.0' }, /--host 0\.0\.0\.0.*--token-file/],
		[{ host: '192.168.0.9' }, /--token-file/],
		[{ port: '70000' }, /--port 70000/],
		[{ port: '-1' }, /--port -1/],
		[{ name: '../x' }, /--name \.\.\/x/],
		[{ maxRunning: '0' }, /--max-running 0/],
		[{ perUser: 'many' }, /--per-user many/],
		[{ allowOrigin: ['a.example'] }, /--allow-origin a\.example/],
		[{ allowOrigin: ['https://a.example/tasks'] }, /--allow-origin https:\/\/a\.example\/tasks/],
		[{ allowHost: ['http://a.example'] }, /--allow-host http:\/\/a\.example/],
		[{ allowPushHost: ['a.example/hook'] }, /--allow-push-host a\.example\/hook/],
		[{ allowPushHost: [''] }, /--allow-push-host/],
	]
	for (const [flags, says] of cases)
		assert.throws(
			() => wish(flags),
			error => {
				assert.ok(error instanceof AgentError && codeForError(error.code) === 2)
				assert.match(error.message, says)
				return true
			},
		)
	assert.equal(wish({ host: '0.0.0.0', tokenFile: 'tokens' }).host, '0.0.0.0')
})

test('tasks work in the given folders and below, whatever links and dots say', async () => {
	const top = await temporaryFolder()
	for (const folder of ['own', 'open/deep', 'closed', 'opened'])
		await mkdir(join(top, folder), { recursive: true })
	await symlink(join(top, 'closed'), join(top, 'open', 'link'))
	const workspaces = await openWorkspaces(join(top, 'own'), ['../open'])
	assert.equal(await workspaces.find(join(top, 'open/deep')), join(top, 'open/deep'))
	assert.equal(await workspaces.find('../open'), join(top, 'open'))
	const refused = [
		'../closed',
		'../open/../closed',
		'../open/link',
		'../opened',
		'../open/none',
		'/etc',
		'.',
		'https://a.example/b.git@main',
		'git@a.example:b',
	]
	for (const asked of refused)
		await assert.rejects(workspaces.find(asked), { code: 'usage', message: /^workspace / }, asked)
	assert.deepEqual([join(top, 'own'), join(top, 'open/deep'), join(top, 'closed')].map(workspaces.has), [
		true,
		true,
		false,
	])
	assert.equal(
		await (await openWorkspaces(join(top, 'open'), undefined)).find('deep'),
		join(top, 'open/deep'),
	)
	await assert.rejects(openWorkspaces(top, ['none']), { code: 'usage' })
})

test('a folder that repositories are to be cloned from is there, or nothing is served', async () => {
	const top = await temporaryFolder()
	await writeFile(join(top, 'file'), '')
	for (const name of ['none', 'file'])
		await assert.rejects(openWorkspaces(top, undefined, [join(top, name)]), {
			code: 'usage',
			message: new RegExp(`^--allow-git ${join(top, name)}: `),
		})
	const { roots } = await openWorkspaces(top, undefined, [top, 'git.example'])
	assert.deepEqual(roots, [top, `git:${top}`, 'git:git.example'])
})
