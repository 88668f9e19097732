// `agent serve` over PostgreSQL on this machine: how long until it listens, until a task begins, until a reader has an
// event, until somebody else has the task of a server that was killed; and what a thousand sessions make of it.
// Takes minutes, so only when it is asked for: npm run bench -- serve

import { once } from 'node:events'
import type { SessionId } from '../src/core/ids.ts'
import { userText } from '../src/core/messages.ts'
import type { AuthContext } from '../src/core/services/auth-context.ts'
import type { NewTask, TaskId } from '../src/core/services/tasks.ts'
import { openPostgresHub } from '../src/services/postgres/open-postgres-hub.ts'
import type { ServiceHub } from '../src/services/service-hub.ts'
import type { StoredEnvelope } from '../src/sessions/session-store.ts'
import { hasPostgres, type Postgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { Servers } from '../test/support/server/servers.ts'
import { message, sessionStart } from '../test/support/sessions/story.ts'
import { type Figure, type Measure, median } from './figure.ts'
import { cpuOf, memoryOf, percentile, shares } from './serve/machine.ts'
import { countStatements } from './serve/statements.ts'
import { A_THOUSAND, thousandFigures } from './serve/thousand.ts'

export const serving: Measure = {
	row: 'SERVE',
	what: 'agent serve over PostgreSQL',
	async run() {
		if (!hasPostgres) throw new Error('there is no PostgreSQL here (Debian: apt-get install postgresql)')
		const postgres = await startPostgres({ durable: true, counts: true })
		try {
			return [
				...(await hubFigures(await postgres.freshDatabase())),
				...(await programFigures(await postgres.freshDatabase())),
				...(await manyFigures(postgres)),
			]
		} finally {
			await postgres.end()
		}
	},
}

const figure = (
	what: string,
	value: number,
	unit: Figure['unit'] = 'ms',
	target?: Figure['target'],
): Figure => ({
	row: 'P14',
	what,
	value,
	unit,
	...(target && { target }),
})

export const servingMany: Measure = {
	row: 'SERVE1000',
	what: 'a thousand sessions at once on agent serve',
	async run() {
		if (!hasPostgres) throw new Error('there is no PostgreSQL here (Debian: apt-get install postgresql)')
		const postgres = await startPostgres({ durable: true, counts: true })
		try {
			const scale = Number(process.env.SESSIONS ?? A_THOUSAND.sessions)
			return await thousandFigures(postgres, { ...A_THOUSAND, sessions: scale })
		} finally {
			await postgres.end()
		}
	},
}

/** Without the program around it: what the queue and the log cost by themselves. */
async function hubFigures(url: string): Promise<Figure[]> {
	const [one, two] = [await openHub(url, 'one'), await openHub(url, 'two')]
	const stop = new AbortController()
	const begun = new Map<string, (at: number) => void>()
	const working = two.queue.work(
		{ server: 'two', slots: 4, perTenant: 4, takes: () => true },
		async ({ auth, task, lease }) => {
			begun.get(task.id)?.(performance.now())
			await two.tasks.save(auth, { ...task, state: 'completed' }, lease)
			return 'ended'
		},
		stop.signal,
	)
	const starts: number[] = []
	for (let round = 0; round < 120; round++) {
		const task = newTask()
		const started = new Promise<number>(resolve => begun.set(task.id, resolve))
		const before = performance.now()
		await one.tasks.create(TENANTS[0]!, task)
		starts.push((await started) - before)
	}
	stop.abort()
	await working
	const reads = await eventToReader(one, two)
	const few = await appendsPerSecond(one, 8)
	const many = await appendsPerSecond(one, 64)
	await Promise.all([one.close(), two.close()])
	return [
		figure('a task is enqueued → begins on another server, p50', percentile(starts.slice(20), 0.5), 'ms', {
			atMost: 20,
		}),
		figure('a task is enqueued → begins on another server, p95', percentile(starts.slice(20), 0.95)),
		figure('an event is appended → a reader on another server has it, p50', percentile(reads, 0.5)),
		figure('an event is appended → a reader on another server has it, p95', percentile(reads, 0.95)),
		figure('durable appends per second, 8 sessions of one server', few, 'count'),
		figure('durable appends per second, 64 sessions of one server', many, 'count'),
	]
}

async function eventToReader(one: ServiceHub, two: ServiceHub): Promise<number[]> {
	const auth = TENANTS[0]!
	const session = newTask().session
	const log = one.sessionsOf(auth).create(session, '/')
	let seq = 0
	const envelope = (): StoredEnvelope =>
		({
			seq: ++seq,
			at: 0,
			sessionId: session,
			event: seq === 1 ? sessionStart('/') : message(`event ${seq}`),
		}) as StoredEnvelope
	await log.append([envelope()], { durable: true })
	const stop = new AbortController()
	const { appended } = await two.sessionsOf(auth).follow(session, stop.signal)
	const events = appended[Symbol.asyncIterator]()
	const took: number[] = []
	for (let round = 0; round < 200; round++) {
		const next = events.next()
		const before = performance.now()
		await log.append([envelope()], { durable: true })
		await next
		took.push(performance.now() - before)
	}
	stop.abort()
	await log.close()
	return took
}

async function appendsPerSecond(hub: ServiceHub, sessions: number): Promise<number> {
	const until = performance.now() + 4_000
	let count = 0
	await Promise.all(
		Array.from({ length: sessions }, async () => {
			const session = newTask().session
			const log = hub.sessionsOf(TENANTS[1]!).create(session, '/')
			for (let seq = 1; performance.now() < until; seq++, count++) {
				const event = seq === 1 ? sessionStart('/') : message(`event ${seq}`)
				await log.append([{ seq, at: 0, sessionId: session, event } as StoredEnvelope], { durable: true })
			}
			await log.close()
		}),
	)
	return count / 4
}

async function programFigures(url: string): Promise<Figure[]> {
	const servers = await Servers.open(url)
	try {
		await servers.start('first', LOAD)
		// The first start in a home compiles the program.
		const listening: number[] = []
		for (let round = 0; round < 8; round++) {
			const before = performance.now()
			await servers.start('again', LOAD)
			listening.push(performance.now() - before)
			await servers.end('again')
		}
		await servers.start('second', LOAD)
		servers.model.onRequest(() => ({ text: 'done' }))
		const asked: number[] = []
		for (let round = 0; round < 30; round++) {
			const known = servers.model.requests.length
			const before = performance.now()
			const { id } = await servers.ask('POST', '/v1/tasks', { prompt: 'go' })
			asked.push((await servers.model.waitForRequest(known + 1)).atMs - before)
			await servers.until(id, 'completed')
		}
		const takeovers: number[] = []
		for (let round = 0; round < 9; round++) {
			const held = servers.model.hold({ text: 'half' })
			const { id } = await servers.ask('POST', '/v1/tasks', { prompt: 'go' })
			await held.arrived
			const known = servers.model.requests.length
			const killed = await servers.runnerOf(id)
			const before = performance.now()
			await servers.killRunner(id)
			takeovers.push((await servers.model.waitForRequest(known + 1)).atMs - before)
			await servers.until(id, 'completed')
			await servers.start(killed, LOAD)
		}
		return [
			figure('agent serve --database: listening', median(listening.slice(1)), 'ms', { atMost: 250 }),
			figure('a task is posted → its model is asked, p50', percentile(asked.slice(5), 0.5)),
			figure('a task is posted → its model is asked, p95', percentile(asked.slice(5), 0.95)),
			figure('its server is killed → the model is asked by another, p50', median(takeovers), 'ms', {
				atMost: 1_000,
			}),
			figure(
				'its server is killed → the model is asked by another, longest of 9',
				Math.max(...takeovers),
				'ms',
				{ atMost: 1_000 },
			),
		]
	} finally {
		await servers.close()
	}
}

/** A thousand sessions through two servers; then as many as wait at once, to see what one holds. */
async function manyFigures(postgres: Postgres): Promise<Figure[]> {
	const url = await postgres.freshDatabase()
	const counter = await countStatements(postgres.url(new URL(url).pathname.slice(1)))
	const servers = await Servers.open(url, TENANTS)
	try {
		const slots = ['--max-running', '500', '--per-user', '500', '--approve', 'all', '--sandbox', 'off']
		await Promise.all(['a', 'b'].map(name => servers.start(name, slots)))
		const held = 200
		let release = () => {}
		const gate = new Promise<void>(resolve => {
			release = resolve
		})
		let isHeld = true
		servers.model.onRequest(async () => {
			if (isHeld) await gate
			return { text: 'an answer of a few words' }
		})
		const before = await memoryOf(servers.pids)
		const waiting = await post(servers, held)
		await servers.model.waitForRequest(held)
		const idle = (await memoryOf(servers.pids)) - before
		isHeld = false
		release()
		for (const { id, token } of waiting) await servers.until(id, 'completed', token)
		const cpuBefore = await cpuOf(servers.pids, counter.postmaster)
		const begun = performance.now()
		const all = await post(servers, SESSIONS)
		for (const { id, token } of all) await servers.until(id, 'completed', token)
		const tookMs = performance.now() - begun
		const share = shares(cpuBefore, await cpuOf(servers.pids, counter.postmaster), tookMs)
		const count = servers.model.requests.length
		const firstAsked = servers.model.requests[count - SESSIONS]?.atMs ?? Number.NaN
		return [
			figure(
				`memory of a session that waits for its model (${held} at once)`,
				idle / held / 1024 ** 2,
				'MiB',
			),
			figure(`${SESSIONS} sessions through two servers`, tookMs / 1_000, 's'),
			figure('of them ended per second', (1_000 * SESSIONS) / tookMs, 'count'),
			figure('the first of them asks its model after', firstAsked - begun),
			figure('of one processor, meanwhile: both servers', share.servers, '%'),
			figure('of one processor, meanwhile: PostgreSQL', share.postgres, '%'),
			figure('of one processor, meanwhile: this driver and the model server', share.driver, '%'),
		]
	} finally {
		await counter.close()
		await servers.close()
	}
}

type Given = { id: string; token: string }

async function post(servers: Servers, count: number): Promise<readonly Given[]> {
	const given: Given[] = []
	for (let from = 0; from < count; from += 20)
		given.push(
			...(await Promise.all(
				Array.from({ length: Math.min(20, count - from) }, async (_, index) => {
					const token = `bench-token-${(from + index) % TENANTS.length}-0123456789`
					for (;;) {
						const response = await servers.answer('POST', '/v1/tasks', { prompt: 'go' }, token)
						if (response.status === 201) return { id: ((await response.json()) as { id: string }).id, token }
						if (response.status !== 429) throw new Error(`${response.status} ${await response.text()}`)
						await response.arrayBuffer()
						await once(AbortSignal.timeout(200), 'abort')
					}
				}),
			)),
		)
	return given
}

function newTask(): NewTask {
	const id = crypto.randomUUID()
	return {
		id: id as TaskId,
		session: `261122-${id.slice(0, 6)}-${id.slice(9, 13)}` as SessionId,
		prompt: userText('go'),
		priority: 0,
		createdAt: Date.now(),
	}
}

function openHub(url: string, name: string): Promise<ServiceHub> {
	return openPostgresHub({
		url,
		name,
		migrate: true,
		roots: [],
		limits: { waitingPerTenant: 1_000, waitingInAll: 10_000 },
		authentication: { authenticate: async () => undefined },
		logging: { log: () => undefined },
		warn: text => process.stderr.write(`${text}\n`),
	})
}

const SESSIONS = 1_000
const LOAD = ['--approve', 'all', '--sandbox', 'off']
const TENANTS: readonly AuthContext[] = Array.from({ length: 20 }, (_, index) => ({
	app: 'bench',
	user: `user${index}`,
}))
