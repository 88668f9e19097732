// `agent serve` several times on one PostgreSQL, each with a home of its own, in front of one model server.

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import { type ModelServer, startModelServer } from '../model-server/model-server.ts'
import { type Desk, makeDesk, type StartedAgent, startAgent } from '../run-agent.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a test looks into as it likes
type Json = any

type Running = { name: string; agent: StartedAgent; url: string }

export const ANN = 'token-of-ann-0123456789'
export const BOB = 'token-of-bob-0123456789'
export const CID = 'token-of-cid-0123456789'

export class Servers {
	readonly desk: Desk
	readonly model: ModelServer
	readonly #database: string
	readonly #running: Running[] = []
	#turn = 0

	private constructor(desk: Desk, model: ModelServer, database: string) {
		this.desk = desk
		this.model = model
		this.#database = database
	}

	/** @param tenants - more of them, with tokens `bench-token-N-0123456789` */
	static async open(database: string, tenants: readonly AuthContext[] = []): Promise<Servers> {
		const servers = new Servers(await makeDesk(), await startModelServer(), database)
		await mkdir(servers.desk.home, { recursive: true })
		const more = tenants.map(({ app, user }, index) => `bench-token-${index}-0123456789 ${app}/${user}\n`)
		const lines = `${ANN} crm/ann\n${BOB} crm/bob\n${CID} shop/ann\n${more.join('')}`
		await writeFile(join(servers.desk.home, 'tokens'), lines, { mode: 0o600 })
		return servers
	}

	/** Resolves when it listens. */
	async start(name: string, more: readonly string[] = []): Promise<void> {
		const tokens = join(this.desk.home, 'tokens')
		const flags = ['-m', 'openai/test-model', '--token-file', tokens, '--name', name, ...more]
		const agent = startAgent(['serve', ...flags, '--database', this.#database, '--migrate'], {
			desk: this.desk,
			env: { ...this.model.environment, KEELSON_HOME: this.homeOf(name) },
		})
		const line = await firstLine(agent)
		this.#running.push({ name, agent, url: JSON.parse(line).listening })
	}

	get pids(): readonly number[] {
		return this.#running.flatMap(({ agent }) => agent.child.pid ?? [])
	}

	homeOf(name: string): string {
		return join(this.desk.home, name)
	}

	get names(): readonly string[] {
		return this.#running.map(({ name }) => name)
	}

	urlOf(name: string): string {
		const found = this.#running.find(each => each.name === name)
		assert.ok(found, `${name} runs`)
		return found.url
	}

	/** Told to end, and waited for. @returns its exit code and what it said */
	async end(name: string): Promise<{ code: number | null; stderr: string }> {
		const { agent } = this.#take(name)
		agent.child.kill('SIGTERM')
		return agent.ended
	}

	/** @returns its name */
	async killRunner(id: string): Promise<string> {
		const { name, agent } = this.#take(await this.runnerOf(id))
		agent.child.kill('SIGKILL')
		await agent.ended
		return name
	}

	async runnerOf(id: string): Promise<string> {
		const { server } = await this.ask('GET', `/v1/tasks/${id}`)
		const found = this.#running.find(({ name }) => String(server).startsWith(`${name}-`))
		assert.ok(found, `${server} runs it`)
		return found.name
	}

	signal(name: string, signal: NodeJS.Signals): void {
		this.#running.find(each => each.name === name)?.agent.child.kill(signal)
	}

	/** Of whichever server's turn it is. */
	answer(method: string, path: string, body?: object, token = ANN, of?: string): Promise<Response> {
		const asked =
			of === undefined
				? this.#running[this.#turn++ % this.#running.length]
				: this.#running.find(({ name }) => name === of)
		assert.ok(asked)
		return fetch(asked.url + path, {
			method,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		})
	}

	async ask(method: string, path: string, body?: object, token = ANN): Promise<Json> {
		const response = await this.answer(method, path, body, token)
		assert.ok(response.ok, `${response.status} ${await response.clone().text()}`)
		return response.json()
	}

	/** Follows its stream until it is so, and comes again as a client does whose stream broke with the database. */
	async until(id: string, state: string, token = ANN): Promise<Json> {
		for (;;) {
			const found = await this.#follow(id, state, token)
			if (found) return found
			const response = await this.answer('GET', `/v1/tasks/${id}`, undefined, token)
			if (!response.ok) continue
			const task = await response.json()
			assert.ok(!ENDED.includes(task.state) || task.state === state, `${id} is ${JSON.stringify(task)}`)
		}
	}

	async #follow(id: string, state: string, token: string): Promise<Json> {
		const stop = new AbortController()
		const { url } = this.#running[0]!
		const response = await fetch(`${url}/v1/tasks/${id}/events`, {
			headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
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
				if (task.state !== state) continue
				stop.abort()
				return task
			}
		}
		return undefined
	}

	async close(): Promise<void> {
		for (const { agent } of this.#running) {
			agent.child.kill('SIGCONT')
			agent.child.kill('SIGTERM')
		}
		await Promise.all(this.#running.map(({ agent }) => agent.ended))
		await this.model.close()
		await this.desk.remove()
	}

	#take(name: string): Running {
		const index = this.#running.findIndex(each => each.name === name)
		assert.ok(index >= 0, `${name} runs`)
		return this.#running.splice(index, 1)[0]!
	}
}

const ENDED = ['completed', 'failed', 'canceled']

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
