import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import type { SessionId } from '../../../src/core/ids.ts'
import type { MemoryBatch, MemoryQuery, MemoryStore } from '../../../src/core/memory.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import { openDatabase } from '../../../src/memory/store/sqlite.ts'
import { createSqliteStore } from '../../../src/memory/store/sqlite-store.ts'
import { openPostgresHub } from '../../../src/services/postgres/open-postgres-hub.ts'
import type { ServiceHub } from '../../../src/services/service-hub.ts'
import { memoryStoreContract } from '../../contracts/memory-store.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'

describe.skipIf(!hasPostgres)('memory in PostgreSQL', () => {
	let postgres: Postgres
	let hub: ServiceHub
	let url: string
	beforeAll(async () => {
		postgres = await startPostgres()
		url = await postgres.freshDatabase()
		hub = await openPostgresHub({
			url,
			name: 'memory',
			migrate: true,
			roots: ['/here'],
			limits: { waitingPerTenant: 100, waitingInAll: 1_000 },
			authentication: { authenticate: async () => undefined },
			logging: { log: () => undefined },
			warn: () => undefined,
		})
	})
	afterAll(async () => {
		await hub?.close()
		await postgres?.end()
	})

	// Every case has a tenant of its own, so all of them are strangers to each other.
	const someone = (): AuthContext => ({ app: 'test', user: randomUUID() })
	memoryStoreContract('PostgreSQL', async () => hub.memory!.storeOf(someone()))

	test('nothing of one tenant is found, embedded, marked or forgotten by another', async () => {
		const user = randomUUID()
		const anns = hub.memory!.storeOf({ app: 'crm', user })
		await anns.write([batch('s1', ['the password hint is pineapple'])])
		const [own] = await anns.unembedded('e', 9)
		for (const stranger of [{ app: 'shop', user }, { app: 'crm', user: user.toUpperCase() }, someone()]) {
			const theirs = hub.memory!.storeOf(stranger)
			const all = { ...ask('pineapple'), leastCoverage: 0, withUndone: true }
			const asked = [
				await theirs.search(all),
				await theirs.search({ ...all, source: 's1' }),
				await theirs.search({ ...all, project: '/nowhere', own: [{ name: 's1' }] }),
				await theirs.marks(),
				await theirs.promptsAfter('s1', 0, 9),
				await theirs.unembedded('e', 9),
				await hub.memory!.behind(stranger, 9),
				(await hub.memory!.lag(stranger)) ?? [],
				await hub.memory!.linesAfter(stranger, 's1' as SessionId, 0, 9),
			]
			assert.deepEqual(
				asked,
				asked.map(() => []),
			)
			await theirs.embed('e', [{ id: own!.id, parts: [Float32Array.from([1, 0])] }])
			await theirs.forget('s1')
			assert.equal(await theirs.hasVectors('e', '/work'), false)
			assert.equal((await theirs.status()).passages, 0)
		}
		assert.deepEqual(await texts(anns, 'pineapple'), ['the password hint is pineapple'])
		assert.equal(await anns.hasVectors('e', '/work'), false)
	})

	test('the order is that of the index on one machine, whatever was said, gone back on and forgotten', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ session: fc.integer({ min: 0, max: 4 }), words: WORDS }), { maxLength: 40 }),
				fc.array(WORDS, { minLength: 3, maxLength: 3 }),
				fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
				async (said, questions, lost) => {
					const shared = hub.memory!.storeOf(someone())
					const alone = oneMachine()
					for (const store of [shared, alone]) {
						for (const [at, { session, words }] of said.entries())
							await store.write([
								{
									...batch(`s${session}`, [words.join(' ')], session === 4 ? '/other' : '/work', at),
									undone: at % 7 === 6 ? [{ after: at - 2, before: at + 1 }] : [],
								},
							])
						if (lost !== undefined) await store.forget(`s${lost}`)
					}
					for (const words of questions)
						for (const more of [
							{},
							{ project: '/work' },
							{ project: '/work', own: [{ name: 's4' }, { name: 's1', upToSeq: 9 }] },
							{ source: 's2', withUndone: true },
							{ words: 'all' as const, leastCoverage: 0, withUndone: true },
						]) {
							const query = { ...ask(words.join(' ')), ...more }
							assert.deepEqual(await found(shared, query), await found(alone, query))
						}
					assert.deepEqual(await counts(shared), await counts(alone))
				},
			),
			{ numRuns: 15 },
		)
	})

	test.each([
		['a letter left out', 'kuberntes', 'Kubernetes is here.'],
		['a letter too many', 'kuberneetes', 'Kubernetes holds the pods.'],
		['a letter mistaken', 'certifecate', 'The certificate has expired.'],
		['two letters swapped', 'kubrenetes', 'Kubernetes it is.'],
		['two slips', 'authentication', 'The authentikaton broke.'],
		['another ending', 'Messwert', 'Die Messwerten liegen vor.'],
		['the beginning of a compound', 'database', 'databaseconnections are few'],
		['the end of a compound', 'Verbindung', 'Die Datenbankverbindung ist weg.'],
		['a compound of what is there', 'Datenbankverbindung', 'Die Verbindung ist weg.'],
		['letters that are none of ours', 'пароли', 'Где лежит пароль?'],
		['another word', 'parser', 'The weather is fine.'],
		['a short word', 'cut', 'A cat sat.'],
		['signs of a pattern', 'dep.*', 'The deployment went through.'],
	])('%s is found as on one machine: %s', async (_, question, text) => {
		const [shared, alone] = [hub.memory!.storeOf(someone()), oneMachine()]
		for (const store of [shared, alone])
			await store.write([batch('s1', ['Nothing of the kind.', text, 'Somebody was here.'])])
		const asked = { ...ask(question), leastCoverage: 0 }
		assert.deepEqual(await found(shared, asked), await found(alone, asked))
		const isFound = (await texts(shared, question)).includes(text)
		assert.equal(isFound, !['parser', 'cut', 'dep.*'].includes(question))
	})

	test('what stands in many texts is no slip, in whichever projects they are', async () => {
		const [shared, alone] = [hub.memory!.storeOf(someone()), oneMachine()]
		for (const store of [shared, alone])
			for (const [project, count] of [
				['/work', 15],
				['/other', 5],
			] as const)
				await store.write([
					batch(
						`of ${project}`,
						Array.from({ length: count }, (_, at) => `melon number ${at} of ${project}`),
						project,
					),
					batch(`slip of ${project}`, [`A melom is ripe in ${project}.`], project),
				])
		for (const more of [{}, { project: '/work' }]) {
			const query = { ...ask('melon'), leastCoverage: 0, limit: 50, ...more }
			assert.deepEqual(await found(shared, query), await found(alone, query))
			assert.ok(!(await shared.search(query)).some(hit => hit.text.startsWith('A melom')))
		}
	})

	test('what is forgotten leaves no text, no word and no vector behind', async () => {
		const auth = someone()
		const store = hub.memory!.storeOf(auth)
		await store.write([
			batch('s1', ['the pineapple is secret', 'kiwis are green']),
			batch('s2', ['kiwis are green']),
		])
		await store.embed(
			'e',
			(await store.unembedded('e', 9)).map(({ id }) => ({ id, parts: [Float32Array.of(1, 2)] })),
		)
		await store.forget('s1')
		assert.deepEqual(await texts(store, 'kiwis are green'), ['kiwis are green'])
		const left = await admin(
			`select (select string_agg(text, ' ') from keelson.memory_content where usr = $1) as texts,
				(select string_agg(term, ' ' order by term) from keelson.memory_posting where usr = $1) as terms,
				(select count(*)::int from keelson.memory_vector where usr = $1) as vectors`,
			[auth.user],
		)
		assert.deepEqual(left, [{ texts: 'kiwis are green', terms: ' ar green kiwi', vectors: 1 }])
	})

	test('servers that write at once lose nothing, and keep each text once', async () => {
		const auth = someone()
		const said = Array.from(
			{ length: 30 },
			(_, index) => `passage ${index % 10} about melons and word${index}`,
		)
		await Promise.all(
			[1, 2, 3, 4].flatMap(server =>
				[0, 10, 20].map(from =>
					hub
						.memory!.storeOf(auth)
						.write([batch(`s${server % 2}`, said.slice(from, from + 10), '/work', from)]),
				),
			),
		)
		const { sources, passages, occurrences } = await hub.memory!.storeOf(auth).status()
		assert.deepEqual({ sources, passages, occurrences }, { sources: 2, passages: 30, occurrences: 60 })
		const all = { ...ask('melons'), words: 'all' as const, leastCoverage: 0, limit: 100 }
		assert.ok((await hub.memory!.storeOf(auth).explain(all)).hits.length > 0)
	})

	test('writers that wait for each other leave connections for everything else', async () => {
		const auth = someone()
		const store = hub.memory!.storeOf(auth)
		await store.write([batch('s1', ['melons'])])
		const elsewhere = new Client(postgres.url(new URL(url).pathname.slice(1)))
		await elsewhere.connect()
		await elsewhere.query('begin')
		await elsewhere.query('select from keelson.memory_tenant where usr = $1 for update', [auth.user])
		const writes = Array.from({ length: 12 }, (_, index) =>
			store.write([batch(`w${index}`, [`word${index}`])]),
		)
		assert.deepEqual((await hub.tasks.list(auth, { limit: 1 })).items, [])
		await elsewhere.query('commit')
		await elsewhere.end()
		await Promise.all(writes)
		assert.equal((await store.status()).sources, 13)
	})

	test('what no database takes as it is is found all the same', async () => {
		const store = hub.memory!.storeOf(someone())
		const odd = ['a zero\0byte melon', 'half a \ud800 pair of melons', `quotes ' " \\ $1 {melon,NULL} melon`]
		await store.write([batch("s'1", odd)])
		assert.equal((await store.search({ ...ask('melon'), leastCoverage: 0 })).length, 3)
		assert.deepEqual(await texts(store, `'; drop table keelson.memory_content; --`), [])
		await store.forget("s'1")
		assert.equal((await store.status()).passages, 0)
	})

	async function admin(text: string, values: readonly unknown[]): Promise<readonly unknown[]> {
		const client = new Client(postgres.url(new URL(url).pathname.slice(1)))
		await client.connect()
		try {
			return (await client.query(text, [...values])).rows
		} finally {
			await client.end()
		}
	}
})

