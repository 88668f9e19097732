// Tasks in PostgreSQL, and what comes for them from outside. Making one and putting it into the queue is one transaction.

import { AgentError } from '../../core/errors.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { answeredAlready, answeredBy } from '../../core/services/task-answers.ts'
import {
	hasEnded,
	type NewTask,
	type RecentFilter,
	type Task,
	type TaskFilter,
	type TaskId,
	type TaskInbox,
	type TaskInput,
	type TaskLease,
	type TaskStore,
} from '../../core/services/tasks.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { noCursor } from '../embedded/recent-tasks.ts'
import type { Database, Query } from './database/database.ts'
import type { Notices } from './database/notices.ts'
import type { Wakes } from './database/wakes.ts'

export type PostgresTasksDeps = {
	database: Database
	wakes: Wakes
	notices: Notices
	limits: WaitingLimits
	/** Before the transaction that makes the task. */
	prepare(task: NewTask): Promise<void>
	/** Within it. */
	enqueue(auth: AuthContext, task: Task, query: Query): Promise<void>
	/** How many wait, of all tenants. */
	countWaiting(query: Query): Promise<number>
	/** Fires when nobody knows any more that this server lives. */
	lost(): AbortSignal
}

/** How many tasks may wait for somebody to work on them. */
export type WaitingLimits = { waitingPerTenant: number; waitingInAll: number }

export function postgresTasks(deps: PostgresTasksDeps): TaskStore {
	const { database, wakes, notices, limits } = deps
	const get = async (auth: AuthContext, id: TaskId): Promise<Task | undefined> => {
		const [row] = await database.oneAsTenant<{ body: string }>(
			auth,
			'select body from keelson.task where app = $1 and usr = $2 and id = $3',
			[auth.app, auth.user, id],
		)
		return row && (JSON.parse(row.body) as Task)
	}
	const save: TaskStore['save'] = async (auth, task, lease) => {
		const { id, session, state, updatedAt } = task
		const [row] = await database.query<{ came: string }>(
			'select keelson.save_task($1, $2, $3, $4, $5, $6, $7, $8, $9) as came',
			[
				auth.app,
				auth.user,
				id,
				session,
				lease?.epoch ?? null,
				state === 'completed',
				state,
				JSON.stringify(task),
				updatedAt,
			],
		)
		requireSaved(row?.came, id)
		notices.tell(`t ${auth.app} ${auth.user} ${id}`)
	}
	return {
		get,
		async create(auth, wish) {
			await deps.prepare(wish)
			const created = await database.asTenant(auth, async query => {
				const known = wish.key === undefined ? undefined : await withKey(query, auth, wish.key)
				if (known) return { task: known, isNew: false }
				const task = newTask(wish)
				// None waits for the answer to the one before.
				const [, , added] = await Promise.all([
					requireOwnRoom(query, auth, limits.waitingPerTenant),
					query(`insert into keelson.session (app, usr, id) values ($1, $2, $3) on conflict do nothing`, [
						auth.app,
						auth.user,
						task.session,
					]),
					insertTask(query, auth, task),
				])
				// Somebody else was first with the key, a moment ago.
				if (added.length === 0) return { task: (await withKey(query, auth, wish.key!))!, isNew: false }
				// The tables of the queue belong to nobody's tenant.
				const [, waiting] = await Promise.all([
					query(`select set_config('role', 'none', true)`),
					deps.countWaiting(query),
				])
				requireRoom(waiting, limits.waitingInAll)
				await deps.enqueue(auth, task, query)
				return { task, isNew: true }
			})
			if (created.isNew) notices.tell('q')
			return created
		},
		list: (auth, filter) => database.asTenant(auth, query => listTasks(query, auth, filter)),
		recent: (auth, filter) => database.asTenant(auth, query => recentTasks(query, auth, filter)),
		// Twice is as good as once.
		save: (auth, task, lease) => database.patiently(() => save(auth, task, lease), deps.lost()),
		async *follow(auth, id, signal) {
			const wake = wakes.listen(`t ${auth.app} ${auth.user} ${id}`)
			try {
				for (let last = ''; !signal.aborted; ) {
					const task = await database.patiently(() => get(auth, id), signal)
					if (!task || signal.aborted) return
					const text = JSON.stringify(task)
					if (text !== last) yield task
					if (hasEnded(task.state)) return
					last = text
					await wake.quietly(signal)
				}
			} finally {
				wake.stop()
			}
		},
	}
}

