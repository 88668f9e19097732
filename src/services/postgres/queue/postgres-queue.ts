// The queue in PostgreSQL, on pg-boss: who runs now. It keeps no truth of its own: what a task is stands in its row, what
// happened in it in its session's log. The leases beside it say which server works on what, so that the sweep finds what
// the dead have left.

import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type ConnectionOptions, type JobWithMetadata, PgBoss } from 'pg-boss'
import { AgentError, messageOf } from '../../../core/errors.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
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
} from '../../../core/services/tasks.ts'
import { type Database, LIVE_SERVERS, LOCKS, type Query } from '../database/database.ts'
import { isPassing } from '../database/database-errors.ts'
import type { Notices } from '../database/notices.ts'
import type { PostgresConnection, Presence } from '../database/server-connection.ts'
import type { Wakes } from '../database/wakes.ts'

export type PostgresQueueDeps = {
	database: Database
	connection: PostgresConnection
	wakes: Wakes
	notices: Notices
	boss: PgBoss
	/**
	 * Folders that this server has; a task of one of them is only worked on by servers that name it as well. The first one
	 * is where tasks work that name none.
	 */
	roots: readonly string[]
	/** What of a workspace is one of them, or lies in one. */
	placeOf(workspace: string): string
	/** For whoever runs the program. */
	warn(text: string): void
}

