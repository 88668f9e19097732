import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { parseJson } from '../../../../src/core/json.ts'
import { createCheckSchema, schemaProblem } from '../../../../src/runtime/host/check-schema.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../../support/run-agent.ts'

let desk: Desk
beforeEach(async () => {
	desk = await makeDesk({ 'a.txt': 'alpha\n' })
})
afterEach(() => desk.remove())

const schemaOf = async (name: string) => {
	const { stdout, code } = await runAgent(['schema', name], { desk })
	assert.equal(code, 0)
	return JSON.parse(stdout)
}

test('each schema is a valid one with its own id', async () => {
	for (const name of ['stream-json', 'settings', 'session']) {
		const schema = await schemaOf(name)
		assert.equal(schema.$id, `urn:keelson:${name}`)
		assert.equal(schemaProblem(schema), undefined)
	}
})

test('a name that there is not is told with those that there are', async () => {
	const { code, stderr } = await runAgent(['schema', 'events'], { desk })
	assert.equal(code, 2)
	assert.match(stderr, /stream-json, settings, session/)
})

test('what a run prints and logs fits what is published', async () => {
	const [stream, session] = [await schemaOf('stream-json'), await schemaOf('session')]
	const { stdout } = await runAgent(
		['run', '--json', '--include-partial-messages', 'what is in this folder?'],
		{
			desk,
		},
	)
	const check = createCheckSchema()
	const lines = jsonLines(stdout)
	assert.ok(lines.length > 5)
	for (const line of lines) assert.deepEqual(check(stream, line), [], JSON.stringify(line))
	const files = await readdir(join(desk.home, 'sessions'), { recursive: true })
	const log = files.find(file => file.endsWith('.jsonl')) ?? assert.fail('no log')
	const logged = (await readFile(join(desk.home, 'sessions', log), 'utf8')).trim().split('\n').map(parseJson)
	assert.ok(logged.length > 5)
	for (const line of logged) assert.deepEqual(check(session, line), [], JSON.stringify(line))
})

test('a line with a field that is not published, or without one that is, does not fit', async () => {
	const check = createCheckSchema()
	const stream = await schemaOf('stream-json')
	const line = { type: 'system', subtype: 'context', used_tokens: 1, window_tokens: 2, session_id: 's' }
	assert.deepEqual(check(stream, line), [])
	assert.notDeepEqual(check(stream, { ...line, more: 1 }), [])
	const { window_tokens: _, ...less } = line
	assert.notDeepEqual(check(stream, less), [])
	assert.notDeepEqual(check(stream, { ...line, subtype: 'unheard' }), [])
})
