import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, onTestFinished, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import type { ClaimedTask, NewTask, TaskId, TaskInput } from '../../../src/core/services/tasks.ts'
import { errorAnswer } from '../../../src/server/http/refusal.ts'
import { Database } from '../../../src/services/postgres/database/database.ts'
import { openPostgresHub } from '../../../src/services/postgres/open-postgres-hub.ts'
import type { ServiceHub } from '../../../src/services/service-hub.ts'
import { withCode } from '../../contracts/session-store.ts'
import { type CuttingProxy, startCuttingProxy } from '../../support/postgres/cutting-proxy.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { message, next, sessionStart, story } from '../../support/sessions/story.ts'

// Connections to the database break at every place where something waits for one.

describe.skipIf(!hasPostgres)('a connection that breaks', () => {
	let postgres: Postgres
	let url: string
	beforeAll(async () => {
		postgres = await startPostgres()
	})
	afterAll(async () => {
		await postgres?.end()
	})
	beforeEach(async () => {
		url = await postgres.freshDatabase()
	})
	const open = async (through = url): Promise<ServiceHub> => {
		const hub = await openPostgresHub({
			url: through,
			name: 'test',
			migrate: true,
			roots: [],
			limits: { waitingPerTenant: 100, waitingInAll: 1_000 },
			authentication: { authenticate: async () => undefined },
			logging: { log: () => undefined },
			warn: text => console.error(text),
		})
		onTestFinished(() => hub.close())
		return hub
	}
	/** As an administrator. */
	const admin = async <Row>(text: string): Promise<readonly Row[]> => {
		const client = new Client({ connectionString: postgres.url(new URL(url).pathname.slice(1)) })
		await client.connect()
		const { rows } = await client.query(text)
		await client.end()
		return rows
	}
	const cutPool = () =>
		admin(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'keelson'`)

	test('a server that is frozen within a transaction loses its locks, and is told so when it wakes', async () => {
		const frozen = new Database(url, 1, 50)
		const other = new Database(url, 1)
		onTestFinished(async () => {
			await Promise.all([frozen.close(), other.close()])
		})
		await other.query('create table lock_of (id int primary key, held text)')
		await other.query("insert into lock_of values (1, 'nobody')")
		await assert.rejects(
			frozen.transaction(async query => {
				await query("update lock_of set held = 'frozen' where id = 1")
				// As long as it sleeps: the other one waits for nothing else.
				await other.query("update lock_of set held = 'other' where id = 1")
				await query("update lock_of set held = 'woken' where id = 1")
			}),
			withCode('storage-failed'),
		)
		assert.deepEqual(await other.query('select held from lock_of'), [{ held: 'other' }])
		// It goes on with another connection. Not in a transaction: this process may be held up for longer than one may idle.
		assert.deepEqual(await frozen.query('select 1 as one'), [{ one: 1 }])
	})

	test('between two statements of a transaction ends that transaction, and nothing else', async () => {
		const database = new Database(url, 1)
		onTestFinished(() => database.close())
		const broken = database.transaction(async query => {
			const [own] = await query<{ pid: number }>('select pg_backend_pid() as pid')
			await admin(`select pg_terminate_backend(${own?.pid})`)
			// It is told while nothing is asked of it.
			for (let look = 0; look < 100; look++) await new Promise(resolve => setImmediate(resolve))
			await query('select 1')
		})
		await assert.rejects(broken, withCode('storage-failed'))
		assert.deepEqual(await database.query('select 1 as one'), [{ one: 1 }])
	})

	test('under a task that is worked on: the log goes on, the task is saved, and what comes for it comes', async () => {
		const hub = await open()
		const taken: TaskInput[] = []
		const asked = newTask()
		await hub.tasks.create(ANN, asked)
		await workOnOne(hub, async claimed => {
			const { task, lease, signal } = claimed
			const log = hub.sessionsOf(ANN, lease.epoch).create(task.session, '/')
			const begun = story([sessionStart('/')])
			await log.append(begun, { durable: true })
			await cutPool()
			await Promise.all([
				log.append(next(begun, message('after the first cut')), { durable: true }),
				cutPool(),
				hub.tasks.save(ANN, { ...task, state: 'working' }, lease),
			])
			const reading = (async () => {
				for await (const input of hub.inbox.take(ANN, task.id, lease, signal)) {
					taken.push(input)
					return
				}
			})()
			await cutPool()
			await putPatiently(hub, task.id)
			await reading
			await hub.tasks.save(ANN, { ...task, state: 'completed', result: 'done' }, lease)
			await cutPool()
			return 'ended'
		})
		assert.deepEqual(taken, [{ type: 'cancel' }])
		assert.equal((await hub.tasks.get(ANN, asked.id))?.result, 'done')
		assert.equal((await hub.sessionsOf(ANN).read(asked.session)).length, 2)
		const left = await admin<{ leases: string; owners: string; active: string }>(
			`select (select count(*) from keelson.lease) leases, (select count(owner) from keelson.session) owners,
				(select count(*) from keelson_queue.job where state = 'active') active`,
		)
		assert.deepEqual(left, [{ leases: '0', owners: '0', active: '0' }])
	})

	test('a server that was asleep between fetching and claiming takes nothing from whoever has it by then', async () => {
		const proxy = await startCuttingProxy(Number(new URL(url).port))
		onTestFinished(() => proxy.close())
		const awake = await open()
		const through = new URL(url)
		through.port = String(proxy.port)
		const asleep = await open(through.href)
		const claim = proxy.hold('insert into keelson.lease')
		const { task } = await awake.tasks.create(ANN, newTask())
		const stop = new AbortController()
		const ran: string[] = []
		const sleeping = asleep.queue.work(
			WORK,
			async () => {
				ran.push('asleep')
				return 'given-back'
			},
			stop.signal,
		)
		await claim.held
		// What the sweep does when its server is past its heartbeat.
		await admin(`update keelson_queue.job set state = 'retry' where state = 'active'`)
		await workOnOne(awake, async ({ lease }) => {
			ran.push('awake')
			claim.release()
			stop.abort()
			await sleeping
			await awake.tasks.save(ANN, { ...task, state: 'completed', result: 'kept' }, lease)
			return 'ended'
		})
		assert.deepEqual(ran, ['awake'])
		assert.equal((await awake.tasks.get(ANN, task.id))?.result, 'kept')
	})

	test('what was handed to a server that has lost the task over it is still there for whoever has it now', async () => {
		const hub = await open()
		await hub.tasks.create(ANN, newTask())
		await workOnOne(hub, async ({ task, lease, signal }) => {
			await hub.inbox.put(ANN, task.id, { type: 'cancel' })
			for await (const _ of hub.inbox.take(ANN, task.id, lease, signal)) {
				await admin(`select keelson.claim('${ANN.app}', '${ANN.user}', '${task.session}', 'another', 1)`)
				break
			}
			assert.deepEqual(await admin('select body from keelson.input'), [{ body: '{"type":"cancel"}' }])
			return 'given-back'
		})
	})

	test('a job that a server fetched and never claimed is taken up', async () => {
		const hub = await open()
		const { task } = await hub.tasks.create(ANN, newTask())
		await admin(
			`update keelson_queue.job set state = 'active', started_on = now() - interval '6 seconds', heartbeat_on = now()`,
		)
		await workOnOne(hub, async ({ lease, attempt }) => {
			await hub.tasks.save(ANN, { ...task, state: 'completed' }, lease)
			assert.equal(attempt, 2)
			return 'ended'
		})
		assert.equal((await hub.tasks.get(ANN, task.id))?.state, 'completed')
	})

	test('what is given back in order may be so for ever; what loses its server each time is given up', async () => {
		const hub = await open()
		const { task } = await hub.tasks.create(ANN, newTask())
		for (let deploy = 0; deploy < 25; deploy++) await workOnOne(hub, async () => 'given-back')
		assert.equal((await hub.tasks.get(ANN, task.id))?.state, 'submitted')
		await admin('update keelson.task set losses = 20')
		const stop = new AbortController()
		const working = hub.queue.work(WORK, async () => assert.fail('it is not tried again'), stop.signal)
		for await (const { state, error } of hub.tasks.follow(ANN, task.id, new AbortController().signal))
			if (state === 'failed') assert.match(error?.message ?? '', /20 servers ended while they worked on it/)
		stop.abort()
		await working
	})

	test('when only the answer to an append is lost: it is stored once', async () => {
		const proxy: CuttingProxy = await startCuttingProxy(Number(new URL(url).port))
		onTestFinished(() => proxy.close())
		const direct = await open()
		const through = new URL(url)
		through.port = String(proxy.port)
		const hub = await open(through.href)
		await hub.tasks.create(ANN, newTask())
		await workOnOne(hub, async ({ task, lease }) => {
			const log = hub.sessionsOf(ANN, lease.epoch).create(task.session, '/')
			const begun = story([sessionStart('/')])
			await log.append(begun, { durable: true })
			const cut = proxy.cutAnswerTo('keelson.append')
			await log.append(next(begun, message('said once')), { durable: true })
			await cut
			const stored = await direct.sessionsOf(ANN).read(task.session)
			assert.equal(stored.length, 2)
			await hub.tasks.save(ANN, { ...task, state: 'completed' }, lease)
			return 'ended'
		})
	})
})

/** Until one task has been worked on. */
async function workOnOne(
	hub: ServiceHub,
	run: (claimed: ClaimedTask) => Promise<'ended' | 'given-back'>,
): Promise<void> {
	const stop = new AbortController()
	let failure: unknown
	await hub.queue.work(
		WORK,
		async claimed => {
			try {
				return await run(claimed)
			} catch (error) {
				failure = error
				return 'ended'
			} finally {
				stop.abort()
			}
		},
		stop.signal,
	)
	if (failure !== undefined) throw failure
}

/** As an HTTP client would, that is told 503 and comes again. */
async function putPatiently(hub: ServiceHub, id: TaskId): Promise<void> {
	for (;;)
		try {
			return await hub.inbox.put(ANN, id, { type: 'cancel' })
		} catch (error) {
			if (!(error instanceof AgentError) || error.code !== 'storage-failed') throw error
			const { status, headers } = errorAnswer(error)
			assert.deepEqual([status, headers['Retry-After']], [503, '2'], error.message)
		}
}

function newTask(): NewTask {
	const id = randomUUID()
	return {
		id: id as TaskId,
		session: `261122-000000-${id.slice(0, 4)}` as SessionId,
		prompt: userText('go'),
		priority: 0,
		createdAt: Date.now(),
	}
}

const WORK = { server: 'test', slots: 1, perTenant: 1, takes: () => true }
const ANN: AuthContext = { app: 'test', user: 'ann' }
