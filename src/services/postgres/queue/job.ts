// A task in the queue, as pg-boss keeps it.

import { createHash } from 'node:crypto'
import { type ConnectionOptions, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { TaskId } from '../../../core/services/tasks.ts'
import type { Query } from '../database/database.ts'

export type JobData = { app: string; user: string; task: TaskId }

export type QueuedJob = JobWithMetadata<JobData>

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

export async function createQueue(boss: PgBoss, name: string): Promise<void> {
	await boss.createQueue(name, {
		policy: 'key_strict_fifo',
		retryLimit: MOST_RETRIES,
		retryDelay: 0,
		heartbeatSeconds: HEARTBEAT_SECONDS,
		expireInSeconds: LONGEST_SECONDS,
		deleteAfterSeconds: 3_600,
		retentionSeconds: KEPT_SECONDS,
	})
}

/** The same for every server that has the folder. */
export function queueName(root: string | undefined): string {
	if (root === undefined) return 'run'
	return `run-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
}

/** For pg-boss, in a transaction of ours. */
export function within(query: Query): NonNullable<ConnectionOptions['db']> {
	return { executeSql: async (text, values) => ({ rows: [...(await query(text, values))] }) }
}

const BOSS_CONNECTIONS = 4
const HEARTBEAT_SECONDS = 30
/** The most that pg-boss allows; whoever waits longer for an answer is taken up again. */
const LONGEST_SECONDS = 23 * 3_600
const MOST_RETRIES = 1_000
/** Ten years: a task waits for as long as nobody takes it, and is given back after however long it ran. */
const KEPT_SECONDS = 10 * 365 * 86_400
