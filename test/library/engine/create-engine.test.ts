import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { createEngine, type EngineOptions } from '../../../src/library/engine/create-engine.ts'
import { defineTool } from '../../../src/library/tools/define-tool.ts'
import {
	answer,
	type ScriptedProvider,
	scriptedProvider,
	toolCalls,
} from '../../support/runtime/scripted-provider.ts'

const engineWith = (provider: ScriptedProvider, options: Partial<EngineOptions> = {}) =>
	createEngine({ providers: [provider], model: 'test/scripted', ...options })

describe('the engine', () => {
	test('answers, keeps its sessions in memory and goes on with them', async () => {
		const provider = scriptedProvider(answer('one'), answer('two'))
		const engine = engineWith(provider, { instructions: 'Be brief.' })
		const first = await engine.run('first')
		assert.deepEqual([first.text, first.reason, first.turns], ['one', 'finished', 1])
		const session = await engine.resume(first.sessionId)
		assert.equal((await session.prompt('second').result).text, 'two')
		assert.deepEqual(
			provider.requests[1]!.messages.map(({ role, content }) => `${role}: ${textOf(content)}`),
			['user: first', 'assistant: one', 'user: second'],
		)
		assert.equal(provider.requests[0]!.system, 'Be brief.')
		assert.deepEqual(
			(await engine.list()).map(({ sessionId }) => sessionId),
			[first.sessionId],
		)
		await engine.close()
		await assert.rejects(engine.session(), { code: 'rejected' })
	})

	test('puts its tools through the same gate', async () => {
		let ran = 0
		const own = defineTool<{ name: string }>({
			name: 'greet',
			description: 'Greets.',
			parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
			run: ({ name }) => {
				ran++
				return `hello ${name}`
			},
		})
		const told = async (options: Partial<EngineOptions>, input: unknown = { name: 'Ada' }) => {
			const provider = scriptedProvider(toolCalls(['c1', 'greet', input]), answer('done'))
			const engine = engineWith(provider, { tools: [own], ...options })
			await engine.run('greet').catch(() => undefined)
			return provider.requests[1]!.messages.flatMap(message =>
				message.role === 'tool' ? [textOf(message.content)] : [],
			)[0]
		}
		assert.match((await told({}))!, /nobody is there/)
		assert.match((await told({ approve: () => false }))!, /refused by the user/)
		assert.match((await told({ approvals: { kind: 'plan' } }))!, /no tool|greet/)
		assert.equal(ran, 0)
		assert.equal(await told({ approve: () => true }), 'hello Ada')
		assert.equal(await told({ approvals: { kind: 'all' } }), 'hello Ada')
		assert.match((await told({ approvals: { kind: 'all' } }, { nam: 'Ada' }))!, /name/)
	})

	test('gives typed answers and corrects them once', async () => {
		const provider = scriptedProvider(answer('{"depth":"twelve"}'), answer('{"depth":12}'))
		const schema = { type: 'object', properties: { depth: { type: 'integer' } }, required: ['depth'] }
		assert.deepEqual(await engineWith(provider).ask<{ depth: number }>('How deep?', schema), { depth: 12 })
		assert.match(textOf(provider.requests[1]!.messages.at(-1)!.content), /depth: expected integer/)
		await assert.rejects(engineWith(scriptedProvider()).ask('x', { type: 'strange' }), { code: 'usage' })
	})

	test('names a model that nobody serves', () => {
		assert.throws(() => createEngine({ model: 'else/x' }), { code: 'model-unknown' })
		assert.throws(() => createEngine({ model: 'x' }), { code: 'usage' })
	})
})
