// The queue in PostgreSQL, on pg-boss: who runs now. It keeps no truth of its own: what a task is stands in its row, what
// happened in it in its session's log. The leases beside it say which server works on what, so that the sweep finds what
// the dead have left.

import { createHash } from 'node:crypto'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { messageOf } from '../../core/errors.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import {
	type ClaimedTask,
	GIVE_BACK,
	hasEnded,
	LEASE_LOST,
	type Task,
	type TaskId,
	type TaskOutcome,
	type TaskQueue,
	type WorkOptions,
} from '../../core/services/tasks.ts'
import { type Database, LIVE_SERVERS, type Query } from './database.ts'
import type { Presence, ServerConnection } from './server-connection.ts'
import type { Wakes } from './wakes.ts'

export type PostgresQueueDeps = {
	database: Database
	connection: ServerConnection
	wakes: Wakes
	boss: PgBoss
	/**
	 * Folders that this server has; a task of one of them is only worked on by servers that name it as well. The first one
	 * is where tasks work that name none.
	 */
	roots: readonly string[]
	/** For whoever runs the program. */
	warn(text: string): void
}

type JobData = { app: string; user: string; task: TaskId }
type QueuedJob = JobWithMetadata<JobData>
type Working = { job: QueuedJob; stop: AbortController; done: Promise<void> }
type RunTask = (claimed: ClaimedTask) => Promise<TaskOutcome>

/** @param migrate - makes its tables where they are missing */
export function openBoss(url: string, migrate: boolean): PgBoss {
	return new PgBoss({
		connectionString: url,
		schema: 'keelson_queue',
		application_name: 'keelson queue',
		max: BOSS_CONNECTIONS,
		schedule: false,
		migrate,
		createSchema: migrate,
		superviseIntervalSeconds: 15,
		maintenanceIntervalSeconds: 300,
		monitorIntervalSeconds: 15,
	})
}

export class PostgresQueue implements TaskQueue {
	readonly #deps: PostgresQueueDeps
	readonly #queues: readonly string[]
	readonly #made = new Set<string>()
	readonly #working = new Map<string, Working>()

	constructor(deps: PostgresQueueDeps) {
		this.#deps = deps
		this.#queues = [queueName(undefined), ...deps.roots.map(queueName)]
	}

