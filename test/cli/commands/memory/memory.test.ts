import assert from 'node:assert/strict'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { type Desk, jsonLines, makeDesk, runAgent, startAgent } from '../../../support/run-agent.ts'

let desk: Desk
beforeAll(async () => {
	desk = await makeDesk({ 'note.txt': 'nothing here\n' })
	await run('run', '-m', 'demo/demo', 'The staging database is called heron, is it not?')
})
afterAll(() => desk.remove())

describe('agent sessions search', () => {
	test('makes the index where there is none, and prints session, number, day, role and the passage', async () => {
		const { code, stdout } = await run('sessions', 'search', 'database', 'heron')
		assert.equal(code, 0)
		assert.match(
			stdout,
			/^\d{6}-\d{6}-\w{4}:\d+ {2}\d{4}-\d\d-\d\d {2}user +The staging database is called heron/m,
		)
		assert.equal((await stat(join(desk.home, 'index.db'))).mode & 0o077, 0)
	})

	test('as JSON one object a line, and no more than wanted', async () => {
		const { stdout } = await run('sessions', 'search', 'heron', '--json', '--limit', '1')
		const [hit, ...others] = jsonLines(stdout)
		assert.deepEqual(others, [])
		assert.deepEqual(Object.keys(hit!).toSorted(), ['at', 'role', 'seq', 'sessionId', 'snippet', 'title'])
	})

	test('searches what there is while another process writes, and says so', async () => {
		const desk = await makeDesk()
		onTestFinished(() => desk.remove())
		const agent = (...args: string[]) => runAgent(args, { desk })
		await agent('run', '-m', 'demo/demo', 'The staging database is called heron.')
		await agent('memory', 'rebuild')
		const writing = new DatabaseSync(join(desk.home, 'index.db'))
		onTestFinished(() => writing.close())
		writing.exec('BEGIN IMMEDIATE')
		// Nothing of this run can be in the index.
		await agent('run', '-m', 'demo/demo', 'It was called plover once.')
		const { code, stdout, stderr } = await agent('sessions', 'search', 'called', 'heron')
		assert.equal(code, 0, stderr)
		assert.match(stdout, /The staging database is called heron/)
		assert.match(stderr, /another process is writing the memory index.*newest may be missing/)
	})

	test('exits like grep when nothing was found, and says where it looked', async () => {
		const { code, stdout, stderr } = await run('sessions', 'search', 'albatross')
		assert.deepEqual([code, stdout], [1, ''])
		assert.match(stderr, /no message holds all of: albatross in this project \(--all looks everywhere\)/)
		assert.match((await run('sessions', 'search', '?!', '...')).stderr, /not looked for/)
		assert.equal((await run('sessions', 'search')).code, 2)
		assert.equal((await run('sessions', 'search', 'heron', '--limit', 'many')).code, 2)
	})
})

