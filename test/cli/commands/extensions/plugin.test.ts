import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import {
	addPlugin,
	listPlugins,
	removePluginNamed,
	showPlugin,
	updatePlugin,
} from '../../../../src/cli/commands/extensions/plugin.ts'
import type { ExtensionFiles } from '../../../../src/extensions/extension-files.ts'
import { loadExtensionFiles } from '../../../../src/runtime/extensions/load-extension-files.ts'
import { gitFiles } from '../../../../src/runtime/extensions/plugins/git-files.ts'
import { homeFolders } from '../../../../src/workspace/places/home-folders.ts'
import { openFolder } from '../../../../src/workspace/trust/trust.ts'
import { temporaryFolder } from '../../../support/sessions/temporary-folder.ts'

const MANIFEST = '.claude-plugin/plugin.json'

const KIT = {
	[MANIFEST]: JSON.stringify({ name: 'kit', version: '1.2.0', description: 'What our team uses' }),
	'commands/git/commit.md': '---\ndescription: commits\n---\nNow: !`git status`\nCommit $ARGUMENTS.',
	'agents/reviewer.md': '---\nname: reviewer\ndescription: reviews\n---\nReview it.',
	'skills/pdf/SKILL.md': '---\nname: pdf\ndescription: reads PDF\n---\nRun scripts/read.py.',
	'skills/pdf/scripts/read.py': 'print(1)\n',
	'hooks/hooks.json': JSON.stringify({
		hooks: { Stop: [{ hooks: [{ type: 'command', command: '$' + '{CLAUDE_PLUGIN_ROOT}/hooks/stop.sh' }] }] },
	}),
	'hooks/stop.sh': '#!/bin/sh\n',
	'.mcp.json': JSON.stringify({ notes: { command: '$' + '{CLAUDE_PLUGIN_ROOT}/server', args: ['--stdio'] } }),
}

async function lay(files: Readonly<Record<string, string>>, folder?: string): Promise<string> {
	const root = folder ?? join(await temporaryFolder(), 'kit')
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, name)), { recursive: true })
		writeFileSync(join(root, name), text)
	}
	return root
}

async function desk() {
	const home = await temporaryFolder()
	const cwd = await temporaryFolder()
	const place = { env: { KEELSON_HOME: home, PATH: process.env.PATH, HOME: home }, cwd, home }
	const said = { out: '', error: '' }
	const output = {
		out: (text: string) => {
			said.out += text
		},
		error: (text: string) => {
			said.error += text
		},
	}
	const folders = homeFolders(place)
	return {
		said,
		folders,
		args: { output, place },
		yes: { output, place, yes: true },
		loaded: async (): Promise<ExtensionFiles> =>
			loadExtensionFiles({ home, folders, folder: await openFolder({ cwd, folders }) }),
	}
}