	/** Once, before anything else. */
	async open(): Promise<void> {
		for (const name of this.#queues) await this.#makeQueue(name)
	}

	/** Before the transaction that makes the task. */
	async prepare(task: Pick<Task, 'workspace'>): Promise<void> {
		await this.#makeQueue(queueName(this.#rootOf(task)))
	}

	/** Within the transaction that makes the task. */
	async enqueue(auth: AuthContext, task: Task, query: Query): Promise<void> {
		const { boss } = this.#deps
		// Its tables belong to nobody's tenant.
		await query(`select set_config('role', 'none', true)`)
		const data: JobData = { app: auth.app, user: auth.user, task: task.id }
		await boss.send(queueName(this.#rootOf(task)), data, {
			priority: task.priority,
			singletonKey: `${auth.app}/${auth.user}/${task.session}`,
			group: { id: `${auth.app}/${auth.user}` },
			db: { executeSql: async (text, values) => ({ rows: [...(await query(text, values))] }) },
		})
		await query(`select pg_notify('keelson', 'q')`)
	}

	/** How many wait, of all tenants. */
	async countWaiting(query: Query): Promise<number> {
		await query(`select set_config('role', 'none', true)`)
		const [row] = await query<{ count: string }>(
			`select count(*) from keelson_queue.job where state in ('created', 'retry')`,
		)
		return Number(row?.count)
	}

	async work(options: WorkOptions, run: RunTask, signal: AbortSignal): Promise<void> {
		const wake = this.#deps.wakes.listen('q')
		const timers = [
			setInterval(() => void this.#sweep(), SWEEP_MS),
			setInterval(() => void this.#touch(), TOUCH_MS),
		]
		const giveBack = () => {
			for (const { stop } of this.#working.values()) stop.abort(GIVE_BACK)
		}
		signal.addEventListener('abort', giveBack, { once: true })
		try {
			while (!signal.aborted) {
				const presence = await this.#deps.connection.present()
				await this.#fetch(presence, options, run, () => wake.ring())
				await wake.next(POLL_MS, signal)
			}
		} catch (error) {
			if (!signal.aborted) throw error
		} finally {
			signal.removeEventListener('abort', giveBack)
			for (const timer of timers) clearInterval(timer)
			wake.stop()
			giveBack()
			await Promise.all([...this.#working.values()].map(({ done }) => done))
		}
	}

	async #fetch(presence: Presence, options: WorkOptions, run: RunTask, freed: () => void): Promise<void> {
		for (const queue of this.#queues) {
			const free = options.slots - this.#working.size
			if (free <= 0) return
			try {
				const jobs = await this.#deps.boss.fetch<JobData>(queue, {
					includeMetadata: true,
					batchSize: free,
					groupConcurrency: options.perTenant,
				})
				for (const job of jobs) this.#start(job, presence, run, freed)
			} catch (error) {
				// The connection of the server tells when the database is away.
				if (!presence.signal.aborted) this.#deps.warn(`the queue: ${messageOf(error)}`)
				return
			}
		}
	}

	#start(job: QueuedJob, presence: Presence, run: RunTask, freed: () => void): void {
		const stop = new AbortController()
		const lose = () => stop.abort(LEASE_LOST)
		presence.signal.addEventListener('abort', lose, { once: true })
		if (presence.signal.aborted) lose()
		const done = this.#workOn(job, presence, run, stop.signal)
			.catch(error => this.#deps.warn(`task ${job.data.task}: ${messageOf(error)}`))
			.finally(() => {
				presence.signal.removeEventListener('abort', lose)
				this.#working.delete(job.id)
				freed()
			})
		this.#working.set(job.id, { job, stop, done })
	}

	async #workOn(job: QueuedJob, { server }: Presence, run: RunTask, signal: AbortSignal): Promise<void> {
		const claimed = await this.#claim(job, server)
		const outcome = claimed ? await this.#settled(run({ ...claimed, signal }), job) : 'ended'
		const attempt = { id: job.id, retryCount: job.retryCount }
		const { boss, database } = this.#deps
		if (outcome === 'ended') await boss.complete(job.name, attempt)
		else await boss.fail(job.name, attempt, { reason: 'given back' })
		await database.query('delete from keelson.lease where job = $1 and attempt = $2', [
			job.id,
			job.retryCount,
		])
		await database.query(`select pg_notify('keelson', 'q')`)
	}

	async #settled(running: Promise<TaskOutcome>, job: QueuedJob): Promise<TaskOutcome> {
		try {
			return await running
		} catch (error) {
			this.#deps.warn(`task ${job.data.task}: ${messageOf(error)}`)
			return 'given-back'
		}
	}

	/** @returns undefined where there is nothing left to do */
	async #claim(job: QueuedJob, server: string): Promise<Omit<ClaimedTask, 'signal'> | undefined> {
		const { app, user, task: id } = job.data
		const auth: AuthContext = { app, user }
		const { database } = this.#deps
		await database.query(
			`insert into keelson.lease (job, queue, attempt, server, app, usr, task_id)
				values ($1, $2, $3, $4, $5, $6, $7)
				on conflict (job) do update set attempt = excluded.attempt, server = excluded.server`,
			[job.id, job.name, job.retryCount, server, app, user, id],
		)
		return database.asTenant(auth, async query => {
			const [row] = await query<{ body: string; session_id: string }>(
				'select body, session_id from keelson.task where app = $1 and usr = $2 and id = $3 for update',
				[app, user, id],
			)
			const found = row && (JSON.parse(row.body) as Task)
			if (!found || hasEnded(found.state)) return undefined
			const [claim] = await query<{ claim: string }>('select keelson.claim($1, $2, $3, $4, $5)', [
				app,
				user,
				found.session,
				server,
				process.pid,
			])
			const epoch = Number(claim?.claim)
			const isHopeless = job.retryCount >= MOST_ATTEMPTS
			const task: Task = isHopeless ? givenUp(found, job.retryCount) : { ...found, server }
			await query(
				'update keelson.task set epoch = $4, state = $5, body = $6 where app = $1 and usr = $2 and id = $3',
				[app, user, id, epoch, task.state, JSON.stringify(task)],
			)
			await query(`select pg_notify('keelson', $1)`, [`t ${app} ${user} ${id}`])
			return isHopeless ? undefined : { auth, task, lease: { server, epoch }, attempt: job.retryCount + 1 }
		})
	}

