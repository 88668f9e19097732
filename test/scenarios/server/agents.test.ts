import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { hasEnded } from '../../../src/core/services/tasks.ts'
import { NO_EXTENSIONS } from '../../../src/extensions/extension-files.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { ANN, type Serving, startServing } from '../../support/server/serving.ts'

const AGENTS = {
	reviewer:
		'---\ndescription: reads code and finds faults\ntools: Read, Grep\nmodel: test/other\n---\nYou look for faults in harbours.',
	writer:
		'---\ndescription: writes\ndisallowedTools: Bash\npermissionMode: acceptEdits\n---\nYou write songs.',
	default: '---\ndescription: not the one that is meant\n---\nNever told.',
}

const TEST_PROVIDER: ProviderConfig = {
	id: 'test',
	api: 'own',
	baseUrl: '',
	key: async () => undefined,
	keyName: undefined,
	keyOptional: true,
}

function runtime(files: Readonly<Record<string, string>> = AGENTS) {
	const agents = Object.entries(files).map(([name, text]) => ({
		origin: { scope: 'user' as const },
		name,
		path: `/home/ann/agents/${name}.md`,
		text,
	}))
	return { extensions: { ...NO_EXTENSIONS, agents }, providers: [TEST_PROVIDER] }
}

async function modelOf(serving: Serving, id: string): Promise<string> {
	const { items } = (await serving.ask('GET', `/v1/tasks/${id}/events`)).json
	return items.find((item: { event: { type: string } }) => item.event.type === 'attempt-start').event.model
		.model
}

describe('several agents of one server', () => {
	test('are named, the one for tasks that name none first; another is refused with the names', async () => {
		const serving = await startServing({ runtime: runtime() })
		const { status, json } = await serving.ask('GET', '/v1/agents')
		assert.equal(status, 200)
		assert.deepEqual(
			json.items.map(({ name }: { name: string }) => name),
			['default', 'reviewer', 'writer'],
		)
		assert.equal(json.items[1].description, 'reads code and finds faults')
		assert.doesNotMatch(json.items[0].description, /not the one/)
		assert.equal((await serving.ask('GET', '/v1/agents', { token: 'nobody' })).status, 401)
		const refused = await serving.ask('POST', '/v1/tasks', { body: { prompt: 'x', agent: 'reviewr' } })
		assert.deepEqual([refused.status, refused.json.error.code], [400, 'bad-request'])
		assert.match(refused.json.error.message, /"reviewr".*mean reviewer\?.*default, reviewer, writer/)
	})

	test('work side by side, each with its own prompt, tools and model', async () => {
		const models = new Map(
			['default', 'reviewer', 'writer'].map(name => [name, scriptedProvider(answer(`${name} was here`))]),
		)
		const serving = await startServing({
			provider: ({ task }) => models.get(task.agent ?? 'default')!,
			runtime: runtime(),
		})
		const ids = await Promise.all([
			serving.create('look'),
			serving.create('look', { agent: 'reviewer' }),
			serving.create('look', { agent: 'writer' }),
		])
		const tasks = await Promise.all(ids.map(id => serving.until(id, ({ state }) => hasEnded(state))))
		assert.deepEqual(
			tasks.map(({ agent, result }) => [agent, result]),
			[
				[undefined, 'default was here'],
				['reviewer', 'reviewer was here'],
				['writer', 'writer was here'],
			],
		)
		const [plain, reviewer, writer] = [...models.values()].map(({ requests }) => requests[0]!)
		const toolsOf = (request: typeof plain) => request!.tools.map(({ name }) => name)
		const told = (request: typeof plain) => JSON.stringify(request!.messages)
		assert.ok(toolsOf(plain).includes('shell') && toolsOf(plain).includes('write'))
		assert.ok(toolsOf(reviewer).includes('read') && toolsOf(reviewer).includes('grep'))
		assert.deepEqual(
			toolsOf(reviewer).filter(name => ['shell', 'write', 'edit', 'fetch'].includes(name)),
			[],
		)
		assert.ok(toolsOf(writer).includes('write') && !toolsOf(writer).includes('shell'))
		// What a file says is no part of a system prompt.
		for (const [request, words] of [
			[reviewer, 'faults in harbours'],
			[writer, 'write songs'],
		] as const) {
			assert.ok(told(request).includes(words))
			assert.ok(!request!.system.includes(words) && !told(plain).includes(words))
		}
		assert.deepEqual(await Promise.all(ids.map(id => modelOf(serving, id))), [
			'scripted',
			'other',
			'scripted',
		])
	})

	test('go on with their own session, and the model of the task comes before theirs', async () => {
		const model = scriptedProvider(answer('one'), answer('two'), answer('three'))
		const serving = await startServing({ provider: () => model, runtime: runtime() })
		const first = await serving.ask('POST', '/v1/tasks', { body: { prompt: 'a', agent: 'reviewer' } })
		const { id, session } = first.json
		await serving.until(id, ({ state }) => hasEnded(state))
		const second = await serving.create('b', { session, model: 'test/scripted' })
		const { agent } = await serving.until(second, ({ state }) => hasEnded(state))
		assert.deepEqual([agent, await modelOf(serving, second)], ['reviewer', 'scripted'])
		const third = await serving.create('c', { session, agent: 'default' })
		await serving.until(third, ({ state }) => hasEnded(state))
		const [, before, after] = model.requests
		assert.ok(!before!.tools.some(({ name }) => name === 'write'))
		assert.ok(after!.tools.some(({ name }) => name === 'write'))
		assert.match(JSON.stringify(after!.messages.at(-1)), /No longer there: what began with “<agent/)
	})

	test('may do no more than the server lets them', async () => {
		const files = { free: '---\ndescription: does anything\npermissionMode: bypassPermissions\n---\nGo.' }
		const model = scriptedProvider(
			toolCalls(['c1', 'write', { path: 'free.txt', content: 'x' }]),
			answer('asked first'),
		)
		const serving = await startServing({ provider: () => model, runtime: runtime(files) })
		const id = await serving.create('write', { agent: 'free' })
		const { waiting } = await serving.until(id, ({ state }) => state === 'input-required')
		assert.ok(waiting?.for === 'approval')
		await serving.ask('POST', `/v1/tasks/${id}/input`, {
			token: ANN,
			body: { approval: waiting.approvalId, decision: 'no' },
		})
		await serving.until(id, ({ state }) => hasEnded(state))
	})
})
