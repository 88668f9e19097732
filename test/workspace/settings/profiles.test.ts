import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { createCheckSchema } from '../../../src/runtime/host/check-schema.ts'
import { profileChoices } from '../../../src/workspace/settings/profiles.ts'
import { type FlagSettings, loadSettings } from '../../../src/workspace/settings-layers.ts'

const check = createCheckSchema()

let root: string
let settingsFile: string
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-profiles-'))
	settingsFile = join(root, 'settings.json')
	await mkdir(join(root, 'repo/.git'), { recursive: true })
	await mkdir(join(root, 'repo/.keelson'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

type From = { profile?: string; env?: Record<string, string>; flags?: FlagSettings }

async function load(settings: object, { profile, env = {}, flags = {} }: From = {}) {
	await writeFile(settingsFile, JSON.stringify(settings))
	const checkSchema = async () => check
	return loadSettings({
		folders: { settingsFile },
		cwd: join(root, 'repo'),
		env,
		flags,
		checkSchema,
		profile,
	})
}

async function refusal(settings: object, from: From): Promise<string> {
	const error: unknown = await load(settings, from).catch((thrown: unknown) => thrown)
	assert.ok(error instanceof AgentError)
	assert.equal(error.code, 'config-invalid')
	return error.message
}

const GATEWAY = { api: 'responses', baseUrl: 'https://gateway.example/v1' }
const SETTINGS = {
	model: 'anthropic/a',
	effort: 'low',
	approvals: { mode: 'plan' },
	providers: { openai: { retries: 2 }, mine: { api: 'chat', baseUrl: 'http://127.0.0.1:1/v1' } },
	profiles: {
		work: { model: 'gateway/b', providers: { gateway: GATEWAY }, effort: 'high', approvals: { mode: 'ask' } },
		home: { model: ['openai/c', 'anthropic/d'], login: 'me' },
	},
}

describe('a profile', () => {
	test('is above the user’s file, and every value of it says where it comes from', async () => {
		const { settings, sources, profile } = await load(SETTINGS, { profile: 'work' })
		assert.equal(profile, 'work')
		assert.deepEqual(
			[settings.model, settings.effort, settings.approvals.mode, settings.approvals.sandboxed],
			['gateway/b', 'high', 'ask', undefined],
		)
		assert.deepEqual(settings.providers, { ...SETTINGS.providers, gateway: GATEWAY })
		for (const key of ['model', 'effort', 'approvals.mode', 'providers.gateway'])
			assert.deepEqual(sources.get(key), { layer: 'profile', from: 'profile work' })
		assert.equal(sources.get('providers.openai')?.layer, 'user')
	})

	test('is below the environment and the flags', async () => {
		const from = { profile: 'work', env: { KEELSON_MODEL: 'demo' }, flags: { effort: 'none' } }
		const { settings } = await load(SETTINGS, from)
		assert.deepEqual([settings.model, settings.effort], ['demo', 'none'])
	})

	test('is named by the environment where no flag names one', async () => {
		const env = { KEELSON_PROFILE: 'home' }
		assert.equal((await load(SETTINGS, { env })).profile, 'home')
		assert.equal((await load(SETTINGS, { env, profile: 'work' })).profile, 'work')
		assert.equal((await load(SETTINGS, { env: { KEELSON_PROFILE: '' } })).profile, undefined)
	})

	test('gives its account to every provider of its models, and keeps the rest of them', async () => {
		const { settings } = await load(SETTINGS, { profile: 'home' })
		assert.deepEqual(settings.providers, {
			...SETTINGS.providers,
			openai: { retries: 2, login: 'me' },
			anthropic: { login: 'me' },
		})
	})

	test('gives no account where it has a key of its own', async () => {
		const own = { apiKeyEnv: 'WORK_KEY' }
		const profiles = { work: { model: 'openai/c', providers: { openai: own }, login: 'me' } }
		const { settings } = await load({ profiles }, { profile: 'work' })
		assert.deepEqual(settings.providers, { openai: own })
	})

	test('of a project’s own settings counts for nothing', async () => {
		const file = join(root, 'repo/.keelson/settings.json')
		await writeFile(file, JSON.stringify({ profiles: { work: { model: 'evil/x' }, other: {} } }))
		const { settings, problems } = await load(SETTINGS, { profile: 'work' })
		assert.equal(settings.model, 'gateway/b')
		assert.match(problems.map(({ message }) => message).join('\n'), /profiles\.work is never taken/)
		assert.match(await refusal(SETTINGS, { profile: 'other' }), /no profile "other"/)
	})
})

describe('a profile that is not there', () => {
	test('is named with those there are, and the nearest', async () => {
		const message = await refusal(SETTINGS, { profile: 'wrok' })
		assert.equal(
			message,
			`there is no profile "wrok": did you mean work? There are work, home in ${settingsFile}`,
		)
		assert.match(await refusal(SETTINGS, { env: { KEELSON_PROFILE: 'x' } }), /There are work, home/)
	})

	test.each(['', '__proto__', 'constructor'])('%j is none either', async profile => {
		assert.match(await refusal(SETTINGS, { profile }), /^there is no profile/)
	})

	test('where there are none says how one is written', async () => {
		assert.match(await refusal({}, { profile: 'work' }), /has none \(profiles\.<name> = /)
	})
})

test('a wrong value in a profile is named, in force or not', async () => {
	const profiles = { work: { effort: 'huge' } }
	assert.match(await refusal({ profiles }, {}), /profiles\.work\.effort must be/)
	const { problems } = await load({ profiles: { work: { modell: 'a/b' } } })
	assert.match(problems[0]?.message ?? '', /there is no setting profiles\.work\.modell/)
})

describe('what another profile needs while a session is open', () => {
	const needs = async (profiles: object, profile?: string) => {
		const loaded = await load({ providers: SETTINGS.providers, profiles }, profile ? { profile } : {})
		const choices = profileChoices(loaded.settings, loaded.profile)
		return Object.fromEntries(choices.map(({ name, needsStart }) => [name, needsStart]))
	}

	test('is nothing for another model behind the same providers', async () => {
		const profiles = { a: { model: 'openai/x' }, b: { model: 'mine/y', effort: 'high' } }
		assert.deepEqual(await needs(profiles, 'a'), { a: undefined, b: undefined })
	})

	test('is a start where its models are reached in another way, or with another account', async () => {
		const moved = { mine: { api: 'chat', baseUrl: 'http://127.0.0.1:2/v1' } }
		const profiles = {
			moved: { model: 'mine/y', providers: moved },
			account: { model: 'openai/x', login: 'me' },
			plain: { model: 'mine/y' },
		}
		assert.deepEqual(await needs(profiles), { moved: 'providers', account: 'login', plain: undefined })
		assert.deepEqual(await needs(profiles, 'moved'), {
			moved: undefined,
			account: 'login',
			plain: 'providers',
		})
	})
})
