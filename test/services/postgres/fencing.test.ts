import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import { Database } from '../../../src/services/postgres/database/database.ts'
import { Notices } from '../../../src/services/postgres/database/notices.ts'
import { PostgresConnection } from '../../../src/services/postgres/database/server-connection.ts'
import { Wakes } from '../../../src/services/postgres/database/wakes.ts'
import { postgresSessions } from '../../../src/services/postgres/sessions/postgres-sessions.ts'
import type { SessionLog, StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { fill } from '../../contracts/session-store.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { message, next, shortSession, story } from '../../support/sessions/story.ts'
import { longer } from '../../support/soak.ts'

// Three servers over one session. What is in one batch happens at once. A server that is frozen keeps the lease it had
// and does not know that it is old; one that is killed forgets everything.
type Step = { server: 0 | 1 | 2; does: 'claim' | 'append' | 'freeze' | 'wake' | 'kill'; events: number }

const step: fc.Arbitrary<Step> = fc.record({
	server: fc.constantFrom(0, 1, 2),
	does: fc.constantFrom('claim', 'append', 'append', 'append', 'freeze', 'wake', 'kill'),
	events: fc.integer({ min: 1, max: 4 }),
})
const schedule = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 })

describe.skipIf(!hasPostgres)('a session that several servers take up', () => {
	let postgres: Postgres
	let database: Database
	let connection: PostgresConnection
	const wakes = new Wakes()
	beforeAll(async () => {
		postgres = await startPostgres()
		const url = await postgres.freshDatabase()
		database = new Database(url, 8)
		await database.prepare(true)
		const unheard = {
			heard: () => false,
			connected: () => undefined,
			isOwn: () => false,
			warn: assert.fail,
		}
		connection = new PostgresConnection({ url, name: 'test', wakes, ...unheard })
		await connection.first()
	})
	afterAll(async () => {
		await connection?.close()
		await database?.close()
		await postgres?.end()
	})

	test(
		'has no gap, no double, and nothing that a fenced server wrote',
		async () => {
			let refused = 0
			let written = 0
			await fc.assert(
				fc.asyncProperty(schedule, async batches => {
					const counts = await play(batches)
					refused += counts.refused
					written += counts.written
				}),
				{ numRuns: SCHEDULES, examples: [[TAKEN_OVER]] },
			)
			assert.ok(refused > 0 && written > 0, `${refused} appends were refused and ${written} written`)
		},
		longer(60_000),
	)

	async function play(batches: readonly (readonly Step[])[]): Promise<{ refused: number; written: number }> {
		const auth: AuthContext = { app: 'fencing', user: randomUUID() }
		const sessions = (epoch?: number) =>
			postgresSessions(
				auth,
				{ database, connection, wakes, notices: new Notices(async () => undefined, wakes) },
				epoch,
			)
		const begun = await fill(sessions(), SESSION, story(shortSession()))
		const servers = [0, 1, 2].map((): Server => ({ log: undefined, epoch: 0, isFrozen: false }))
		const accepted: { text: string; epoch: number }[] = []
		const denied: string[] = []
		const refusedEpochs: number[] = []
		let newest = 1
		let count = 0
		const claim = async (server: Server) => {
			const [row] = await database.query<{ claim: string }>(`select keelson.claim($1, $2, $3, 'test', 0)`, [
				auth.app,
				auth.user,
				SESSION,
			])
			const epoch = Number(row?.claim)
			newest = Math.max(newest, epoch)
			const { log } = await sessions(epoch).open(SESSION)
			Object.assign(server, { epoch, log })
		}
		const append = async (server: Server, events: number) => {
			const { log, epoch } = server
			if (!log) return
			const texts = Array.from({ length: events }, () => `event ${++count}`)
			const known = newest
			const envelopes = next(begun, ...texts.map(text => message(text))) as readonly StoredEnvelope[]
			try {
				await log.append(envelopes, { durable: true })
				assert.ok(epoch >= known, `epoch ${epoch} has written after ${known} was given out`)
				accepted.push(...texts.map(text => ({ text, epoch })))
			} catch (error) {
				assert.ok(error instanceof AgentError && error.code === 'fenced', String(error))
				denied.push(...texts)
				refusedEpochs.push(epoch)
			}
		}
		for (const batch of batches)
			await Promise.all(
				batch.map(async ({ server: index, does, events }) => {
					const server = servers[index]!
					if (does === 'freeze') server.isFrozen = true
					else if (does === 'wake') server.isFrozen = false
					else if (does === 'kill') Object.assign(server, { log: undefined, isFrozen: false })
					else if (server.isFrozen) return
					else if (does === 'claim') await claim(server)
					else await append(server, events)
				}),
			)
		assert.ok(
			refusedEpochs.every(epoch => epoch < newest),
			`${refusedEpochs} were refused, and ${newest} is the newest`,
		)
		const rows = await database.asTenant(auth, query =>
			query<{ seq: string; epoch: string; body: string }>(
				'select seq, epoch, body from keelson.event where session_id = $1 order by seq',
				[SESSION],
			),
		)
		assert.deepEqual(
			rows.map(({ seq }) => Number(seq)),
			rows.map((_, index) => index + 1),
			'the places have no gap and no double',
		)
		const epochs = rows.map(({ epoch }) => Number(epoch))
		assert.deepEqual(
			epochs,
			epochs.toSorted((a, b) => a - b),
			'an older epoch never writes behind a newer one',
		)
		const stored = rows.slice(begun.length).map(({ body, epoch }) => ({
			text: /event \d+/.exec(body)?.[0],
			epoch: Number(epoch),
		}))
		const byText = (a: { text?: string | undefined }, b: { text?: string | undefined }) =>
			String(a.text).localeCompare(String(b.text))
		assert.deepEqual(stored.toSorted(byText), accepted.toSorted(byText), 'what was accepted is there once')
		assert.ok(!stored.some(({ text }) => denied.includes(text ?? '')), 'what was refused is not there')
		return { refused: denied.length, written: accepted.length }
	}
})

/** Which of a batch comes first is chance; here one comes after the other, and one is refused for certain. */
const TAKEN_OVER: Step[][] = [
	[{ server: 0, does: 'claim', events: 1 }],
	[{ server: 1, does: 'claim', events: 1 }],
	[{ server: 0, does: 'append', events: 1 }],
	[{ server: 1, does: 'append', events: 1 }],
]

type Server = { log: SessionLog | undefined; epoch: number; isFrozen: boolean }

const SESSION = '261122-000000-fenc' as SessionId
/** With `npm run soak` at its usual length these are more than ten thousand. */
const SCHEDULES = 60
