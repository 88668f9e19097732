// A server in this process: a hub on a temporary folder, HTTP in front of it on loopback, real sockets, and tasks that
// are worked on by whole runtimes with a scripted model in the place of the provider.

import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { Provider } from '../../../src/core/model.ts'

import type { ClaimedTask, Task } from '../../../src/core/services/tasks.ts'
import { createSseDecoder } from '../../../src/providers/http/sse.ts'
import { createRuntime } from '../../../src/runtime/compose/create-runtime.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import type { RuntimeOptions } from '../../../src/runtime/options.ts'
import { runTask } from '../../../src/runtime/tasks/task-runner.ts'
import { healthRoute } from '../../../src/server/http/health.ts'
import { type HttpServerOptions, listen } from '../../../src/server/http/http-server.ts'
import type { Route } from '../../../src/server/http/route.ts'
import { taskRoutes } from '../../../src/server/http/task-routes.ts'
import { openEmbeddedHub } from '../../../src/services/embedded/embedded-hub.ts'
import { tenantFolders } from '../../../src/services/embedded/tenant-folders.ts'
import { createTokenList, readTokenFile } from '../../../src/services/embedded/token-list.ts'
import type { ServiceHub } from '../../../src/services/service-hub.ts'
import { createIdSource } from '../../../src/sessions/ids.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { temporaryFolder } from '../sessions/temporary-folder.ts'

export type Answer = {
	status: number
	headers: Readonly<Record<string, string | string[] | undefined>>
	text: string
	// biome-ignore lint/suspicious/noExplicitAny: what a test looks into as it likes
	json: any
}

export type Asked = {
	token?: string | undefined
	headers?: Readonly<Record<string, string>>
	body?: unknown
	/** Sent as it stands. */
	raw?: string | Buffer
}

export type Message = {
	event: string
	// biome-ignore lint/suspicious/noExplicitAny: what a test looks into as it likes
	data: any
	id: string | undefined
}

export type Serving = {
	url: string
	port: number
	home: string
	cwd: string
	hub: ServiceHub
	ask(method: string, path: string, asked?: Asked): Promise<Answer>
	/** Ends with the server's end, or when the loop is left. */
	stream(path: string, asked?: Asked): Promise<AsyncGenerator<Message, undefined>>
	/** Creates a task. @returns its id */
	create(prompt: string, more?: object, token?: string): Promise<string>
	/** The task as soon as it is so. */
	until(id: string, isSo: (task: Task) => boolean, token?: string): Promise<Task>
	socket(): Socket
	stop(): Promise<void>
}

export const ANN = 'token-of-ann-0123456789'
export const BOB = 'token-of-bob-0123456789'

export type ServingOptions = {
	/** Answers the task's model requests. Left out, nobody works on tasks. */
	provider?(claimed: ClaimedTask): Provider
	runtime?: Partial<RuntimeOptions>
	http?: Partial<HttpServerOptions>
	/** Beside those of tasks. */
	routes?: readonly Route[]
	slots?: number
	home?: string
}

