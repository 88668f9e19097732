import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import type { MemoryBatch } from '../../../src/core/memory.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import { createScanStore } from '../../../src/memory/store/scan-store.ts'
import { isBusy, isDamage, openDatabase } from '../../../src/memory/store/sqlite.ts'
import { createSqliteStore } from '../../../src/memory/store/sqlite-store.ts'
import { memoryStoreContract } from '../../contracts/memory-store.ts'
import { setUmask } from '../../support/for-one-test.ts'

const ANN: AuthContext = { app: 'test', user: 'ann' }

memoryStoreContract('SQLite', async owner => createSqliteStore(open(await newPath()), owner))
memoryStoreContract('scanning', async () => createScanStore())

test('nothing of one owner is found by another in the same file', async () => {
	const database = open(await newPath())
	const [anns, bobs] = [
		createSqliteStore(database, ANN),
		createSqliteStore(database, { app: 'test', user: 'bob' }),
	]
	await anns.write([batch('s1', 'the password hint is pineapple')])
	await bobs.write([batch('s1', 'the pineapple is on the table')])
	const query = { words: 'some', leastCoverage: 0, withUndone: true, limit: 9, now: 0 } as const
	const found = await bobs.search({ text: 'pineapple', ...query })
	assert.deepEqual(
		found.map(hit => hit.text),
		['the pineapple is on the table'],
	)
	assert.deepEqual((await bobs.search({ text: 'pineapple', source: 's1', ...query })).length, 1)
	assert.equal((await bobs.status()).passages, 1)
	assert.equal((await bobs.unembedded('e', 9)).length, 1)
	await bobs.forget('s1')
	assert.equal((await anns.status()).passages, 1)
})

test('a text that was typed is known as typed, wherever else it stands and whichever came first', async () => {
	const database = open(await newPath())
	const store = createSqliteStore(database, ANN)
	const said = (kind: 'prompt' | 'result', seq: number, text: string) => ({ seq, part: 0, kind, at: 0, text })
	const places = [said('result', 1, 'pears are ripe'), said('prompt', 2, 'pears are ripe')]
	await store.write([{ ...batch('s1'), passages: [...places, said('prompt', 3, 'plums as well')] }])
	await store.write([{ ...batch('s2'), passages: [said('result', 1, 'plums as well')] }])
	const typed = database.prepare('SELECT rowid FROM words WHERE words MATCH ?').all('"#prompt"')
	assert.equal(typed.length, 2)
})

test('a text that stands in very many places is not looked for in each of them when it comes once more', async () => {
	const database = open(await newPath())
	const asked = new Set<string>()
	const prepare = database.prepare.bind(database)
	database.prepare = text => {
		asked.add(text)
		return prepare(text)
	}
	const store = createSqliteStore(database, ANN)
	const places = [1, 2].map(seq => ({ seq, part: 0, kind: 'result' as const, at: 0, text: 'pears are ripe' }))
	await store.write([{ ...batch('s1'), passages: places }, batch('s2', 'pears are ripe')])
	const ofText = [...asked].filter(text => /^SELECT 1 .* FROM passage WHERE content = \? AND/.test(text))
	assert.equal(ofText.length, 2)
	const plans = ofText.map(text => {
		const values = Array.from({ length: text.split('?').length - 1 }, () => 0)
		return String(prepare(`EXPLAIN QUERY PLAN ${text}`).get(...values)?.detail)
	})
	assert.match(plans[0]!, /INDEX passage_in_source \(content=\? AND source=\?\)/)
	assert.match(plans[1]!, /INDEX passage_typed \(content=\?\)/)
})

test('the index is for the user alone, whatever the umask', async () => {
	setUmask(0)
	const path = await newPath()
	const store = createSqliteStore(open(path), ANN)
	await store.write([batch('s1', 'a secret of mine')])
	const names = await readdir(join(path, '..'))
	assert.ok(names.length >= 3, names.join())
	for (const name of names) assert.equal((await stat(join(path, '..', name))).mode & 0o077, 0, name)
})

