import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, test } from 'vitest'
import { encode } from '../../../src/sessions/codec.ts'
import { answer, scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'
import { compaction } from '../../support/sessions/any-long-session.ts'
import {
	attemptEnd,
	message,
	next,
	runEnd,
	runStart,
	SESSION,
	sessionStart,
	story,
} from '../../support/sessions/story.ts'

const started: StartedRuntime[] = []
afterEach(async () => {
	for (const runtime of started.splice(0).reverse()) await runtime.stop()
})

test('a session that was condensed opens with its end: the rest is named, and nothing of it is forgotten', async () => {
	const place = await startRuntime({ provider: scriptedProvider() })
	started.push(place)
	const events = Array.from({ length: 30 }, (_, run) => [
		runStart(`prompt ${run}`),
		{ ...attemptEnd(), costMicroUsd: 10 },
		message(`answer ${run}`),
		runEnd(),
	])
	const before = story([
		sessionStart(place.cwd),
		{ type: 'session-rename', name: 'long one' },
		...events.flat(),
	])
	const log = [
		...before,
		...next(before, compaction(before, 10), runStart('the newest'), message('yes'), runEnd()),
	]
	const folder = join(place.home, 'sessions', 'project')
	await mkdir(folder, { recursive: true })
	await writeFile(join(folder, `${SESSION}.jsonl`), log.map(encode).join(''))

	const provider = scriptedProvider(answer('I go on.'))
	const runtime = await startRuntime({
		provider,
		in: place,
		selector: { kind: 'named', selector: 'long one' },
	})
	started.push(runtime)
	await runtime.prompt('go on')
	while (provider.requests.length === 0) await new Promise(resolve => setImmediate(resolve))
	const [open, notice] = runtime.envelopes.map(({ event }) => event)
	assert.equal(open?.type, 'session-open')
	assert.deepEqual(notice, {
		type: 'notice',
		level: 'info',
		text: `earlier messages: agent sessions show ${SESSION}`,
	})
	const prompts = runtime.envelopes.flatMap(({ event }) =>
		event.type === 'run-start' ? [JSON.stringify(event.prompt)] : [],
	)
	assert.ok(
		prompts.length < 10 && !prompts.some(prompt => prompt.includes('prompt 0')),
		`${prompts.length} prompts`,
	)
	const { messages } = provider.requests[0]!
	assert.ok(JSON.stringify(messages).includes('What came before, in short.'))
	assert.ok(!JSON.stringify(messages).includes('prompt 0'))
	const history = await runtime.port.queries.promptHistory()
	assert.deepEqual(history.slice(-3), ['prompt 29', 'the newest', 'go on'])
	assert.ok(history.includes('prompt 0'))
	const stored = runtime.envelopes.filter(({ event }) => event.type === 'run-start').map(({ seq }) => seq)
	assert.ok(stored.at(-1)! > log.at(-1)!.seq, 'the numbers go on')
})
