import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../../../src/core/errors.ts'
import type { JsonValue } from '../../../../src/core/json.ts'
import { LoginNeeded } from '../../../../src/extensions/mcp/auth/login-needed.ts'
import type { Person } from '../../../../src/extensions/mcp/auth/person.ts'
import { createServerAuth, type ServerAuth } from '../../../../src/extensions/mcp/auth/server-auth.ts'
import { nodeClock } from '../../../../src/runtime/host/clock.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { agreeingPerson } from '../../../support/mcp/agreeing-person.ts'
import {
	type LoginRules,
	type ProtectedServer,
	startProtectedServer,
} from '../../../support/mcp/protected-server.ts'

const CHILD = join(import.meta.dirname, 'calling-child.ts')

let folder: string
const servers: ProtectedServer[] = []
beforeEach(async () => {
	folder = join(await mkdtemp(join(tmpdir(), 'keelson-mcp-auth-')), 'mcp-credentials')
})
afterEach(async () => {
	for (const server of servers.splice(0)) await server.close()
	await rm(join(folder, '..'), { recursive: true, maxRetries: 5 })
})

async function started(rules?: LoginRules): Promise<ProtectedServer> {
	const server = await startProtectedServer(rules)
	servers.push(server)
	return server
}

type Opening = { oauth?: JsonValue; env?: Record<string, string>; person?: Person; clock?: typeof nodeClock }

function open({ url }: { url: string }, { env = {}, clock = nodeClock, oauth, person }: Opening = {}) {
	return createServerAuth({
		server: { name: 'corp', url, ...(oauth !== undefined && { oauth }) },
		folder,
		env,
		clock,
		...(person && { person }),
	})
}

async function call(
	auth: ServerAuth,
	{ url }: { url: string },
	...tools: readonly string[]
): Promise<string[]> {
	const client = new Client({ name: 'test', version: '1' })
	try {
		await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: auth.fetch }))
		for (const name of tools) await client.callTool({ name })
		return (await client.listTools()).tools.map(tool => tool.name)
	} finally {
		await client.close()
	}
}

async function failure(work: Promise<unknown>): Promise<AgentError> {
	const error = await work.then(
		() => undefined,
		(caught: unknown) => caught,
	)
	assert.ok(error instanceof AgentError, String(error))
	return error
}

async function stored(): Promise<string> {
	const [name = ''] = await readdir(folder)
	return readFile(join(folder, name), 'utf8')
}

const tokenRequests = ({ asked }: ProtectedServer) => asked.filter(line => line.startsWith('POST /token'))

describe('a login', () => {
	test('registers, comes back from the browser, and is used from then on', async () => {
		const server = await started()
		const person = agreeingPerson()
		assert.equal(await open(server).login(person), true)
		assert.deepEqual(await call(open(server), server), ['look', 'change'])
		assert.deepEqual(server.asked, [
			'GET /.well-known/oauth-authorization-server',
			'POST /register',
			'GET /authorize',
			'POST /token authorization_code',
		])
		assert.equal(person.pages[0]?.url.origin, server.issuer)
	})

	test('is one file for the user alone', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		const files = await readdir(folder)
		assert.match(files.join(), /^corp\.[0-9a-f]{16}\.json$/)
		assert.equal((await stat(join(folder, files[0] ?? ''))).mode & 0o777, 0o600)
		assert.equal((await stat(folder)).mode & 0o777, 0o700)
	})

	test('of a server that lets anybody in is not needed', async () => {
		const server = await started({ isOpen: true })
		assert.equal(await open(server).login(agreeingPerson()), false)
		assert.deepEqual(await readdir(join(folder, '..')), [])
	})

	test('a second time registers nothing, as the port is free again', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		await open(server).login(agreeingPerson())
		assert.equal(server.asked.filter(line => line === 'POST /register').length, 1)
	})

	test('that is refused in the browser leaves nothing', async () => {
		const server = await started({ page: 'refuses' })
		const error = await failure(open(server).login(agreeingPerson()))
		assert.equal(error.message, 'the login was refused in the browser')
		assert.deepEqual(await readdir(join(folder, '..')), [])
	})

	test('that another login server answers is not used', async () => {
		const server = await started({ page: 'comes-from-elsewhere' })
		const error = await failure(open(server).login(agreeingPerson()))
		assert.match(error.message, /is not from http:\/\/127\.0\.0\.1/)
		assert.deepEqual(tokenRequests(server), [])
	})

	test('can be given up while the page is open', async () => {
		const server = await started({ page: 'stays-silent' })
		const person = agreeingPerson()
		const login = failure(open(server).login({ ...person, show: () => person.leave() }))
		assert.equal((await login).code, 'cancelled')
	})

	test('is not begun for a server that says it is another', async () => {
		const server = await started({ resource: 'https://evil.test/mcp' })
		const person = agreeingPerson()
		assert.match((await failure(open(server).login(person))).message, /says that it is https:\/\/evil\.test/)
		assert.deepEqual(person.pages, [])
	})

	test('goes by a code where that is wished', async () => {
		const server = await started({ devicePolls: ['authorization_pending', 'slow_down'] })
		const person = agreeingPerson({ byDevice: true })
		const clock = handClock()
		const login = open(server, { clock }).login(person)
		for (const seconds of [1, 1, 6]) {
			await clock.asleepFor(seconds * 1_000)
			clock.advance(seconds * 1_000)
		}
		assert.equal(await login, true)
		assert.equal(person.pages[0]?.code, 'ABCD-EFGH')
		assert.deepEqual(await call(open(server), server), ['look', 'change'])
	})

	test('by a code that the login server does not have says how else', async () => {
		const server = await started()
		const error = await failure(open(server).login(agreeingPerson({ byDevice: true })))
		assert.match(error.message, /no login by code: run `agent mcp login corp` without --device/)
	})
})

