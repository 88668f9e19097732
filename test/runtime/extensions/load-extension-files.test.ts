import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { loadExtensionFiles } from '../../../src/runtime/extensions/load-extension-files.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { openFolder, trust } from '../../../src/workspace/trust/trust.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

async function place(files: Readonly<Record<string, string>>) {
	const home = await temporaryFolder()
	const cwd = await temporaryFolder()
	await mkdir(join(cwd, '.git'))
	for (const [name, text] of Object.entries(files)) {
		const path = name.startsWith('~/') ? join(home, name.slice(2)) : join(cwd, name)
		await mkdir(dirname(path), { recursive: true })
		await writeFile(path, text)
	}
	return { home, cwd, folders: homeFolders({ env: {}, home, cwd }) }
}

const FILES = {
	'~/.claude/commands/git/commit.md': 'commit it',
	'~/.claude/settings.json': '{"hooks": {"Stop": []}}',
	'~/.config/keelson/agents/reviewer.md': 'review it',
	'~/.agents/skills/pdf/SKILL.md': 'pdf',
	'.mcp.json': '{"mcpServers": {"files": {"command": "files"}}}',
	'.claude/commands/deploy/now.md': 'deploy',
	'.claude/settings.json': '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}',
	'.agents/skills/xlsx/SKILL.md': 'xlsx',
}

describe('extension files', () => {
	test('the user’s own are there at once, the project’s once it is trusted as it is', async () => {
		const { home, cwd, folders } = await place(FILES)
		const before = await loadExtensionFiles({ home, folders, folder: await openFolder({ cwd, folders }) })
		assert.deepEqual(
			[...before.commands, ...before.agents, ...before.skills].map(({ origin, name }) => [
				origin.scope,
				name,
			]),
			[
				['user', 'git/commit'],
				['user', 'reviewer'],
				['user', 'pdf'],
			],
		)
		assert.deepEqual(before.servers, [])
		const folder = await trust(await openFolder({ cwd, folders }), folders)
		const after = await loadExtensionFiles({ home, folders, folder })
		assert.deepEqual(
			[...after.commands, ...after.skills].map(({ origin, name }) => [origin.scope, name]),
			[
				['user', 'git/commit'],
				['project', 'deploy/now'],
				['user', 'pdf'],
				['project', 'xlsx'],
			],
		)
		assert.deepEqual(
			after.hooks.map(({ value }) => value),
			[{ Stop: [] }, { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] }],
		)
		assert.deepEqual(
			after.servers.map(({ path, value }) => [path, value]),
			[[join(cwd, '.mcp.json'), { files: { command: 'files' } }]],
		)
		await writeFile(join(cwd, '.mcp.json'), '{"mcpServers": {"files": {"command": "others"}}}')
		const changed = await loadExtensionFiles({ home, folders, folder: await openFolder({ cwd, folders }) })
		assert.deepEqual(changed.servers, [])
	})

	test('the user may keep a folder elsewhere; what is no JSON object is told', async () => {
		const { home, cwd, folders } = await place({
			'~/dotfiles/commands/hello.md': 'hello',
			'~/.claude/settings.json': '[',
			'~/.config/keelson/settings.json': ' \n',
		})
		await symlink(join(home, 'dotfiles/commands'), join(home, '.claude/commands'))
		const found = await loadExtensionFiles({ home, folders, folder: await openFolder({ cwd, folders }) })
		assert.deepEqual(
			found.commands.map(({ name, text }) => [name, text]),
			[['hello', 'hello']],
		)
		assert.equal(found.problems.length, 1)
		assert.match(found.problems.join('\n'), /\.claude\/settings\.json is not a JSON object/)
	})
})

describe('disableAllHooks', () => {
	const HOOKS = '"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}'

	async function hookPaths(files: Readonly<Record<string, string>>) {
		const { home, cwd, folders } = await place(files)
		const folder = await trust(await openFolder({ cwd, folders }), folders)
		const { hooks } = await loadExtensionFiles({ home, folders, folder })
		return hooks.map(({ path }) => path.replace(home, '~').replace(`${cwd}/`, ''))
	}

	test('in a project switches off the project’s, in the user’s own settings all of them', async () => {
		const [user, project] = ['~/.claude/settings.json', '.claude/settings.json']
		const off = `{"disableAllHooks": true, ${HOOKS}}`
		const on = `{${HOOKS}}`
		assert.deepEqual(await hookPaths({ [user]: on, [project]: on }), [user, project])
		assert.deepEqual(await hookPaths({ [user]: on, [project]: on, '.claude/settings.local.json': off }), [
			user,
		])
		assert.deepEqual(await hookPaths({ [user]: off, [project]: on }), [])
	})
})
