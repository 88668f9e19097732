import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import type { NewTask, Task, TaskId } from '../../../src/core/services/tasks.ts'
import { Database } from '../../../src/services/postgres/database/database.ts'
import { openPostgresHub } from '../../../src/services/postgres/open-postgres-hub.ts'
import type { ServiceHub } from '../../../src/services/service-hub.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'

describe.skipIf(!hasPostgres)('tasks that several servers share', () => {
	let postgres: Postgres
	let url: string
	let hub: ServiceHub
	const workers: Worker[] = []
	beforeAll(async () => {
		postgres = await startPostgres()
	})
	afterAll(async () => {
		await postgres?.end()
	})
	beforeEach(async () => {
		url = await postgres.freshDatabase()
		hub = await openHub(url)
	})
	afterEach(async () => {
		for (const worker of workers.splice(0)) await worker.kill()
		await hub.close()
	})
	const startWorker = async (name: string, ...limits: readonly number[]) => {
		const worker = new Worker([url, name, ...limits.map(String)])
		workers.push(worker)
		await worker.told('ready')
		return worker
	}
	/** @returns of how many rows it was true */
	const asOwner = async (text: string): Promise<number | null> => {
		const client = new Client({ connectionString: postgres.url(new URL(url).pathname.slice(1)) })
		await client.connect()
		const { rowCount } = await client.query(text)
		await client.end()
		return rowCount
	}
	const add = (words: string, more: Partial<NewTask> = {}) => hub.tasks.create(ANN, newTask(words, more))
	const ended = async (id: TaskId): Promise<Task> => {
		let last: Task | undefined
		for await (const task of hub.tasks.follow(ANN, id, new AbortController().signal)) last = task
		assert.ok(last)
		return last
	}

	test('a server that is killed is followed by another at once, and what it had written stays', async () => {
		const first = await startWorker('first')
		const { task } = await add('hold')
		await first.told('holds')
		await startWorker('second')
		// By its heartbeat it lives for an hour: only that its connection is gone tells that it does not.
		const beats = await asOwner(
			"update keelson.server set seen_at = now() + interval '1 hour' where id like 'first-%'",
		)
		await first.kill()
		const done = await ended(task.id)
		assert.deepEqual([beats, done.result], [1, 'second'])
		assert.deepEqual(await said(hub, task), ['first attempt 1', 'second attempt 2'])
	})

	test('a server that was only asleep finds itself fenced, and writes nothing', {
		timeout: 60_000,
	}, async () => {
		const first = await startWorker('first')
		const { task } = await add('hold')
		await first.told('holds')
		const second = await startWorker('second')
		first.signal('SIGSTOP')
		assert.equal((await ended(task.id)).result, 'second')
		first.signal('SIGCONT')
		await first.told('lost')
		assert.deepEqual(await first.told('refused'), { server: 'first', refused: task.id, code: 'fenced' })
		assert.deepEqual(await said(hub, task), ['first attempt 1', 'second attempt 2'])
		assert.equal((await hub.tasks.get(ANN, task.id))?.result, 'second')
		// It is one of them again.
		await second.kill()
		const { task: later } = await add('end')
		assert.equal((await ended(later.id)).result, 'first')
	})

	test('one that is told to end gives back what it has, and the next goes on', async () => {
		const first = await startWorker('first')
		const { task } = await add('hold')
		await first.told('holds')
		await startWorker('second')
		first.signal('SIGTERM')
		assert.equal((await first.told('lost')).why, 'give-back')
		await first.told('closed')
		assert.equal((await ended(task.id)).result, 'second')
		assert.deepEqual(await said(hub, task), ['first attempt 1', 'second attempt 2'])
	})

	test('prompts of one session go one after the other in their order, others by priority', async () => {
		const session = '261122-000000-same' as SessionId
		const added = [
			await add('end', { session, priority: 0 }),
			await add('end', { session, priority: 9 }),
			await add('end', { priority: 5 }),
		]
		const worker = await startWorker('only', 1, 4)
		await Promise.all(added.map(({ task }) => ended(task.id)))
		const order = worker.lines.flatMap(({ claimed }) => claimed ?? [])
		assert.deepEqual(
			order,
			[added[2]!, added[0]!, added[1]!].map(({ task }) => task.id),
		)
	})

	test('of one tenant only so many run at once, over all servers', async () => {
		await startWorker('first', 4, 2)
		await startWorker('second', 4, 2)
		const tasks = await Promise.all(Array.from({ length: 6 }, () => add('hold')))
		const holding = () => workers.flatMap(({ lines }) => lines).filter(({ holds }) => holds).length
		await Promise.any(workers.map(worker => worker.told('holds')))
		const other = await hub.tasks.create(BOB, newTask('end'))
		let last: Task | undefined
		for await (const task of hub.tasks.follow(BOB, other.task.id, new AbortController().signal)) last = task
		assert.equal(last?.state, 'completed', 'another tenant is not held up')
		assert.ok(holding() <= 2, `${holding()} of one tenant run`)
		assert.equal(tasks.length, 6)
	})

	test('whoever asks for too much is told when to come again', async () => {
		await hub.close()
		hub = await openHub(url, { waitingPerTenant: 3, waitingInAll: 4 })
		for (let count = 0; count < 3; count++) await add('end')
		const tooMany = (error: unknown) =>
			error instanceof AgentError && error.code === 'rate-limited' && (error.retryAfterMs ?? 0) > 0
		await assert.rejects(add('end'), tooMany)
		await hub.tasks.create(BOB, newTask('end'))
		await assert.rejects(hub.tasks.create(BOB, newTask('end')), tooMany)
		assert.equal((await hub.tasks.list(BOB, { limit: 10 })).items.length, 1)
	})

	test('without the database nothing is lost, and work goes on when it is back', {
		timeout: 60_000,
	}, async () => {
		const worker = await startWorker('first')
		const { task } = await add('hold')
		await worker.told('holds')
		await postgres.stop()
		assert.equal((await worker.told('lost')).why, 'lease-lost')
		await postgres.start()
		assert.equal((await ended(task.id)).result, 'first')
		assert.deepEqual(await said(hub, task), ['first attempt 1', 'first attempt 2'])
	})

	test('two that migrate one empty database at once both begin', async () => {
		url = await postgres.freshDatabase()
		const both = await Promise.all(['a', 'b'].map(() => openHub(url)))
		await Promise.all(both.map(each => each.close()))
		await assert.rejects(
			async () => openHub(await postgres.freshDatabase(), undefined, false),
			(error: unknown) => error instanceof AgentError && error.message.includes('--migrate'),
		)
	})

	test('a superuser does not pass by the tenants either; of tables that are not his he is not let in', async () => {
		await assert.rejects(
			openHub(postgres.url(new URL(url).pathname.slice(1))),
			(error: unknown) =>
				error instanceof AgentError && error.code === 'config-invalid' && /superuser/.test(error.message),
		)
		const own = postgres.url(new URL(await postgres.freshDatabase()).pathname.slice(1))
		const owner = await openHub(own)
		const { task } = await owner.tasks.create(ANN, newTask('end'))
		assert.equal(await owner.tasks.get(BOB, task.id), undefined)
		assert.equal((await owner.tasks.create(BOB, newTask('end'))).isNew, true)
		await owner.close()
		const database = new Database(own, 1)
		const seen = await database.asTenant(BOB, query => query('select id from keelson.task'))
		await database.close()
		assert.equal(seen.length, 1)
	})
})

