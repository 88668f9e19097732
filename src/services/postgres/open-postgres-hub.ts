// The service hub in PostgreSQL: many servers, many users, one database.

import { messageOf } from '../../core/errors.ts'
import type { Authentication } from '../../core/services/authentication.ts'
import type { Logging } from '../../core/services/logging.ts'
import type { ServiceHub } from '../service-hub.ts'
import { Database } from './database/database.ts'
import { openingError } from './database/database-errors.ts'
import { Notices, Teller } from './database/notices.ts'
import { PostgresConnection } from './database/server-connection.ts'
import { Wakes } from './database/wakes.ts'
import { postgresMemory } from './memory/postgres-passages.ts'
import { postgresKeyValues } from './postgres-key-values.ts'
import { postgresLive } from './postgres-live.ts'
import { postgresMedia } from './postgres-media.ts'
import { postgresInbox, postgresTasks, type WaitingLimits } from './postgres-tasks.ts'
import { openBoss } from './queue/job.ts'
import { PostgresQueue } from './queue/postgres-queue.ts'
import { postgresSessions } from './sessions/postgres-sessions.ts'

export type PostgresHubOptions = {
	/** `postgres://…` */
	url: string
	/** What this server is called, for people. */
	name: string
	/** Makes the schema, or brings it to this version. */
	migrate: boolean
	/** Folders that this server has, absolute; the first one is where tasks work that name none. */
	roots: readonly string[]
	/** Where a workspace is that is no folder. Left out, it is what it is called. */
	placeOf?(workspace: string): string
	limits: WaitingLimits
	authentication: Authentication
	logging: Logging
	/** For whoever runs the program. */
	warn(text: string): void
}

/** @throws AgentError `storage-failed` when the database cannot be reached, `config-invalid` when its schema is another one */
export async function openPostgresHub(options: PostgresHubOptions): Promise<ServiceHub> {
	const { url, name, migrate, roots, limits, authentication, logging, warn } = options
	const database = new Database(url, CONNECTIONS)
	const wakes = new Wakes()
	const teller = new Teller({ url, name })
	const live = postgresLive(payloads => teller.notify(payloads))
	const notices = new Notices(keys => teller.notify(keys), wakes)
	const { heard, connected } = live
	const isOwn = (backend: number) => teller.isOwn(backend)
	const connection = new PostgresConnection({ url, name, wakes, warn, heard, connected, isOwn })
	const boss = openBoss(url, migrate)
	const close = async () => {
		live.close()
		await notices.close()
		await teller.close()
		await connection.close()
		await boss.stop({ graceful: false }).catch(() => undefined)
		await database.close()
	}
	let isOpen = false
	boss.on('error', error => {
		// While the database is away this comes with every poll; the server's connection has told it.
		if (!isOpen) warn(`the queue: ${messageOf(error)}`)
	})
	try {
		await database.prepare(migrate)
		const queue = new PostgresQueue({
			database,
			connection,
			wakes,
			notices,
			boss,
			roots,
			placeOf: options.placeOf ?? (workspace => workspace),
			warn,
		})
		// Neither needs the other, and whoever starts a server waits for both.
		await Promise.all([
			boss.start().then(() => queue.open()),
			connection.first().then(() => connection.requireOwn(database)),
		])
		isOpen = true
		const tasks = postgresTasks({
			database,
			wakes,
			notices,
			limits,
			prepare: task => queue.prepare(task),
			enqueue: (auth, task, query) => queue.enqueue(auth, task, query),
			countWaiting: query => queue.countWaiting(query),
			lost: () => connection.lost,
		})
		return {
			authentication,
			logging,
			tasks,
			queue,
			live,
			inbox: postgresInbox({ database, wakes, notices }),
			keyValues: postgresKeyValues(database),
			mediaOf: auth => postgresMedia(auth, { database, lost: () => connection.lost }),
			memory: postgresMemory(database),
			sessionsOf: (auth, epoch) => postgresSessions(auth, { database, connection, wakes, notices }, epoch),
			close,
		}
	} catch (error) {
		await close().catch(() => undefined)
		throw openingError(error, database.place)
	}
}

const CONNECTIONS = 8