export function postgresInbox({
	database,
	wakes,
	notices,
}: Pick<PostgresTasksDeps, 'database' | 'wakes' | 'notices'>): TaskInbox {
	return {
		async put(auth, id, input) {
			await database.asTenant(auth, async query => {
				const [task] = await selectTasks(query, auth, 'and id = $3 for update', [id])
				if (!task) throw new AgentError('task-not-found', `there is no task ${id}`)
				if (hasEnded(task.state))
					throw new AgentError('rejected', `task ${id} has ended: it is ${task.state}`)
				const answered = answeredBy(input)
				if (answered !== undefined && !(await isFirstAnswer(query, auth, id, answered)))
					throw answeredAlready(id, answered)
				await query('insert into keelson.input (app, usr, task_id, body) values ($1, $2, $3, $4)', [
					auth.app,
					auth.user,
					id,
					JSON.stringify(input),
				])
			})
			notices.tell(`i ${auth.app} ${auth.user} ${id}`)
		},
		async *take(auth, id, lease, signal) {
			const wake = wakes.listen(`i ${auth.app} ${auth.user} ${id}`)
			try {
				while (!signal.aborted) {
					const look = () => nextInput(database, auth, id, lease)
					const next = await database.patiently(look, signal)
					if (!next) {
						await wake.quietly(signal)
						continue
					}
					try {
						yield JSON.parse(next.body) as TaskInput
					} finally {
						await database.patiently(() => removeInput(database, auth, id, { lease, n: next.n }), signal)
					}
				}
			} finally {
				wake.stop()
			}
		},
	}
}

/** Marks it as answered. @returns whether it was not before */
async function isFirstAnswer(
	query: Query,
	{ app, user }: AuthContext,
	id: TaskId,
	answered: string,
): Promise<boolean> {
	const rows = await query(
		`update keelson.task set answered = $4
			where app = $1 and usr = $2 and id = $3 and answered is distinct from $4 returning id`,
		[app, user, id, answered],
	)
	return rows.length > 0
}

async function nextInput(
	database: Database,
	{ app, user }: AuthContext,
	id: TaskId,
	lease: TaskLease,
): Promise<{ body: string; n: string } | undefined> {
	const [input] = await database.oneAsTenant<{ body: string; n: string }>(
		{ app, user },
		`select i.body, i.n from keelson.task t
			join keelson.session s on s.app = $1 and s.usr = $2 and s.id = t.session_id and s.epoch = $4
			cross join lateral (select body, n from keelson.input
				where app = $1 and usr = $2 and task_id = $3 order by n limit 1) i
			where t.app = $1 and t.usr = $2 and t.id = $3`,
		[app, user, id, lease.epoch],
	)
	return input
}

/** What was handed to somebody who has lost the task is still to be dealt with by whoever has it now. */
async function removeInput(
	database: Database,
	{ app, user }: AuthContext,
	id: TaskId,
	{ lease, n }: { lease: TaskLease; n: string },
): Promise<void> {
	await database.oneAsTenant(
		{ app, user },
		`with mine as (
				select 1 from keelson.session where app = $1 and usr = $2 and epoch = $5 and id = (
					select session_id from keelson.task where app = $1 and usr = $2 and id = $3) for share)
			delete from keelson.input
			where app = $1 and usr = $2 and task_id = $3 and n = $4 and exists (select from mine)`,
		[app, user, id, n, lease.epoch],
	)
}

/** As it is before anybody has worked on it. */
export function newTask(wish: NewTask): Task {
	return {
		...wish,
		state: 'submitted',
		updatedAt: wish.createdAt,
		runs: [],
		artifacts: [],
		usage: NO_USAGE,
		costMicroUsd: 0,
	}
}

/** @returns nothing where it is there already */
function insertTask(query: Query, { app, user }: AuthContext, task: Task): Promise<readonly object[]> {
	return query(
		`insert into keelson.task (app, usr, id, session_id, key, state, priority, body, updated_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning 1`,
		[
			app,
			user,
			task.id,
			task.session,
			task.key ?? null,
			task.state,
			task.priority,
			JSON.stringify(task),
			task.updatedAt,
		],
	)
}

