import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { KeyOwner } from '../../../src/core/model.ts'
import {
	type Credential,
	credentialOf,
	credentialsPath,
	type Login,
	readCredentials,
	withCredential,
	writeCredentials,
} from '../../../src/providers/auth/credentials.ts'
import { openStoredKeys } from '../../../src/providers/auth/stored-keys.ts'
import {
	type OAuthServer,
	type OAuthServerOptions,
	startOAuthServer,
} from '../../support/providers/oauth-server.ts'

const CHILD = join(import.meta.dirname, 'key-child.ts')
const MINUTE_MS = 60_000

let folder: string
let server: OAuthServer | undefined
let now: number
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-keys-'))
	now = Date.now()
})
afterEach(async () => {
	await server?.close()
	server = undefined
	await rm(folder, { recursive: true, maxRetries: 5 })
})

const open = (env: Record<string, string> = { PATH: process.env.PATH ?? '' }) =>
	openStoredKeys({ configFolder: folder, env, clock: { now: () => now } })

const owner = (apiKeyCommand?: string, withheld: readonly string[] = []): KeyOwner => ({
	id: 'corp',
	apiKeyCommand,
	withheld: () => withheld,
})

async function store(credential: Credential): Promise<void> {
	const path = credentialsPath(folder)
	await writeCredentials(path, withCredential(await readCredentials(path), 'corp', credential))
}

const inFile = async () => credentialOf(await readCredentials(credentialsPath(folder)), 'corp')

async function failure(work: Promise<unknown>): Promise<[string, string]> {
	const error = await work.then(() => undefined).catch((caught: unknown) => caught)
	assert.ok(error instanceof AgentError)
	return [error.code, error.message]
}

describe('a stored key', () => {
	test('is handed out, known to the scrubber, and named by its file', async () => {
		await store({ type: 'key', key: 'pasted-key-1' })
		const keys = await open()
		assert.deepEqual(await keys.key(owner()), { value: 'pasted-key-1', source: 'credentials.json' })
		assert.deepEqual([keys.known(), keys.source(owner())], [['pasted-key-1'], 'credentials.json'])
	})

	test('that another terminal stores counts from the next request on', async () => {
		const keys = await open()
		assert.equal(await keys.key(owner()), undefined)
		await store({ type: 'key', key: 'pasted-key-1' })
		assert.equal((await keys.key(owner()))?.value, 'pasted-key-1')
		const refused = { value: 'pasted-key-1', source: 'credentials.json' }
		assert.equal(await keys.refresh(owner(), refused), undefined)
		await store({ type: 'key', key: 'pasted-key-2' })
		assert.deepEqual(await keys.refresh(owner(), refused), {
			value: 'pasted-key-2',
			source: 'credentials.json',
		})
		assert.deepEqual(keys.known(), ['pasted-key-1', 'pasted-key-2'])
	})

	test('in a damaged file is missed by whoever needs it, and by nobody else', async () => {
		await writeFile(credentialsPath(folder), '{')
		const keys = await open()
		assert.equal(keys.source(owner()), undefined)
		assert.deepEqual((await failure(keys.key(owner())))[0], 'config-invalid')
	})
})

describe('a key command', () => {
	test('comes before what is stored, runs once, and its output is trimmed and known', async () => {
		await store({ type: 'key', key: 'pasted-key-1' })
		const count = join(folder, 'count')
		const command = owner(`echo x >> '${count}'; printf '\\n  printed-key \\n\\n'`)
		const keys = await open()
		const key = { value: 'printed-key', source: 'providers.corp.apiKeyCommand' }
		assert.deepEqual([await keys.key(command), await keys.key(command)], [key, key])
		assert.deepEqual(keys.known(), ['pasted-key-1', 'printed-key'])
		assert.equal(await readFile(count, 'utf8'), 'x\n')
	})

	test('is run again when its key is refused, and the same key again is none', async () => {
		const file = join(folder, 'vault')
		const command = owner(`cat '${file}'`)
		const keys = await open()
		await writeFile(file, 'printed-key-1')
		const first = (await keys.key(command))!
		assert.equal(await keys.refresh(command, first), undefined)
		await writeFile(file, 'printed-key-2')
		assert.equal((await keys.refresh(command, first))?.value, 'printed-key-2')
		assert.equal((await keys.key(command))?.value, 'printed-key-2')
	})

	test('has the environment of the user without the keys', async () => {
		const command = owner('echo "<$VAULT_TOKEN|$OPENAI_API_KEY|$STORED>"', ['openai-key-1'])
		await store({ type: 'key', key: 'pasted-key-1' })
		const keys = await open({
			PATH: process.env.PATH ?? '',
			VAULT_TOKEN: 'for-the-vault',
			OPENAI_API_KEY: 'openai-key-1\n',
			STORED: 'pasted-key-1',
		})
		assert.equal((await keys.key(command))?.value, '<for-the-vault||>')
	})

	test.each([
		['echo a-secret; exit 3', 'ended with exit code 3'],
		['true', 'printed nothing'],
		['kill -9 $$', 'ended with exit code null'],
		['head -c 100000 /dev/zero', 'printed far more than a key'],
	])('that goes wrong (%s) is named, not repeated', async (command, problem) => {
		const keys = await open()
		assert.deepEqual(await failure(keys.key(owner(command))), [
			'auth-failed',
			`providers.corp.apiKeyCommand ${problem}; run it by hand to see why`,
		])
	})
})

