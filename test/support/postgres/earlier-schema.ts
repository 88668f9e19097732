// A database as an earlier version of the program has left it: its schema, and rows in every table that it had, of two
// tenants with a finished task, one that waits, and one whose server was killed.

import type { Client } from 'pg'
import type { SessionId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import type { Task, TaskId } from '../../../src/core/services/tasks.ts'
import { mediaName, mediaUri } from '../../../src/services/media-names.ts'
import { MIGRATIONS } from '../../../src/services/postgres/database/migrations.ts'
import { newTask } from '../../../src/services/postgres/postgres-tasks.ts'
import { encode } from '../../../src/sessions/codec.ts'
import { message, sessionStart, story } from '../sessions/story.ts'

export const EARLIER_TENANTS: readonly AuthContext[] = [
	{ app: 'crm', user: 'ann' },
	{ app: 'shop', user: 'bob' },
]

export const EARLIER_PICTURE = mediaUri(Buffer.from([1, 2, 3]))

export type EarlierTask = 'finished' | 'waiting' | 'orphaned'

export function earlierTask({ user }: AuthContext, name: EarlierTask): Task {
	const at = { finished: 1_795_000_000_000, waiting: 1_795_000_001_000, orphaned: 1_795_000_002_000 }[name]
	const made = newTask({
		id: `task-${name}-${user}` as TaskId,
		session: `261120-120000-${name}` as SessionId,
		// What stands in a prompt is not taken for the task's own.
		prompt: userText(`${name}: say "updatedAt":12 and it's done`),
		key: `key-${name}`,
		priority: 0,
		createdAt: at,
	})
	if (name === 'waiting') return made
	if (name === 'orphaned') return { ...made, state: 'working', server: 'dead-1', updatedAt: at + 500 }
	return { ...made, state: 'completed', result: `answer of ${user}`, updatedAt: at + 999 }
}

/** Lays out what an earlier version of the program had, instead of all that is there. */
export async function layOutEarlier(client: Client, version: number): Promise<void> {
	await client.query('drop schema if exists keelson cascade')
	await client.query('create schema keelson')
	await client.query(
		'create table keelson.migration (version int primary key, at timestamptz not null default now())',
	)
	for (const [index, step] of MIGRATIONS.slice(0, version).entries()) {
		await client.query(step)
		await client.query('insert into keelson.migration (version) values ($1)', [index + 1])
	}
	await client.query(`insert into keelson.server (id, seen_at) values ('dead-1', now() - interval '1 hour')`)
	for (const auth of EARLIER_TENANTS) await fill(client, auth, version)
}

async function fill(client: Client, auth: AuthContext, version: number): Promise<void> {
	const tenant = [auth.app, auth.user]
	const put = async (text: string, ...values: readonly unknown[]) => {
		await client.query('begin')
		await client.query('select keelson.as_tenant($1, $2)', tenant)
		await client.query(text, [...tenant, ...values])
		await client.query('commit')
	}
	for (const name of ['finished', 'waiting', 'orphaned'] as const) {
		const task = earlierTask(auth, name)
		await put('insert into keelson.session (app, usr, id) values ($1, $2, $3)', task.session)
		const isNew = name === 'waiting'
		await put(
			`insert into keelson.task (app, usr, id, session_id, key, state, priority, epoch, body)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			task.id,
			task.session,
			task.key,
			task.state,
			task.priority,
			isNew ? null : 1,
			JSON.stringify(task),
		)
		if (isNew) continue
		const envelopes = story([sessionStart('/work'), message(`asked in ${name}`), message(`said in ${name}`)])
		await client.query('select keelson.claim($1, $2, $3, $4, $5)', [...tenant, task.session, 'dead-1', 7])
		await client.query('select keelson.append($1, $2, $3, 1, $4, $5, $6, $7, $8)', [
			...tenant,
			task.session,
			envelopes.map(({ seq }) => seq),
			envelopes.map(() => null),
			envelopes.map(({ event }) => event.type),
			envelopes.map(encode),
			null,
		])
	}
	const orphaned = earlierTask(auth, 'orphaned')
	await put(
		'insert into keelson.input (app, usr, task_id, body) values ($1, $2, $3, $4)',
		orphaned.id,
		'{"type":"cancel"}',
	)
	await client.query(
		`insert into keelson.lease (job, queue, attempt, server, app, usr, task_id)
			values (gen_random_uuid(), 'run', 0, 'dead-1', $1, $2, $3)`,
		[...tenant, orphaned.id],
	)
	await put(
		'insert into keelson.key_value (app, usr, key, value) values ($1, $2, $3, $4)',
		'notes/1',
		'{"of":"before"}',
	)
	if (version >= 4)
		await put(
			'insert into keelson.media (app, usr, name, bytes) values ($1, $2, $3, $4)',
			mediaName(EARLIER_PICTURE),
			Buffer.from([1, 2, 3]),
		)
	if (version >= 5) await fillMemory(put, auth)
}

/** A text that stands in two sources. */
async function fillMemory(
	put: (text: string, ...values: readonly unknown[]) => Promise<void>,
	{ user }: AuthContext,
): Promise<void> {
	const text = `melons are ripe, says ${user}`
	await put('insert into keelson.memory_tenant values ($1, $2, 1, 1, 2)')
	await put(`insert into keelson.memory_project values ($1, $2, 1, '/work')`)
	await put(
		`insert into keelson.memory_content values ($1, $2, 1, decode(md5($3), 'hex'), $3, 'melon ripe say')`,
		text,
	)
	for (const source of [1, 2]) {
		const name = source === 1 ? earlierTask({ app: '', user }, 'finished').session : 'gone'
		await put(
			`insert into keelson.memory_source values ($1, $2, $3, 1, 'session', $4, $4, 3, '')`,
			source,
			name,
		)
		await put(
			`insert into keelson.memory_passage (app, usr, source, seq, part, content, kind, at)
				values ($1, $2, $3, 2, 0, 1, 'answer', 1795000000000)`,
			source,
		)
	}
	await put(
		`insert into keelson.memory_posting select $1, $2, 1, t, 0, array[1], 1 from unnest(array['', 'melon', 'ripe', 'say']) t`,
	)
	await put(`insert into keelson.memory_vector values ($1, $2, 'e', 1, $3)`, Buffer.alloc(8))
}
