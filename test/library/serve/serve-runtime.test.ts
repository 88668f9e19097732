import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { Provider } from '../../../src/core/model.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import { hasEnded } from '../../../src/core/services/tasks.ts'
import type { CreateRuntimeOptions } from '../../../src/library/options/runtime-options.ts'
import type { Runtime } from '../../../src/library/runtime.ts'
import type { ServeOptions } from '../../../src/library/serve/serve-options.ts'
import { defineTool } from '../../../src/library/tools/define-tool.ts'
import { createInMemoryStore } from '../../../src/sessions/store/in-memory-store.ts'
import { hasPostgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { type LibraryDesk, libraryDesk } from '../../support/runtime/library-desk.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { newClient, saying } from '../../support/server/a2a.ts'
import { type Client, clientOf } from '../../support/server/client.ts'

const desks: LibraryDesk[] = []
afterEach(async () => {
	await Promise.all(desks.splice(0).map(desk => desk.remove()))
})

const ADA: AuthContext = { app: 'shop', user: 'ada' }
const BEN: AuthContext = { app: 'shop', user: 'ben' }
const TOKENS = { 'token-of-ada-0123456789': ADA, 'token-of-ben-0123456789': BEN }
const [OF_ADA, OF_BEN] = Object.keys(TOKENS) as [string, string]

async function runtimeWith(options: CreateRuntimeOptions): Promise<Runtime> {
	const desk = await libraryDesk()
	desks.push(desk)
	return desk.create({ model: 'test/scripted', approvals: 'all', ...options })
}

async function served(runtime: Runtime, options: ServeOptions = { tokens: TOKENS }) {
	const server = await runtime.serve(options)
	return { server, client: clientOf(server.url, server.token ?? OF_ADA) }
}

const end = (client: Client, id: string, token?: string) =>
	client.until(id, ({ state }) => hasEnded(state), token)

describe('runtime.serve', () => {
	test('takes tasks over HTTP and works on them with the program’s own tools, for whoever gave them', async () => {
		const seen: string[] = []
		const lines: unknown[] = []
		const book = defineTool<{ port: string }>({
			name: 'book',
			description: 'Books a berth.',
			parameters: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
			async run({ port }, { services }) {
				seen.push(services.auth.user)
				const before = (await services.keyValues.get('port')) ?? 'nowhere'
				await services.keyValues.set('port', port)
				services.log('info', 'booked', { port })
				await services.artifacts.add({ name: 'berth.json', value: { port } })
				await services.artifacts.add({ name: 'plan.bin', bytes: new Uint8Array([1, 2, 3]) })
				return `booked; before: ${before}; ${await services.askModel('which berth?')}`
			},
		})
		const turns = () => [
			toolCalls(['c1', 'book', { port: 'Kiel' }]),
			answer('berth 7'),
			answer('It is booked.'),
		]
		const provider = scriptedProvider(...turns(), ...turns(), ...turns())
		const runtime = await runtimeWith({
			providers: [provider],
			tools: [book],
			services: { logging: { log: (auth, _level, message) => void lines.push([auth.user, message]) } },
		})
		const { client } = await served(runtime)
		const id = await client.create('book one')
		const types: string[] = []
		for await (const { event, data } of await client.stream(`/v1/tasks/${id}/events`))
			if (event === 'event') types.push(data.event.type)
		assert.deepEqual([types[0], types.at(-1)], ['run-start', 'run-end'])
		assert.ok(types.includes('tool-start') && types.includes('tool-end'))
		const task = await end(client, id)
		assert.deepEqual([task.state, task.result], ['completed', 'It is booked.'])
		assert.deepEqual(task.artifacts, [
			{ id: 'c1-1', name: 'berth.json', mediaType: 'application/json', content: { value: { port: 'Kiel' } } },
			{ id: 'c1-2', name: 'plan.bin', mediaType: 'application/octet-stream', content: { base64: 'AQID' } },
		])
		await end(client, await client.create('again'))
		await end(client, await client.create('book one', {}, OF_BEN), OF_BEN)
		assert.deepEqual(seen, ['ada', 'ada', 'ben'])
		const told = [2, 5, 8].map(index => JSON.stringify(provider.requests[index]?.messages))
		assert.match(told[0]!, /before: nowhere; berth 7/)
		assert.match(told[1]!, /before: Kiel/)
		// Nothing of one is visible to another.
		assert.match(told[2]!, /before: nowhere/)
		assert.ok(lines.some(line => JSON.stringify(line) === '["ben","booked"]'))
		assert.equal((await client.ask('GET', `/v1/tasks/${id}`, { token: OF_BEN })).status, 404)
		assert.equal((await client.ask('GET', '/v1/tasks', { token: 'somebody-else-0123456789' })).status, 401)
	})

	test('has the agents of the runtime, each with its own prompt and tools', async () => {
		const offered: string[][] = []
		const provider: Provider = {
			id: 'test',
			async *stream({ system, tools }) {
				offered.push(tools.map(({ name }) => name))
				yield* answer(
					system.includes('keep the books') ? 'paid' : system.includes('flowers') ? 'roses' : 'lost',
				)
			},
		}
		const runtime = await runtimeWith({
			providers: [provider],
			stored: false,
			instructions: 'You sell flowers.',
		})
		runtime.agent('clerk', {
			description: 'keeps the books',
			instructions: 'You keep the books.',
			builtInTools: ['read'],
		})
		const { client } = await served(runtime, {})
		const { items } = (await client.ask('GET', '/v1/agents')).json
		assert.deepEqual(
			items.map(({ name, description }: { name: string; description: string }) => [name, description]),
			[
				['default', 'Keelson as it is set up here, with all of its tools'],
				['clerk', 'keeps the books'],
			],
		)
		const plain = await end(client, await client.create('a'))
		const clerk = await end(client, await client.create('b', { agent: 'clerk' }))
		assert.deepEqual([plain.result, clerk.result], ['roses', 'paid'])
		assert.ok(offered[0]!.includes('shell') && offered[0]!.includes('read'))
		assert.deepEqual(offered[1], ['read'])
		const unknown = await client.ask('POST', '/v1/tasks', { body: { prompt: 'x', agent: 'cook' } })
		assert.equal(unknown.status, 400)
		assert.match(unknown.json.error.message, /default, clerk/)
		const wrongModel = await client.ask('POST', '/v1/tasks', { body: { prompt: 'c', model: 'nobody/x' } })
		assert.deepEqual([wrongModel.status, wrongModel.json.error.code], [400, 'model-unknown'])
	})

	test('asks whoever gave the task, and ends with the runtime', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'ask_user', { question: 'Tea?', options: ['yes', 'no'] }]),
			answer('Tea it is.'),
		)
		const runtime = await runtimeWith({ providers: [provider], store: createInMemoryStore() })
		const { client, server } = await served(runtime, {})
		const id = await client.create('serve')
		const { waiting } = await client.until(id, ({ state }) => state === 'input-required')
		assert.equal(waiting?.text, 'Tea?')
		await client.ask('POST', `/v1/tasks/${id}/input`, { body: { text: 'yes' } })
		const { session, result } = await end(client, id)
		assert.equal(result, 'Tea it is.')
		// The same session, also without HTTP.
		assert.ok((await runtime.read(session)).some(({ event }) => event.type === 'run-end'))
		await runtime.close()
		await assert.rejects(client.ask('GET', '/v1/health'))
		await server.close()
		await assert.rejects(runtime.serve(), /closed/)
	})

	test('speaks A2A: each agent has a card, and a message is negotiated where that was asked for', async () => {
		const seen: string[] = []
		const provider: Provider = {
			id: 'test',
			async *stream({ system, messages, tools }) {
				const last = JSON.stringify(messages.at(-1))
				seen.push(`${tools.length > 0} ${last.includes('hello')}`)
				if (!system.includes('what becomes of the newest message')) yield* answer('It is done.')
				else yield* answer(last.includes('hello') ? '{"action":"answer","text":"Hi."}' : '{"action":"task"}')
			},
		}
		const runtime = await runtimeWith({ providers: [provider], description: 'sells flowers' })
		const { server } = await served(runtime, { tokens: TOKENS, negotiate: true, name: 'shop' })
		// An agent that comes later is there as well.
		runtime.agent('clerk', { description: 'keeps the books' })
		const card = async (path: string) =>
			(await (await fetch(`${server.url}${path}/.well-known/agent-card.json`)).json()) as {
				description: string
			}
		assert.deepEqual(
			[(await card('')).description, (await card('/a2a/clerk')).description],
			['sells flowers', 'keeps the books'],
		)
		const client = await newClient({ url: server.url }, OF_ADA)
		const send = (text: string) =>
			client.sendMessage({
				tenant: '',
				message: saying(text),
				configuration: undefined,
				metadata: undefined,
			})
		const told = await send('hello')
		assert.ok('parts' in told, JSON.stringify(told))
		assert.deepEqual(seen, ['false true'])
		const task = await send('change it')
		assert.ok('status' in task, JSON.stringify(task))
		assert.match(JSON.stringify(task), /It is done\./)
		const others = await newClient({ url: server.url }, OF_BEN)
		await assert.rejects(others.getTask({ tenant: '', id: task.id }), /there is no task/)
	})

	test.skipIf(!hasPostgres)('shares its tasks with others over a database', async () => {
		const postgres = await startPostgres()
		try {
			const database = await postgres.freshDatabase()
			const [worker, reader, third] = await Promise.all(
				['worker', 'reader', 'third'].map(() =>
					runtimeWith({ providers: [scriptedProvider(answer('Done for all.'))] }),
				),
			)
			const options: ServeOptions = { database, tokens: TOKENS }
			await worker!.serve({ ...options, migrate: true, name: 'worker' })
			const { server, client } = await served(reader!, { ...options, name: 'reader' })
			const whole = await end(client, await client.create('do it'))
			assert.match(whole.server ?? '', /^(?:worker|reader)/)
			await server.close()
			const { client: again } = await served(third!, { ...options, name: 'third' })
			const { json } = await again.ask('GET', `/v1/tasks/${whole.id}`)
			assert.deepEqual([json.state, json.result], ['completed', 'Done for all.'])
			assert.equal((await again.ask('GET', `/v1/tasks/${whole.id}`, { token: OF_BEN })).status, 404)
			await assert.rejects(reader!.serve({ migrate: true }), /migrate is about a database/)
			const memory = await runtimeWith({ providers: [scriptedProvider()], stored: false })
			await assert.rejects(memory.serve(options), /sessions are kept there/)
		} finally {
			await Promise.all(desks.splice(0).map(desk => desk.remove()))
			await postgres.end()
		}
	})

	test('refuses what cannot be right before it listens', async () => {
		const runtime = await runtimeWith({ providers: [scriptedProvider()], store: createInMemoryStore() })
		const cases: readonly [ServeOptions, RegExp][] = [
			[{ host: '0.0.0.0' }, /needs tokens/],
			[{ tokens: {} }, /nobody could come in/],
			[{ tokens: { short: { app: 'local', user: 'local' } } }, /at least 16/],
			[{ tokens: { 'token of ann 0123456789': { app: 'local', user: 'local' } } }, /cannot be sent/],
			[{ tokens: { 'token-of-ann-0123456789': { app: '../x', user: 'ann' } } }, /no name/],
			[{ tokens: TOKENS }, /the store knows of one/],
			[{ maxRunning: 0 }, /maxRunning/],
			[{ perUser: 1.5 }, /perUser/],
		]
		for (const [options, message] of cases)
			await assert.rejects(runtime.serve(options), (error: { code?: string; message: string }) => {
				assert.equal(error.code, 'usage')
				assert.match(error.message, message)
				assert.doesNotMatch(error.message, /0123456789/)
				return true
			})
		assert.throws(() => runtime.agent('default', {}), /called default/)
	})
})
