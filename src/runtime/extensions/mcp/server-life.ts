// The life of one MCP server: started, connected, asked for what it brings, started again when it has died.

import type {
	FetchLike,
	GetPromptResult,
	Prompt,
	ReadResourceResult,
	Resource,
} from '@modelcontextprotocol/client'
import { deferred } from '../../../core/async/deferred.ts'
import { AgentError, messageOf } from '../../../core/errors.ts'
import type { ServerState } from '../../../core/extensions/mcp-servers.ts'
import type { Clock } from '../../../core/host.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Logger } from '../../../core/logging/logger.ts'
import { advice, problem } from '../../../core/problems/problem.ts'
import { failedResult, type Problem, type ToolContext, type ToolResult } from '../../../core/tool.ts'
import { RecentLines } from '../../../extensions/mcp/recent-lines.ts'
import type { ServerConfig } from '../../../extensions/mcp/server-config.ts'
import {
	connectServer,
	type ServerConnection,
	ServerWantsLogin,
} from '../../../extensions/mcp/server-connection.ts'
import { serverLine } from '../../../extensions/mcp/server-text.ts'
import { offeredTools, type ServerTool } from '../../../extensions/mcp/server-tools.ts'
import type { StdioDeps } from '../../../extensions/mcp/stdio-transport.ts'
import type { AcceptedTools } from './accepted-tools.ts'

export type ServerLifeDeps = {
	config: ServerConfig
	/** Stands for it in the names of its tools. */
	slug: string
	clock: Clock
	/** How long whoever starts it is ready to wait for it. */
	waitMs: number
	version: string
	roots: readonly string[]
	env: StdioDeps['env']
	groups: StdioDeps['groups']
	/** Sends the requests to a server behind a URL, with its login. Left out, they go without one. */
	fetchFor?: ((config: ServerConfig) => FetchLike | undefined) | undefined
	accepted: AcceptedTools
	/** Left out, nobody wants to know. */
	logger?: Logger | undefined
	/** Takes secrets out of what is shown of its log. */
	scrub(text: string): string
	/** A whole sentence for the user. */
	warn(text: string): void
}

export class ServerLife {
	readonly config: ServerConfig
	/** As long as it runs, what it offers; after that, what it last did: a call then says what has become of it. */
	tools: readonly ServerTool[] = []
	heldBack: readonly ServerTool[] = []
	resources: readonly Resource[] = []
	prompts: readonly Prompt[] = []
	private current: ServerState
	private readonly deps: ServerLifeDeps
	private readonly log = new RecentLines(LOG_LINES)
	/** The last line that is its own. */
	private said: string | undefined
	private readonly first = deferred()
	/** It has not answered yet, not even to say that it will not. */
	isLate = true
	private connection: ServerConnection | undefined
	private connectedAtMs = 0
	private failures = 0
	private isTold = false
	private life = new AbortController()

	constructor(deps: ServerLifeDeps) {
		this.deps = deps
		this.config = deps.config
		const { isDisabled, endpoint } = deps.config
		this.current = isDisabled
			? { kind: 'disabled' }
			: endpoint.kind === 'unusable'
				? { kind: 'failed', why: endpoint.problem, willRetry: false }
				: { kind: 'starting' }
	}

	get state(): ServerState {
		return this.current
	}

	private become(state: ServerState): void {
		this.current = state
		const { kind } = state
		const level = kind === 'failed' || kind === 'needs-login' ? 'warn' : 'info'
		this.deps.logger?.log(level, 'server-state', {
			server: this.config.name,
			state: kind,
			...(kind === 'failed' && { why: state.why, will_retry: state.willRetry }),
			...(kind === 'connected' && { says: state.server, protocol: state.protocol }),
		})
	}

	/** Resolves when it has answered for the first time, or it is known that it will not. */
	get answered(): Promise<void> {
		return this.first.promise
	}

	logLines(count: number): readonly string[] {
		return this.log.last(count).map(line => serverLine(this.deps.scrub(line), MOST_LOG_LINE))
	}

	/** Resolves at once; what comes of it is its state. */
	start(): void {
		const { endpoint, isDisabled, name } = this.config
		if (isDisabled) return this.answeredNow()
		if (endpoint.kind !== 'unusable') return void this.connect()
		this.deps.warn(`The MCP server ${name} is not used: ${endpoint.problem} (${this.config.path}).`)
		this.answeredNow()
	}