export async function startServing(options: ServingOptions = {}): Promise<Serving> {
	const home = options.home ?? (await temporaryFolder())
	const cwd = join(home, '..', `${home.split('/').at(-1)}-project`)
	await mkdir(cwd, { recursive: true })
	const env = { KEELSON_HOME: home }
	const folders = homeFolders({ env, home, cwd })
	const tokenFile = join(home, 'tokens')
	await writeFile(tokenFile, `# who may\n${ANN} local/local\n\n${BOB}\tcrm/bob\n`, { mode: 0o600 })
	const authentication = createTokenList(await readTokenFile(tokenFile))
	const logging = { log: () => {} }
	const hub = await openEmbeddedHub(folders, { authentication, logging })
	const http = await listen({
		host: '127.0.0.1',
		port: 0,
		allowedHosts: ['tasks.example'],
		allowedOrigins: ['https://ui.example'],
		authentication,
		logging,
		clock: nodeClock,
		rate: { perSecond: 1e6, atOnce: 1e6 },
		strangersRate: { perSecond: 1e6, atOnce: 1e6 },
		...options.http,
	})
	const ids = createIdSource({ clock: nodeClock, random: randomBytes })
	let last = 0
	const now = () => {
		last = Math.max(Date.now(), last + 1)
		return last
	}
	http.serve([
		healthRoute({ server: 'test', version: '0.0.0' }),
		...(options.routes ?? []),
		...taskRoutes({
			hub,
			server: 'test',
			newSessionId: ids.session,
			now,
			workspace: async asked => {
				if (asked === cwd) return cwd
				throw new AgentError('usage', `workspace ${asked}: that is not one of this server's folders`)
			},
		}),
	])
	const stop = new AbortController()
	const { provider } = options
	const working =
		provider &&
		hub.queue.work(
			{ server: 'test', slots: options.slots ?? 4, perTenant: 4, takes: () => true },
			claimed =>
				runTask(claimed, {
					hub,
					now,
					newRunId: ids.run,
					open: (task, store, selector) => {
						const model = provider(task)
						return createRuntime({
							version: '0.0.0-test',
							cwd,
							addDirs: [],
							home,
							env,
							folders: tenantFolders(folders, task.auth),
							settings: DEFAULT_SETTINGS,
							providers: [],
							secrets: { known: () => [] },
							chain: { models: [{ provider: model.id, model: 'scripted' }], isChosen: true },
							approvals: { mode: { kind: 'ask' }, isChosen: true },
							yolo: false,
							isInteractive: true,
							endsWithRun: true,
							session: { selector, fork: false, isStored: true },
							tools: { only: undefined, without: [] },
							systemPrompt: { replacement: undefined, addition: undefined },
							bare: false,
							notices: [],
							store,
							provider: async () => model,
							...options.runtime,
						})
					},
				}),
			stop.signal,
		)
	const { port } = new URL(http.url)
	const ask: Serving['ask'] = async (method, path, asked = {}) => {
		const response = await answerTo(http.url, method, path, asked)
		const chunks: Buffer[] = []
		for await (const chunk of response) chunks.push(chunk)
		const text = Buffer.concat(chunks).toString()
		const isJson = response.headers['content-type']?.startsWith('application/json')
		return {
			status: response.statusCode ?? 0,
			headers: response.headers,
			text,
			json: isJson ? JSON.parse(text) : undefined,
		}
	}
	const serving: Serving = {
		url: http.url,
		port: Number(port),
		home,
		cwd,
		hub,
		ask,
		async stream(path, asked = {}) {
			const headers = { Accept: 'text/event-stream', ...asked.headers }
			const response = await answerTo(http.url, 'GET', path, { ...asked, headers })
			if (response.statusCode !== 200) throw new Error(`${response.statusCode} instead of a stream`)
			return messagesOf(response)
		},
		async create(prompt, more = {}, token = ANN) {
			const { status, text, json } = await ask('POST', '/v1/tasks', { token, body: { prompt, ...more } })
			if (status !== 201) throw new Error(`${status}: ${text}`)
			return json.id
		},
		async until(id, isSo, token = ANN) {
			for await (const { event, data } of await serving.stream(`/v1/tasks/${id}/events`, { token }))
				if (event === 'task' && isSo(data)) return data
			throw new Error('it has ended otherwise')
		},
		socket: () => connect({ host: '127.0.0.1', port: Number(port) }).on('error', () => {}),
		async stop() {
			stop.abort()
			await working
			await http.close(0)
			await hub.close()
		},
	}
	onTestFinished(() => serving.stop())
	return serving
}

function answerTo(url: string, method: string, path: string, { token = ANN, headers, body, raw }: Asked) {
	const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body))
	return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
		const request = send(
			`${url}${path}`,
			{
				method,
				agent: false,
				headers: {
					...(token !== '' && { Authorization: `Bearer ${token}` }),
					...(bytes !== undefined && { 'Content-Type': 'application/json' }),
					...headers,
				},
			},
			resolve,
		)
		request.once('error', reject)
		request.end(bytes)
	})
}

async function* messagesOf(response: AsyncIterable<Buffer>): AsyncGenerator<Message, undefined> {
	const decoder = createSseDecoder()
	let text = ''
	for await (const chunk of response) {
		text += chunk.toString()
		const whole = text.lastIndexOf('\n\n') + 2
		if (whole === 1) continue
		const blocks = text.slice(0, whole).split('\n\n')
		text = text.slice(whole)
		for (const block of blocks) {
			// The decoder of the client does not keep ids; here they are what is looked at.
			for (const { event, data } of decoder.push(Buffer.from(`${block}\n\n`)))
				yield { event, data: JSON.parse(data), id: /^id: (.*)$/m.exec(block)?.[1] }
		}
	}
	return undefined
}
