import assert from 'node:assert/strict'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { openPostgresHub } from '../../../src/services/postgres/open-postgres-hub.ts'
import { PGBOUNCER, startPgBouncer } from '../../support/postgres/start-pgbouncer.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { freePort } from '../../support/server/free-port.ts'

// What is wrong with a database is said when the server starts, with where it is and what to do, and never with a
// password.

const SECRET = 'hunter2secret'
const IDLE = 12

test.each([
	['no URL at all', `postgres://ann:${SECRET}@:nowhere:1/x`, /expected postgres:\/\/user@host:port\/name/],
	['a password that has a / in it', `postgres://ann:${SECRET}/1@127.0.0.1:1/x`, /%2F/],
	['a password that has a # in it', `postgres://ann:${SECRET}#1@127.0.0.1/x`, /%23/],
])('%s is about the URL', async (_, url, expected) => {
	await refused(url, 'usage', expected)
})

test('a database that is not there is named', async () => {
	const port = await freePort()
	const url = `postgres://ann:${SECRET}@127.0.0.1:${port}/shop`
	const named = new RegExp(`database shop at 127\\.0\\.0\\.1:${port} cannot be reached: .*ECONNREFUSED`)
	await refused(url, 'storage-failed', named)
})

describe.skipIf(!hasPostgres)('a PostgreSQL that refuses', () => {
	let postgres: Postgres
	let url: URL
	beforeAll(async () => {
		postgres = await startPostgres({ passwords: true })
		url = new URL(await postgres.freshDatabase())
		url.password = SECRET
		const owner = new Client({ connectionString: postgres.url('postgres') })
		await owner.connect()
		await owner.query(`alter role plain password '${SECRET}'`)
		await owner.query('create role guest login password $$guest$$')
		await owner.end()
	})
	afterAll(async () => {
		await postgres?.end()
	})
	const at = (change: (url: URL) => void) => {
		const other = new URL(url)
		change(other)
		return other.href
	}

	test('a wrong password, one that is missing, and whoever it does not know', async () => {
		const wrong = at(other => Object.assign(other, { password: `not${SECRET}` }))
		await refused(wrong, 'auth-failed', /database test1 at 127\.0\.0\.1:\d+: .*plain/)
		await refused(
			at(other => Object.assign(other, { password: '' })),
			'auth-failed',
			/PGPASSWORD/,
		)
		await refused(
			at(other => Object.assign(other, { username: 'nobody' })),
			'auth-failed',
			/nobody/,
		)
	})

	test('a database that does not exist, and one that is not its own', async () => {
		await refused(
			at(other => Object.assign(other, { pathname: '/elsewhere' })),
			'config-invalid',
			/database elsewhere at .*createdb elsewhere/,
		)
		await refused(
			at(other => Object.assign(other, { username: 'guest', password: 'guest' })),
			'config-invalid',
			/permission denied.*guest may not/,
		)
	})

	test('TLS where there is none', async () => {
		await refused(
			at(other => other.searchParams.set('sslmode', 'verify-full')),
			'config-invalid',
			/sslmode/,
		)
	})

	test.skipIf(PGBOUNCER === undefined)('a pooler that lends a connection for one transaction', async () => {
		const pooled = await startPgBouncer(Number(url.port), 'transaction')
		onTestFinished(() => pooled.end())
		await refused(
			at(other => Object.assign(other, { port: String(pooled.port) })),
			'config-invalid',
			/pooler in transaction mode/,
		)
	})

	test.skipIf(PGBOUNCER === undefined).each([false, true])(
		'one that has others idle (the one that was idle longest first: %s)',
		async isRoundRobin => {
			const pooled = await startPgBouncer(Number(url.port), 'transaction', { isRoundRobin })
			onTestFinished(() => pooled.end())
			const there = at(other => Object.assign(other, { port: String(pooled.port) }))
			const others = Array.from({ length: IDLE }, () => new Client({ connectionString: there }))
			await Promise.all(others.map(other => other.connect()))
			// All at once, so that each has a connection of its own.
			await Promise.all(others.map(other => other.query('begin')))
			await Promise.all(others.map(other => other.query('commit')))
			onTestFinished(async () => {
				await Promise.all(others.map(other => other.end()))
			})
			await refused(there, 'config-invalid', /pooler in transaction mode/)
		},
	)

	test.skipIf(PGBOUNCER === undefined)('one that lends it for the whole session is as good', async () => {
		const pooled = await startPgBouncer(Number(url.port), 'session')
		onTestFinished(() => pooled.end())
		const hub = await open(at(other => Object.assign(other, { port: String(pooled.port) })))
		await hub.close()
	})
})

async function refused(url: string, code: string, expected: RegExp): Promise<void> {
	await assert.rejects(open(url), (error: unknown) => {
		assert.ok(error instanceof AgentError)
		assert.match(error.message, expected)
		assert.equal(error.code, code)
		assert.ok(!error.message.includes(SECRET), error.message)
		return true
	})
}

function open(url: string) {
	return openPostgresHub({
		url,
		name: 'test',
		migrate: true,
		roots: [],
		limits: { waitingPerTenant: 100, waitingInAll: 1_000 },
		authentication: { authenticate: async () => undefined },
		logging: { log: () => undefined },
		warn: text => assert.ok(!text.includes(SECRET), text),
	})
}
