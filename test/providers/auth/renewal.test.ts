import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import {
	type Credentials,
	readCredentials,
	writeCredentials,
} from '../../../src/providers/auth/credentials.ts'
import { renewLogin } from '../../../src/providers/auth/renewal.ts'
import { createHttpFetch } from '../../../src/providers/http/http-fetch.ts'

let folder: string
let path: string
let meanwhile: Credentials
const server = createServer(async (_, response) => {
	await writeCredentials(path, meanwhile)
	response.setHeader('content-type', 'application/json')
	response.end(JSON.stringify({ access_token: 'renewed', refresh_token: 'next', expires_in: 3600 }))
})
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-renewal-'))
	path = join(folder, 'credentials.json')
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
	server.closeAllConnections()
	await new Promise(resolve => server.close(resolve))
	await rm(folder, { recursive: true, maxRetries: 5 })
})

function login(accessToken: string) {
	const tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
	return { type: 'oauth', accessToken, refreshToken: 'first', tokenUrl, clientId: 'us' }
}

async function renew() {
	await writeCredentials(path, { mine: login('spent') })
	return renewLogin({
		path,
		provider: 'mine',
		spent: 'spent',
		fetch: createHttpFetch({}),
		clock: { now: () => 1_000 },
	})
}

test('what another process has stored while the login server was asked is not lost', async () => {
	meanwhile = { mine: login('spent'), other: { type: 'key', key: 'k' } }
	assert.equal((await renew())?.accessToken, 'renewed')
	assert.deepEqual((await readCredentials(path)).other, { type: 'key', key: 'k' })
})

test('a login that another process has renewed meanwhile is the one that holds', async () => {
	meanwhile = { mine: login('theirs') }
	assert.equal((await renew())?.accessToken, 'theirs')
	assert.deepEqual(await readCredentials(path), meanwhile)
})
