import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { type Desk, makeDesk, type StartedAgent, startAgent } from '../../support/run-agent.ts'
import { longer } from '../../support/soak.ts'

// `agent serve` twice on one PostgreSQL: whoever runs a task is killed, and the other goes on with it.

const TOKEN = 'token-of-ann-0123456789'
const ROUNDS = longer(1)

describe.skipIf(!hasPostgres)('a task whose server is killed', () => {
	let postgres: Postgres
	beforeAll(async () => {
		postgres = await startPostgres()
	})
	afterAll(async () => {
		await postgres?.end()
	})

	test('in the stream of a reply: it is asked for again by another server', {
		timeout: longer(60_000),
	}, async () => {
		await inRounds(async scene => {
			const held = scene.model.hold({ text: 'half of an answer' })
			scene.model.script({ text: 'the whole answer' })
			const id = await scene.create('answer me')
			await held.arrived
			await held.until('text')
			const before = await scene.killRunner(id)
			const task = await scene.until(id, 'completed')
			assert.deepEqual([task.result, task.runs.length], ['the whole answer', 2])
			assert.notEqual(task.server, before)
			scene.tookAt(id)
		})
	})

	test('in a tool: the command is not run again, and the model is told that it may have run', {
		timeout: longer(60_000),
	}, async () => {
		await inRounds(async scene => {
			const command = 'echo once >> effects.txt; echo $$ > shell.pid; exec sleep 600'
			scene.model.script({ calls: [{ name: 'shell', arguments: { command } }] }, { text: 'done' })
			const id = await scene.create('do it')
			await scene.hasFile('shell.pid')
			await scene.killRunner(id)
			assert.equal((await scene.until(id, 'completed')).result, 'done')
			assert.equal(await readFile(join(scene.desk.cwd, 'effects.txt'), 'utf8'), 'once\n')
			assert.match(JSON.stringify(scene.model.requests.at(-1)?.body), /it may have run/)
			// Nobody else ends what a killed process had begun without a sandbox.
			process.kill(Number(await readFile(join(scene.desk.cwd, 'shell.pid'), 'utf8')))
			scene.tookAt(id)
		})
	})

	test('while somebody is asked: it is asked again, and answered through the other server', {
		timeout: longer(60_000),
	}, async () => {
		await inRounds(
			async scene => {
				const calls = [{ name: 'shell', arguments: { command: 'echo once >> effects.txt' } }]
				scene.model.script({ calls }, { calls }, { text: 'done' })
				const id = await scene.create('do it')
				const first = await scene.until(id, 'input-required')
				await scene.killRunner(id)
				const second = await scene.until(
					id,
					'input-required',
					task => task.waiting.approvalId !== first.waiting.approvalId,
				)
				await scene.ask('POST', `/v1/tasks/${id}/input`, {
					approval: second.waiting.approvalId,
					decision: 'once',
				})
				assert.equal((await scene.until(id, 'completed')).result, 'done')
				assert.equal(await readFile(join(scene.desk.cwd, 'effects.txt'), 'utf8'), 'once\n')
				scene.tookAt(id)
			},
			['--approve', 'ask'],
		)
	})

	/** Two servers for all rounds; the one that is killed is started anew. */
	async function inRounds(
		play: (scene: Scene) => Promise<void>,
		more: readonly string[] = ['--approve', 'all', '--sandbox', 'off'],
	): Promise<void> {
		const url = await postgres.freshDatabase()
		for (let round = 0; round < ROUNDS; round++) {
			const scene = await Scene.open(url, more)
			try {
				await play(scene)
			} finally {
				await scene.close()
			}
		}
	}
})

// biome-ignore lint/suspicious/noExplicitAny: what a test looks into as it likes
type Json = any

type Server = { name: string; agent: StartedAgent; url: string }

class Scene {
	readonly desk: Desk
	readonly model: ModelServer
	readonly #servers: Server[] = []
	readonly #killed: number[] = []

