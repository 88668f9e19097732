// The queue in PostgreSQL, on pg-boss: who runs now. It keeps no truth of its own: what a task is stands in its row, what
// happened in it in its session's log. The leases beside it say which server works on what, so that the sweep finds what
// the dead have left.

import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { AgentError, messageOf } from '../../../core/errors.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import {
	type ClaimedTask,
	GIVE_BACK,
	LEASE_LOST,
	type Task,
	type TaskOutcome,
	type TaskQueue,
	type WorkOptions,
} from '../../../core/services/tasks.ts'
import { type Database, LOCKS, type Query } from '../database/database.ts'
import { isPassing } from '../database/database-errors.ts'
import type { Notices } from '../database/notices.ts'
import type { PostgresConnection, Presence } from '../database/server-connection.ts'
import type { Wakes } from '../database/wakes.ts'
import { sweepDead, sweepUnclaimed, UNCLAIMED_SECONDS } from './dead-servers.ts'
import { createQueue, type JobData, type QueuedJob, queueName, within } from './job.ts'
import { claimJob, settleJob } from './job-claims.ts'

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

type Working = {
	job: QueuedJob
	stop: AbortController
	done: Promise<void>
	/** Before, there is no lease that could be lost. */
	isClaimed: boolean
}
type RunTask = (claimed: ClaimedTask) => Promise<TaskOutcome>

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
			every(SWEEP_MS, () => sweepDead(this.#deps)),
			every(TOUCH_MS, () => this.#touch()),
			every(UNCLAIMED_SECONDS * 1_000, () => sweepUnclaimed(this.#deps)),
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
					for (const job of jobs)
						await settleJob(this.#deps, job, { outcome: 'given-back', epoch: undefined })
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
		const claimed = await database.patiently(() => claimJob(database, job, presence.server), presence.signal)
		if (claimed === 'lost') return
		notices.tell(`t ${job.data.app} ${job.data.user} ${job.data.task}`)
		const outcome =
			claimed === 'nothing-to-do' ? 'ended' : await this.#settled(run({ ...claimed, signal }), job)
		// Whoever gives back what it could keep must not have it again at once.
		if (outcome === 'given-back' && !signal.aborted)
			await pause(REST_MS, undefined, { signal }).catch(() => undefined)
		const epoch = claimed === 'nothing-to-do' ? undefined : claimed.lease.epoch
		// Left alone where the database is away: the sweep sees that its server is gone.
		await database.patiently(() => settleJob(this.#deps, job, { outcome, epoch }), presence.signal)
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
		await createQueue(this.#deps.boss, name)
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

/**
 * Servers take jobs one after the other: two that count a tenant's running jobs at once would each find room for the same
 * number. One that falls asleep over it loses its transaction, and the others go on.
 */
const ONE_AT_A_TIME = `begin; set local idle_in_transaction_session_timeout = '2s'; select pg_advisory_xact_lock(${LOCKS}, -1)`

const POLL_MS = 500
const SWEEP_MS = 500
const TOUCH_MS = 10_000
const REST_MS = 1_000
