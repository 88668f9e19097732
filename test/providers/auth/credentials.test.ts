import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import {
	type Credential,
	credentialOf,
	credentialsPath,
	readCredentials,
	secretsIn,
	withCredential,
	writeCredentials,
} from '../../../src/providers/auth/credentials.ts'

let folder: string
let path: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-credentials-'))
	path = credentialsPath(join(folder, 'config'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

const KEY: Credential = { type: 'key', key: 'a-pasted-key' }
const LOGIN: Credential = {
	type: 'oauth',
	accessToken: 'the-access-token',
	refreshToken: 'the-refresh-token',
	expiresAt: 2_000,
	refreshAt: 1_700,
	tokenUrl: 'https://login.example/token',
	clientId: 'keelson',
}

test('what was stored is read again, and nobody else may read it', async () => {
	await writeCredentials(path, withCredential(withCredential({}, 'openai', KEY), 'corp', LOGIN))
	const read = await readCredentials(path)
	assert.deepEqual([credentialOf(read, 'openai'), credentialOf(read, 'corp')], [KEY, LOGIN])
	assert.equal(credentialOf(read, 'gemini'), undefined)
	assert.deepEqual(secretsIn(read), ['a-pasted-key', 'the-access-token', 'the-refresh-token'])
	assert.equal((await stat(path)).mode & 0o777, 0o600)
	assert.equal((await stat(join(folder, 'config'))).mode & 0o777, 0o700)
	assert.deepEqual(await readdir(join(folder, 'config')), ['credentials.json'])
})

test('a file that was open to others is closed when it is written', async () => {
	await writeCredentials(path, withCredential({}, 'openai', KEY))
	await chmod(path, 0o644)
	await writeCredentials(path, withCredential(await readCredentials(path), 'openai', KEY))
	assert.equal((await stat(path)).mode & 0o777, 0o600)
})

test('a link stays one: what it points to is replaced', async () => {
	const real = join(folder, 'elsewhere.json')
	await writeFile(real, '{"providers":{}}')
	await mkdir(join(folder, 'config'))
	await symlink(real, path)
	await writeCredentials(path, withCredential({}, 'openai', KEY))
	assert.deepEqual(JSON.parse(await readFile(real, 'utf8')), { format: 1, providers: { openai: KEY } })
})

test('an entry of a newer version is no credential, and stays', async () => {
	const newer = { type: 'passkey', handle: 'x' }
	const changed = withCredential({ corp: newer }, 'openai', KEY)
	assert.deepEqual([credentialOf(changed, 'corp'), changed.corp], [undefined, newer])
	assert.deepEqual(withCredential(changed, 'openai', undefined), { corp: newer })
})

test('names that every object has are no entries', () => {
	assert.equal(credentialOf({}, 'constructor'), undefined)
})

test('no file is no credentials; a damaged one is said to be that, without what is in it', async () => {
	assert.deepEqual(await readCredentials(path), {})
	await mkdir(join(folder, 'config'))
	await writeFile(path, '{"providers": {"openai": {"key": "a-pasted-key"')
	await assert.rejects(
		readCredentials(path),
		new AgentError('config-invalid', `${path} is damaged: remove it, then run \`agent login\` again`),
	)
})