test.each([
	[
		'no database at all',
		'this is not a database, and it is longer than the header of one would be: '.repeat(20),
	],
	['a database of something else', undefined],
])('%s is replaced, and that is said', async (_, text) => {
	const path = await newPath()
	if (text === undefined) {
		const { DatabaseSync } = await import('node:sqlite')
		const other = new DatabaseSync(path)
		other.exec('CREATE TABLE something (id)')
		other.close()
	} else await writeFile(path, text)
	const opened = openDatabase(path)!
	onTestFinished(() => opened.database.close())
	assert.match(opened.replaced ?? '', /not a database|another format/)
	const store = createSqliteStore(opened.database, ANN)
	await store.write([batch('s1', 'it works again')])
	assert.equal((await store.status()).passages, 1)
})

test('a page that is damaged is told as damage when it is read', async () => {
	const path = await newPath()
	const first = openDatabase(path)!
	const store = createSqliteStore(first.database, ANN)
	await store.write([
		batch('s1', ...Array.from({ length: 400 }, (_, index) => `passage ${index} about melons`)),
	])
	first.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
	first.database.close()
	await chmod(path, 0o600)
	const { open: openFile } = await import('node:fs/promises')
	const file = await openFile(path, 'r+')
	const { size } = await file.stat()
	await file.write(Buffer.alloc(size - 8_192, 0x5a), 0, size - 8_192, 8_192)
	await file.close()
	const damaged = createSqliteStore(openDatabase(path)!.database, ANN)
	await assert.rejects(
		async () => {
			await damaged.marks()
			await damaged.search({
				text: 'melons',
				words: 'some',
				leastCoverage: 0,
				withUndone: true,
				limit: 9,
				now: 0,
			})
			await damaged.status()
		},
		error => isDamage(error),
	)
})

test('two processes at a new file both find it whole, and one that writes keeps the other waiting only shortly', async () => {
	const path = await newPath()
	const [one, two] = [open(path), open(path)]
	const [first, second] = [createSqliteStore(one, ANN), createSqliteStore(two, ANN)]
	await first.write([batch('s1', 'from the first')])
	await second.write([batch('s2', 'from the second')])
	assert.equal((await first.status()).passages, 2)
	one.exec('BEGIN IMMEDIATE')
	await assert.rejects(second.write([batch('s3', 'too late')]), error => isBusy(error))
	one.exec('ROLLBACK')
	await second.write([batch('s3', 'in time')])
	assert.equal((await first.status()).passages, 3)
})

test('an index that is behind does not take the mark of another process back', async () => {
	const store = createSqliteStore(open(await newPath()), ANN)
	const at = (coveredBytes: number): MemoryBatch => {
		const made = batch('s1', 'text')
		return { ...made, mark: { ...made.mark, coveredBytes } }
	}
	await store.write([at(500)])
	await store.write([at(200)])
	assert.equal((await store.marks())[0]!.coveredBytes, 500)
})

test('a deleted file is noticed', async () => {
	const path = await newPath()
	const opened = openDatabase(path)!
	onTestFinished(() => opened.database.close())
	assert.ok(opened.isInPlace())
	await rm(path)
	assert.ok(!opened.isInPlace())
})

async function newPath(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-memory-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
	const home = join(folder, 'home')
	await mkdir(home, { mode: 0o700 })
	return join(home, 'index.db')
}

function open(path: string) {
	const { database } = openDatabase(path)!
	onTestFinished(() => {
		if (database.isOpen) database.close()
	})
	return database
}

function batch(name: string, ...said: readonly string[]): MemoryBatch {
	const source = { name, kind: 'session' as const, path: `/logs/${name}`, project: '/work' }
	const passages = said.map((text, index) => ({
		seq: index + 1,
		part: 0,
		kind: 'answer' as const,
		at: 0,
		text,
	}))
	return { mark: { source, coveredBytes: 1, stamp: '' }, passages, resets: false, undone: [] }
}