async function selectTasks(
	query: Query,
	{ app, user }: AuthContext,
	where: string,
	values: readonly unknown[],
): Promise<readonly Task[]> {
	const rows = await query<{ body: string }>(
		`select body from keelson.task where app = $1 and usr = $2 ${where}`,
		[app, user, ...values],
	)
	return rows.map(({ body }) => JSON.parse(body) as Task)
}

async function withKey(query: Query, auth: AuthContext, key: string): Promise<Task | undefined> {
	return (await selectTasks(query, auth, 'and key = $3', [key]))[0]
}

async function requireOwnRoom(query: Query, { app, user }: AuthContext, limit: number): Promise<void> {
	const [own] = await query<{ count: string }>(
		`select count(*) from keelson.task where app = $1 and usr = $2 and state = 'submitted'`,
		[app, user],
	)
	const waiting = Number(own?.count)
	if (waiting >= limit) throw tooMany(`${waiting} of your tasks are waiting already`, limit)
}

function requireRoom(waiting: number, limit: number): void {
	if (waiting >= limit) throw tooMany(`${waiting} tasks are waiting already`, limit)
}

function tooMany(what: string, limit: number): AgentError {
	return new AgentError('rate-limited', `${what}; at most ${limit} may`, { retryAfterMs: RETRY_AFTER_MS })
}

async function listTasks(query: Query, { app, user }: AuthContext, filter: TaskFilter) {
	const before = filter.cursor === undefined ? null : placeIn(filter.cursor)
	const rows = await query<{ body: string; made: string }>(
		`select body, made from keelson.task where app = $1 and usr = $2
			and ($3::text is null or state = $3) and ($4::text is null or session_id = $4)
			and ($5::bigint is null or made < $5) order by made desc limit $6`,
		[app, user, filter.state ?? null, filter.session ?? null, before, filter.limit + 1],
	)
	const items = rows.slice(0, filter.limit)
	const next = rows.length > filter.limit ? items.at(-1)?.made : undefined
	return {
		items: items.map(({ body }) => JSON.parse(body) as Task),
		...(next !== undefined && { next }),
	}
}

async function recentTasks(query: Query, { app, user }: AuthContext, filter: RecentFilter) {
	const before = filter.cursor === undefined ? undefined : /^(\d{1,16})~(\d{1,18})$/.exec(filter.cursor)
	if (before === null) throw noCursor(filter.cursor ?? '')
	const fits = `app = $1 and usr = $2 and ($3::text is null or state = $3) and ($4::text is null or session_id = $4)
		and updated_at >= $5`
	const values = [app, user, filter.state ?? null, filter.session ?? null, Math.floor(filter.since ?? 0)]
	const [all] = await query<{ count: string }>(`select count(*) from keelson.task where ${fits}`, values)
	const rows = await query<{ body: string; made: string; updated_at: string }>(
		`select body, made, updated_at from keelson.task where ${fits}
			and ($6::bigint is null or (updated_at, made) < ($6, $7::bigint)) order by updated_at desc, made desc limit $8`,
		[...values, before?.[1] ?? null, before?.[2] ?? null, filter.limit + 1],
	)
	const items = rows.slice(0, filter.limit)
	const last = items.at(-1)
	return {
		items: items.map(({ body }) => JSON.parse(body) as Task),
		total: Number(all?.count),
		...(rows.length > items.length && last && { next: `${last.updated_at}~${last.made}` }),
	}
}

function placeIn(cursor: string): string {
	if (/^\d{1,18}$/.test(cursor)) return cursor
	throw noCursor(cursor)
}

/** @throws AgentError `fenced`, `task-not-found`, `rejected` */
function requireSaved(came: string | undefined, id: TaskId): void {
	if (came === 'saved') return
	if (came === 'not-found') throw new AgentError('task-not-found', `there is no task ${id}`)
	if (came === 'fenced') throw new AgentError('fenced', `somebody else works on the task ${id}`)
	throw new AgentError('rejected', `task ${id} has ${came} inputs that nobody has dealt with`)
}

const RETRY_AFTER_MS = 5_000