type Line = {
	server: string
	claimed?: TaskId
	holds?: TaskId
	refused?: TaskId
	code?: string
	why?: string
} & Record<string, unknown>

class Worker {
	readonly lines: Line[] = []
	readonly #child: ChildProcess
	readonly #ended: Promise<unknown>
	#heard: (() => void) | undefined

	constructor(args: readonly string[]) {
		const script = join(import.meta.dirname, '../../support/postgres/worker.ts')
		this.#child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
		this.#ended = new Promise(resolve => this.#child.once('exit', resolve))
		createInterface({ input: this.#child.stdout! }).on('line', line => {
			this.lines.push(JSON.parse(line))
			this.#heard?.()
		})
	}

	/** Waits for the first line that says this. */
	async told(what: string): Promise<Line> {
		for (;;) {
			const line = this.lines.find(each => what in each)
			if (line) return line
			await new Promise<void>(resolve => {
				this.#heard = resolve
			})
		}
	}

	signal(signal: NodeJS.Signals): void {
		this.#child.kill(signal)
	}

	async kill(): Promise<void> {
		this.#child.kill('SIGKILL')
		await this.#ended
	}
}

async function said(hub: ServiceHub, { session }: Task): Promise<readonly string[]> {
	const envelopes = await hub.sessionsOf(ANN).read(session)
	return envelopes.flatMap(({ event }) =>
		event.type === 'message-end'
			? event.message.content.flatMap(part => (part.type === 'text' ? [part.text] : []))
			: [],
	)
}

function newTask(words: string, more: Partial<NewTask> = {}): NewTask {
	const id = randomUUID()
	return {
		id: id as TaskId,
		session: `261122-000000-${id.slice(0, 4)}` as SessionId,
		prompt: userText(words),
		priority: 0,
		createdAt: Date.now(),
		...more,
	}
}

async function openHub(
	url: string,
	limits = { waitingPerTenant: 100, waitingInAll: 1_000 },
	migrate = true,
): Promise<ServiceHub> {
	return openPostgresHub({
		url,
		name: 'test',
		migrate,
		roots: [],
		limits,
		authentication: { authenticate: async () => undefined },
		logging: { log: () => undefined },
		warn: () => undefined,
	})
}

const ANN: AuthContext = { app: 'test', user: 'ann' }
const BOB: AuthContext = { app: 'test', user: 'bob' }