test('an older server, which answers over a stream of events, is logged in to and called', async () => {
	const server = await started({ overSse: true })
	await open(server).login(agreeingPerson())
	server.expire()
	const client = new Client({ name: 'test', version: '1' })
	await client.connect(new SSEClientTransport(new URL(server.url), { fetch: open(server).fetch }))
	assert.equal((await client.listTools()).tools.length, 2)
	await client.close()
	assert.equal(tokenRequests(server).at(-1), 'POST /token refresh_token')
})

describe('who we are', () => {
	test('is what the settings say, with the secret from the environment, which is not stored', async () => {
		const server = await started({ registers: false, clients: { us: 'a-very-own-secret' } })
		const oauth = { clientId: 'us', clientSecretEnv: 'CORP_SECRET', scopes: ['a', 'b'] }
		const env = { CORP_SECRET: 'a-very-own-secret' }
		const person = agreeingPerson()
		const auth = open(server, { oauth, env })
		await auth.login(person)
		assert.equal(person.pages[0]?.url.searchParams.get('scope'), 'a b')
		assert.ok(!(await stored()).includes('a-very-own-secret'))
		assert.ok(auth.secrets().includes('a-very-own-secret'))
		server.expire()
		assert.deepEqual(await call(open(server, { oauth, env }), server), ['look', 'change'])
	})

	test('is the address of a document where the login server reads such', async () => {
		const server = await started({ readsClientDocuments: true })
		const clientMetadataUrl = 'https://keelson.test/client.json'
		const person = agreeingPerson()
		await open(server, { oauth: { clientMetadataUrl } }).login(person)
		assert.equal(person.pages[0]?.url.searchParams.get('client_id'), clientMetadataUrl)
		assert.ok(!server.asked.includes('POST /register'))
	})

	test('has to be said where the login server registers nobody', async () => {
		const server = await started({ registers: false })
		const error = await failure(open(server).login(agreeingPerson()))
		assert.match(error.message, /put its id into oauth\.clientId of the MCP server corp/)
	})

	test('is never proven to a login server that the secret does not belong to', async () => {
		const server = await started({ registers: false, clients: { us: 'a-very-own-secret' } })
		const oauth = { clientId: 'us', clientSecretEnv: 'CORP_SECRET', issuer: 'https://login.corp.test' }
		const auth = open(server, { oauth, env: { CORP_SECRET: 'a-very-own-secret' } })
		const error = await failure(auth.login(agreeingPerson()))
		assert.match(error.message, /in place of https:\/\/login\.corp\.test/)
		assert.deepEqual(tokenRequests(server), [])
	})

	test('may be this program itself, and nobody is asked', async () => {
		const server = await started({ clients: { robot: 'robot-secret' } })
		const oauth = { grantType: 'client_credentials', clientId: 'robot', clientSecretEnv: 'S' }
		assert.deepEqual(await call(open(server, { oauth, env: { S: 'robot-secret' } }), server), [
			'look',
			'change',
		])
		assert.deepEqual(tokenRequests(server), ['POST /token client_credentials'])
	})

	test('cannot be read from a variable that is not there', () => {
		const oauth = { clientId: 'us', clientSecretEnv: 'CORP_SECRET' }
		assert.throws(() => open({ url: 'https://corp.test' }, { oauth }), {
			message:
				'oauth.clientSecretEnv of the MCP server corp names CORP_SECRET, which is not set in the environment',
		})
	})
})

describe('without a person', () => {
	test('a server that wants a login says how, and nothing is registered', async () => {
		const server = await started()
		const error = await failure(call(open(server), server))
		assert.ok(error instanceof LoginNeeded)
		assert.equal(error.message, 'the MCP server corp wants a login: run `agent mcp login corp`')
		assert.deepEqual(server.asked, [])
		assert.deepEqual(await readdir(join(folder, '..')), [])
	})

	test('a login in another process counts from the next request on', async () => {
		const server = await started()
		const auth = open(server)
		await failure(call(auth, server))
		await open(server).login(agreeingPerson())
		assert.deepEqual(await call(auth, server), ['look', 'change'])
	})

	test('the rights that a call lacked are asked for by the next login', async () => {
		const server = await started({ scopes: { change: 'files:write' } })
		await open(server).login(agreeingPerson())
		const error = await failure(call(open(server), server, 'change'))
		assert.match(error.message, /corp wants more rights \(files:write\): run `agent mcp login corp`/)
		await open(server).login(agreeingPerson())
		await call(open(server), server, 'change')
	})
})