describe('a login', () => {
	async function loggedIn(options: OAuthServerOptions = {}, changes: Partial<Login> = {}): Promise<Login> {
		server = await startOAuthServer(options)
		const { tokenUrl, clientId, deviceUrl } = server.endpoints
		const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
		const begun = await fetch(deviceUrl, form({ client_id: clientId })).then(response => response.json())
		await fetch(
			tokenUrl,
			form({
				grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
				client_id: clientId,
				device_code: String(Object(begun).device_code),
			}),
		)
		const { access, refresh } = server.issued[0]!
		const login: Login = {
			type: 'oauth',
			accessToken: access,
			refreshToken: refresh,
			expiresAt: now + 60 * MINUTE_MS,
			refreshAt: now + 55 * MINUTE_MS,
			tokenUrl,
			clientId,
			...changes,
		}
		await store(login)
		return login
	}

	const refreshes = () => server!.asked.filter(({ fields }) => fields.grant_type === 'refresh_token').length

	test('that is young is used as it is', async () => {
		const { accessToken } = await loggedIn()
		const keys = await open()
		assert.deepEqual(await keys.key(owner()), {
			value: accessToken,
			source: 'credentials.json',
			isToken: true,
		})
		assert.equal(refreshes(), 0)
	})

	test('is renewed before it runs out, and the tokens rotate in the file', async () => {
		const before = await loggedIn()
		const keys = await open()
		now += 56 * MINUTE_MS
		const key = await keys.key(owner())
		const { access, refresh } = server!.issued[1]!
		assert.equal(key?.value, access)
		assert.deepEqual(await inFile(), {
			...before,
			accessToken: access,
			refreshToken: refresh,
			expiresAt: now + 60 * MINUTE_MS,
			refreshAt: now + 55 * MINUTE_MS,
		})
		assert.deepEqual(keys.known(), [before.accessToken, before.refreshToken, access, refresh])
		now += 56 * MINUTE_MS
		assert.equal((await keys.key(owner()))?.value, server!.issued[2]!.access)
	})

	test('that the server refuses is renewed by force, once for all who ask at once', async () => {
		const { accessToken } = await loggedIn({ refreshDelayMs: 50 })
		const keys = await open()
		const refused = { value: accessToken, source: 'credentials.json' }
		const got = await Promise.all([1, 2, 3].map(() => keys.refresh(owner(), refused)))
		assert.deepEqual(new Set(got.map(key => key?.value)), new Set([server!.issued[1]!.access]))
		assert.equal(refreshes(), 1)
	})

	test('that two processes find run out at the same time is renewed by one of them', async () => {
		await loggedIn({ refreshDelayMs: 200 }, { expiresAt: now - 1, refreshAt: now - 1 })
		const run = () => promisify(execFile)(process.execPath, [CHILD, folder, '2'])
		const [one, two] = await Promise.all([run(), run()])
		const { access } = server!.issued.at(-1)!
		assert.deepEqual(
			[JSON.parse(one.stdout), JSON.parse(two.stdout)],
			[
				[access, access],
				[access, access],
			],
		)
		assert.equal(refreshes(), 1)
	})

	test('whose renewal is refused is over, and says what to do, without the token the server repeats', async () => {
		const { refreshToken } = await loggedIn({}, { expiresAt: now - 1, refreshAt: now - 1 })
		const description = `no session for ${refreshToken}\u001b[31m`
		server!.refuseRefresh({
			status: 400,
			body: JSON.stringify({ error: 'invalid_grant', error_description: description }),
		})
		const keys = await open()
		assert.deepEqual(await failure(keys.key(owner())), [
			'auth-failed',
			'the login for corp is over (invalid_grant: no session for [key] [31m): run `agent login corp`',
		])
	})

	test('whose server is in trouble goes on while the token lasts, and then is worth another try', async () => {
		const { accessToken } = await loggedIn()
		server!.refuseRefresh({ status: 503, body: 'busy' })
		const keys = await open()
		now += 56 * MINUTE_MS
		assert.equal((await keys.key(owner()))?.value, accessToken)
		now += 5 * MINUTE_MS
		const { host } = new URL(server!.url)
		assert.deepEqual(await failure(keys.key(owner())), [
			'server-error',
			`the login server ${host} answered 503`,
		])
	})

	test('without a refresh token lasts as long as it lasts', async () => {
		const { refreshToken: _, ...login } = await loggedIn()
		await store(login)
		const keys = await open()
		now += 56 * MINUTE_MS
		assert.equal((await keys.key(owner()))?.value, login.accessToken)
		const refused = { value: login.accessToken, source: 'credentials.json' }
		assert.equal(await keys.refresh(owner(), refused), undefined)
		now += 5 * MINUTE_MS
		assert.deepEqual(await failure(keys.key(owner())), [
			'auth-failed',
			'the login for corp is over (it has run out): run `agent login corp`',
		])
	})

	test('sends its refresh token nowhere but over TLS or to this machine', async () => {
		await loggedIn({}, { tokenUrl: 'http://login.example/token', expiresAt: now - 1, refreshAt: now - 1 })
		const keys = await open()
		assert.deepEqual(await failure(keys.key(owner())), [
			'config-invalid',
			'the address of a login server must begin with https://, not be "http://login.example/token"',
		])
	})
})
