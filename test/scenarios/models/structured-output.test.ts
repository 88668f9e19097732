import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import type { JsonSchema } from '../../../src/core/json.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { ModelPart } from '../../../src/core/model.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'

const started: StartedRuntime[] = []
afterEach(async () => {
	for (const runtime of started.splice(0)) await runtime.stop()
})

const SCHEMA: JsonSchema = {
	type: 'object',
	properties: { files: { type: 'integer' } },
	required: ['files'],
	additionalProperties: false,
}

async function ask(...replies: readonly (readonly ModelPart[])[]) {
	const provider = scriptedProvider(...replies)
	const runtime = await startRuntime({
		provider,
		runtime: { outputSchema: SCHEMA },
		files: { 'a.txt': 'a\n' },
	})
	started.push(runtime)
	await runtime.prompt('How many files are there?')
	return { provider, runtime, end: await runtime.until('run-end') }
}

const said = (provider: ReturnType<typeof scriptedProvider>) =>
	provider.requests.map(request => textOf(request.messages.at(-1)!.content))

test('every request of the run carries the schema, and an answer that fits ends it', async () => {
	const { provider, end } = await ask(toolCalls(['1', 'list', {}]), answer('{"files": 1}'))
	assert.deepEqual([end.reason, end.turns], ['finished', 2])
	assert.deepEqual(
		provider.requests.map(request => request.outputSchema),
		[SCHEMA, SCHEMA],
	)
	provider.assertFinished()
})

test('an answer in a code fence is taken for what is in it', async () => {
	const { end } = await ask(answer('```json\n{"files": 1}\n```'))
	assert.deepEqual([end.reason, end.turns], ['finished', 1])
})

test('a wrong answer is sent back once with what is wrong, and the right one counts', async () => {
	const { provider, runtime, end } = await ask(answer('{"files": "one"}'), answer('{"files": 1}'))
	assert.deepEqual([end.reason, end.turns], ['finished', 2])
	const correction =
		'Your answer does not fit the JSON Schema: files: expected integer, got string "one". ' +
		'Answer again, with the JSON value and nothing else.'
	assert.deepEqual(said(provider), ['How many files are there?', correction])
	const stored = runtime.envelopes.flatMap(({ event }) =>
		event.type === 'correction' ? [event.message] : [],
	)
	assert.deepEqual(
		stored.map(message => textOf(message.content)),
		[correction],
	)
	provider.assertFinished()
})

test('a second wrong answer ends the run as invalid-output, and the session goes on', async () => {
	const { provider, runtime, end } = await ask(answer('One.'), answer('{"count": 1}'), answer('{"files": 1}'))
	assert.deepEqual(end.error, {
		code: 'invalid-output',
		message:
			'the answer does not fit the JSON Schema, and neither did the one before it: ' +
			'files: expected integer, got nothing; count: expected one of files, got an unknown name',
	})
	assert.deepEqual([end.reason, end.turns], ['invalid-output', 2])
	await runtime.prompt('Try again.')
	assert.equal((await runtime.until('run-end')).reason, 'finished')
	const roles = provider.requests[2]!.messages.map(message => message.role)
	assert.deepEqual(roles.slice(-5), ['user', 'assistant', 'user', 'assistant', 'user'])
	provider.assertFinished()
})

test('turns for putting an answer right count like all others', async () => {
	const provider = scriptedProvider(answer('One.'))
	const runtime = await startRuntime({ provider, runtime: { outputSchema: SCHEMA, ...oneTurn() } })
	started.push(runtime)
	await runtime.prompt('How many files are there?')
	assert.equal((await runtime.until('run-end')).reason, 'turn-limit')
})

function oneTurn() {
	return { settings: { ...DEFAULT_SETTINGS, budget: { ...DEFAULT_SETTINGS.budget, maxTurns: 1 } } }
}
