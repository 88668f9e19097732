// Creates a runtime for a program: as the user has configured it, with whatever the program puts in its place. Every
// session stands behind a port of its own, and all of them share one machine.

import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { AgentError } from '../core/errors.ts'
import type { JsonSchema } from '../core/json.ts'
import { DEFAULT_AGENT } from '../core/services/agents.ts'
import { LOCAL } from '../core/services/auth-context.ts'
import type { KeyValues } from '../core/services/key-values.ts'
import { NO_LOGGING } from '../core/services/logging.ts'
import { createRuntime as createPort, endSharedParts } from '../runtime/compose/create-runtime.ts'
import { createSharedParts } from '../runtime/compose/shared-parts.ts'
import type { RuntimeOptions } from '../runtime/options.ts'
import { configuredOptions } from '../runtime/startup/configured-options.ts'
import { removeStalePlaceholdersIn } from '../sandbox/protected/stale-placeholders.ts'
import { tenantFolders, tenantPath } from '../services/embedded/tenant-folders.ts'
import { createInMemoryKeyValues } from '../services/in-memory-key-values.ts'
import { type Environment, type HomeFolders, homeFolders } from '../workspace/places/home-folders.ts'
import { openFolder } from '../workspace/trust/trust.ts'
import { agentOver } from './agent.ts'
import { agentOptions, modeOf } from './options/agent-options.ts'
import { chosenSettings } from './options/chosen-settings.ts'
import { openedLog } from './options/opened-log.ts'
import { ownProviders } from './options/own-providers.ts'
import type { CreateRuntimeOptions } from './options/runtime-options.ts'
import { requireTenant } from './options/tenant.ts'
import type { Agent, Runtime } from './runtime.ts'
import type { RuntimeServer } from './serve/serve-options.ts'
import type { RuntimeAgent } from './serve/task-opener.ts'
import { openSession, type PortSession } from './session/session.ts'
import { sessionTool } from './tools/session-tool.ts'
import { ToolShelf } from './tools/tool-shelf.ts'

declare const KEELSON_VERSION: string

/**
 * A runtime in this process: no terminal, no server, no other process needed. Close it when it is no longer used.
 * @throws AgentError `config-invalid`, `model-unknown`, `usage`: everything that is wrong with options, settings and folders
 */
export async function createRuntime(options: CreateRuntimeOptions = {}): Promise<Runtime> {
	const { port, folders } = await portOptions(options)
	const { services = {} } = options
	const auth = requireTenant('auth', options.auth ?? LOCAL)
	const { keyValues = await keyValuesFor(options, folders), logging = NO_LOGGING } = services
	const together = createSharedParts(port)
	const sessions = new Set<PortSession>()
	const agents = new Map<string, RuntimeAgent & { agent: Agent }>()
	const servers = new Set<RuntimeServer>()
	const shelf = new ToolShelf(options.tools)
	let closed: Promise<void> | undefined

	void tellWarnings(together.warnings, options)

	const schemaProblem = async (schema: JsonSchema) =>
		(await import('../runtime/host/check-schema.ts')).schemaProblem(schema)
	const agentOf = (given: RuntimeOptions, tools: ToolShelf): Agent =>
		agentOver({
			tools,
			schemaProblem,
			async open(selector, { fork = false, ...own }) {
				if (closed) throw new AgentError('rejected', 'the runtime is closed')
				const session = { selector, fork, isStored: options.stored !== false }
				const ownTools = tools.maker(tool => sessionTool(tool, { auth, keyValues, logging }))
				const port = await createPort({ ...given, ...own, ownTools, session }, together)
				const opened = await openSession(port, options, () => sessions.delete(opened), schemaProblem)
				sessions.add(opened)
				// It may have been closed meanwhile.
				if (closed) {
					await opened.close()
					throw new AgentError('rejected', 'the runtime is closed')
				}
				return opened
			},
		})

	const close = async () => {
		await Promise.all([...servers].map(server => server.close()))
		await Promise.all([...sessions].map(session => session.close()))
		await endSharedParts(together)
		await port.log?.close()
	}

	return {
		...agentOf(port, shelf),
		agent(name, given) {
			if (agents.has(name) || name === DEFAULT_AGENT.name)
				throw new AgentError('usage', `there is an agent called ${name} already`)
			const own = {
				options: agentOptions(port, given),
				tools: given.tools ? new ToolShelf(given.tools) : shelf,
			}
			const agent = agentOf(own.options, own.tools)
			agents.set(name, { ...own, name, description: given.description ?? '', agent })
			return agent
		},
		findAgent: name => agents.get(name)?.agent,
		agentNames: () => [...agents.keys()],
		async serve(given = {}) {
			if (closed) throw new AgentError('rejected', 'the runtime is closed')
			const { serveRuntime } = await import('./serve/serve-runtime.ts')
			const { description = DEFAULT_AGENT.description } = options
			const all = () => [{ ...DEFAULT_AGENT, description, options: port, tools: shelf }, ...agents.values()]
			const { version, cwd } = port
			const isStored = options.stored !== false
			const { ids } = together
			const hasOwnKeyValues = services.keyValues !== undefined
			const kept = { keyValues, hasOwnKeyValues, isStored, store: options.store }
			const served = { auth, logging, folders, version, cwd, ids, agents: all, ...kept }
			const server = await serveRuntime(served, given)
			servers.add(server)
			return server
		},
		list: () => together.store.list(),
		read: async selector => together.store.read(await together.store.find(selector)),
		remove: async selector => together.store.remove(await together.store.find(selector)),
		close: () => (closed ??= close()),
	}
}

