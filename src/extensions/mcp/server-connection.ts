// A connection to one MCP server on the official SDK, which is loaded with the first of them. Everything that comes over
// it is the server's word and nobody's instruction.

import type {
	CallToolResult,
	Client,
	ElicitRequestFormParams,
	ElicitResult,
	FetchLike,
	GetPromptResult,
	Prompt,
	ReadResourceResult,
	Resource,
	Tool,
	Transport,
} from '@modelcontextprotocol/client'
import { messageOf } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { openHttpTransport } from './http-transport.ts'
import { mendedMessage } from './mended-message.ts'
import type { HttpEndpoint, ServerEndpoint, StdioEndpoint } from './server-config.ts'
import { serverLine } from './server-text.ts'
import { type StdioDeps, StdioTransport } from './stdio-transport.ts'

export type ConnectionDeps = StdioDeps & {
	/** Ours. */
	version: string
	/** `file:` URLs of the folders it may work in. */
	roots: readonly string[]
	/** Sends the requests to a server behind a URL, see `openHttpTransport`. */
	fetch?: FetchLike | undefined
	/** How long it may take to answer the first time, in milliseconds. */
	connectMs: number
	/** Ends the attempt. */
	signal: AbortSignal
	changed(what: 'tools' | 'resources' | 'prompts'): void
	/** Once, when it is over without `close`. @param why - a whole clause */
	ended(why: string): void
}

/** What a call in progress does for a server that asks back or reports how far it is. */
export type ServerCallHooks = {
	signal: AbortSignal
	progress(text: string): void
	elicit(form: ElicitRequestFormParams): Promise<ElicitResult>
}

/** It wants a login, or another one than it was shown. */
export class ServerWantsLogin extends Error {}

export type ServerConnection = {
	/** What it calls itself, one line. */
	readonly server: string
	readonly protocol: string
	readonly offers: { tools: boolean; resources: boolean; prompts: boolean }
	tools(): Promise<readonly Tool[]>
	/** @throws what the SDK throws, also for an abort: ask the signal */
	call(
		tool: string,
		input: JsonObject,
		/** `traceparent`: the trace it belongs to, as the protocol wants it told. */
		how: { timeoutMs: number | undefined; traceparent?: string | undefined },
		hooks: ServerCallHooks,
	): Promise<CallToolResult>
	resources(): Promise<readonly Resource[]>
	readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult>
	prompts(): Promise<readonly Prompt[]>
	prompt(
		name: string,
		values: Readonly<Record<string, string>>,
		signal: AbortSignal,
	): Promise<GetPromptResult>
	close(): Promise<void>
}

/**
 * @throws LoginNeeded where it answers 401
 * @throws Error whose message is a whole clause: why there is no connection
 */
export async function connectServer(
	endpoint: ServerEndpoint,
	deps: ConnectionDeps,
): Promise<ServerConnection> {
	if (endpoint.kind === 'stdio') return connectStdio(endpoint, deps)
	return connectHttp(endpoint, deps)
}

async function connectStdio(endpoint: StdioEndpoint, deps: ConnectionDeps): Promise<ServerConnection> {
	const transport = new StdioTransport(endpoint, deps)
	try {
		return await open(transport, 'legacy', deps)
	} catch (error) {
		await transport.close()
		deps.signal.throwIfAborted()
		if (transport.endedBecause !== undefined) throw new Error(transport.endedBecause, { cause: error })
		if (!(await isRefusal(error))) throw explained(error, deps)
	}
	// One that knows only newer versions; every server met so far knew the older one, and asking costs a round trip.
	const again = new StdioTransport(endpoint, deps)
	try {
		return await open(again, 'auto', deps)
	} catch (error) {
		await again.close()
		throw again.endedBecause === undefined ? explained(error, deps) : new Error(again.endedBecause)
	}
}

async function connectHttp(endpoint: HttpEndpoint, deps: ConnectionDeps): Promise<ServerConnection> {
	const connect = async (kind: HttpEndpoint['kind']) => {
		const transport = await openHttpTransport(endpoint, kind, deps.fetch)
		try {
			return await open(transport, kind === 'sse' ? 'legacy' : 'auto', deps)
		} catch (error) {
			await transport.close().catch(() => {})
			throw (await wantsLogin(error)) ? new ServerWantsLogin('it wants a login', { cause: error }) : error
		}
	}
	try {
		return await connect(endpoint.kind)
	} catch (error) {
		if (error instanceof ServerWantsLogin) throw error
		if (endpoint.kind === 'http' && (await statusOf(error)) !== undefined)
			return connect('sse').catch(second => {
				throw second instanceof ServerWantsLogin ? second : explained(error, deps)
			})
		throw explained(error, deps)
	}
}

