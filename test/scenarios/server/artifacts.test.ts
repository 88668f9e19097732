import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { hasEnded } from '../../../src/core/services/tasks.ts'
import { PICTURE } from '../../support/picture.ts'
import { type Loopback, startLoopback } from '../../support/providers/loopback.ts'
import { delegate } from '../../support/runtime/delegating.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startServing } from '../../support/server/serving.ts'

const open: Loopback[] = []
afterEach(async () => {
	for (const each of open.splice(0)) await each.close()
})

async function painter(): Promise<ProviderConfig> {
	const server = await startLoopback()
	open.push(server)
	server.answerWith(response => {
		response.end(JSON.stringify({ data: [{ b64_json: PICTURE.base64 }] }))
	})
	const key = async () => ({ value: 'sk-painter-0123456789', source: 'PAINTER_KEY' })
	const baseUrl = `${server.url}/v1`
	return { id: 'painter', api: 'chat', baseUrl, key, keyName: 'PAINTER_KEY', keyOptional: false }
}

describe('the artifacts of a task', () => {
	test('are the pictures that were drawn for it, and nothing that was only read or said', async () => {
		const model = scriptedProvider(
			toolCalls(['c1', 'generate_image', { prompt: 'a grey pixel', path: 'pixel.png' }]),
			toolCalls(['c2', 'read', { path: 'pixel.png' }]),
			answer('There it is.'),
		)
		const serving = await startServing({
			provider: () => model,
			runtime: {
				providers: [await painter()],
				imageModel: { provider: 'painter', model: 'gpt-image-x' },
				approvals: { mode: { kind: 'all' }, isChosen: true },
			},
		})
		const id = await serving.create('draw a grey pixel')
		const { state, result, artifacts } = await serving.until(id, task => hasEnded(task.state))
		assert.deepEqual([state, result], ['completed', 'There it is.'])
		const expected = [
			{ id: 'c1-1', name: 'pixel.png', mediaType: 'image/png', content: { base64: PICTURE.base64 } },
		]
		assert.deepEqual(artifacts, expected)
		assert.deepEqual((await serving.ask('GET', `/v1/tasks/${id}`)).json.artifacts, expected)
		const { items } = (await serving.ask('GET', '/v1/tasks')).json
		assert.equal(items[0].artifacts, undefined)
		// In the log it is a reference, and no model is sent it twice over.
		assert.ok(!(await serving.ask('GET', `/v1/tasks/${id}/events`)).text.includes(PICTURE.base64))
		assert.ok(!JSON.stringify(model.requests.at(-1)).includes('artifacts'))
	})

	test('are those of its sub-agents as well, and of theirs, by the name of the agent', async () => {
		const draw = (id: string, path: string) => toolCalls([id, 'generate_image', { prompt: 'a pixel', path }])
		const model = routedProvider({
			'have it drawn': [
				toolCalls(delegate('c1', 'general', 'let another one do it')),
				answer('They are there.'),
			],
			'let another one do it': [
				draw('d1', 'own.png'),
				toolCalls(delegate('d2', 'general', 'draw a pixel')),
				answer('It did.'),
			],
			'draw a pixel': [draw('e1', 'pixel.png'), answer('Drawn.')],
		})
		const serving = await startServing({
			provider: () => model,
			runtime: {
				providers: [await painter()],
				imageModel: { provider: 'painter', model: 'gpt-image-x' },
				approvals: { mode: { kind: 'all' }, isChosen: true },
			},
		})
		const id = await serving.create('have it drawn')
		const { artifacts } = await serving.until(id, task => hasEnded(task.state))
		assert.deepEqual(
			artifacts.map(({ name, content }) => [name, content]),
			['general/own.png', 'general/general/pixel.png'].map(name => [name, { base64: PICTURE.base64 }]),
		)
		assert.equal(new Set(artifacts.map(each => each.id)).size, 2)
		model.assertFinished()
	})

	test('have the value of an answer that had to fit a schema, corrected where it did not', async () => {
		const model = scriptedProvider(answer('{"berths": "four"}'), answer('```json\n{"berths": 4}\n```'))
		const serving = await startServing({ provider: () => model })
		const schema = { type: 'object', properties: { berths: { type: 'integer' } }, required: ['berths'] }
		const id = await serving.create('how many berths?', { schema })
		const { state, artifacts } = await serving.until(id, task => hasEnded(task.state))
		assert.equal(state, 'completed')
		assert.deepEqual(artifacts, [
			{ id: 'value', name: 'value', mediaType: 'application/json', content: { value: { berths: 4 } } },
		])
		assert.match(JSON.stringify(model.requests[0]?.messages), /berths.*integer/)
		const post = (wrong: unknown) =>
			serving.ask('POST', '/v1/tasks', { body: { prompt: 'x', schema: wrong } })
		const refused = [
			await post('object'),
			await post({ type: 'obj' }),
			await post({ title: 'x'.repeat(70_000) }),
		]
		assert.deepEqual(
			refused.map(({ status, json }) => [status, json.error.code]),
			refused.map(() => [400, 'bad-request']),
		)
	})

	test('are none of an answer that does not fit', async () => {
		const wrong = () => answer('no idea')
		const model = scriptedProvider(...Array.from({ length: 6 }, wrong))
		const serving = await startServing({ provider: () => model })
		const id = await serving.create('how many?', { schema: { type: 'integer' } })
		const { state, error, artifacts } = await serving.until(id, task => hasEnded(task.state))
		assert.deepEqual([state, error?.code, artifacts], ['failed', 'invalid-output', []])
	})
})
