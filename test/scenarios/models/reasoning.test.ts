import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import type { AssistantPart } from '../../../src/core/messages.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { objectsIn } from '../../../src/providers/http/read-json.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { sealReasoning, signThinking } from '../../support/model-server/reply/seal.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'

type Format = {
	api: ProviderConfig['api']
	models: readonly [writer: string, other: string]
	/** What the vendor wants back for a thought. */
	sealed(thought: string): JsonValue
	/** All of these in a request, in order. */
	sealedIn(body: JsonObject): readonly JsonValue[]
}

const FORMATS: readonly Format[] = [
	{
		api: 'responses',
		models: ['gpt-5.5', 'gpt-5.4'],
		sealed: thought => ({
			type: 'reasoning',
			summary: [{ type: 'summary_text', text: thought }],
			encrypted_content: sealReasoning(thought),
		}),
		sealedIn: body => objectsIn(body.input).filter(item => item.type === 'reasoning'),
	},
	{
		api: 'messages',
		models: ['claude-opus-4-8', 'claude-opus-4-7'],
		sealed: thought => ({ type: 'thinking', thinking: thought, signature: signThinking(thought) }),
		sealedIn: body =>
			objectsIn(body.messages)
				.flatMap(message => objectsIn(message.content))
				.filter(block => block.type === 'thinking'),
	},
	{
		api: 'chat',
		models: ['deepseek-reasoner', 'qwen-thinking'],
		sealed: thought => thought,
		sealedIn: body =>
			objectsIn(body.messages).flatMap(({ reasoning_content: thought }) =>
				thought === undefined ? [] : [thought],
			),
	},
]

let server: ModelServer
let runtime: StartedRuntime
beforeEach(async () => {
	server = await startModelServer()
})
afterEach(async () => {
	await runtime.stop()
	await server.close()
})

describe.each(FORMATS)('reasoning over $api', ({ api, models, sealed, sealedIn }) => {
	const [writer, other] = models.map(model => ({ provider: 'mine', model }))
	const first = 'Where would “it” be?\n\nPerhaps in a.txt.'
	const second = 'So that is it 🙂.'

	test('is shown, counted, stored, and sent back unchanged to the model that wrote it and to no other', async () => {
		const config: ProviderConfig = {
			id: 'mine',
			api,
			baseUrl: api === 'messages' ? server.anthropicUrl : server.url,
			key: async () => ({ value: 'sk-test-0123456789', source: 'MINE_KEY' }),
			keyName: 'MINE_KEY',
			keyOptional: false,
		}
		runtime = await startRuntime({
			files: { 'a.txt': 'it\n' },
			runtime: { providers: [config], chain: { models: [writer!], isChosen: true } },
		})
		const ask = async (text: string, model = writer!) => {
			await runtime.port.send({ type: 'set-model', chain: [model] })
			await runtime.prompt(text)
			assert.equal((await runtime.until('run-end')).reason, 'finished')
		}

		server.script(
			{ reasoning: [first], calls: [{ name: 'list', arguments: {} }], usage: { reasoningTokens: 7 } },
			{ reasoning: [second], text: 'In a.txt.', usage: { reasoningTokens: 5 } },
			{ text: 'Yes.' },
			{ text: 'Quite.' },
		)
		await ask('Where is it?')
		await ask('Is that so?', other)
		await ask('Sure?')
		server.assertFinished()

		const sent = server.requests.map(({ body }) => JSON.stringify(sealedIn(body)))
		const [one, both] = [[sealed(first)], [sealed(first), sealed(second)]].map(all => JSON.stringify(all))
		assert.deepEqual(sent, ['[]', one, '[]', both])

		const events = runtime.envelopes.map(({ event }) => event)
		const shown = events.flatMap(event => (event.type === 'reasoning-delta' ? [event.text] : []))
		assert.deepEqual(shown, [first, second])
		const counted = events.flatMap(event =>
			event.type === 'attempt-end' ? [event.usage.reasoningTokens] : [],
		)
		assert.deepEqual(counted, [7, 5, 0, 0])
		const stored = events
			.flatMap(event => (event.type === 'message-end' ? event.message.content : []))
			.filter((part): part is Extract<AssistantPart, { type: 'reasoning' }> => part.type === 'reasoning')
		assert.deepEqual(
			stored.map(({ text, opaque }) => [text, opaque?.by]),
			[
				[first, writer],
				[second, writer],
			],
		)
	})
})
