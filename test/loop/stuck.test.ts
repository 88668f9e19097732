import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { textOf } from '../../src/core/messages.ts'
import { okResult } from '../../src/core/tool.ts'
import { calls, says, scriptedModel } from '../support/runtime/scripted-model.ts'
import { startLoop } from '../support/runtime/start-loop.ts'

const same = { run: () => okResult('nothing new') }

describe('the same call with the same result', () => {
	test('is pointed out after three times, and ends the run after five', async () => {
		const replies = Array.from({ length: 5 }, (_, index) =>
			calls([`c${index}`, 'look', { path: 'a', deep: true }]),
		)
		const model = scriptedModel(...replies)
		const loop = startLoop(model, { tools: { look: same } })
		const end = await loop.ended
		assert.deepEqual([end.reason, end.turns], ['stuck', 5])
		assert.match(end.error!.message, /same call 5 times in a row.*look \{"path":"a","deep":true\}/)
		const corrections = loop.events.filter(event => event.type === 'correction')
		assert.equal(corrections.length, 1)
		assert.match(textOf(model.requests[3]!.messages.at(-1)!.content), /same call 3 times in a row.*look/)
	})

	test('is the same whatever the order of its arguments', async () => {
		const texts = ['{"a":1,"b":{"c":2,"d":3}}', '{ "b": {"d":3,"c":2}, "a": 1 }']
		const replies = Array.from({ length: 5 }, (_, index) => calls([`c${index}`, 'look', texts[index % 2]]))
		const end = await startLoop(scriptedModel(...replies), { tools: { look: same } }).ended
		assert.equal(end.reason, 'stuck')
	})

	test('a model that listens goes on', async () => {
		const replies = Array.from({ length: 3 }, (_, index) => calls([`c${index}`, 'look', {}]))
		const end = await startLoop(scriptedModel(...replies, says('I give up')), { tools: { look: same } }).ended
		assert.equal(end.reason, 'finished')
	})
})

describe('is no repetition', () => {
	const run = async (replies: readonly ReturnType<typeof calls>[], look: () => string) => {
		const model = scriptedModel(...replies, says('done'))
		const loop = startLoop(model, { tools: { look: { run: () => okResult(look()) } } })
		const end = await loop.ended
		assert.equal(end.reason, 'finished')
		assert.equal(
			loop.events.some(({ type }) => type === 'correction'),
			false,
		)
	}

	test('a call whose result changes, as one that waits for something', async () => {
		let polls = 0
		await run(
			Array.from({ length: 8 }, (_, index) => calls([`c${index}`, 'look', { id: 'bg-1' }])),
			() => `still running, ${++polls} lines`,
		)
	})

	test('a call with other arguments', async () => {
		await run(
			Array.from({ length: 8 }, (_, index) => calls([`c${index}`, 'look', { page: index }])),
			() => 'empty',
		)
	})

	test('a call among others that do something new', async () => {
		await run(
			Array.from({ length: 8 }, (_, index) =>
				calls([`a${index}`, 'look', { what: 'status' }], [`b${index}`, 'look', { page: index }]),
			),
			() => 'clean',
		)
	})

	test('two calls in turn', async () => {
		await run(
			Array.from({ length: 8 }, (_, index) => calls([`c${index}`, 'look', { page: index % 2 }])),
			() => 'same',
		)
	})
})