	async restart(): Promise<void> {
		await this.stop()
		this.life = new AbortController()
		this.failures = 0
		this.isTold = false
		if (this.config.endpoint.kind !== 'unusable') await this.connect()
	}

	/** A login that was missing may have been done meanwhile, in another terminal. Resolves at once. */
	lookAgain(): void {
		if (this.state.kind === 'needs-login') void this.connect()
	}

	async stop(): Promise<void> {
		this.life.abort()
		this.deps.logger?.log('info', 'server-stop', { server: this.config.name })
		const { connection } = this
		this.connection = undefined
		await connection?.close().catch(() => {})
		await this.connecting
	}

	/**
	 * What was held back is offered from the next run on.
	 * @throws AgentError `rejected` when it is not connected: nobody knows what there is to accept
	 */
	async accept(): Promise<void> {
		const { heldBack, connection, config } = this
		if (!connection)
			throw new AgentError(
				'rejected',
				`the MCP server ${config.name} is not connected, so there is nothing to accept`,
			)
		await this.deps.accepted.accept([...this.tools, ...heldBack])
		await this.readTools()
	}

	async call({ name, spec }: ServerTool, input: JsonObject, context: ToolContext): Promise<ToolResult> {
		const { connection, config, deps } = this
		if (!connection) return failedResult(this.whyNot(spec.name))
		const { callServer } = await import('./server-call.ts')
		const whyGone = () => (this.connection === connection ? undefined : this.whyNot(spec.name))
		return callServer(name, input, context, { connection, config, clock: deps.clock, whyGone })
	}

