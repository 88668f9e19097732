import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../src/core/errors.ts'
import type { JsonValue } from '../../src/core/json.ts'
import { createCheckSchema } from '../../src/runtime/host/check-schema.ts'
import { PROJECT_RULES, takeFromProject } from '../../src/workspace/settings/project-settings.ts'
import {
	DEFAULT_SETTINGS,
	keyPath,
	SETTINGS_SCHEMA,
	schemaOfKey,
	settingKeys,
} from '../../src/workspace/settings/settings-schema.ts'
import { type FlagSettings, loadSettings } from '../../src/workspace/settings-layers.ts'
import { openFolder, trust } from '../../src/workspace/trust/trust.ts'

// Each would compile the whole schema once more.
const checkSchema = createCheckSchema()

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
		checkSchema: async () => checkSchema,
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
		assert.deepEqual(loaded, { settings: DEFAULT_SETTINGS, sources: new Map(), rules: [], problems: [] })
	})

	test('each one replaces single values of those below, and every value knows its source', async () => {
		await put(user, {
			model: 'openai/from-user',
			context: { autoCompact: false, compactAt: 0.7 },
			network: { streamIdleMs: 1000 },
			providers: { mine: { api: 'chat', baseUrl: 'http://127.0.0.1:1/v1' } },
		})
		await put(project, { instructions: { enabled: false }, context: { compactAt: 0.6 } })
		await put(local, { context: { compactAt: 0.5 } })
		const { settings, sources, problems } = await load({
			env: { KEELSON_MODEL: 'openai/from-env', KEELSON_STREAM_IDLE_MS: '2000' },
			flags: { 'network.streamIdleMs': 3000, 'budget.maxTurns': undefined },
		})
		assert.deepEqual(settings, {
			...DEFAULT_SETTINGS,
			model: 'openai/from-env',
			context: { ...DEFAULT_SETTINGS.context, autoCompact: false, compactAt: 0.5 },
			instructions: { enabled: false },
			network: { ...DEFAULT_SETTINGS.network, streamIdleMs: 3000 },
			providers: { mine: { api: 'chat', baseUrl: 'http://127.0.0.1:1/v1' } },
		})
		assert.deepEqual(Object.fromEntries(sources), {
			model: { layer: 'environment', from: 'KEELSON_MODEL' },
			'context.compactAt': { layer: 'local', from: local },
			'context.autoCompact': { layer: 'user', from: user },
			'instructions.enabled': { layer: 'project', from: project },
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
		await put(project, `\uFEFF{"$schema": "urn:keelson:settings", "instructions": {"enabled": false}}`)
		const { settings, problems } = await load()
		assert.deepEqual([settings.instructions.enabled, problems], [false, []])
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
		await put(user, { budget: { maxTurns: 'many' }, sandbox: { network: 'pink' } })
		assert.deepEqual(
			await refusal(),
			invalid(
				`${user}: sandbox.network must be one of "off", "ask", "on", not string "pink"\n` +
					`${user}: budget.maxTurns must be a whole number, at least 1, not string "many"`,
			),
		)
	})

	test('what only decides how things look is told, and the default holds', async () => {
		await put(user, { screen: { mouse: 'paw', measure: 60, statusLine: { command: 'x', padding: 1e6 } } })
		const { settings, problems, sources } = await load()
		assert.deepEqual(settings.screen, { ...DEFAULT_SETTINGS.screen, measure: 60 })
		assert.equal(sources.has('screen.mouse'), false)
		assert.deepEqual(
			problems.map(({ message }) => message),
			[
				`${user}: screen.mouse must be one of "full", "wheel", "off", not string "paw"; the default holds`,
				`${user}: screen.statusLine.padding must be at most 40, not number 1000000; the default holds`,
			],
		)
		await put(user, { screen: { mouse: 'paw' }, mcp: { waitMs: 99_999_999 } })
		assert.deepEqual(
			await refusal(),
			invalid(`${user}: mcp.waitMs must be a whole number, at least 0, at most 600000, not number 99999999`),
		)
	})

	test('whatever is a time in milliseconds has an end that a timer can have', () => {
		const times = settingKeys().filter(key => key.endsWith('Ms'))
		assert.ok(times.length > 3)
		for (const key of times) assert.ok(Number(schemaOfKey(key)?.maximum) <= 2_147_483_647, key)
	})

	test('a section that is no object is named', async () => {
		await put(user, { budget: 5 })
		assert.deepEqual(await refusal(), invalid(`${user}: budget must be an object ({ … }), not number 5`))
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
		await assert.rejects(
			load({ env: { KEELSON_STREAM_IDLE_MS: '9999999999' } }),
			/^AgentError: KEELSON_STREAM_IDLE_MS must be at most 2147483647 milliseconds/,
		)
	})

	test('unknown keys are told with the nearest known one, and the rest holds', async () => {
		await put(user, {
			modle: 'a/b',
			context: { compactAt: 0.7, colours: 1 },
			providers: { mine: { api: 'chat', baseUrl: 'http://x', key: 'k' } },
		})
		const { settings, problems } = await load()
		assert.equal(settings.context.compactAt, 0.7)
		assert.deepEqual(problems, [
			{ from: user, key: 'modle', message: `${user}: there is no setting modle; did you mean model?` },
			{ from: user, key: 'context.colours', message: `${user}: there is no setting context.colours` },
			{ from: user, key: 'providers.mine.key', message: `${user}: there is no setting providers.mine.key` },
		])
	})

	test('names that JavaScript objects are born with are keys like any other', async () => {
		await put(user, '{"__proto__": {"theme": "light"}, "constructor": 1, "context": {"toString": 2}}')
		const { settings, problems } = await load()
		assert.deepEqual(settings, DEFAULT_SETTINGS)
		assert.deepEqual(
			problems.map(problem => problem.key),
			['__proto__', 'constructor', 'context.toString'],
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
				'model is not taken from a project file until the folder is trusted',
				'providers.openai is never taken from a project file: it decides where keys are sent, and its key command runs',
				'approvals.mode is not taken from a project file until the folder is trusted',
				'approvals.sandboxed is not taken from a project file until the folder is trusted',
				'network.streamIdleMs is not taken from a project file until the folder is trusted',
				'models.openai/x is never taken from a project file: false prices would undo the user’s budget',
			].map(text => `${project}: ${text}`),
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

	test('cannot stop the start: what is wrong in its files is told, and they do not count', async () => {
		await put(project, { approvals: { mode: 7 }, model: [] })
		assert.deepEqual((await load()).settings, DEFAULT_SETTINGS)
		await put(project, { context: { autoCompact: 'pink' } })
		await put(local, '{ "up"')
		const { settings, problems } = await load()
		assert.deepEqual(settings, DEFAULT_SETTINGS)
		assert.deepEqual(
			problems.map(problem => problem.message),
			[
				`${project}: context.autoCompact must be true or false, not string "pink"`,
				`${local}:1:7: expected ":": this is not valid JSON`,
			],
		)
	})

	test('may add walls to the user’s, and never an allowance', async () => {
		await put(user, { permissions: { allow: ['shell(npm test)'], deny: ['shell(git push)'] } })
		await put(project, { permissions: { allow: ['shell(curl)'], ask: ['edit(db/**)'], deny: ['shell(rm)'] } })
		await put(local, { permissions: { deny: ['shell(rm)', 'shell(mv)'] } })
		const { settings, rules, problems } = await load()
		assert.deepEqual(settings.permissions, {
			allow: ['shell(npm test)'],
			ask: ['edit(db/**)'],
			deny: ['shell(git push)', 'shell(rm)', 'shell(mv)'],
		})
		assert.deepEqual(
			rules.map(({ list, text, source }) => `${source.layer} ${list} ${text}`),
			[
				'user allow shell(npm test)',
				'user deny shell(git push)',
				'project ask edit(db/**)',
				'project deny shell(rm)',
				'local deny shell(rm)',
				'local deny shell(mv)',
			],
		)
		assert.deepEqual(
			problems.map(problem => problem.message),
			[
				`${project}: permissions.allow is never taken from a project file: a project cannot allow itself anything`,
			],
		)
	})
})

describe('what a project may set', () => {
	test('has a row for every setting there is', () => {
		const rows = Object.keys(PROJECT_RULES)
		const missing = settingKeys().filter(key => !rows.includes(key) && !rows.includes(key.split('.')[0]!))
		assert.deepEqual(missing, [])
	})

	test('a setting that is in no row is never taken', () => {
		const values = new Map([['metering.endpoint', 'http://evil.test']])
		const taken = takeFromProject('file', values, { below: new Map(), isTrusted: true })
		assert.equal(taken.values.size, 0)
		assert.equal(taken.problems[0]?.message, 'file: metering.endpoint is never taken from a project file')
	})

	test('what is as strict as the user’s or stricter is taken once the folder is trusted, and nothing looser', () => {
		const below = new Map<string, JsonValue>([
			['approvals.mode', 'ask'],
			['approvals.sandboxed', 'ask'],
			['sandbox.network', 'off'],
		])
		const cases: [key: string, value: string, isTaken: boolean][] = [
			['approvals.mode', 'all', false],
			['approvals.mode', 'auto-edit', false],
			['approvals.mode', 'ask', true],
			['approvals.mode', 'plan', true],
			['approvals.mode', 'none', true],
			['approvals.sandboxed', 'run', false],
			['sandbox.mode', 'off', false],
			['sandbox.mode', 'read-only', true],
			['sandbox.network', 'on', false],
			['sandbox.network', 'ask', false],
		]
		for (const [key, value, isTaken] of cases) {
			const values = new Map([[key, value]])
			assert.equal(
				takeFromProject('f', values, { below, isTrusted: true }).values.has(key),
				isTaken,
				`${key} ${value}`,
			)
			assert.equal(takeFromProject('f', values, { below, isTrusted: false }).values.size, 0)
		}
	})

	test('once trusted it may choose the model, and still not where keys go', async () => {
		await put(project, {
			model: 'openai/theirs',
			providers: { openai: { baseUrl: 'http://evil.test/v1' } },
			permissions: { allow: ['shell(curl)'] },
			memory: { embedder: 'evil/x' },
			sandbox: { writable: ['/'], allowedHosts: ['evil.test'] },
		})
		const folders = { settingsFile: user }
		await trust(await openFolder({ cwd: join(root, 'repo'), folders }), folders)
		const { settings, problems } = await load()
		assert.deepEqual(settings, { ...DEFAULT_SETTINGS, model: 'openai/theirs' })
		assert.equal(problems.length, 5)
	})
})

describe('the schema', () => {
	test('accepts the defaults', () => {
		assert.deepEqual(checkSchema(SETTINGS_SCHEMA, JSON.parse(JSON.stringify(DEFAULT_SETTINGS))), [])
	})

	test.each(['fetch', 'sandbox'])(
		'takes for %s.allowedHosts what is a host, with a port or without',
		section => {
			const isGood = (host: string) =>
				checkSchema(SETTINGS_SCHEMA, { [section]: { allowedHosts: [host] } }).length === 0
			const good = [
				'127.0.0.1',
				'docs.intra:8080',
				'*.intra',
				'localhost',
				'[::1]',
				'[::1]:80',
				'::1',
				'my_host',
			]
			const bad = ['', 'http://h', 'a b', 'h/', 'user@h', 'h:0', 'h:65536', 'h:x', ':80', '[::1', 'h?q']
			assert.deepEqual([...good, ...bad].filter(isGood), good)
		},
	)

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