type JobData = { app: string; user: string; task: TaskId }
type QueuedJob = JobWithMetadata<JobData>
type Working = {
	job: QueuedJob
	stop: AbortController
	done: Promise<void>
	/** Before, there is no lease that could be lost. */
	isClaimed: boolean
}
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
	readonly #working = new Set<Working>()
	/** What went wrong with the queue is said once. */
	#trouble: string | undefined

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
		const data: JobData = { app: auth.app, user: auth.user, task: task.id }
		const name = queueName(this.#rootOf(task))
		try {
			const job = await boss.send(name, data, {
				priority: task.priority,
				singletonKey: `${auth.app}/${auth.user}/${task.session}`,
				group: { id: `${auth.app}/${auth.user}` },
				db: within(query),
			})
			if (job === null) throw new AgentError('storage-failed', `the queue did not take the task ${task.id}`)
		} catch (error) {
			// It may have been removed; the next task makes it anew.
			this.#made.delete(name)
			throw error
		}
	}

	/** How many wait, of all tenants; in a transaction that has been left by its tenant. */
	async countWaiting(query: Query): Promise<number> {
		const [row] = await query<{ count: string }>(
			`select count(*) from keelson_queue.job where state < 'active'`,
		)
		return Number(row?.count)
	}

	async work(options: WorkOptions, run: RunTask, signal: AbortSignal): Promise<void> {
		const wake = this.#deps.wakes.listen('q')
		const timers = [
			every(SWEEP_MS, () => this.#sweep()),
			every(TOUCH_MS, () => this.#touch()),
			every(UNCLAIMED_SECONDS * 1_000, () => this.#sweepUnclaimed()),
		]
		const giveBack = () => {
			for (const { stop } of this.#working) stop.abort(GIVE_BACK)
		}
		signal.addEventListener('abort', giveBack, { once: true })
		try {
			while (!signal.aborted) {
				const presence = await this.#deps.connection.present()
				await this.#fetch(presence, options, { run, freed: () => wake.ring(), signal })
				await wake.next(POLL_MS, signal)
			}
		} catch (error) {
			if (!signal.aborted) throw error
		} finally {
			signal.removeEventListener('abort', giveBack)
			for (const end of timers) end()
			wake.stop()
			giveBack()
			await Promise.all([...this.#working].map(({ done }) => done))
		}
	}

	async #fetch(
		presence: Presence,
		options: WorkOptions,
		{ run, freed, signal }: { run: RunTask; freed: () => void; signal: AbortSignal },
	): Promise<void> {
		for (const queue of this.#queues) {
			const free = options.slots - this.#working.size
			if (free <= 0) return
			try {
				const jobs = await this.#deps.database.transaction(async query => {
					const fetched = await this.#deps.boss.fetch<JobData>(queue, {
						includeMetadata: true,
						batchSize: free,
						groupConcurrency: options.perTenant,
						db: within(query),
					})
					// What has just been given back is for another server.
					signal.throwIfAborted()
					return fetched
				}, ONE_AT_A_TIME)
				this.#trouble = undefined
				if (signal.aborted) {
					for (const job of jobs) await this.#settle(job, 'given-back', undefined)
					return
				}
				for (const job of jobs) this.#start(job, presence, run, freed)
			} catch (error) {
				if (signal.aborted) return
				// The connection of the server tells when the database is away.
				const trouble = messageOf(error)
				if (!isPassing(error) && trouble !== this.#trouble) this.#deps.warn(`the queue: ${trouble}`)
				this.#trouble = trouble
				return
			}
		}
	}

	#start(job: QueuedJob, presence: Presence, run: RunTask, freed: () => void): void {
		const stop = new AbortController()
		const lose = () => stop.abort(LEASE_LOST)
		// The attempt before was given up for us, and has not noticed.
		for (const other of this.#working) if (other.job.id === job.id) other.stop.abort(LEASE_LOST)
		presence.signal.addEventListener('abort', lose, { once: true })
		if (presence.signal.aborted) lose()
		const runClaimed: RunTask = claimed => {
			working.isClaimed = true
			return run(claimed)
		}
		const done = this.#workOn(job, presence, runClaimed, stop.signal)
			.catch(error => this.#deps.warn(`task ${job.data.task}: ${messageOf(error)}`))
			.finally(() => {
				presence.signal.removeEventListener('abort', lose)
				this.#working.delete(working)
				freed()
			})
		const working: Working = { job, stop, done, isClaimed: false }
		this.#working.add(working)
	}

	async #workOn(job: QueuedJob, presence: Presence, run: RunTask, signal: AbortSignal): Promise<void> {
		const { database, notices } = this.#deps
		const claimed = await database.patiently(() => this.#claim(job, presence.server), presence.signal)
		if (claimed === 'lost') return
		notices.tell(`t ${job.data.app} ${job.data.user} ${job.data.task}`)
		const outcome =
			claimed === 'nothing-to-do' ? 'ended' : await this.#settled(run({ ...claimed, signal }), job)
		// Whoever gives back what it could keep must not have it again at once.
		if (outcome === 'given-back' && !signal.aborted)
			await pause(REST_MS, undefined, { signal }).catch(() => undefined)
		const epoch = claimed === 'nothing-to-do' ? undefined : claimed.lease.epoch
		// Left alone where the database is away: the sweep sees that its server is gone.
		await database.patiently(() => this.#settle(job, outcome, epoch), presence.signal)
		const { app, user } = job.data
		notices.tell('q', ...(claimed === 'nothing-to-do' ? [] : [`s ${app} ${user} ${claimed.task.session}`]))
	}

	async #settled(running: Promise<TaskOutcome>, job: QueuedJob): Promise<TaskOutcome> {
		try {
			return await running
		} catch (error) {
			this.#deps.warn(`task ${job.data.task}: ${messageOf(error)}`)
			return 'given-back'
		}
	}

	/** All of it or nothing, so that no lease is left behind and no session stays open. */
	async #settle(job: QueuedJob, outcome: TaskOutcome, epoch: number | undefined): Promise<void> {
		const { boss, database } = this.#deps
		const { app, user, task } = job.data
		const attempt = { id: job.id, retryCount: job.retryCount }
		await database.transaction(async query => {
			const db = within(query)
			await Promise.all([
				outcome === 'ended'
					? boss.complete(job.name, attempt, null, { db })
					: boss.fail(job.name, attempt, { reason: 'given back' }, { db }),
				query('delete from keelson.lease where job = $1 and attempt = $2', [job.id, job.retryCount]),
			])
			// The last one: from here on nothing is seen but what is the tenant's.
			if (epoch !== undefined)
				await query('select keelson.release($1, $2, $3, $4, $5)', [
					app,
					user,
					task,
					epoch,
					outcome === 'given-back',
				])
		})
	}

	/** `lost`: whoever was asleep since it fetched the job does not have it any more. */
	async #claim(
		job: QueuedJob,
		server: string,
	): Promise<Omit<ClaimedTask, 'signal'> | 'lost' | 'nothing-to-do'> {
		const { app, user, task: id } = job.data
		const auth: AuthContext = { app, user }
		return this.#deps.database.transaction(async query => {
			const mine = await query(
				`with mine as (select id from keelson_queue.job
						where name = $2 and id = $1 and state = 'active' and retry_count = $3 for update)
					insert into keelson.lease (job, queue, attempt, server, app, usr, task_id)
					select id, $2, $3, $4, $5, $6, $7 from mine
					on conflict (job) do update set attempt = excluded.attempt, server = excluded.server returning 1`,
				[job.id, job.name, job.retryCount, server, app, user, id],
			)
			if (mine.length === 0) return 'lost'
			await query('select keelson.as_tenant($1, $2)', [app, user])
			const [row] = await query<{ body: string; losses: number }>(
				'select body, losses from keelson.task where app = $1 and usr = $2 and id = $3 for update',
				[app, user, id],
			)
			const found = row && (JSON.parse(row.body) as Task)
			if (!found || hasEnded(found.state)) return 'nothing-to-do'
			const [claim] = await query<{ claim: string }>('select keelson.claim($1, $2, $3, $4, $5)', [
				app,
				user,
				found.session,
				server,
				process.pid,
			])
			const epoch = Number(claim?.claim)
			const isHopeless = row.losses >= MOST_LOSSES
			const task: Task = isHopeless ? givenUp(found, row.losses) : { ...found, server }
			await query(
				`update keelson.task set epoch = $4, state = $5, body = $6, losses = losses + 1
					where app = $1 and usr = $2 and id = $3`,
				[app, user, id, epoch, task.state, JSON.stringify(task)],
			)
			if (isHopeless) return 'nothing-to-do'
			return { auth, task, lease: { server, epoch }, attempt: job.retryCount + 1 }
		})
	}

	/** What servers that are dead have left is worked on again. Any of the living may do so, also several at once. */
	async #sweep(): Promise<void> {
		const { database } = this.#deps
		await this.#fail(`select job, queue, attempt from keelson.lease where server not in (${LIVE_SERVERS})`)
		await database.query(
			`delete from keelson.server where seen_at < now() - interval '1 minute' and id not in (${LIVE_SERVERS})`,
		)
	}

	/** A server that has died between fetching a job and saying that it has it. */
	async #sweepUnclaimed(): Promise<void> {
		await this.#fail(
			`select id as job, name as queue, retry_count as attempt from keelson_queue.job j
				where state = 'active' and started_on < now() - interval '${UNCLAIMED_SECONDS} seconds' and not exists
					(select from keelson.lease l where l.job = j.id and l.attempt = j.retry_count)`,
		)
	}

	async #fail(select: string): Promise<void> {
		const { database, boss, notices } = this.#deps
		const left = await database.query<{ job: string; queue: string; attempt: number }>(select)
		for (const { job, queue, attempt } of left) {
			await boss.fail(queue, { id: job, retryCount: attempt }, { reason: 'its server is gone' })
			await database.query('delete from keelson.lease where job = $1 and attempt = $2', [job, attempt])
		}
		if (left.length > 0) notices.tell('q')
	}

	/** What is not ours any more is stopped. */
	async #touch(): Promise<void> {
		const working = [...this.#working]
		const leases = await this.#deps.database.query<{ job: string; attempt: number }>(
			'select job, attempt from keelson.lease where job = any($1)',
			[working.map(({ job }) => job.id)],
		)
		const held = new Set(leases.map(({ job, attempt }) => `${job} ${attempt}`))
		const isHeld = ({ job }: Working) => held.has(`${job.id} ${job.retryCount}`)
		for (const queue of this.#queues) {
			const of = working.filter(each => each.job.name === queue && isHeld(each))
			const attempts = of.map(({ job }) => ({ id: job.id, retryCount: job.retryCount }))
			if (attempts.length > 0) await this.#deps.boss.touch(queue, attempts)
		}
		for (const each of working)
			if (!isHeld(each) && each.isClaimed && this.#working.has(each)) each.stop.abort(LEASE_LOST)
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
			retentionSeconds: KEPT_SECONDS,
		})
		this.#made.add(name)
	}

	/** Folders that this server does not have wait for one that has them. */
	#rootOf({ workspace }: Pick<Task, 'workspace'>): string | undefined {
		const { roots, placeOf } = this.#deps
		if (workspace === undefined) return roots[0]
		const place = placeOf(workspace)
		return (
			roots
				.filter(root => place === root || place.startsWith(`${root}/`))
				.sort((one, other) => other.length - one.length)[0] ?? place
		)
	}
}

