import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import type { Task } from '../../../src/core/services/tasks.ts'
import { QUEUE_VERSION } from '../../../src/services/postgres/database/database.ts'
import { MIGRATIONS } from '../../../src/services/postgres/database/migrations.ts'
import { openPostgresHub } from '../../../src/services/postgres/open-postgres-hub.ts'
import type { ServiceHub } from '../../../src/services/service-hub.ts'
import {
	EARLIER_PICTURE,
	EARLIER_TENANTS,
	type EarlierTask,
	earlierTask,
	layOutEarlier,
} from '../../support/postgres/earlier-schema.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { message } from '../../support/sessions/story.ts'
import { SOAK_TIMES } from '../../support/soak.ts'

// What an earlier version of the program has left in a database is there after it was brought to this one, each
// tenant's for itself, and goes on.

describe.skipIf(!hasPostgres)('a database of an earlier version', () => {
	let postgres: Postgres
	let url: string
	let client: Client
	beforeAll(async () => {
		postgres = await startPostgres()
		url = await postgres.freshDatabase()
		client = await connect(url)
	})
	afterAll(async () => {
		await client?.end()
		await postgres?.end()
	})

	// Each step is taken from the first one; the others begin with rows that were not there before. All of them: npm run soak.
	const versions = MIGRATIONS.slice(1).map((_, index) => index + 1)
	test.each(SOAK_TIMES > 1 ? versions : [1, 5, 6])(
		'version %d: everything is there, and goes on',
		async version => {
			await layOutEarlier(client, version)
			await requireThatItGoesOn(await open(url), { hasMedia: version >= 4, hasMemory: version >= 5 })
		},
	)

	test('that a superuser has made, where nobody but the role of the tenants is kept apart', async () => {
		const owned = postgres.url(new URL(await postgres.freshDatabase()).pathname.slice(1))
		const owner = await connect(owned)
		await layOutEarlier(owner, 1)
		await owner.end()
		await requireThatItGoesOn(await open(owned), { hasMedia: false, hasMemory: false })
	})

	test('while a server of the version before still runs: what that saves is in its place', async () => {
		await layOutEarlier(client, 5)
		const hub = await open(url)
		const [ann] = EARLIER_TENANTS
		assert.ok(ann)
		const saved: Task = { ...earlierTask(ann, 'orphaned'), state: 'failed', updatedAt: 1_795_000_009_000 }
		await client.query('begin')
		await client.query('select keelson.as_tenant($1, $2)', [ann.app, ann.user])
		await client.query('update keelson.task set state = $1, body = $2 where id = $3', [
			saved.state,
			JSON.stringify(saved),
			saved.id,
		])
		await client.query(
			`insert into keelson.task (app, usr, id, session_id, state, priority, body)
				select app, usr, 'new', session_id, state, priority, replace(body, '009000', '008000')
				from keelson.task where id = $1`,
			[saved.id],
		)
		await client.query('commit')
		const { rows } = await client.query<{ id: string }>('select id from keelson.task')
		assert.deepEqual(rows, [], 'row level security is forced again')
		const { items, total } = await hub.tasks.recent(ann, { since: 1_795_000_005_000, limit: 9 })
		assert.deepEqual(
			[items.map(({ updatedAt }) => updatedAt), total],
			[[1_795_000_009_000, 1_795_000_008_000], 2],
		)
	})

	test('a newer schema, or a newer queue, is refused in words that say so', async () => {
		await layOutEarlier(client, MIGRATIONS.length)
		await client.query('insert into keelson.migration (version) values ($1)', [MIGRATIONS.length + 1])
		const known = `has version ${MIGRATIONS.length + 1} of the schema, and this program knows ${MIGRATIONS.length}; use a newer one`
		await refused(url, known)
		await client.query('delete from keelson.migration where version = $1', [MIGRATIONS.length + 1])
		await client.query('update keelson_queue.version set version = $1', [QUEUE_VERSION + 1])
		await refused(
			url,
			`has version ${QUEUE_VERSION + 1} of the queue, and this program knows ${QUEUE_VERSION}; use a newer one`,
		)
		await client.query('update keelson_queue.version set version = $1', [QUEUE_VERSION])
	})
})

test('the version of the queue is that of its package', async () => {
	const text = await readFile(new URL('../../../node_modules/pg-boss/package.json', import.meta.url), 'utf8')
	assert.equal(JSON.parse(text).pgboss.schema, QUEUE_VERSION)
})

