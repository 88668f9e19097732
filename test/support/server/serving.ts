// A server in this process: a hub on a temporary folder, HTTP in front of it on loopback, real sockets, and tasks that
// are worked on by whole runtimes with a scripted model in the place of the provider.

import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { IdSource } from '../../../src/core/ids.ts'
import type { Provider } from '../../../src/core/model.ts'
import type { OfferedAgents } from '../../../src/core/services/agents.ts'
import type { ClaimedTask } from '../../../src/core/services/tasks.ts'
import { createRuntime } from '../../../src/runtime/compose/create-runtime.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import type { RuntimeOptions } from '../../../src/runtime/options.ts'
import { agentsIn, asAgent } from '../../../src/runtime/tasks/task-agents.ts'
import { requireTaskModel } from '../../../src/runtime/tasks/task-model.ts'
import { runTask } from '../../../src/runtime/tasks/task-runner.ts'
import { agentRoute } from '../../../src/server/http/agent-route.ts'
import { healthRoute } from '../../../src/server/http/health.ts'
import { type HttpServerOptions, listen } from '../../../src/server/http/http-server.ts'
import type { Route } from '../../../src/server/http/route.ts'
import { taskRoutes } from '../../../src/server/http/task-routes.ts'
import { openEmbeddedHub } from '../../../src/services/embedded/embedded-hub.ts'
import { tenantFolders } from '../../../src/services/embedded/tenant-folders.ts'
import { createTokenList, readTokenFile, type TokenList } from '../../../src/services/embedded/token-list.ts'
import type { ServiceHub } from '../../../src/services/service-hub.ts'
import { createIdSource } from '../../../src/sessions/ids.ts'
import { type HomeFolders, homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { temporaryFolder } from '../sessions/temporary-folder.ts'
import { type Client, clientOf } from './client.ts'

export type Serving = Client & {
	url: string
	port: number
	home: string
	cwd: string
	hub: ServiceHub
	tokens: TokenList
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
	slots?: number
	home?: string
	/** What else it answers, and who hears of what it works on. */
	more?(parts: ServingParts): { routes: readonly Route[]; claimed?(claimed: ClaimedTask): void }
}

export type ServingParts = {
	hub: ServiceHub
	now(): number
	newSessionId: IdSource['session']
	offered: OfferedAgents
	workspace(asked: string): Promise<string>
	requireModel(asked: string): Promise<void>
	folders: HomeFolders
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
	const workspace = async (asked: string) => {
		if (asked === cwd) return cwd
		throw new AgentError('usage', `workspace ${asked}: that is not one of this server's folders`)
	}
	const { extensions } = options.runtime ?? {}
	const offered = { list: () => agentsIn(extensions) }
	const { providers } = options.runtime ?? {}
	const requireModel = async (model: string) => {
		if (providers) await requireTaskModel(model, { providers, settings: DEFAULT_SETTINGS, folders })
	}
	const parts = { hub, now, newSessionId: ids.session, workspace, requireModel, offered }
	const more = options.more?.({ ...parts, folders })
	http.serve([
		healthRoute({ server: 'test', version: '0.0.0' }),
		agentRoute({ offered, workspace }),
		...taskRoutes({ ...parts, server: 'test' }),
		...(more?.routes ?? []),
	])
	const stop = new AbortController()
	const { provider } = options
	const working =
		provider &&
		hub.queue.work(
			{ server: 'test', slots: options.slots ?? 4, perTenant: 4, takes: () => true },
			claimed => {
				more?.claimed?.(claimed)
				return runTask(claimed, {
					hub,
					now,
					newRunId: ids.run,
					telemetry: options.runtime?.telemetry,
					open: async (task, store, selector) => {
						const model = provider(task)
						const runtime: RuntimeOptions = {
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
							outputSchema: task.task.outputSchema,
							...options.runtime,
						}
						const { agent } = task.task
						if (agent === undefined) return createRuntime(runtime)
						return createRuntime(
							await asAgent(agent, runtime, { isModelSaid: task.task.model !== undefined }),
						)
					},
				})
			},
			stop.signal,
		)
	const { port } = new URL(http.url)
	const client = clientOf(http.url, ANN)
	const serving: Serving = {
		url: http.url,
		port: Number(port),
		home,
		cwd,
		hub,
		tokens: authentication,
		...client,
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