function oneMachine(): MemoryStore {
	const folder = mkdtempSync(join(tmpdir(), 'keelson-memory-'))
	const { database } = openDatabase(join(folder, 'index.db'))!
	onTestFinished(() => {
		database.close()
		rmSync(folder, { recursive: true, maxRetries: 5 })
	})
	return createSqliteStore(database, { app: 'test', user: 'one' })
}

const WORDS = fc.array(
	fc.constantFrom(
		...'kiwi melon melom retry retyr retried uploads upload logTask log task the when deploy deployed release docker'.split(
			' ',
		),
	),
	{ minLength: 1, maxLength: 6 },
)
const NOW = Date.UTC(2026, 10, 21)

function batch(name: string, said: readonly string[], project = '/work', after = 0): MemoryBatch {
	const source = { name, kind: 'session' as const, path: `/logs/${name}`, project }
	const passages = said.map((text, index) => ({
		seq: after + index + 1,
		part: 0,
		kind: 'answer' as const,
		at: NOW,
		text,
	}))
	return { mark: { source, coveredBytes: 100, stamp: '' }, passages, resets: false, undone: [] }
}

function ask(text: string): MemoryQuery {
	return { text, words: 'some', leastCoverage: 0.3, withUndone: false, limit: 10, now: NOW }
}

async function texts(store: MemoryStore, text: string): Promise<readonly string[]> {
	return (await store.search(ask(text))).map(hit => hit.text)
}

/** The first place of each, and how well it was rated. */
async function found(store: MemoryStore, query: MemoryQuery): Promise<readonly unknown[]> {
	return (await store.search(query)).map(({ text, source, seq, score, coverage, matches }) => ({
		text,
		source,
		seq,
		score,
		coverage,
		matches,
	}))
}

async function counts(store: MemoryStore): Promise<object> {
	const { sources, passages, occurrences } = await store.status()
	return { sources, passages, occurrences }
}