	/** What servers that are dead have left is worked on again. Any of the living may do so, also several at once. */
	async #sweep(): Promise<void> {
		const { database, boss } = this.#deps
		try {
			const left = await database.query<{ job: string; queue: string; attempt: number; server: string }>(
				`select job, queue, attempt, server from keelson.lease where server not in (${LIVE_SERVERS})`,
			)
			for (const { job, queue, attempt } of left) {
				await boss.fail(queue, { id: job, retryCount: attempt }, { reason: 'its server is gone' })
				await database.query('delete from keelson.lease where job = $1 and attempt = $2', [job, attempt])
			}
			if (left.length > 0) await database.query(`select pg_notify('keelson', 'q')`)
			await database.query(
				`delete from keelson.server where seen_at < now() - interval '1 minute' and id not in (${LIVE_SERVERS})`,
			)
		} catch {
			// The database is away: whoever is there when it is back sweeps.
		}
	}

	/** What is not ours any more is stopped. */
	async #touch(): Promise<void> {
		for (const { job, stop } of this.#working.values()) {
			try {
				await this.#deps.boss.touch(job.name, { id: job.id, retryCount: job.retryCount })
				const [lease] = await this.#deps.database.query(
					'select 1 from keelson.lease where job = $1 and attempt = $2',
					[job.id, job.retryCount],
				)
				if (!lease && this.#working.has(job.id)) stop.abort(LEASE_LOST)
			} catch {
				// The server's connection tells when the database is away.
			}
		}
	}

	async #makeQueue(name: string): Promise<void> {
		if (this.#made.has(name)) return
		await this.#deps.boss.createQueue(name, {
			policy: 'key_strict_fifo',
			retryLimit: MOST_RETRIES,
			retryDelay: 0,
			heartbeatSeconds: HEARTBEAT_SECONDS,
			expireInSeconds: LONGEST_SECONDS,
			deleteAfterSeconds: 3_600,
		})
		this.#made.add(name)
	}

	/** Folders that this server does not have wait for one that has them. */
	#rootOf({ workspace }: Pick<Task, 'workspace'>): string | undefined {
		const { roots } = this.#deps
		if (workspace === undefined) return roots[0]
		return (
			roots
				.filter(root => workspace === root || workspace.startsWith(`${root}/`))
				.sort((one, other) => other.length - one.length)[0] ?? workspace
		)
	}
}

function givenUp(task: Task, attempts: number): Task {
	const { waiting: _, ...rest } = task
	return {
		...rest,
		state: 'failed',
		error: {
			code: 'internal',
			message: `${attempts} servers ended while they worked on it; it is not tried again`,
		},
	}
}

/** The same for every server that has the folder. */
function queueName(root: string | undefined): string {
	if (root === undefined) return 'run'
	return `run-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
}

const BOSS_CONNECTIONS = 4
const POLL_MS = 500
const SWEEP_MS = 500
const TOUCH_MS = 10_000
const HEARTBEAT_SECONDS = 30
/** The most that pg-boss allows; whoever waits longer for an answer is taken up again. */
const LONGEST_SECONDS = 23 * 3_600
const MOST_RETRIES = 1_000
/** A task that ends every server it runs on is not tried for ever. */
const MOST_ATTEMPTS = 20
