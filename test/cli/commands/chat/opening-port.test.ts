import assert from 'node:assert/strict'
import { test } from 'vitest'
import { openingPort } from '../../../../src/cli/commands/chat/opening-port.ts'
import type { Command } from '../../../../src/core/commands.ts'
import type { Envelope } from '../../../../src/core/events.ts'
import { deferred } from '../../../support/deferred.ts'
import { FakePort, opened } from '../../../support/screen/fake-port.ts'

const RENAME: Command = { type: 'session-rename', name: 'first' }
const NEW: Command = { type: 'session-new' }

async function all(envelopes: AsyncIterable<Envelope>): Promise<readonly Envelope[]> {
	const read: Envelope[] = []
	for await (const envelope of envelopes) read.push(envelope)
	return read
}

test('commands and questions wait for the runtime, and then go to it in order', async () => {
	const state = { lag: { sessions: 1, ofSessions: 2, bytes: 3 } }
	const runtime = new FakePort({ gitBranch: async () => 'main', memoryState: async () => state })
	const open = deferred()
	const port = openingPort(async () => {
		await open.promise
		return runtime
	})
	const sent = [port.send(RENAME), port.send(NEW)]
	const branch = port.queries.gitBranch()
	const following = all(port.events(0, new AbortController().signal))
	assert.deepEqual(runtime.sent, [])
	open.resolve()
	await Promise.all(sent)
	assert.deepEqual(runtime.sent, [RENAME, NEW])
	assert.equal(await branch, 'main')
	assert.deepEqual(await port.queries.memoryState?.(), state)
	runtime.emit(opened)
	runtime.close()
	assert.deepEqual(
		(await following).map(({ event }) => event),
		[opened],
	)
})

test('nothing is opened before somebody follows', async () => {
	let count = 0
	const port = openingPort(async () => {
		count++
		return new FakePort()
	})
	void port.send(NEW)
	await new Promise(resolve => setImmediate(resolve))
	assert.equal(count, 0)
	const stop = new AbortController()
	const following = all(port.events(0, stop.signal))
	await port.send(NEW)
	assert.equal(count, 1)
	stop.abort()
	await following
})

test('that it cannot be opened is told to who follows, and to nobody else', async () => {
	const port = openingPort(() => Promise.reject(new Error('no such session')))
	let answers = 0
	const answer = () => {
		answers++
	}
	port.send(NEW).then(answer, answer)
	port.queries.files().then(answer, answer)
	await assert.rejects(all(port.events(0, new AbortController().signal)), { message: 'no such session' })
	await new Promise(resolve => setImmediate(resolve))
	assert.equal(answers, 0)
})

test('who stops following does not wait for the runtime', async () => {
	const port = openingPort(() => new Promise(() => {}))
	const stop = new AbortController()
	const following = all(port.events(0, stop.signal))
	stop.abort()
	assert.deepEqual(await following, [])
	assert.deepEqual(await all(port.events(0, stop.signal)), [])
})
