import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { z } from 'zod'
import { AgentError } from '../../src/core/errors.ts'
import { textOf } from '../../src/core/messages.ts'
import { RunError } from '../../src/library/session/run-result.ts'
import { type LibraryDesk, libraryDesk } from '../support/runtime/library-desk.ts'
import { answer, type ScriptedProvider, scriptedProvider } from '../support/runtime/scripted-provider.ts'

const desks: LibraryDesk[] = []
afterEach(async () => {
	await Promise.all(desks.splice(0).map(desk => desk.remove()))
})

async function runtimeWith(provider: ScriptedProvider) {
	const desk = await libraryDesk()
	desks.push(desk)
	return desk.create({ providers: [provider], model: 'test/scripted', stored: false })
}

type Port = { name: string; depth: number }
const PORT = {
	type: 'object',
	properties: { name: { type: 'string' }, depth: { type: 'number' } },
	required: ['name', 'depth'],
}

test('a typed call gives the value that a JSON Schema describes, also out of a code block', async () => {
	const provider = scriptedProvider(answer('```json\n{"name":"Kiel","depth":12}\n```'))
	const port: Port = await (await runtimeWith(provider)).ask<Port>('Which port?', PORT)
	assert.deepEqual(port, { name: 'Kiel', depth: 12 })
	assert.deepEqual(provider.requests[0]!.outputSchema, PORT)
	assert.match(textOf(provider.requests[0]!.messages.at(-1)!.content), /JSON Schema.*Which port\?$/s)
})

test('an answer that does not fit is corrected once, and then it is an error with the code invalid-output', async () => {
	const right = scriptedProvider(answer('Kiel'), answer('{"name":"Kiel","depth":12}'))
	assert.deepEqual(await (await runtimeWith(right)).ask('Which port?', PORT), { name: 'Kiel', depth: 12 })
	const wrong = scriptedProvider(answer('Kiel'), answer('{"name":"Kiel"}'))
	await assert.rejects((await runtimeWith(wrong)).ask('Which port?', PORT), error => {
		assert.ok(error instanceof RunError)
		assert.equal(error.code, 'invalid-output')
		assert.equal(error.result.reason, 'invalid-output')
		return true
	})
	wrong.assertFinished()
})

test('a Standard Schema is told to the model, checks more than JSON Schema can say, and gives its own output', async () => {
	const even = z.object({
		when: z.iso.date().transform(text => new Date(text)),
		berths: z.number().refine(count => count % 2 === 0, 'must be even'),
	})
	const provider = scriptedProvider(
		answer('{"when":"2026-11-22","berths":3}'),
		answer('{"when":"2026-11-22","berths":4}'),
	)
	const value = await (await runtimeWith(provider)).ask('When, and how many?', even)
	const when: Date = value.when
	assert.deepEqual([when.toISOString(), value.berths], ['2026-11-22T00:00:00.000Z', 4])
	assert.match(textOf(provider.requests[1]!.messages.at(-1)!.content), /berths: must be even/)
	assert.deepEqual(Object.keys(provider.requests[0]!.outputSchema!.properties!), ['when', 'berths'])
})

test('a validator that never takes the answer, or cannot tell its schema, is named', async () => {
	const never = z.string().refine(() => false, 'never')
	const provider = scriptedProvider(answer('"a"'), answer('"b"'))
	const runtime = await runtimeWith(provider)
	await assert.rejects(runtime.ask('say', never), { code: 'invalid-output', message: /never/ })
	const mute = {
		'~standard': { version: 1, vendor: 'mute', validate: (value: unknown) => ({ value }) },
	} as const
	await assert.rejects(runtime.ask('say', mute), { code: 'usage', message: /mute schema cannot tell/ })
	await assert.rejects(runtime.ask('say', { type: 'strange' }), {
		code: 'usage',
		message: /no usable JSON Schema/,
	})
})

test('in a session it is a part of the conversation: only its own answer has to fit, and what was said before is known', async () => {
	const provider = scriptedProvider(
		answer('Noted.'),
		answer('Kiel'),
		answer('{"name":"Kiel","depth":12}'),
		answer('{"when":"2026-11-22","berths":3}'),
		answer('{"when":"2026-11-22","berths":4}'),
		answer('You are welcome.'),
	)
	const session = await (await runtimeWith(provider)).session()
	const noted = session.prompt('I mean the deepest one.')
	// Given while another run goes on, it waits for its turn.
	const port = await session.ask<Port>('Which port?', PORT)
	assert.deepEqual(port, { name: 'Kiel', depth: 12 })
	assert.equal((await noted.result).text, 'Noted.')
	const even = z.object({
		when: z.string(),
		berths: z.number().refine(count => count % 2 === 0, 'must be even'),
	})
	assert.deepEqual(await session.ask('When?', even), { when: '2026-11-22', berths: 4 })
	assert.equal((await session.prompt('Thanks.').result).text, 'You are welcome.')
	assert.deepEqual(
		provider.requests.map(({ outputSchema }) => outputSchema !== undefined),
		[false, true, true, true, true, false],
	)
	assert.match(JSON.stringify(provider.requests[1]!.messages), /I mean the deepest one/)
	await assert.rejects(
		session.ask('x', { type: 'obj' }),
		(error: unknown) => error instanceof AgentError && error.code === 'usage',
	)
	await session.close()
	await assert.rejects(session.ask('x', PORT), /closed/)
	provider.assertFinished()
})
