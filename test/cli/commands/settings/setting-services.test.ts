import assert from 'node:assert/strict'
import { lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { configCommand } from '../../../../src/cli/commands/config.ts'
import { settingServices } from '../../../../src/cli/commands/settings/setting-services.ts'
import { errorInfo } from '../../../../src/core/errors.ts'
import type { ShownSetting } from '../../../../src/tui/state/tui-options.ts'
import { homeFolders } from '../../../../src/workspace/places/home-folders.ts'
import { openFolder, trust } from '../../../../src/workspace/trust/trust.ts'

let root: string
let repo: string
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-settings-'))
	repo = join(root, 'repo')
	await mkdir(join(repo, '.git'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

const place = (env: Record<string, string> = {}) => ({
	env: { KEELSON_HOME: join(root, 'home'), ...env },
	cwd: repo,
	home: root,
})
const services = (env: Record<string, string> = {}, flags = {}) =>
	settingServices(async () => ({ place: place(env), flags }))
const projectFile = () => join(repo, '.keelson/settings.json')

async function shown(key: string, from = services()): Promise<ShownSetting | undefined> {
	return (await from.list()).settings.find(setting => setting.key === key)
}

describe('what is listed', () => {
	test('every setting once, with its layer: user, project, environment, flags, or built in', async () => {
		const { set } = services()
		await set('budget.maxTurns', '70', 'user')
		await set('context.compactAt', '0.7', 'project')
		await set('instructions.enabled', 'false', 'local')
		const both = services({ KEELSON_MODEL: 'openai/b' }, { effort: 'high' })
		const { settings, problems } = await both.list()
		assert.deepEqual(problems, [])
		const layers = Object.fromEntries(settings.map(({ key, layer, value }) => [key, [layer, value]]))
		assert.deepEqual(
			['budget.maxTurns', 'context.compactAt', 'instructions.enabled', 'model', 'effort', 'mcp.waitMs'].map(
				key => layers[key],
			),
			[
				['user', 70],
				['project', 0.7],
				['local', false],
				['environment', 'openai/b'],
				['flags', 'high'],
				['built-in', 5000],
			],
		)
		assert.equal(new Set(settings.map(({ key }) => key)).size, settings.length)
		for (const setting of settings) assert.ok(setting.description !== '' && setting.type !== '', setting.key)
	})

	test('says what a setting takes, and its default', async () => {
		const mode = await shown('sandbox.mode')
		assert.deepEqual(mode?.choices, ['read-only', 'workspace-write', 'off'])
		assert.deepEqual((await shown('network.socket'))?.choices, ['true', 'false'])
		const turns = await shown('budget.maxTurns')
		assert.deepEqual([turns?.type, turns?.fallback], ['whole number, at least 1', 100])
		assert.match(turns?.inProject ?? '', /^a project may only lower it/)
	})

	test('never shows a secret', async () => {
		const secret = 'sk-ant-api03-Zx81kQpLmN0vTrWyBc7dEfGh2jKs5uXo'
		const { set } = services()
		await set('providers.mine', `{"baseUrl":"http://x","headers":{"Authorization":"short-one"}}`, 'user')
		await set('webSearch.url', `https://s.test/?q={query}&k=${secret}`, 'user')
		await set('telemetry.endpoint', 'http://127.0.0.1:4318/known-value-1', 'user')
		const report = JSON.stringify(await services({ OPENAI_API_KEY: 'known-value-1' }).list())
		for (const hidden of ['short-one', secret, 'known-value-1']) assert.ok(!report.includes(hidden), hidden)
		assert.match(report, /"Authorization":"\[hidden\]"/)
	})
})

describe('what is changed', () => {
	test('stands in the file of the layer that was chosen, and leaves the rest of it as it was', async () => {
		await mkdir(join(repo, '.keelson'))
		await writeFile(projectFile(), '{"later": {"a": 1}, "context": {"compactAt": 0.6}}')
		const { set, unset } = services()
		assert.deepEqual(await set('context.autoCompact', 'false', 'project'), [])
		assert.deepEqual(JSON.parse(await readFile(projectFile(), 'utf8')), {
			later: { a: 1 },
			context: { compactAt: 0.6, autoCompact: false },
		})
		await unset('context.autoCompact', 'project')
		await unset('context.compactAt', 'project')
		assert.deepEqual(JSON.parse(await readFile(projectFile(), 'utf8')), { later: { a: 1 } })
	})

	test('says when a stronger layer wins, and not when a weaker one has it too', async () => {
		await services().set('context.compactAt', '0.7', 'user')
		assert.deepEqual(await services().set('context.compactAt', '0.6', 'project'), [])
		assert.deepEqual(await services().set('context.compactAt', '0.8', 'user'), [
			`${projectFile()} also sets context.compactAt, and wins.`,
		])
		assert.deepEqual(await services({}, { effort: 'low' }).set('effort', 'high', 'user'), [
			'flags also sets effort, and wins.',
		])
	})

	test('is refused in the words of the command line', async () => {
		const wrong: readonly (readonly [key: string, text: string])[] = [
			['budget.maxTurns', 'many'],
			['budget.maxTurn', '5'],
			['model', 'gpt-5'],
			['sandbox.mode', 'on'],
			['permissions.deny', '["shell(rm -rf"]'],
		]
		for (const [key, value] of wrong) {
			const ignore = { out() {}, error() {} }
			const onCommandLine = configCommand({ action: 'set', key, value, place: place(), output: ignore })
			const said = await onCommandLine.then(() => undefined, errorInfo)
			assert.ok(said, key)
			await assert.rejects(services().set(key, value, 'user'), { message: said.message })
			await assert.rejects(services().set(key, value, 'project'), { message: said.message })
		}
		await assert.rejects(lstat(join(root, 'home/settings.json')), { code: 'ENOENT' })
		await assert.rejects(lstat(projectFile()), { code: 'ENOENT' })
	})

	test('in a project is only what a project may say', async () => {
		await services().set('budget.maxTurns', '50', 'user')
		await services().set('budget.maxTurns', '20', 'project')
		await services().set('budget.maxTurns', '40', 'project')
		for (const [key, text, why] of [
			['budget.maxTurns', '60', /can only be lowered by a project file, and 50 is what holds$/],
			[
				'permissions.allow',
				'["shell(ls)"]',
				/is never taken from a project file: a project cannot allow itself/,
			],
			['approvals.mode', 'all', /can only be made stricter/],
			['providers.mine', '{"baseUrl":"http://x"}', /is never taken from a project file/],
		] as const)
			await assert.rejects(services().set(key, text, 'local'), { code: 'config-invalid', message: why })
	})

	test('through a link is not written', async () => {
		const elsewhere = join(root, 'elsewhere')
		await mkdir(elsewhere)
		await symlink(elsewhere, join(repo, '.keelson'))
		await assert.rejects(services().set('context.compactAt', '0.7', 'project'), /is not a folder of its own/)
		await rm(join(repo, '.keelson'))
		await mkdir(join(repo, '.keelson'))
		await writeFile(join(elsewhere, 'a.json'), '{}')
		await symlink(join(elsewhere, 'a.json'), projectFile())
		await assert.rejects(
			services().set('context.compactAt', '0.7', 'project'),
			/is a link, which is not followed/,
		)
		assert.equal(await readFile(join(elsewhere, 'a.json'), 'utf8'), '{}')
	})

	test('does not make a changed folder a trusted one', async () => {
		await mkdir(join(repo, '.keelson'))
		await writeFile(projectFile(), '{"effort": "low"}')
		const folders = homeFolders(place())
		await trust(await openFolder({ cwd: repo, folders }), folders)
		const said = await services().set('effort', 'high', 'project')
		assert.deepEqual(said, [
			'The next start asks whether this folder is trusted; until then some of it does not count.',
		])
		assert.equal((await openFolder({ cwd: repo, folders })).standing, 'changed')
	})

	test('a file that is not JSON is left alone and named', async () => {
		await mkdir(join(repo, '.keelson'))
		await writeFile(projectFile(), '{"a": ')
		await assert.rejects(
			services().set('context.compactAt', '0.7', 'project'),
			/settings\.json:1:\d+: expected/,
		)
		assert.equal(await readFile(projectFile(), 'utf8'), '{"a": ')
	})
})
