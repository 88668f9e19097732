// `agent serve`: a hub, the HTTP server in front of it, and the tasks that are worked on here.

import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { SessionSelector } from '../../../core/commands.ts'
import type { RuntimePort } from '../../../core/runtime-port.ts'
import type { OfferedAgents } from '../../../core/services/agents.ts'
import type { Logging } from '../../../core/services/logging.ts'
import type { ClaimedTask } from '../../../core/services/tasks.ts'
import { nodeClock } from '../../../runtime/host/clock.ts'
import type { TaskClone } from '../../../runtime/tasks/task-clone.ts'
import { laterEachTime } from '../../../runtime/tasks/task-times.ts'
import type { RuntimeTelemetry } from '../../../runtime/telemetry/runtime-telemetry.ts'
import { openA2a, type ServedA2a } from '../../../server/a2a/open-a2a.ts'
import { CODING_AGENT, servedAgent } from '../../../server/a2a/served-agent.ts'
import { agentRoute } from '../../../server/http/agent-route.ts'
import { healthRoute } from '../../../server/http/health.ts'
import { isLoopback, listen } from '../../../server/http/http-server.ts'
import type { Route } from '../../../server/http/route.ts'
import { taskRoutes } from '../../../server/http/task-routes.ts'
import { readPageFile } from '../../../server/page/page-files.ts'
import { pageRoutes } from '../../../server/page/page-routes.ts'
import { tenantFolders } from '../../../services/embedded/tenant-folders.ts'
import type { ServiceHub } from '../../../services/service-hub.ts'
import { createIdSource } from '../../../sessions/ids.ts'
import type { SessionStore } from '../../../sessions/session-store.ts'
import { type HomeFolders, homeFolders } from '../../../workspace/places/home-folders.ts'
import { codeForSignal } from '../../io/exit-codes.ts'
import type { Output } from '../../io/output.ts'
import { approvalMode } from '../../startup/flags.ts'
import { telemetryOfServer } from '../../startup/telemetry.ts'
import { negotiation } from './negotiation.ts'
import { openHub } from './open-hub.ts'
import { type ServeFlags, type ServeWish, serveWish } from './serve-flags.ts'
import { serverAgents } from './server-agents.ts'
import { runningServerFile } from './server-files.ts'
import { clonesIn } from './task-clones.ts'
import { taskModels } from './task-models.ts'
import { openWorkspaces, type TaskWorkspaces } from './task-workspaces.ts'
import { openTokens, rereadOnHangup } from './tokens.ts'

type Serving = {
	flags: ServeFlags
	wish: ServeWish
	version: string
	folders: HomeFolders
	hub: ServiceHub
	workspaces: TaskWorkspaces
	offered: OfferedAgents
	a2a: ServedA2a
	telemetry: RuntimeTelemetry | undefined
}

/** @returns the exit code, once a signal has ended it or nobody can be told where it listens */
export async function serve(args: { flags: ServeFlags; version: string; output: Output }): Promise<number> {
	const { flags, version, output } = args
	const wish = serveWish(flags, isLoopback)
	// A word that is none would otherwise be found by the first task.
	if (flags.approve !== undefined) approvalMode(flags.approve, Date.now())
	const { signal, signalled, stop, release } = endSignal()
	const folders = homeFolders({ env: process.env, home: homedir(), cwd: process.cwd() })
	const workspaces = await openWorkspaces(
		resolve(flags.cd ?? process.cwd()),
		wish.workspaces,
		wish.allowedGit,
	)
	const tokens = await openTokens(wish.tokenFile, folders, output)
	const logging = linesTo(output)
	const warn = (text: string) => output.error(`warn: ${text}\n`)
	const { telemetry, problems } = await telemetryOfServer(folders, { version, warn })
	for (const problem of problems) warn(problem)
	const hub = await openHub(wish, folders, workspaces, { authentication: tokens, logging })
	// Of one that was killed.
	await rm(runningServerFile(folders), { force: true })
	const releaseHangup = rereadOnHangup(wish.tokenFile, tokens, output)
	let address: string | undefined
	try {
		const http = await listen({ ...wish, authentication: tokens, logging, clock: nodeClock })
		const offered = serverAgents({ folders, own: workspaces.own, isBare: flags.bare === true })
		const parts = { flags, wish, version, folders, hub, workspaces, offered, telemetry }
		const [, ...named] = await offered.list()
		const a2aAgents = [CODING_AGENT, ...named.flatMap(servedAgent)]
		const a2a = openA2a({
			hub,
			version,
			agents: () => a2aAgents,
			allowedPushHosts: wish.allowedPushHosts,
			negotiate: wish.negotiate ? negotiation({ ...parts, newSessionId: ids().session }) : undefined,
		})
		const serving: Serving = { ...parts, a2a }
		http.serve(routes(serving))
		await mkdir(dirname(runningServerFile(folders)), { recursive: true, mode: 0o700 })
		address = http.url
		await writeFile(runningServerFile(folders), `${address}\n`, { mode: 0o600 })
		output.out(`${JSON.stringify({ listening: address, server: wish.server, ...a2a.addresses(address) })}\n`)
		await output.drained()
		// Whoever waits for that line would wait for ever. Why it is lost is told when all has ended.
		if (output.lost?.()) stop()
		// What the first task needs is loaded while nobody waits for it.
		void import('../../startup/start.ts').catch(() => undefined)
		const working = work(serving, signal)
		await aborted(signal)
		await atMost(GRACE_MS, Promise.all([working, http.close(GRACE_MS), a2a.close()]))
	} finally {
		release()
		releaseHangup()
		await forgetAddress(folders, address)
		await telemetry?.close()
		await hub.close()
	}
	return codeForSignal(signalled() ?? 'SIGTERM')
}