describe('a token', () => {
	test('that is no longer good is renewed without a person', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		server.expire()
		assert.deepEqual(await call(open(server), server), ['look', 'change'])
		assert.equal(tokenRequests(server).at(-1), 'POST /token refresh_token')
	})

	test('is renewed before it runs out', async () => {
		const server = await started({ tokenLifeSeconds: 1_000 })
		const clock = handClock()
		await open(server, { clock }).login(agreeingPerson())
		clock.advance(900_000)
		await call(open(server, { clock }), server)
		assert.equal(server.sent.filter(token => token === undefined).length, 1)
		assert.equal(tokenRequests(server).at(-1), 'POST /token refresh_token')
	})

	test('that many requests find run out is renewed once', async () => {
		const server = await started()
		const auth = open(server)
		await auth.login(agreeingPerson())
		server.expire()
		await Promise.all(Array.from({ length: 8 }, () => call(auth, server)))
		assert.deepEqual(tokenRequests(server), ['POST /token authorization_code', 'POST /token refresh_token'])
	})

	test('that several processes find run out is renewed by one of them', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		server.expire()
		const run = () => promisify(execFile)(process.execPath, [CHILD, folder, server.url])
		const ended = await Promise.all([run(), run(), run()])
		assert.deepEqual(
			ended.map(({ stdout }) => stdout.trim()),
			['200', '200', '200'],
		)
		assert.equal(tokenRequests(server).length, 2)
	})

	test('whose renewal is refused is forgotten, and a login is asked for', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		server.forget()
		assert.ok((await failure(call(open(server), server))) instanceof LoginNeeded)
		assert.ok(!(await stored()).includes('access-token'))
		await failure(call(open(server), server))
		assert.equal(tokenRequests(server).length, 2)
	})

	test('of a client that is no longer known takes a new registration', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		server.forgetClients()
		assert.ok((await failure(call(open(server), server))) instanceof LoginNeeded)
		await open(server).login(agreeingPerson())
		assert.equal(server.asked.filter(line => line === 'POST /register').length, 2)
		assert.deepEqual(await call(open(server), server), ['look', 'change'])
	})

	test('that a server never takes is not asked for again and again', async () => {
		const server = await started({ takesNothing: true })
		const person = agreeingPerson()
		const error = await failure(call(open(server, { person }), server))
		assert.match(error.message, /does not take the login that it has just been given/)
		assert.equal(person.pages.length, 1)
	})

	test('goes to no other server of the same name', async () => {
		const [server, other] = [await started(), await started()]
		await open(server).login(agreeingPerson())
		assert.ok((await failure(call(open(other), other))) instanceof LoginNeeded)
		assert.deepEqual(other.sent, [undefined])
	})

	test('is known as a secret, and so is the one to renew it with', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		const auth = open(server)
		await call(auth, server)
		assert.deepEqual(
			auth.secrets().map(secret => secret.replace(/\d+$/, '')),
			['access-token-', 'refresh-token-'],
		)
	})

	test('of ours does not take the place of a header that the entry has', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		const headers = { authorization: 'Bearer own' }
		await open(server).fetch(server.url, { method: 'POST', headers, body: '{"method":"ping"}' })
		assert.equal(server.sent.at(-1), 'own')
	})
})

describe('a call that lacks rights', () => {
	test('asks once for what it had and what it lacks', async () => {
		const server = await started({ scopes: { 'tools/list': 'list', change: 'write' } })
		const person = agreeingPerson()
		await call(open(server, { person }), server, 'change', 'look', 'change')
		assert.deepEqual(
			person.pages.map(({ url }) => url.searchParams.get('scope')),
			[null, 'write', 'write list'],
		)
	})

	test('ends when the login server does not give them', async () => {
		const server = await started({ scopes: { change: 'write' }, grants: 'read' })
		const person = agreeingPerson()
		const auth = open(server, { person })
		const error = await failure(call(auth, server, 'change'))
		assert.match(error.message, /goes on asking for the right write, which its login server does not give/)
		await failure(call(auth, server, 'change'))
		assert.equal(person.pages.length, 2)
	})
})

describe('a logout', () => {
	test('revokes the tokens and forgets them', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		assert.equal(await open(server).logout(), true)
		assert.equal(server.asked.at(-1), 'POST /revoke')
		assert.deepEqual(await readdir(folder), [])
		assert.equal(await open(server).logout(), false)
	})

	test('forgets them also when the login server is gone', async () => {
		const server = await started()
		await open(server).login(agreeingPerson())
		await server.close()
		servers.splice(0)
		assert.equal(await open(server).logout(), true)
		assert.deepEqual(await readdir(folder), [])
	})
})

test('a damaged file is named, with the way out', async () => {
	const server = await started()
	await open(server).login(agreeingPerson())
	const [name = ''] = await readdir(folder)
	await writeFile(join(folder, name), '{"url":')
	const { code, message } = await failure(call(open(server), server))
	assert.equal(code, 'config-invalid')
	assert.ok(message.includes(name) && message.includes('agent mcp login corp'), message)
})
