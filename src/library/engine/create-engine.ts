// The engine: sessions, models, own tools and the gate before them, wherever JavaScript runs. No files, no shell, no
// settings: everything it goes by is handed to it.

import type { ApprovalMode } from '../../core/approval.ts'
import type { SessionSummary } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { JsonSchema } from '../../core/json.ts'
import type { Effort, Provider, ReviewRequest, StreamModel } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { type AuthContext, LOCAL } from '../../core/services/auth-context.ts'
import type { KeyValues } from '../../core/services/key-values.ts'
import type { Logging } from '../../core/services/logging.ts'
import { NO_LOGGING } from '../../core/services/logging.ts'
import { createDemoProvider } from '../../providers/demo/provider.ts'
import { modelInfo } from '../../providers/discovery/catalogue.ts'
import { createChain } from '../../providers/routing/chain.ts'
import { loadSession } from '../../runtime/session/open-session.ts'
import { createInMemoryKeyValues } from '../../services/in-memory-key-values.ts'
import { createIdSource } from '../../sessions/ids.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import { createInMemoryStore } from '../../sessions/store/in-memory-store.ts'
import { agentOver } from '../agent.ts'
import { ownProviders } from '../options/own-providers.ts'
import type { ProviderServer } from '../options/runtime-options.ts'
import type { Agent } from '../runtime.ts'
import { type Callbacks, openSession, type PortSession } from '../session/session.ts'
import type { DefinedTool } from '../tools/define-tool.ts'
import { sessionTool } from '../tools/session-tool.ts'
import { ToolShelf } from '../tools/tool-shelf.ts'
import { NOWHERE } from './absent-services.ts'
import { flawOf } from './check-schema.ts'
import { openEngineSession } from './engine-session.ts'
import { webFetch } from './web-fetch.ts'
import { webHost } from './web-host.ts'
import { wireProvider } from './wire-provider.ts'

declare const KEELSON_VERSION: string

/** What an engine is composed of. */
export type EngineOptions = Callbacks & {
	/** `provider/model`, or several of them: the next answers when the first cannot. `demo/demo` needs no provider. */
	model: string | readonly string[]
	/** Your own code, or servers with one of the usual wires. */
	providers?: readonly (Provider | ProviderServer)[]
	/** The system prompt. Authored text only: nothing in it is expanded, and no prompt gets in. */
	instructions?: string
	/** From `defineTool`. There are no others. */
	tools?: readonly DefinedTool[]
	effort?: Effort
	/** Who may do what unasked. Left out, every call asks that is not read-only. */
	approvals?: ApprovalMode
	/** Somebody reads the envelopes and answers with `session.approve` and `session.answer`. */
	interactive?: boolean
	/** Replies in one run; 100 where left out. */
	maxTurns?: number
	/** Of one run, in US dollars. */
	maxCostUsd?: number
	/** Where sessions are kept. Left out, in memory. */
	store?: SessionStore
	services?: { keyValues?: KeyValues; logging?: Logging }
	auth?: AuthContext
	beforeRequest?: ReviewRequest
	/** Asks the servers. Left out, the platform's own. */
	fetch?: typeof fetch
}

/** Sessions of one agent, without a machine. */
export type Engine = Agent & {
	/** The sessions that are kept, the one used last first. */
	list(): Promise<readonly SessionSummary[]>
	/** What is stored of a session, without opening it. @throws AgentError `session-not-found` */
	read(selector: string): Promise<readonly Envelope<StoredEvent>[]>
	/** Closes all sessions. */
	close(): Promise<void>
}

/** @throws AgentError `model-unknown`, `usage` */
export function createEngine(options: EngineOptions): Engine {
	const { auth = LOCAL, services = {}, store = createInMemoryStore(), instructions = '' } = options
	const { keyValues = createInMemoryKeyValues(), logging = NO_LOGGING } = services
	const own = ownProviders(options.providers)
	const host = webHost(own.known)
	const { clock } = host
	const ids = createIdSource({ clock, random: size => crypto.getRandomValues(new Uint8Array(size)) })
	const fetch = webFetch(options.fetch ?? globalThis.fetch.bind(globalThis))
	const providers = new Map<string, Provider>([['demo', createDemoProvider()]])
	for (const config of own.configs)
		providers.set(
			config.id,
			config.own ?? wireProvider({ config, media: host.media, fetch, info: modelInfo, clock }),
		)
	const chain = [options.model].flat().map(name => modelRef(name, providers))
	const chains = new Map<string, StreamModel>()
	const streamFor = (models: readonly ModelRef[]) => {
		const key = JSON.stringify(models)
		const known =
			chains.get(key) ??
			createChain({ chain: models, provider: find, info: modelInfo, clock, random: Math.random })
		chains.set(key, known)
		return known
	}
	const find = async (id: string) => {
		const provider = providers.get(id)
		if (provider) return provider
		throw new AgentError('model-unknown', `there is no provider "${id}"`)
	}
	const sessions = new Set<PortSession>()
	const tools = new ToolShelf(options.tools)
	let closed: Promise<void> | undefined

	const schemaProblem = async (schema: JsonSchema) => flawOf(schema)
	const agent = agentOver({
		tools,
		schemaProblem,
		async open(selector, { outputSchema, fork = false }) {
			if (closed) throw new AgentError('rejected', 'the engine is closed')
			const found = await loadSession(selector, { store, ids, cwd: NOWHERE, fork, takeOver: false })
			const port = await openEngineSession(found, {
				host,
				ids,
				version: typeof KEELSON_VERSION === 'undefined' ? '0.0.0' : KEELSON_VERSION,
				chain,
				effort: options.effort,
				approvals: options.approvals ?? { kind: 'ask' },
				isInteractive: options.interactive ?? (options.approve !== undefined || options.answer !== undefined),
				instructions,
				outputSchema,
				limits: {
					maxTurns: options.maxTurns ?? 100,
					runMicroUsd:
						options.maxCostUsd === undefined ? undefined : Math.round(options.maxCostUsd * 1_000_000),
					sessionMicroUsd: undefined,
				},
				ownTools: tools.maker(tool => sessionTool(tool, { auth, keyValues, logging })),
				streamFor,
				info: modelInfo,
				knows: id => providers.has(id),
				beforeRequest: options.beforeRequest,
			})
			const opened = await openSession(port, options, () => sessions.delete(opened), schemaProblem)
			sessions.add(opened)
			return opened
		},
	})
	const close = async () => {
		await Promise.all([...sessions].map(session => session.close()))
	}
	return {
		...agent,
		list: () => store.list(),
		read: async selector => store.read(await store.find(selector)),
		close: () => (closed ??= close()),
	}
}

function modelRef(name: string, providers: ReadonlyMap<string, Provider>): ModelRef {
	const slash = name.indexOf('/')
	const ref = { provider: name.slice(0, Math.max(0, slash)), model: name.slice(slash + 1) }
	if (ref.provider === '' || ref.model === '')
		throw new AgentError('usage', `"${name}" is not a model: write provider/model`)
	if (providers.has(ref.provider)) return ref
	const known = [...providers.keys()].join(', ')
	throw new AgentError(
		'model-unknown',
		`there is no provider "${ref.provider}" (from "${name}"); there are ${known}`,
	)
}
