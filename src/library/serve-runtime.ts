// A runtime as a server: the HTTP of `agent serve` and its task runner, with the agents, tools and services of a program.
// Loaded when a program serves, and not before.

import { AgentError } from '../core/errors.ts'
import type { IdSource } from '../core/ids.ts'
import { type AuthContext, isSameTenant } from '../core/services/auth-context.ts'
import type { KeyValues } from '../core/services/key-values.ts'
import type { Logging } from '../core/services/logging.ts'
import { nodeClock } from '../runtime/host/clock.ts'
import { createMedia } from '../runtime/host/media.ts'
import { runTask } from '../runtime/tasks/task-runner.ts'
import { laterEachTime } from '../runtime/tasks/task-times.ts'
import { agentRoute } from '../server/http/agent-route.ts'
import { healthRoute } from '../server/http/health.ts'
import { type HttpServer, isLoopback, listen } from '../server/http/http-server.ts'
import { taskRoutes } from '../server/http/task-routes.ts'
import { createHubInMemory, openEmbeddedHub } from '../services/embedded/embedded-hub.ts'
import { tenantFolders } from '../services/embedded/tenant-folders.ts'
import { createTokenList, hashedToken } from '../services/embedded/token-list.ts'
import type { ServiceHub } from '../services/service-hub.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { HomeFolders } from '../workspace/places/home-folders.ts'
import type { RuntimeServer, ServeOptions } from './serve-options.ts'
import { type RuntimeAgent, taskOpener } from './task-opener.ts'
import { requireTenant } from './tenant.ts'

/** What is served. */
export type ServedRuntime = {
	/** Whose runtime it is. */
	auth: AuthContext
	version: string
	/** The folder that tasks work in. */
	cwd: string
	/** Of whoever runs the program. */
	folders: HomeFolders
	/** Tasks and sessions are kept in files. */
	isStored: boolean
	/** The program's own, which knows of one user. */
	store: SessionStore | undefined
	keyValues: KeyValues
	logging: Logging
	ids: Pick<IdSource, 'session' | 'run'>
	agents(): readonly RuntimeAgent[]
}

/**
 * @throws AgentError `usage` for options that cannot be right and an address that cannot be had, `rejected` while another
 * server has the home
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
	const hub = await hubOf(served, { authentication, logging })
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
	http.serve(routesOf(served, hub, name))
	const stop = new AbortController()
	const working = work(served, hub, { server: name, slots: maxRunning, perTenant: perUser }, stop.signal)
	const close = async () => {
		stop.abort()
		await Promise.all([working, http.close(GRACE_MS)])
		await hub.close()
	}
	let closed: Promise<void> | undefined
	return { url: http.url, token, close: () => (closed ??= close()) }
}

function routesOf({ version, cwd, ids, agents }: ServedRuntime, hub: ServiceHub, server: string) {
	const offered = { list: async () => agents() }
	const workspace = async (asked: string) => {
		if (asked === cwd) return cwd
		throw new AgentError('usage', `workspace ${asked}: tasks work in the folder of this server; leave it out`)
	}
	return [
		healthRoute({ server, version }),
		agentRoute({ offered, workspace }),
		...taskRoutes({
			hub,
			server,
			newSessionId: ids.session,
			now: laterEachTime(),
			workspace,
			offered,
		}),
	]
}

function work(
	served: ServedRuntime,
	hub: ServiceHub,
	limits: { server: string; slots: number; perTenant: number },
	signal: AbortSignal,
): Promise<void> {
	const { folders, ids } = served
	const open = taskOpener(served)
	const mediaOf = (auth: AuthContext) => createMedia(tenantFolders(folders, auth).media)
	return hub.queue.work(
		{ ...limits, takes: () => true },
		claimed => runTask(claimed, { hub, now: Date.now, newRunId: ids.run, mediaOf, open }),
		signal,
	)
}

async function hubOf(
	{ auth, folders, isStored, store, keyValues }: ServedRuntime,
	parts: Pick<ServiceHub, 'authentication' | 'logging'>,
): Promise<ServiceHub> {
	if (isStored && !store) return { ...(await openEmbeddedHub(folders, parts)), keyValues }
	const hub = await createHubInMemory(parts)
	if (!store) return { ...hub, keyValues }
	const sessionsOf: ServiceHub['sessionsOf'] = (tenant, epoch) =>
		isSameTenant(tenant, auth) ? store : hub.sessionsOf(tenant, epoch)
	return { ...hub, keyValues, sessionsOf }
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