	/** @throws AgentError `connection-lost` when it is not connected; what the SDK throws */
	readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
		return this.connected('its resources').readResource(uri, signal)
	}

	/** @throws as `readResource` does */
	prompt(
		name: string,
		values: Readonly<Record<string, string>>,
		signal: AbortSignal,
	): Promise<GetPromptResult> {
		return this.connected('its prompts').prompt(name, values, signal)
	}

	private connected(what: string): ServerConnection {
		if (this.connection) return this.connection
		throw new AgentError('connection-lost', this.whyNot(what).cause)
	}

	private connecting: Promise<void> = Promise.resolve()

	private connect(): Promise<void> {
		this.connecting = this.tryOnce(this.life.signal)
		return this.connecting
	}

	private async tryOnce(signal: AbortSignal): Promise<void> {
		const { config, deps } = this
		if (config.endpoint.kind === 'unusable') return
		this.become({ kind: 'starting' })
		try {
			let isOver: string | undefined
			const connection = await connectServer(config.endpoint, {
				...deps,
				fetch: deps.fetchFor?.(config),
				connectMs: connectMs(config, deps.waitMs),
				signal,
				log: (line, whose) => {
					this.log.add(line)
					if (whose !== 'ours') this.said = line
					deps.logger?.log('debug', 'server-log', { server: config.name, line })
				},
				changed: what => void this.read(what).catch(error => this.log.add(messageOf(error))),
				ended: why => {
					isOver = why
					if (this.connection !== undefined) this.died(why)
				},
			})
			if (signal.aborted) return void (await connection.close().catch(() => {}))
			this.connection = connection
			await this.readAll()
			if (isOver !== undefined) throw new Error(isOver)
			if (signal.aborted) return
			this.connectedAtMs = deps.clock.monotonicMs()
			this.become({ kind: 'connected', server: connection.server, protocol: connection.protocol })
		} catch (error) {
			const { connection } = this
			this.connection = undefined
			await connection?.close().catch(() => {})
			if (signal.aborted) return
			if (error instanceof ServerWantsLogin) this.become({ kind: 'needs-login' })
			else this.failed(messageOf(error))
			if (error instanceof ServerWantsLogin)
				this.tell(`The MCP server ${config.name} wants a login: agent mcp login ${config.name}`)
		} finally {
			this.answeredNow()
		}
	}

	private answeredNow(): void {
		this.isLate = false
		this.first.resolve()
	}

	private async readAll(): Promise<void> {
		await this.readTools()
		// Neither may keep the tools from being used.
		const both = Promise.all(
			(['resources', 'prompts'] as const).map(what =>
				this.read(what).catch(error => this.log.add(`${what}: ${messageOf(error)}`)),
			),
		)
		const over = new AbortController()
		await Promise.race([both, this.deps.clock.sleep(EXTRAS_MS, over.signal)])
		over.abort()
	}

	private async read(what: 'tools' | 'resources' | 'prompts'): Promise<void> {
		if (what === 'tools') return this.readTools()
		const { connection } = this
		if (!connection) return
		if (what === 'resources') this.resources = await connection.resources()
		else this.prompts = await connection.prompts()
	}

	private async readTools(): Promise<void> {
		const { connection, config, deps } = this
		if (!connection) return
		const offered = offeredTools(await connection.tools(), deps.slug, config)
		const { accepted, held } = await deps.accepted.sort(offered)
		const isNews = held.some(({ hash }) => !this.heldBack.some(each => each.hash === hash))
		this.tools = accepted
		this.heldBack = held
		if (!isNews) return
		const names = held.slice(0, 5).map(({ name }) => serverLine(name, 60))
		const more = held.length > 5 ? ` and ${held.length - 5} more` : ''
		deps.warn(
			`The MCP server ${config.name} says something new of its tools: ${names.join(', ')}${more}. They are not offered until you accept them: /mcp accept ${config.name}, or agent mcp test ${config.name} --accept.`,
		)
	}

	private died(why: string): void {
		const livedMs = this.deps.clock.monotonicMs() - this.connectedAtMs
		this.connection = undefined
		if (livedMs > STEADY_MS) {
			this.failures = 0
			this.isTold = false
		}
		this.failed(why)
	}

	/** Once for each time it goes down; it is tried again a few times, a little later each time. */
	private failed(why: string): void {
		const { config, clock } = this.deps
		const waitMs = BACKOFF_MS[this.failures]
		this.failures += 1
		const willRetry = waitMs !== undefined && !/ENOENT|EACCES/.test(why)
		this.become({ kind: 'failed', why, willRetry })
		this.tell(`The MCP server ${config.name} is not there: ${why}.${this.lastWords()}`)
		if (!willRetry) return
		const { signal } = this.life
		void clock.sleep(waitMs, signal).then(() => {
			if (!signal.aborted) void this.connect()
		})
	}

	/** Of a program, which says on its way out what it lacks. */
	private lastWords(): string {
		if (this.config.endpoint.kind !== 'stdio') return ''
		if (this.said === undefined) return ''
		const said = serverLine(this.deps.scrub(this.said), MOST_LOG_LINE)
		return ` The last it wrote: ${shortened(said, LAST_WORDS)}`
	}

	private tell(text: string): void {
		if (!this.isTold) this.deps.warn(text)
		this.isTold = true
	}

	/** What cannot be done while it is not connected. */
	whyNot(what: string): Problem {
		const { state, config } = this
		const server = `the MCP server ${config.name}`
		if (state.kind === 'needs-login')
			return problem`${what} cannot be used: ${server} wants a login${{ told: ', which only the user can do', cause: `: agent mcp login ${config.name}` }}`
		const why = state.kind === 'failed' ? `: ${state.why}` : ''
		const retry =
			state.kind === 'failed' && !state.willRetry
				? advice('; go on without it')
				: problem`; it is started again${advice('; try again later or go on without it')}`
		return problem`${what} cannot be used: ${server} is not connected${why}${retry}`
	}
}

function shortened(text: string, most: number): string {
	return text.length > most ? `${text.slice(0, most)}…` : text
}

/** Nobody waits for a server that has been given up already. */
export function connectMs({ endpoint }: Pick<ServerConfig, 'endpoint'>, waitMs: number): number {
	const isFetching = endpoint.kind === 'stdio' && FETCHING.test(endpoint.command)
	return Math.max(isFetching ? FETCHING_MS : CONNECT_MS, waitMs)
}

/** How long tools wait for resources and prompts, which then come when they come. */
const EXTRAS_MS = 1_000
const CONNECT_MS = 5_000
/** Programs that fetch a server from a registry before they start it, the first time. */
const FETCHING = /(?:^|\/)(?:npx|npm|pnpm|pnpx|yarn|bunx?|uvx?|pipx|deno|docker|podman)$/
const FETCHING_MS = 60_000
const BACKOFF_MS: readonly number[] = [1_000, 5_000, 30_000]
/** A server that has lived this long begins anew with its tries. */
const STEADY_MS = 60_000
const LOG_LINES = 200
const LAST_WORDS = 200
const MOST_LOG_LINE = 500