describe('agent memory', () => {
	test('says what the index holds and where the notes are', async () => {
		await run('memory', 'rebuild')
		const { stdout } = await run('memory', 'status')
		assert.match(stdout, /index {5}.*index\.db {2}\d+\.\d MB/)
		assert.match(stdout, /holds {5}\d+ passages of 1 sessions/)
		assert.match(stdout, /notes {5}.*user\.md \(none yet\)/)
	})

	test('searches as recall does', async () => {
		const { code, stdout } = await run('memory', 'search', 'which db do we stage with?')
		assert.equal(code, 0)
		assert.match(stdout, /heron/)
	})

	test('explains what would be put in front of a prompt, and what just missed', async () => {
		const { code, stdout } = await run('memory', 'explain', 'what is the staging database called?')
		assert.equal(code, 0)
		assert.match(
			stdout,
			/^\d+ passages? in front of it, \d+ of at most \d+ tokens\.\n\d{6}-\d{6}-\w{4}:\d+ {2}score /,
		)
		assert.match(stdout, /covers \d+ %, words 1 \(/)
		const asJson = await run('memory', 'explain', '--json', 'submarine propellers')
		const { put, tokens, missed } = JSON.parse(asJson.stdout)
		assert.deepEqual([put, tokens, Array.isArray(missed)], [[], 0, true])
		assert.equal((await run('memory', 'explain')).code, 2)
	})

	test('forgets a session that is deleted, to the last byte of its text', async () => {
		await run('run', '-m', 'demo/demo', 'The zeppelin is called quetzalcoatl.')
		const found = await run('sessions', 'search', 'quetzalcoatl')
		const before = await run('memory', 'status')
		const sessionId = found.stdout.slice(0, found.stdout.indexOf(':'))
		const indexed = () => readFile(join(desk.home, 'index.db'), 'latin1')
		assert.ok((await indexed()).includes('quetzalcoatl.'))
		assert.equal((await run('sessions', 'delete', sessionId)).code, 0)
		// Not as it was said, and not as the word that it is found by.
		assert.ok(!(await indexed()).includes('quetzalcoatl'))
		assert.deepEqual([sourcesIn(before.stdout), sourcesIn((await run('memory', 'status')).stdout)], [2, 1])
	})

	test('whose place a folder has taken is a matter for words, not for the system', async () => {
		const desk = await makeDesk()
		onTestFinished(() => desk.remove())
		const agent = (...args: string[]) => runAgent(args, { desk })
		await agent('run', '-m', 'demo/demo', 'The staging database is called heron.')
		const path = join(desk.home, 'index.db')
		await rm(path, { force: true })
		await mkdir(path)
		const words = `${path} is a folder; move it away`
		const found = await agent('sessions', 'search', 'heron')
		assert.deepEqual([found.code, found.stderr.includes(words)], [0, true], found.stderr)
		assert.match(found.stdout, /heron/)
		const ran = await agent('run', '-m', 'demo/demo', 'What is the staging database called?')
		assert.ok(ran.code === 0 && ran.stderr.includes(words), ran.stderr)
		const cleared = await agent('memory', 'clear')
		assert.deepEqual([cleared.code, cleared.stderr], [1, `error: ${words}\n`])
		for (const { stdout, stderr } of [found, ran, cleared]) assert.doesNotMatch(stdout + stderr, /EISDIR/)
	})

	test('forgets it at once too while other processes read and write the index', async () => {
		const desk = await makeDesk()
		onTestFinished(() => desk.remove())
		await runAgent(['run', '-m', 'demo/demo', 'The airship is called hindenburg.'], { desk })
		const found = await runAgent(['sessions', 'search', 'hindenburg'], { desk })
		const sessionId = found.stdout.slice(0, found.stdout.indexOf(':'))
		const path = join(desk.home, 'index.db')
		const reading = new DatabaseSync(path)
		const writing = new DatabaseSync(path)
		onTestFinished(() => {
			reading.close()
			writing.close()
		})
		const held = "SELECT count(*) AS count FROM content WHERE text LIKE '%hindenburg%'"
		assert.notEqual(reading.prepare(held).get()!.count, 0)
		writing.exec("BEGIN IMMEDIATE; UPDATE source SET stamp = stamp || ' '")
		const deleting = startAgent(['sessions', 'delete', sessionId], { desk })
		await deleting.says('is being written by another process')
		writing.exec('COMMIT')
		const { code, stderr } = await deleting.ended
		assert.equal(code, 0, stderr)
		assert.equal(reading.prepare(held).get()!.count, 0)
		for (const ending of ['', '-wal'])
			assert.ok(!(await readFile(`${path}${ending}`, 'latin1')).includes('hindenburg'), ending)
	})

	test('is thrown away and made anew without a loss', async () => {
		const before = await run('sessions', 'search', 'heron')
		assert.match((await run('memory', 'clear')).stdout, /^removed /)
		await assert.rejects(stat(join(desk.home, 'index.db')))
		assert.match((await run('memory', 'status')).stdout, /not there yet/)
		const { stdout } = await run('memory', 'rebuild')
		assert.match(stdout, /^\d+ passages of 1 sources, \d+\.\d MB, in \d+\.\d s\n$/)
		assert.equal((await run('sessions', 'search', 'heron')).stdout, before.stdout)
	})
})

function sourcesIn(status: string): number {
	return Number(/of (\d+) sessions/.exec(status)?.[1])
}

function run(...args: string[]) {
	return runAgent(args, { desk })
}
