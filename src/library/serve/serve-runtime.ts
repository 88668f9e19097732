// A runtime as a server: what `agent serve` answers and its task runner, with the agents, tools and services of a program.
// Loaded when a program serves, and not before.

import { AgentError } from '../../core/errors.ts'
import { type AuthContext, isSameTenant } from '../../core/services/auth-context.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import { requireTaskModel } from '../../runtime/tasks/task-model.ts'
import { runTask } from '../../runtime/tasks/task-runner.ts'
import { laterEachTime } from '../../runtime/tasks/task-times.ts'
import type { ServedA2a } from '../../server/a2a/open-a2a.ts'
import { agentRoute } from '../../server/http/agent-route.ts'
import { healthRoute } from '../../server/http/health.ts'
import { type HttpServer, isLoopback, listen } from '../../server/http/http-server.ts'
import { taskRoutes } from '../../server/http/task-routes.ts'
import { readPageFile } from '../../server/page/page-files.ts'
import { pageRoutes } from '../../server/page/page-routes.ts'
import { createTokenList, hashedToken } from '../../services/embedded/token-list.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import { requireTenant } from '../options/tenant.ts'
import { openServedA2a } from './serve-a2a.ts'
import { openServedHub } from './serve-hub.ts'
import type { RuntimeServer, ServeOptions } from './serve-options.ts'
import type { ServedRuntime } from './served-runtime.ts'
import { taskOpener } from './task-opener.ts'

/**
 * @throws AgentError `usage` for options that cannot be right and an address that cannot be had, `rejected` while another
 * server has the home, `storage-failed` when the database cannot be reached, `config-invalid` when its schema is another one
 */
export async function serveRuntime(served: ServedRuntime, options: ServeOptions): Promise<RuntimeServer> {
	const { host = '127.0.0.1', port = 0, name = 'keelson', maxRunning = 4 } = options
	const { perUser = maxRunning, allowedHosts = [], allowedOrigins = [] } = options
	requireCount('maxRunning', maxRunning)
	requireCount('perUser', perUser)
	if (options.tokens === undefined && !isLoopback(host))
		throw new AgentError('usage', `host ${host} lets other machines in, and needs tokens to say who`)
	const token = options.tokens === undefined ? newToken() : undefined
	const tokens = token === undefined ? (options.tokens ?? {}) : { [token]: served.auth }
	const authentication = tokenList(tokens, served)
	const { logging } = served
	const hub = await openServedHub(served, options, { authentication, logging, name })
	let http: HttpServer
	try {
		http = await listen({
			host,
			port,
			allowedHosts,
			allowedOrigins,
			authentication,
			logging,
			clock: nodeClock,
		})
	} catch (error) {
		await hub.close()
		throw error
	}
	const a2a = openServedA2a(served, options, hub, name)
	http.serve(routesOf(served, options, { hub, a2a, server: name }))
	const stop = new AbortController()
	const limits = { server: name, slots: maxRunning, perTenant: perUser }
	const working = work(served, { hub, a2a }, limits, stop.signal)
	const close = async () => {
		stop.abort()
		await Promise.all([working, http.close(GRACE_MS), a2a.close()])
		await hub.close()
	}
	let closed: Promise<void> | undefined
	return { url: http.url, token, close: () => (closed ??= close()) }
}

function routesOf(
	{ version, cwd, folders, ids, agents }: ServedRuntime,
	{ page = true }: ServeOptions,
	{ hub, a2a, server }: { hub: ServiceHub; a2a: ServedA2a; server: string },
) {
	const offered = { list: async () => agents() }
	const workspace = async (asked: string) => {
		if (asked === cwd) return cwd
		throw new AgentError('usage', `workspace ${asked}: tasks work in the folder of this server; leave it out`)
	}
	const tasks: Parameters<ServedA2a['routes']>[0] = {
		newSessionId: ids.session,
		now: laterEachTime(),
		workspace,
		async requireModel(model) {
			const [first] = agents()
			if (first) await requireTaskModel(model, { ...first.options, folders })
		},
		offered,
	}
	return [
		healthRoute({ server, version }),
		...(page ? pageRoutes(readPageFile) : []),
		agentRoute({ offered, workspace }),
		...taskRoutes({ ...tasks, hub, server }),
		...a2a.routes(tasks),
	]
}

function work(
	served: ServedRuntime,
	{ hub, a2a }: { hub: ServiceHub; a2a: ServedA2a },
	limits: { server: string; slots: number; perTenant: number },
	signal: AbortSignal,
): Promise<void> {
	const { ids } = served
	const open = taskOpener({ ...served, hub })
	return hub.queue.work(
		{ ...limits, takes: () => true },
		claimed => {
			a2a.claimed(claimed)
			return runTask(claimed, { hub, now: Date.now, newRunId: ids.run, open })
		},
		signal,
	)
}

function tokenList(tokens: Readonly<Record<string, AuthContext>>, { auth, store }: ServedRuntime) {
	const list = Object.entries(tokens).map(([token, owner]) => {
		requireTenant('tokens', owner)
		const hashed = hashedToken(token, owner)
		// What is wrong with one is said without it.
		const whose = `tokens: the one of ${owner.app}/${owner.user}`
		if (hashed.isShort)
			throw new AgentError('usage', `${whose} is too short: it needs at least 16 characters`)
		if (!/^[\x21-\x7e]+$/.test(token))
			throw new AgentError('usage', `${whose} cannot be sent: letters, digits and signs of ASCII, no spaces`)
		if (store && !isSameTenant(owner, auth))
			throw new AgentError('usage', `${whose} is of another user, and the store knows of one`)
		return hashed
	})
	if (list.length === 0) throw new AgentError('usage', 'tokens has none in it, so nobody could come in')
	return createTokenList(list)
}

function requireCount(option: string, value: number): void {
	if (!Number.isSafeInteger(value) || value < 1)
		throw new AgentError('usage', `${option}: expected a whole number from 1, and it is ${value}`)
}

function newToken(): string {
	return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}

const GRACE_MS = 4_000