	private constructor(desk: Desk, model: ModelServer) {
		this.desk = desk
		this.model = model
	}

	static async open(database: string, more: readonly string[]): Promise<Scene> {
		const scene = new Scene(await makeDesk(), await startModelServer())
		const tokens = join(scene.desk.home, 'tokens')
		await mkdir(scene.desk.home, { recursive: true })
		await writeFile(tokens, `${TOKEN} crm/ann\n`, { mode: 0o600 })
		const start = async (name: string) => {
			const flags = ['-m', 'openai/test-model', '--token-file', tokens, '--name', name, ...more]
			const agent = startAgent(['serve', ...flags, '--database', database, '--migrate'], {
				desk: scene.desk,
				env: { ...scene.model.environment, KEELSON_HOME: join(scene.desk.home, name) },
			})
			const line = await firstLine(agent)
			scene.#servers.push({ name, agent, url: JSON.parse(line).listening })
		}
		await Promise.all([start('one'), start('two')])
		return scene
	}

	async create(prompt: string): Promise<string> {
		return (await this.ask('POST', '/v1/tasks', { prompt })).id
	}

	/** Asks whichever server is still there. */
	async ask(method: string, path: string, body?: object): Promise<Json> {
		const { url } = this.#servers[0]!
		const response = await fetch(url + path, {
			method,
			headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		})
		assert.ok(response.ok, `${response.status} ${await response.clone().text()}`)
		return response.json()
	}

	/** Follows its stream until it is so. */
	async until(id: string, state: string, isSo: (task: Json) => boolean = () => true): Promise<Json> {
		const { url } = this.#servers[0]!
		const stop = new AbortController()
		const response = await fetch(`${url}/v1/tasks/${id}/events`, {
			headers: { authorization: `Bearer ${TOKEN}`, accept: 'text/event-stream' },
			signal: stop.signal,
		})
		let text = ''
		for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
			text += chunk
			const messages = text.split('\n\n')
			text = messages.pop() ?? ''
			for (const each of messages) {
				if (!each.startsWith('event: task\n')) continue
				const task = JSON.parse(each.slice(each.indexOf('data: ') + 6))
				if (task.state === state && isSo(task)) {
					stop.abort()
					return task
				}
			}
		}
		throw new Error(`${id} was never ${state}`)
	}

	/** @returns its name */
	async killRunner(id: string): Promise<string> {
		const { server } = await this.ask('GET', `/v1/tasks/${id}`)
		const index = this.#servers.findIndex(({ name }) => String(server).startsWith(`${name}-`))
		assert.ok(index >= 0, `${server} runs it`)
		const { agent } = this.#servers.splice(index, 1)[0]!
		agent.child.kill('SIGKILL')
		await agent.ended
		this.#killed.push(performance.now())
		return server
	}

	/** Told in a soak: how long after the kill the task had ended. */
	tookAt(id: string): void {
		const tookMs = performance.now() - this.#killed.at(-1)!
		if (ROUNDS > 1) console.log(`${id}: ended ${tookMs.toFixed(0)} ms after the kill`)
	}

	async hasFile(name: string): Promise<void> {
		for (;;) {
			const text = await readFile(join(this.desk.cwd, name), 'utf8').catch(() => '')
			if (text !== '') return
			await new Promise(resolve => setTimeout(resolve, 20))
		}
	}

	async close(): Promise<void> {
		for (const { agent } of this.#servers) agent.child.kill('SIGTERM')
		await Promise.all(this.#servers.map(({ agent }) => agent.ended))
		await this.model.close()
		await this.desk.remove()
	}
}

async function firstLine({ child, ended }: StartedAgent): Promise<string> {
	let text = ''
	return new Promise((resolve, reject) => {
		child.stdout?.on('data', chunk => {
			text += chunk
			const end = text.indexOf('\n')
			if (end >= 0) resolve(text.slice(0, end))
		})
		void ended.then(({ stderr }) => reject(new Error(`it ended before it listened: ${stderr}`)))
	})
}