/** With one database several servers may have one home; the last to come is the one that is found. */
async function forgetAddress(folders: HomeFolders, address: string | undefined): Promise<void> {
	const path = runningServerFile(folders)
	const found = await readFile(path, 'utf8').catch(() => undefined)
	if (address !== undefined && found?.trim() === address) await rm(path, { force: true })
}

/** What this server answers. */
function routes({ flags, folders, hub, wish, version, workspaces, a2a, offered }: Serving): readonly Route[] {
	const { server } = wish
	const { find: workspace, own } = workspaces
	const requireModel = taskModels({ folders, env: process.env, profile: flags.profile, own })
	const tasks = { newSessionId: ids().session, now: laterEachTime(), workspace, requireModel, offered }
	const page = wish.hasPage ? pageRoutes(readPageFile) : []
	return [
		healthRoute({ server, version }),
		...page,
		agentRoute({ offered, workspace }),
		...taskRoutes({ ...tasks, hub, server }),
		...a2a.routes(tasks),
	]
}

async function work(
	{ flags, wish, version, folders, hub, workspaces, telemetry, a2a }: Serving,
	signal: AbortSignal,
) {
	const { server, slots, perTenant } = wish
	const takes: Parameters<typeof hub.queue.work>[0]['takes'] = ({ workspace }) =>
		workspace === undefined || workspaces.has(workspace)
	const open = async (
		{ auth, task }: ClaimedTask,
		store: SessionStore,
		selector: SessionSelector,
		clone: TaskClone | undefined,
	): Promise<RuntimePort> => {
		const { startRuntime } = await import('../../startup/start.ts')
		const { model = flags.model } = task
		const workspace = clone?.tree ?? task.workspace ?? workspaces.own
		const agent =
			task.agent === undefined ? undefined : { name: task.agent, isModelSaid: task.model !== undefined }
		const { port } = await startRuntime({
			flags: { ...flags, cd: workspace, ...(model !== undefined && { model }) },
			version,
			// Whoever gave the task answers.
			isInteractive: true,
			outputSchema: task.outputSchema,
			// It is the server's, and goes on after the task.
			...(telemetry && { telemetry: { ...telemetry, close: async () => {} } }),
			served: {
				folders: tenantFolders(folders, auth),
				store,
				media: hub.mediaOf(auth),
				memory: hub.memory && { service: hub.memory, auth },
				project: clone?.project,
				selector,
				agent,
			},
		})
		return port
	}
	await hub.queue.work(
		{ server, slots, perTenant, takes },
		async claimed => {
			a2a.claimed(claimed)
			const { runTask } = await import('../../../runtime/tasks/task-runner.ts')
			const clone = clonesIn(folders)
			return runTask(claimed, { hub, now: Date.now, newRunId: ids().run, telemetry, open, clone })
		},
		signal,
	)
}

function ids() {
	return createIdSource({ clock: nodeClock, random: randomBytes })
}

/** What went wrong may repeat what was sent; what hides secrets is loaded when there is something to say. */
function linesTo(output: Output): Logging {
	return {
		log(_auth, level, message, fields = {}) {
			if (level === 'debug') return
			const more = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
			void import('../../../safety/redaction/scrub.ts').then(({ createScrubber }) => {
				const scrub = createScrubber(() => [])
				output.error(`${level}: ${scrub(message + more.join(''))}\n`)
			})
		},
	}
}

function endSignal() {
	const stop = new AbortController()
	let first: 'SIGINT' | 'SIGTERM' | undefined
	const heard = (signal: 'SIGINT' | 'SIGTERM') => {
		first ??= signal
		stop.abort()
	}
	const listeners = (['SIGINT', 'SIGTERM'] as const).map(name => ({ name, listener: () => heard(name) }))
	for (const { name, listener } of listeners) process.on(name, listener)
	return {
		signal: stop.signal,
		signalled: () => first,
		stop: () => stop.abort(),
		release: () => {
			for (const { name, listener } of listeners) process.off(name, listener)
		},
	}
}

function aborted(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) resolve()
		else signal.addEventListener('abort', () => resolve(), { once: true })
	})
}

/** What takes longer is left as a kill would leave it: it is taken up from there. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined
	await Promise.race([
		work,
		new Promise(resolve => {
			timer = setTimeout(resolve, ms)
		}),
	])
	clearTimeout(timer)
}

/** Of the five seconds that a service manager may give. */
const GRACE_MS = 4_000