/** Until it is ended; what has not come to its end by then is not begun again. */
function every(ms: number, work: () => Promise<void>): () => void {
	let isBusy = false
	const timer = setInterval(() => {
		if (isBusy) return
		isBusy = true
		// The database is away: whoever is there when it is back does it.
		void work()
			.catch(() => undefined)
			.finally(() => {
				isBusy = false
			})
	}, ms)
	return () => clearInterval(timer)
}

/** For pg-boss, in a transaction of ours. */
/**
 * Servers take jobs one after the other: two that count a tenant's running jobs at once would each find room for the same
 * number. One that falls asleep over it loses its transaction, and the others go on.
 */
const ONE_AT_A_TIME = `begin; set local idle_in_transaction_session_timeout = '2s'; select pg_advisory_xact_lock(${LOCKS}, -1)`

function within(query: Query): NonNullable<ConnectionOptions['db']> {
	return { executeSql: async (text, values) => ({ rows: [...(await query(text, values))] }) }
}

function givenUp(task: Task, losses: number): Task {
	const { waiting: _, ...rest } = task
	return {
		...rest,
		state: 'failed',
		error: {
			code: 'internal',
			message: `${losses} servers ended while they worked on it; it is not tried again`,
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
/** A task that ends every server it runs on is not tried for ever. What was given back in order does not count. */
const MOST_LOSSES = 20
const REST_MS = 1_000
const UNCLAIMED_SECONDS = 5
/** Ten years: a task waits for as long as nobody takes it, and is given back after however long it ran. */
const KEPT_SECONDS = 10 * 365 * 86_400
