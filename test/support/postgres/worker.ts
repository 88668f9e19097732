// A server that works on tasks by writing a line into their logs and waiting: for tests that kill it. Each thing it does
// is a line of JSON on stdout.

import { AgentError } from '../../../src/core/errors.ts'
import type { AgentEvent } from '../../../src/core/events.ts'
import { type ClaimedTask, GIVE_BACK, type TaskOutcome } from '../../../src/core/services/tasks.ts'
import { openPostgresHub } from '../../../src/services/postgres/open-postgres-hub.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { whenAborted } from '../deferred.ts'
import { message, sessionStart } from '../sessions/story.ts'

const [url = '', name = 'worker', slots = '4', perTenant = '4'] = process.argv.slice(2)
const tell = (what: object) => process.stdout.write(`${JSON.stringify({ server: name, ...what })}\n`)

const hub = await openPostgresHub({
	url,
	name,
	migrate: true,
	roots: [],
	limits: { waitingPerTenant: 1_000, waitingInAll: 10_000 },
	authentication: { authenticate: async () => undefined },
	logging: { log: () => undefined },
	warn: text => tell({ warning: text }),
})
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
tell({ ready: true })
await hub.queue.work(
	{ server: name, slots: Number(slots), perTenant: Number(perTenant), takes: () => true },
	workOn,
	stop.signal,
)
await hub.close()
tell({ closed: true })

/** `end` ends at once, `hold` stays until somebody else has it; then whoever takes it up ends it. */
async function workOn({ auth, task, lease, attempt, signal }: ClaimedTask): Promise<TaskOutcome> {
	const store = hub.sessionsOf(auth, lease.epoch)
	const words = task.prompt.content[0]?.type === 'text' ? task.prompt.content[0].text : ''
	tell({ claimed: task.id, attempt, epoch: lease.epoch, words })
	const before = await store.read(task.session).catch(() => [])
	const log = before.length > 0 ? (await store.open(task.session)).log : store.create(task.session, '/')
	let seq = before.at(-1)?.seq ?? 0
	const envelope = (event: AgentEvent) =>
		({ seq: ++seq, at: Date.now(), sessionId: task.session, event }) as StoredEnvelope
	try {
		if (before.length === 0) await log.append([envelope(sessionStart('/'))], { durable: true })
		await log.append([envelope(message(`${name} attempt ${attempt}`))], { durable: true })
		await hub.tasks.save(auth, { ...task, state: 'working', server: lease.server }, lease)
		if (words === 'hold' && attempt === 1) {
			tell({ holds: task.id })
			await whenAborted(signal)
			tell({ lost: task.id, why: signal.reason })
			if (signal.reason === GIVE_BACK) return 'given-back'
			// What a zombie would do.
			await log.append([envelope(message(`${name} is late`))], { durable: true })
		}
		await hub.tasks.save(auth, { ...task, state: 'completed', result: name }, lease)
		tell({ ended: task.id })
		return 'ended'
	} catch (error) {
		tell({ refused: task.id, code: error instanceof AgentError ? error.code : String(error) })
		return 'given-back'
	}
}