async function portOptions(
	options: CreateRuntimeOptions,
): Promise<{ port: RuntimeOptions; folders: HomeFolders }> {
	if (options.model !== undefined && typeof options.model !== 'string')
		throw new AgentError('usage', `model: expected provider/model, not ${JSON.stringify(options.model)}`)
	const cwd = await folder('cwd', options.cwd ?? process.cwd())
	const addDirs = await Promise.all((options.addDirs ?? []).map(path => folder('addDirs', path)))
	const env: Environment = {
		...(options.env ?? process.env),
		...(options.home !== undefined && { KEELSON_HOME: resolve(options.home) }),
	}
	const folders = homeFolders({ env, home: homedir(), cwd })
	await removeStalePlaceholdersIn(folders.state)
	const own = ownProviders(options.providers)
	const { model, approvals, builtInTools, instructions, systemPrompt } = options
	const { options: configured } = await configuredOptions({
		cwd,
		env,
		home: homedir(),
		...(options.env && env.KEELSON_HOME !== undefined && { agentsHome: env.HOME ?? folders.config }),
		folders,
		folder: await openFolder({ cwd, folders }),
		profile: options.profile,
		settings: await chosenSettings(options),
		model,
		approvals: approvals === undefined ? undefined : modeOf(approvals),
		providers: own.configs,
		bare: options.bare === true,
	})
	const { secrets, providers, settings } = configured
	const version = typeof KEELSON_VERSION === 'undefined' ? '0.0.0' : KEELSON_VERSION
	const known = () => [...secrets.known(), ...own.known()]
	const log = await openedLog(options.log, { settings, folders, known, providers, version })
	const isAnswered = options.approve !== undefined || options.answer !== undefined
	const base: RuntimeOptions = {
		...configured,
		// Settings and keys are those of whoever runs the program.
		folders: tenantFolders(folders, requireTenant('auth', options.auth ?? LOCAL)),
		version,
		...(log && { log }),
		addDirs,
		secrets: { ...secrets, known },
		yolo: false,
		isInteractive: options.interactive ?? isAnswered,
		// Whoever waits for a result wants what its agents and servers bring in it, also where somebody is asked.
		endsWithRun: true,
		looksForServers: false,
		session: { selector: { kind: 'new' }, fork: false, isStored: options.stored !== false },
		tools: { only: undefined, without: [] },
		systemPrompt: { replacement: undefined, addition: undefined },
		...(options.store && { store: options.store }),
		...(options.beforeRequest && { beforeRequest: options.beforeRequest }),
	}
	const port = agentOptions(base, {
		...(builtInTools !== undefined && { builtInTools }),
		...(instructions !== undefined && { instructions }),
		...(systemPrompt !== undefined && { systemPrompt }),
	})
	return { port, folders }
}

/** Where the services of this machine keep them, or with nothing stored in this process. */
async function keyValuesFor({ stored }: CreateRuntimeOptions, { data }: HomeFolders): Promise<KeyValues> {
	if (stored === false) return createInMemoryKeyValues()
	const { createFileKeyValues } = await import('../services/embedded/key-values.ts')
	return createFileKeyValues(auth => join(data, 'values', tenantPath(auth)))
}

async function folder(option: string, path: string): Promise<string> {
	const absolute = resolve(path)
	const found = await stat(absolute).catch(() => undefined)
	if (!found) throw new AgentError('usage', `${option}: there is no folder ${absolute}`)
	if (!found.isDirectory()) throw new AgentError('usage', `${option}: ${absolute} is not a folder`)
	return realpath(absolute)
}

async function tellWarnings(
	warnings: AsyncIterable<string>,
	{ onNotice }: CreateRuntimeOptions,
): Promise<void> {
	for await (const text of warnings) onNotice?.(text, 'warning')
}