function git(cwd: string, ...args: readonly string[]): string {
	return execFileSync(
		'git',
		[
			'-c',
			'user.name=a',
			'-c',
			'user.email=a@b',
			'-c',
			'commit.gpgsign=false',
			'-c',
			'init.defaultBranch=main',
			...args,
		],
		{ cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
	).trim()
}

async function repository(files: Readonly<Record<string, string>>): Promise<string> {
	const root = await lay(files)
	git(root, 'init', '--quiet')
	git(root, 'add', '.')
	git(root, 'commit', '--quiet', '-m', 'one')
	return root
}

describe('a plugin in a folder', () => {
	test('is listed whole before it is trusted, and without a yes nothing of it is kept', async () => {
		const { said, args, folders } = await desk()
		assert.equal(await addPlugin(await lay(KIT), args), 4)
		for (const line of [
			'kit 1.2.0',
			'commands/git/commit.md  command: adds the command /kit:git:commit, which runs: git status',
			'agents/reviewer.md  agent: offers the model the agent kit:reviewer',
			'skills/pdf/SKILL.md  skill: offers the model the skill kit:pdf',
			'hooks/hooks.json  hook: at Stop runs: PLUGIN/hooks/stop.sh',
			'.mcp.json  server: starts: PLUGIN/server --stdio, as the server notes',
		])
			assert.ok(said.out.includes(line), line)
		assert.match(said.error, /--yes/)
		assert.deepEqual(await readdir(join(folders.data, 'plugins')).catch(() => []), [])
	})

	test('is used once it is trusted, with its own folder in hooks and servers', async () => {
		const { yes, loaded, folders } = await desk()
		const source = await lay(KIT)
		await chmod(join(source, 'hooks/stop.sh'), 0o755)
		assert.equal(await addPlugin(source, yes), 0)
		const files = await loaded()
		const root = join(folders.data, 'plugins/files/kit')
		assert.deepEqual(
			[...files.commands, ...files.agents, ...files.skills].map(({ name, origin }) => [name, origin]),
			['git/commit', 'reviewer', 'pdf'].map(name => [name, { scope: 'plugin', plugin: 'kit', root }]),
		)
		assert.deepEqual(files.hooks[0]!.value, {
			Stop: [{ hooks: [{ type: 'command', command: `${root}/hooks/stop.sh` }] }],
		})
		assert.deepEqual(files.servers[0]!.value, { notes: { command: `${root}/server`, args: ['--stdio'] } })
		assert.deepEqual(files.plugins, [
			{ name: 'kit', root, isUsed: true, version: '1.2.0', description: 'What our team uses' },
		])
		assert.equal((await stat(join(root, 'hooks/stop.sh'))).mode & 0o777, 0o700)
		assert.equal((await stat(join(folders.data, 'plugins/installed.json'))).mode & 0o777, 0o600)
		// A copy: what becomes of the source is no matter.
		await rm(source, { recursive: true })
		assert.equal((await loaded()).commands.length, 1)
	})

	test.for([
		['changed', (root: string) => writeFile(join(root, 'hooks/stop.sh'), 'rm -rf /')],
		['added to', (root: string) => writeFile(join(root, 'commands/new.md'), 'new')],
		['given a link', (root: string) => symlink('/etc', join(root, 'skills/etc'))],
		['made executable', (root: string) => chmod(join(root, 'skills/pdf/scripts/read.py'), 0o755)],
		['taken from', (root: string) => rm(join(root, 'agents/reviewer.md'))],
		['removed', (root: string) => rm(root, { recursive: true })],
	] as const)('that was %s on the disk is not used, which is said', async ([, change]) => {
		const { yes, args, loaded, folders, said } = await desk()
		await addPlugin(await lay(KIT), yes)
		await change(join(folders.data, 'plugins/files/kit'))
		const files = await loaded()
		assert.deepEqual([files.commands, files.hooks, files.servers, files.skills], [[], [], [], []])
		assert.match(files.problems.join(), /The plugin kit is not as it was when you trusted it/)
		assert.equal(files.plugins?.[0]?.isUsed, false)
		said.out = ''
		await listPlugins(args)
		assert.match(said.out, /not used/)
	})

	test('is updated after its difference was shown, and removed', async () => {
		const { yes, args, loaded, said } = await desk()
		const source = await lay(KIT)
		await addPlugin(source, yes)
		assert.equal(await updatePlugin('kit', args), 0)
		assert.match(said.out, /kit is as it was/)
		await lay({ 'commands/deploy.md': '!`./deploy.sh`', 'skills/pdf/scripts/read.py': 'print(2)\n' }, source)
		await rm(join(source, 'agents/reviewer.md'))
		said.out = ''
		assert.equal(await updatePlugin('kit', args), 4)
		for (const line of [
			'agents/reviewer.md was removed',
			'commands/deploy.md was added',
			'skills/pdf/scripts/read.py was changed',
			'New in it:\n  commands/deploy.md  command: adds the command /kit:deploy, which runs: ./deploy.sh',
			'No longer in it:\n  agents/reviewer.md',
		])
			assert.ok(said.out.includes(line), line)
		assert.equal((await loaded()).commands.length, 1)
		assert.equal(await updatePlugin('kit', yes), 0)
		assert.equal((await loaded()).commands.length, 2)
		assert.equal(await showPlugin('kit', args), 0)
		assert.equal(await removePluginNamed('kit', args), 0)
		assert.deepEqual((await loaded()).plugins, [])
		await assert.rejects(showPlugin('kit', args), /there is no plugin "kit"/)
	})

	test('without a manifest is one by its folders, and is called what its folder is', async () => {
		const { yes, loaded } = await desk()
		await addPlugin(await lay({ 'commands/fix.md': 'Fix it.' }), yes)
		assert.deepEqual(
			(await loaded()).plugins?.map(({ name }) => name),
			['kit'],
		)
	})

	test('has paths of its own, but none outside of it', async () => {
		const { yes, loaded, said } = await desk()
		const manifest = {
			name: 'kit',
			commands: ['./extra/deploy.md', '../../outside', '/etc'],
			skills: './more-skills/',
			hooks: './config/hooks.json',
			mcpServers: { inline: { command: '$' + '{CLAUDE_PLUGIN_ROOT}/s' } },
		}
		await addPlugin(
			await lay({
				[MANIFEST]: JSON.stringify(manifest),
				'extra/deploy.md': 'Deploy.',
				'more-skills/xlsx/SKILL.md': '---\nname: xlsx\ndescription: sheets\n---\n',
				'config/hooks.json': '{"hooks": {"Stop": []}}',
			}),
			yes,
		)
		const files = await loaded()
		assert.deepEqual(
			[...files.commands, ...files.skills].map(({ name }) => name),
			['deploy', 'xlsx'],
		)
		assert.deepEqual([files.hooks.length, files.servers.length], [1, 1])
		assert.equal(said.error.match(/outside of the plugin/g)?.length, 2)
	})

	test.for([
		['no plugin', { 'README.md': 'hello' }, /there is no \.claude-plugin\/plugin\.json in it/],
		['a broken manifest', { [MANIFEST]: '{' }, /is not a JSON object/],
		['a name that leads away', { [MANIFEST]: '{"name": "../../evil"}' }, /name is "\.\.\/\.\.\/evil"/],
		['a name for a terminal', { [MANIFEST]: '{"name": "a\\u001b[31m"}' }, /it has to be 1 to 64 letters/],
		[
			'a marketplace',
			{
				'.claude-plugin/marketplace.json':
					'{"name": "m", "plugins": [{"name": "kit", "source": "./plugins/kit"}]}',
			},
			/that is a marketplace.*kit \(plugins\/kit\)/,
		],
		['a file with an odd name', { ...KIT, 'commands/\x1b[2J.md': 'x' }, /which is no name for a file/],
	] as const)('%s is refused with what is wrong', async ([, files, problem]) => {
		const { yes } = await desk()
		await assert.rejects(addPlugin(await lay(files as Record<string, string>), yes), problem)
	})

	test('links in it are left out, and one that leads away is never followed', async () => {
		const { yes, said, folders } = await desk()
		const source = await lay(KIT)
		await symlink('/etc/passwd', join(source, 'commands/passwd.md'))
		await symlink('/etc', join(source, 'skills/etc'))
		await addPlugin(source, yes)
		assert.match(said.error, /left out: commands\/passwd\.md, skills\/etc/)
		assert.deepEqual(await readdir(join(folders.data, 'plugins/files/kit/commands')), ['git'])
	})

	test('of thousands of files is refused in no time', async () => {
		const { yes } = await desk()
		const source = await lay(KIT)
		await mkdir(join(source, 'many'))
		for (let at = 0; at < 6_000; at++) writeFileSync(join(source, 'many', `${at}.md`), '')
		await assert.rejects(addPlugin(source, yes), /more than 5000 files/)
	}, 60_000)
})

describe('a plugin in a git repository', () => {
	test('is kept at its commit, is updated with its branch, and stays where a commit was named', async () => {
		const { yes, args, loaded, said } = await desk()
		const source = await repository(KIT)
		const first = git(source, 'rev-parse', 'HEAD')
		assert.equal(await addPlugin(`file://${source}`, yes), 0)
		assert.ok(said.out.includes(first.slice(0, 12)))
		await writeFile(join(source, 'commands/new.md'), 'New.')
		git(source, 'add', '.')
		git(source, 'commit', '--quiet', '-m', 'two')
		assert.equal(await updatePlugin('kit', yes), 0)
		assert.equal((await loaded()).commands.length, 2)
		await removePluginNamed('kit', args)
		for (const ref of [first, first.slice(0, 8)]) {
			await addPlugin(`file://${source}#${ref}`, yes)
			assert.equal((await loaded()).commands.length, 1)
			said.out = ''
			assert.equal(await updatePlugin('kit', args), 0)
			assert.match(said.out, /is as it was.*held at that commit/)
			await removePluginNamed('kit', args)
		}
		await assert.rejects(addPlugin(`file://${source}#nowhere`, yes), /git could not fetch it: fatal:/)
		const fetched: (readonly [number, number])[] = []
		const place = { url: `file://${source}`, ref: undefined, folder: undefined }
		await gitFiles(place, process.env, (done, total) => fetched.push([done, total]))
		const [done, total] = fetched.at(-1) ?? []
		assert.ok(done !== undefined && done > 0 && done === total, JSON.stringify(fetched))
	}, 60_000)

	test('may be in a folder of it', async () => {
		const { yes, loaded } = await desk()
		const source = await repository({ 'README.md': 'many', 'plugins/fix/commands/fix.md': 'Fix it.' })
		await addPlugin(`${source}#main:plugins/fix`, yes)
		assert.deepEqual(
			(await loaded()).commands.map(({ name, origin }) => [name, origin.scope === 'plugin' && origin.plugin]),
			[['fix', 'fix']],
		)
	}, 60_000)

	test('runs nothing of it: no hook, no filter, no submodule, no other protocol', async () => {
		const { yes, folders, said } = await desk()
		const traps = await temporaryFolder()
		const source = await repository({
			...KIT,
			'.gitattributes': '* filter=evil\n',
			'.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch ${traps}/submodule"\n`,
		})
		git(source, 'update-index', '--add', '--cacheinfo', `160000,${git(source, 'rev-parse', 'HEAD')},x`)
		git(source, 'commit', '--quiet', '-m', 'two')
		for (const hook of ['post-checkout', 'post-merge', 'reference-transaction', 'post-update', 'pre-receive'])
			await writeFile(join(source, '.git/hooks', hook), `#!/bin/sh\ntouch ${traps}/${hook}\n`, {
				mode: 0o755,
			})
		git(source, 'config', 'filter.evil.smudge', `touch ${traps}/smudge`)
		git(source, 'config', 'uploadpack.packObjectsHook', `touch ${traps}/pack`)
		await addPlugin(`file://${source}`, yes)
		await assert.rejects(addPlugin(`ext::sh -c "touch ${traps}/ext"`, yes), /no such folder/)
		await assert.rejects(addPlugin(`--upload-pack=touch ${traps}/option`, yes), /no such folder/)
		assert.deepEqual(await readdir(traps), [])
		assert.match(said.error, /other repositories are left out: x/)
		const copied = join(folders.data, 'plugins/files/kit')
		assert.equal(await readFile(join(copied, 'skills/pdf/scripts/read.py'), 'utf8'), 'print(1)\n')
		assert.ok(!(await readdir(copied)).includes('.git'))
	}, 60_000)

	test('an address with a password is not kept', async () => {
		const { yes } = await desk()
		await assert.rejects(addPlugin('https://me:token@127.0.0.1:1/x.git', yes), /holds a password/)
	})
})
