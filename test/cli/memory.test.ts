import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Desk, jsonLines, makeDesk, runAgent } from '../support/run-agent.ts'

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

	test('exits like grep when nothing was found, and says where it looked', async () => {
		const { code, stdout, stderr } = await run('sessions', 'search', 'albatross')
		assert.deepEqual([code, stdout], [1, ''])
		assert.match(stderr, /no message holds all of: albatross in this project \(--all looks everywhere\)/)
		assert.match((await run('sessions', 'search', 'hello', 'there')).stderr, /not looked for/)
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

	test('forgets a session that is deleted, to the last byte of its text', async () => {
		await run('run', '-m', 'demo/demo', 'The zeppelin password is quetzalcoatl.')
		const found = await run('sessions', 'search', 'quetzalcoatl')
		const before = await run('memory', 'status')
		const sessionId = found.stdout.slice(0, found.stdout.indexOf(':'))
		const indexed = () => readFile(join(desk.home, 'index.db'), 'latin1')
		assert.ok((await indexed()).includes('quetzalcoatl.'))
		assert.equal((await run('sessions', 'delete', sessionId)).code, 0)
		assert.ok(!(await indexed()).includes('quetzalcoatl.'))
		assert.deepEqual([sourcesIn(before.stdout), sourcesIn((await run('memory', 'status')).stdout)], [2, 1])
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