async function open(
	transport: Transport,
	mode: 'legacy' | 'auto',
	deps: ConnectionDeps,
): Promise<ServerConnection> {
	const sdk = await import('@modelcontextprotocol/client')
	const calls = new Set<ServerCallHooks>()
	const changed = (what: 'tools' | 'resources' | 'prompts') => ({
		autoRefresh: false,
		onChanged: () => deps.changed(what),
	})
	const client = new sdk.Client(
		{ name: 'keelson', version: deps.version },
		{
			capabilities: { roots: {}, elicitation: { form: {} } },
			versionNegotiation: { mode },
			// A result is shown to a model, who can tell; a schema that cannot be compiled must not cost the result.
			jsonSchemaValidator: {
				getValidator: () => value => ({ valid: true, data: value as never, errorMessage: undefined }),
			},
			listChanged: {
				tools: changed('tools'),
				resources: changed('resources'),
				prompts: changed('prompts'),
			},
		},
	)
	client.setRequestHandler('roots/list', () => ({ roots: deps.roots.map(uri => ({ uri })) }))
	client.setRequestHandler('elicitation/create', async ({ params }): Promise<ElicitResult> => {
		const latest = [...calls].at(-1)
		if (!latest || params.mode === 'url') return { action: 'decline' }
		return latest.elicit(params)
	})
	client.setNotificationHandler('notifications/message', ({ params }) => {
		const { level, data } = params
		deps.log(`${level}: ${typeof data === 'string' ? data : JSON.stringify(data)}`)
	})
	client.onerror = error => deps.log(messageOf(error), 'ours')
	await client.connect(transport, { timeout: deps.connectMs, signal: deps.signal })
	const heard = transport.onmessage
	transport.onmessage = (message, extra) => heard?.(mendedMessage(message), extra)
	let isClosed = false
	client.onclose = () => {
		if (isClosed) return
		isClosed = true
		deps.ended(endingOf(transport))
	}
	return connectionOf(client, calls, {
		died: why => {
			if (isClosed) return
			isClosed = true
			void client.close().catch(() => {})
			deps.ended(why)
		},
		close: async () => {
			isClosed = true
			await client.close()
		},
	})
}

function connectionOf(
	client: Client,
	calls: Set<ServerCallHooks>,
	life: { died(why: string): void; close(): Promise<void> },
): ServerConnection {
	const { tools, resources, prompts, logging } = client.getServerCapabilities() ?? {}
	const { name = 'unnamed', version = '' } = client.getServerVersion() ?? {}
	if (logging) void client.setLoggingLevel('info').catch(() => {})
	const offers = {
		tools: tools !== undefined,
		resources: resources !== undefined,
		prompts: prompts !== undefined,
	}
	return {
		server: serverLine(`${name} ${version}`, 80),
		protocol: client.getNegotiatedProtocolVersion() ?? '',
		offers,
		tools: async () => (offers.tools ? (await client.listTools(undefined, FRESH)).tools : []),
		async call(tool, input, { timeoutMs, traceparent }, hooks) {
			calls.add(hooks)
			try {
				return await client.callTool(
					{
						name: tool,
						arguments: input,
						...(traceparent !== undefined && { _meta: { traceparent } }),
					},
					{
						signal: hooks.signal,
						timeout: timeoutMs ?? LONGEST_MS,
						onprogress: ({ progress, total, message }) => {
							const share = total === undefined ? `${progress}` : `${progress}/${total}`
							hooks.progress(`${serverLine(message ?? '', 200)} ${share}`.trim())
						},
						resetTimeoutOnProgress: true,
					},
				)
			} catch (error) {
				// Behind a URL nobody is told that a server has gone, so the next call would wait for it as well.
				if (!hooks.signal.aborted && !(await isAlive(client, error)))
					life.died(`it does not answer any more: ${messageOf(error)}`)
				throw error
			} finally {
				calls.delete(hooks)
			}
		},
		resources: async () => (offers.resources ? (await client.listResources(undefined, FRESH)).resources : []),
		readResource: (uri, signal) => client.readResource({ uri }, { ...FRESH, signal }),
		prompts: async () => (offers.prompts ? (await client.listPrompts(undefined, FRESH)).prompts : []),
		prompt: (name, values, signal) => client.getPrompt({ name, arguments: { ...values } }, { signal }),
		close: life.close,
	}
}

const FRESH = { cacheMode: 'refresh', timeout: 30_000 } as const

/** The executor stops a call that takes too long; a timer takes no longer time than this. */
const LONGEST_MS = 2 ** 31 - 1

/** Whether what a call ended with is an answer, or the server gives another one. */
async function isAlive(client: Client, error: unknown): Promise<boolean> {
	const { ProtocolError, SdkError, SdkErrorCode } = await import('@modelcontextprotocol/client')
	if (error instanceof ProtocolError) return true
	if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return true
	// One that knows no ping says so, and is there.
	return client.ping({ timeout: 2_000 }).then(
		() => true,
		refusal => refusal instanceof ProtocolError,
	)
}

/** It has answered, and what it said is no. */
async function isRefusal(error: unknown): Promise<boolean> {
	const { ProtocolError } = await import('@modelcontextprotocol/client')
	return error instanceof ProtocolError
}

async function wantsLogin(error: unknown): Promise<boolean> {
	for (let each = error; each instanceof Error; each = each.cause)
		if (each.name === 'UnauthorizedError') return true
	return (await statusOf(error)) === 401
}

/** Of the HTTP answer that ended it, at whatever depth. */
async function statusOf(error: unknown): Promise<number | undefined> {
	const { SdkHttpError } = await import('@modelcontextprotocol/client')
	for (let each = error; each instanceof Error; each = each.cause)
		if (each instanceof SdkHttpError) return each.status
	return undefined
}

function explained(error: unknown, { connectMs }: ConnectionDeps): Error {
	let [deepest, isTimeout] = [error, false]
	for (let each = error; each instanceof Error; each = each.cause) {
		deepest = each instanceof AggregateError ? (each.errors[0] ?? each) : each
		isTimeout ||= 'code' in each && each.code === 'REQUEST_TIMEOUT'
	}
	// What happened, and not in the middle of what: `connect ECONNREFUSED`, not `fetch failed`.
	const why = isTimeout ? `it did not answer within ${connectMs / 1000} s` : messageOf(deepest)
	return new Error(serverLine(why, 300), { cause: error })
}

function endingOf(transport: Transport): string {
	const why = transport instanceof StdioTransport ? transport.endedBecause : undefined
	return why ?? 'the connection was closed'
}
