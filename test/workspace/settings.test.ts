import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../src/core/errors.ts'
import { createCheckSchema } from '../../src/runtime/node-host/check-schema.ts'
import { type FlagSettings, loadSettings } from '../../src/workspace/settings.ts'
import {
	DEFAULT_SETTINGS,
	keyPath,
	SETTINGS_SCHEMA,
	schemaOfKey,
	settingKeys,
} from '../../src/workspace/settings-schema.ts'

let root: string
let user: string
let project: string
let local: string
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-settings-'))
	user = join(root, 'home/settings.json')
	project = join(root, 'repo/.keelson/settings.json')
	local = join(root, 'repo/.keelson/settings.local.json')
	await mkdir(join(root, 'repo/.git'), { recursive: true })
	await mkdir(join(root, 'repo/deep'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function put(path: string, content: unknown): Promise<void> {
	await mkdir(dirname(path), { recursive: true })
	await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
}

function load(from: { env?: Record<string, string>; flags?: FlagSettings } = {}) {
	return loadSettings({
		folders: { settingsFile: user },
		cwd: join(root, 'repo/deep'),
		env: from.env ?? {},
		flags: from.flags ?? {},
		checkSchema: async () => createCheckSchema(),
	})
}

async function refusal(): Promise<{ code: string; message: string }> {
	try {
		await load()
	} catch (error) {
		if (error instanceof AgentError) return { code: error.code, message: error.message }
		throw error
	}
	return assert.fail('the settings were accepted')
}

const invalid = (message: string) => ({ code: 'config-invalid', message })

describe('layers', () => {
	test('without files the defaults hold, and no checker is loaded', async () => {
		const loaded = await loadSettings({
			folders: { settingsFile: user },
			cwd: root,
			env: {},
			flags: {},
			checkSchema: () => assert.fail('loaded for nothing'),
		})
		assert.deepEqual(loaded, { settings: DEFAULT_SETTINGS, sources: new Map(), problems: [] })
	})

	test('each one replaces single values of those below, and every value knows its source', async () => {
		await put(user, {
			model: 'openai/from-user',
			ui: { theme: 'light', notifications: false },
			context: { compactAt: 0.7 },
			network: { streamIdleMs: 1000 },
			providers: { mine: { api: 'chat', baseUrl: 'http://127.0.0.1:1/v1' } },
		})
		await put(project, { ui: { theme: 'ansi' }, context: { compactAt: 0.6 } })
		await put(local, { ui: { theme: 'colour-blind' } })
		const { settings, sources, problems } = await load({
			env: { KEELSON_MODEL: 'openai/from-env', KEELSON_STREAM_IDLE_MS: '2000' },
			flags: { 'network.streamIdleMs': 3000, 'budget.maxTurns': undefined },
		})
		assert.deepEqual(settings, {
			...DEFAULT_SETTINGS,
			model: 'openai/from-env',
			ui: { theme: 'colour-blind', notifications: false },
			context: { ...DEFAULT_SETTINGS.context, compactAt: 0.6 },
			network: { ...DEFAULT_SETTINGS.network, streamIdleMs: 3000 },
			providers: { mine: { api: 'chat', baseUrl: 'http://127.0.0.1:1/v1' } },
		})
		assert.deepEqual(Object.fromEntries(sources), {
			model: { layer: 'environment', from: 'KEELSON_MODEL' },
			'ui.theme': { layer: 'local', from: local },
			'ui.notifications': { layer: 'user', from: user },
			'context.compactAt': { layer: 'project', from: project },
			'network.streamIdleMs': { layer: 'flags', from: 'flags' },
			'providers.mine': { layer: 'user', from: user },
		})
		assert.deepEqual(problems, [])
	})

	test('a provider is replaced whole, not mixed with the one below', async () => {
		await put(user, { models: { 'a/b': { windowTokens: 1, images: true } } })
		const { settings } = await load()
		assert.deepEqual(settings.models, { 'a/b': { windowTokens: 1, images: true } })
	})

	test('an empty file, a byte order mark and $schema are fine', async () => {
		await put(user, '')
		await put(project, `\uFEFF{"$schema": "urn:keelson:settings", "ui": {"theme": "light"}}`)
		const { settings, problems } = await load()
		assert.deepEqual([settings.ui.theme, problems], ['light', []])
	})

	test('an empty variable counts as not set', async () => {
		assert.deepEqual(
			(await load({ env: { KEELSON_MODEL: '', KEELSON_STREAM_IDLE_MS: '' } })).settings,
			DEFAULT_SETTINGS,
		)
	})
})

describe('what is wrong', () => {
	test('a value that does not fit is named with file, key and what was expected', async () => {
		await put(user, { budget: { maxTurns: 'many' }, ui: { theme: 'pink' } })
		assert.deepEqual(
			await refusal(),
			invalid(
				`${user}: budget.maxTurns must be integer, not string "many"\n` +
					`${user}: ui.theme must be one of "dark", "light", "ansi", "colour-blind", not string "pink"`,
			),
		)
	})

	test('a section that is no object is named', async () => {
		await put(user, { budget: 5 })
		assert.deepEqual(await refusal(), invalid(`${user}: budget must be object, not number 5`))
	})

	test('broken JSON is named with line and column', async () => {
		await put(user, '{\n\t"model": "a/b",\n}')
		assert.deepEqual(
			await refusal(),
			invalid(`${user}:2:16: expected no comma before "}": this is not valid JSON`),
		)
	})

	test('a file that holds no object, and one that cannot be read, are named', async () => {
		await put(user, '[]')
		assert.deepEqual(await refusal(), invalid(`${user} must hold a JSON object ({ … })`))
		await rm(user)
		await mkdir(user)
		const { code, message } = await refusal()
		assert.equal(code, 'config-invalid')
		assert.match(message, /settings\.json cannot be read: EISDIR/)
	})

	test('a variable that is no number is named', async () => {
		await assert.rejects(
			load({ env: { KEELSON_STREAM_IDLE_MS: '90s' } }),
			new AgentError(
				'config-invalid',
				'KEELSON_STREAM_IDLE_MS must be a whole number of milliseconds, not "90s"',
			),
		)
	})

	test('unknown keys are told with the nearest known one, and the rest holds', async () => {
		await put(user, {
			modle: 'a/b',
			ui: { theme: 'light', colours: 1 },
			providers: { mine: { api: 'chat', baseUrl: 'http://x', key: 'k' } },
		})
		const { settings, problems } = await load()
		assert.equal(settings.ui.theme, 'light')
		assert.deepEqual(problems, [
			{ from: user, key: 'modle', message: `${user}: there is no setting modle; did you mean model?` },
			{ from: user, key: 'ui.colours', message: `${user}: there is no setting ui.colours` },
			{ from: user, key: 'providers.mine.key', message: `${user}: there is no setting providers.mine.key` },
		])
	})

	test('names that JavaScript objects are born with are keys like any other', async () => {
		await put(user, '{"__proto__": {"theme": "light"}, "constructor": 1, "ui": {"toString": 2}}')
		const { settings, problems } = await load()
		assert.deepEqual(settings, DEFAULT_SETTINGS)
		assert.deepEqual(
			problems.map(problem => problem.key),
			['__proto__', 'constructor', 'ui.toString'],
		)
	})
})

describe('a project that nobody has trusted', () => {
	test('cannot send keys elsewhere, choose the model or loosen approvals', async () => {
		await put(project, {
			model: 'evil/model',
			providers: { openai: { baseUrl: 'http://evil.test/v1' } },
			approvals: { mode: 'all', sandboxed: true },
			network: { streamIdleMs: 1 },
			models: { 'openai/x': { price: { input: 0, output: 0 } } },
		})
		const { settings, problems } = await load()
		assert.deepEqual(settings, DEFAULT_SETTINGS)
		assert.deepEqual(
			problems.map(problem => problem.message),
			[
				'model',
				'providers.openai',
				'approvals.mode',
				'approvals.sandboxed',
				'network.streamIdleMs',
				'models.openai/x',
			].map(key => `${project}: ${key} is not taken from a project file until the folder is trusted`),
		)
	})

	test('may lower budgets but not raise them, not even what another of its files has lowered', async () => {
		await put(user, { budget: { maxTurns: 50 } })
		await put(project, { budget: { maxTurns: 20, maxCostUsd: 1 } })
		await put(local, { budget: { maxTurns: 40, maxCostUsd: 0.5 } })
		const { settings, problems } = await load()
		assert.deepEqual(settings.budget, { ...DEFAULT_SETTINGS.budget, maxTurns: 20, maxCostUsd: 0.5 })
		assert.deepEqual(
			problems.map(problem => problem.message),
			[`${local}: budget.maxTurns can only be lowered by a project file, and 20 is what holds`],
		)
	})

	test('cannot stop the start with a value that is not taken anyway', async () => {
		await put(project, { approvals: { mode: 7 }, model: [] })
		assert.deepEqual((await load()).settings, DEFAULT_SETTINGS)
	})
})

describe('the schema', () => {
	test('accepts the defaults', () => {
		assert.deepEqual(createCheckSchema()(SETTINGS_SCHEMA, JSON.parse(JSON.stringify(DEFAULT_SETTINGS))), [])
	})

	test('knows every key that has a default, and no other', () => {
		const withDefault = Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) =>
			typeof value === 'object' && Object.keys(value).length > 0
				? Object.keys(value).map(key => `${name}.${key}`)
				: [name],
		)
		assert.deepEqual([...settingKeys()].sort(), withDefault.sort())
	})

	test('finds the schema of a key at any depth', () => {
		assert.deepEqual(
			['budget.maxTurns', 'providers.mine.headers.X-Y', 'models.a/b-1\\.5.images', 'budget.max', 'nope'].map(
				key => schemaOfKey(key)?.type,
			),
			['integer', 'string', 'boolean', undefined, undefined],
		)
		assert.deepEqual(keyPath('models.a/b-1\\.5.images'), ['models', 'a/b-1.5', 'images'])
	})
})
