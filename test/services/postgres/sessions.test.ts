import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import { Database } from '../../../src/services/postgres/database/database.ts'
import { Notices } from '../../../src/services/postgres/database/notices.ts'
import { PostgresConnection } from '../../../src/services/postgres/database/server-connection.ts'
import { Wakes } from '../../../src/services/postgres/database/wakes.ts'
import { openPostgresHub } from '../../../src/services/postgres/open-postgres-hub.ts'
import { postgresSessions } from '../../../src/services/postgres/sessions/postgres-sessions.ts'
import type { ServiceHub } from '../../../src/services/service-hub.ts'
import { fill, ID, sessionStoreContract, withCode } from '../../contracts/session-store.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { message, next, shortSession, story } from '../../support/sessions/story.ts'

describe.skipIf(!hasPostgres)('sessions in PostgreSQL', () => {
	let postgres: Postgres
	let hub: ServiceHub
	let url: string
	beforeAll(async () => {
		postgres = await startPostgres()
		url = await postgres.freshDatabase()
		hub = await openHub(url)
	})
	afterAll(async () => {
		await hub?.close()
		await postgres?.end()
	})

	// Every case has a tenant of its own.
	const someone = (): AuthContext => ({ app: 'test', user: randomUUID() })
	sessionStoreContract('PostgreSQL', async () => hub.sessionsOf(someone()))

	test('a tenant does not see what another one has, by whatever way', async () => {
		const ann = hub.sessionsOf({ app: 'a', user: 'ann' })
		const bob = hub.sessionsOf({ app: 'a', user: 'bob' })
		await fill(ann, ID, story(shortSession()))
		const missing = withCode('session-not-found', ID)
		await assert.rejects(bob.read(ID), missing)
		await assert.rejects(bob.open(ID), missing)
		await assert.rejects(bob.follow(ID, new AbortController().signal), missing)
		assert.deepEqual(
			[await bob.list(), await bob.readPart(ID, { upTo: 9 }), await bob.holder(ID)],
			[[], [], undefined],
		)
		await assert.rejects(bob.remove(ID), missing)
		await fill(bob, ID, story(shortSession('mine')))
		assert.equal((await ann.read(ID)).length, story(shortSession()).length)
		assert.deepEqual(
			(await ann.list()).map(({ title }) => title),
			['list the files'],
		)
	})

	test('one that is named by its id is found without a look at all the others', async () => {
		const asked: string[] = []
		class Recorded extends Database {
			override oneAsTenant<Row extends QueryResultRow>(
				...[auth, text, values]: Parameters<Database['oneAsTenant']>
			) {
				asked.push(text)
				return super.oneAsTenant<Row>(auth, text, values)
			}
		}
		const auth = someone()
		await fill(hub.sessionsOf(auth), ID, story(shortSession()))
		const database = new Recorded(url, 1)
		const wakes = new Wakes()
		const unheard = {
			heard: () => false,
			connected: () => undefined,
			isOwn: () => false,
			warn: assert.fail,
		}
		const connection = new PostgresConnection({ url, name: 'test', wakes, ...unheard })
		const notices = new Notices(async () => undefined, wakes)
		const store = postgresSessions(auth, { database, connection, wakes, notices })
		assert.equal(await store.find(ID), ID)
		await database.close()
		assert.equal(asked.length, 1)
		assert.match(asked[0]!, /id = \$3/)
	})

	test('whoever holds an older epoch writes nothing', async () => {
		const auth = someone()
		const store = hub.sessionsOf(auth)
		const before = await fill(store, ID, story(shortSession()))
		const old = await hub.sessionsOf(auth, 1).open(ID)
		await (await store.open(ID)).log.close()
		await assert.rejects(
			(async () => old.log.append(next(before, message('late')), { durable: true }))(),
			withCode('fenced'),
		)
		assert.deepEqual(await store.read(ID), before)
	})

	test('text comes back byte for byte, whatever stands in it', async () => {
		const store = hub.sessionsOf(someone())
		const odd = message('\u0000 \ud800 \\u0000 \u2028 {"b":1,"a":2} 😀')
		const written = await fill(store, ID, [...story(shortSession()), ...next(story(shortSession()), odd)])
		assert.deepEqual(await store.read(ID), written)
	})
})

export async function openHub(url: string, name = 'test'): Promise<ServiceHub> {
	return openPostgresHub({
		url,
		name,
		migrate: true,
		roots: [],
		limits: { waitingPerTenant: 100, waitingInAll: 1_000 },
		authentication: { authenticate: async () => undefined },
		logging: { log: () => undefined },
		warn: text => console.error(text),
	})
}
