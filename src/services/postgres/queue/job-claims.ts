// Claiming a job and letting go of it, one transaction each: with the lease the task's session is claimed, too.

import type { PgBoss } from 'pg-boss'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import { type ClaimedTask, hasEnded, type Task, type TaskOutcome } from '../../../core/services/tasks.ts'
import type { Database } from '../database/database.ts'
import { type QueuedJob, within } from './job.ts'

/** `lost`: whoever was asleep since it fetched the job does not have it any more. */
export async function claimJob(
	database: Database,
	job: QueuedJob,
	server: string,
): Promise<Omit<ClaimedTask, 'signal'> | 'lost' | 'nothing-to-do'> {
	const { app, user, task: id } = job.data
	const auth: AuthContext = { app, user }
	return database.transaction(async query => {
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

/** All of it or nothing, so that no lease is left behind and no session stays open. */
export async function settleJob(
	{ boss, database }: { boss: PgBoss; database: Database },
	job: QueuedJob,
	{ outcome, epoch }: { outcome: TaskOutcome; epoch: number | undefined },
): Promise<void> {
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

/** A task that ends every server it runs on is not tried for ever. What was given back in order does not count. */
const MOST_LOSSES = 20