async function requireThatItGoesOn(
	hub: ServiceHub,
	{ hasMedia, hasMemory }: { hasMedia: boolean; hasMemory: boolean },
): Promise<void> {
	for (const auth of EARLIER_TENANTS) {
		const task = (name: EarlierTask) => earlierTask(auth, name)
		const [finished, waiting, orphaned] = [task('finished'), task('waiting'), task('orphaned')]
		assert.deepEqual((await hub.tasks.list(auth, { limit: 9 })).items, [orphaned, waiting, finished])
		assert.deepEqual((await hub.tasks.recent(auth, { limit: 9 })).items, [orphaned, waiting, finished])
		const after = await hub.tasks.recent(auth, { limit: 9, since: waiting.updatedAt })
		assert.deepEqual(after.items, [orphaned, waiting])
		assert.equal((await hub.tasks.create(auth, { ...waiting, id: orphaned.id })).isNew, false)
		await requireItsSessions(hub, auth)
		assert.deepEqual(await hub.keyValues.get(auth, 'notes/1'), { of: 'before' })
		await hub.keyValues.set(auth, 'notes/1', 'changed')
		const media = hub.mediaOf(auth)
		const uri = await media.put(Buffer.from([4, 5]))
		assert.deepEqual([...((await media.get(uri)) ?? [])], [4, 5])
		if (hasMedia) assert.deepEqual([...((await media.get(EARLIER_PICTURE)) ?? [])], [1, 2, 3])
		await requireItsMemory(hub, auth, hasMemory)
		await hub.tasks.save(auth, { ...waiting, state: 'canceled' }, undefined)
		await assert.rejects(hub.tasks.save(auth, orphaned, undefined), { code: 'fenced' })
	}
}

/** What a dead server had open is free, and is written on behind what was there. */
async function requireItsSessions(hub: ServiceHub, auth: AuthContext): Promise<void> {
	const sessions = hub.sessionsOf(auth)
	const { session } = earlierTask(auth, 'finished')
	const { envelopes, log } = await sessions.open(session)
	assert.equal(envelopes.length, 3)
	const last = envelopes.at(-1)!
	await log.append([{ ...last, seq: last.seq + 1, event: message('after it') }], { durable: true })
	await log.close()
	assert.equal((await sessions.read(session)).length, 4)
	await assert.rejects(sessions.read('261120-120000-nobody' as SessionId), { code: 'session-not-found' })
}

async function requireItsMemory(hub: ServiceHub, auth: AuthContext, hasMemory: boolean): Promise<void> {
	const store = hub.memory!.storeOf(auth)
	const asked = { words: 'some', leastCoverage: 0.3, withUndone: false, limit: 9, now: Date.now() } as const
	const texts = async (text: string) => (await store.search({ ...asked, text })).map(hit => hit.text)
	if (hasMemory) assert.deepEqual(await texts('melon'), [`melons are ripe, says ${auth.user}`])
	const source = { name: 'new', kind: 'session', path: '', project: '/work' } as const
	const passage = { seq: 1, part: 0, kind: 'answer', at: Date.now(), text: 'figs are not' } as const
	const mark = { source, coveredBytes: 1, stamp: '' }
	await store.write([{ mark, passages: [passage], resets: false, undone: [] }])
	assert.deepEqual(await texts('figs'), ['figs are not'])
	await store.forget('gone')
	await store.forget(earlierTask(auth, 'finished').session)
	assert.deepEqual(await texts('melon'), [])
}

async function refused(url: string, words: string): Promise<void> {
	await assert.rejects(open(url), (error: unknown) => {
		assert.ok(error instanceof AgentError)
		assert.equal(error.code, 'config-invalid')
		assert.ok(error.message.endsWith(words), error.message)
		return true
	})
}

async function connect(url: string): Promise<Client> {
	const client = new Client({ connectionString: url })
	await client.connect()
	return client
}

async function open(url: string): Promise<ServiceHub> {
	const hub = await openPostgresHub({
		url,
		name: 'newer',
		migrate: true,
		roots: [],
		limits: { waitingPerTenant: 100, waitingInAll: 1_000 },
		authentication: { authenticate: async () => undefined },
		logging: { log: () => undefined },
		warn: () => undefined,
	})
	onTestFinished(() => hub.close())
	return hub
}
