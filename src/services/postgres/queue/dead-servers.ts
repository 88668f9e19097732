// What servers that are dead have left in the queue.

import type { PgBoss } from 'pg-boss'
import { type Database, LIVE_SERVERS } from '../database/database.ts'
import type { Notices } from '../database/notices.ts'

type SweepDeps = { database: Database; boss: PgBoss; notices: Notices }

/** What servers that are dead have left is worked on again. Any of the living may do so, also several at once. */
export async function sweepDead(deps: SweepDeps): Promise<void> {
	await giveBack(deps, `select job, queue, attempt from keelson.lease where server not in (${LIVE_SERVERS})`)
	await deps.database.query(
		`delete from keelson.server where seen_at < now() - interval '1 minute' and id not in (${LIVE_SERVERS})`,
	)
}

/** A server that has died between fetching a job and saying that it has it. */
export async function sweepUnclaimed(deps: SweepDeps): Promise<void> {
	await giveBack(
		deps,
		`select id as job, name as queue, retry_count as attempt from keelson_queue.job j
			where state = 'active' and started_on < now() - interval '${UNCLAIMED_SECONDS} seconds' and not exists
				(select from keelson.lease l where l.job = j.id and l.attempt = j.retry_count)`,
	)
}

async function giveBack({ database, boss, notices }: SweepDeps, select: string): Promise<void> {
	const left = await database.query<{ job: string; queue: string; attempt: number }>(select)
	for (const { job, queue, attempt } of left) {
		await boss.fail(queue, { id: job, retryCount: attempt }, { reason: 'its server is gone' })
		await database.query('delete from keelson.lease where job = $1 and attempt = $2', [job, attempt])
	}
	if (left.length > 0) notices.tell('q')
}

export const UNCLAIMED_SECONDS = 5
