// `agent mcp serve`: Keelson as an MCP server over stdio. Its tools are called in a session of their own, a whole agent in
// one each; what a person is asked about goes to the client, or is refused where it cannot ask.

import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { Server } from '@modelcontextprotocol/server'
import { once } from '../../core/async/once.ts'
import { errorInfo } from '../../core/errors.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import type { MediaUri } from '../../core/messages.ts'
import type { OfferedTool, RuntimePort } from '../../core/runtime-port.ts'
import { callAgent } from './agent-call.ts'
import { answeringTransport } from './answering-transport.ts'
import type { ServedCallHooks } from './call-hooks.ts'
import { personBehind } from './elicitation.ts'
import { OutsideModel } from './outside-model.ts'
import { OutsideSession } from './outside-session.ts'
import {
	AGENT_TOOL,
	agentResult,
	callResult,
	isRead,
	isServed,
	problemResult,
	SERVED_AGENT,
	servedTool,
} from './served-tools.ts'

export type ServeSetup = {
	version: string
	/** The session that tools are called in. @param canAsk - somebody is there to answer */
	openTools(model: OutsideModel, canAsk: boolean): Promise<RuntimePort>
	/** A new agent, or the session that is named. Left out, there is no such tool. */
	openAgent?(session: string | undefined, canAsk: boolean): Promise<RuntimePort>
	image(uri: MediaUri): Promise<Uint8Array | undefined>
	/** For people: nothing but the protocol goes to stdout. */
	say(line: string): void
	/** Ends it. So does the end of stdin, once what was asked is answered. */
	signal: AbortSignal
}

/** Resolves when it is over and everything that was going on has ended. */
export async function serveMcp(setup: ServeSetup): Promise<void> {
	const server = new Server(
		{ name: 'keelson', title: 'Keelson', version: setup.version },
		{ capabilities: { tools: {} } },
	)
	const { transport, inputEnded } = answeringTransport(process.stdin)
	const live = new LiveServer(setup, server, inputEnded)
	server.setRequestHandler('tools/list', async () => ({ tools: await live.list() }))
	server.setRequestHandler('tools/call', ({ params }, context) =>
		live.call(params.name, isObject(params.arguments) ? params.arguments : {}, context),
	)
	server.onerror = error => setup.say(`mcp: ${error.message}`)
	const over = new Promise<void>(resolve => {
		server.onclose = resolve
		setup.signal.addEventListener('abort', () => resolve(), { once: true })
		// Whoever reads us is gone, and nobody closes what was theirs.
		process.stdout.once('error', () => resolve())
	})
	await server.connect(transport)
	await over
	await live.close()
	await server.close()
}

type OpenTools = { port: RuntimePort; session: OutsideSession; tools: readonly OfferedTool[] }

class LiveServer {
	readonly #setup: ServeSetup
	readonly #server: Server
	readonly #inputEnded: AbortSignal
	readonly #stop = new AbortController()
	readonly #agents = new Set<Promise<unknown>>()
	/** With the first request, when it is known what the client can do. */
	readonly #tools = once(() => this.#open())
	#isOpen = false

	constructor(setup: ServeSetup, server: Server, inputEnded: AbortSignal) {
		this.#setup = setup
		this.#server = server
		this.#inputEnded = inputEnded
	}

	async list() {
		const { tools } = await this.#tools()
		return [...tools.map(servedTool), ...(this.#setup.openAgent ? [SERVED_AGENT] : [])]
	}

	async call(name: string, input: JsonObject, context: ServerContext): Promise<CallToolResult> {
		const hooks = this.#hooks(context)
		try {
			if (name === AGENT_TOOL && this.#setup.openAgent)
				return await this.#tracked(this.#callAgent(input, hooks))
			const { session, tools } = await this.#tools()
			const tool = tools.find(each => each.spec.name === name)
			if (!tool) {
				const names = (await this.list()).map(each => each.name)
				return problemResult(`there is no tool ${name}; there are ${names.join(', ')}`)
			}
			const result = await session.call({ tool: name, input, isRead: isRead(tool.facts), hooks })
			return await callResult(result, this.#setup.image)
		} catch (error) {
			return problemResult(errorInfo(error).message)
		}
	}

	/** Cancels what is going on and waits for it. */
	async close(): Promise<void> {
		this.#stop.abort()
		await Promise.allSettled(this.#agents)
		if (!this.#isOpen) return
		const { port } = await this.#tools()
		await port.send({ type: 'shutdown' }).catch(() => undefined)
	}

	async #open(): Promise<OpenTools> {
		this.#isOpen = true
		const model = new OutsideModel()
		const port = await this.#setup.openTools(model, this.#canAsk())
		const offered = (await port.queries.offeredTools?.()) ?? []
		return {
			port,
			session: new OutsideSession(port, model, this.#setup.say),
			tools: offered.filter(isServed),
		}
	}

	async #callAgent({ prompt, session }: JsonObject, hooks: ServedCallHooks): Promise<CallToolResult> {
		if (typeof prompt !== 'string' || prompt.trim() === '')
			return problemResult('prompt must be a text that is not empty')
		if (session !== undefined && typeof session !== 'string')
			return problemResult('session must be a text: the session of an earlier answer')
		const port = await this.#setup.openAgent?.(session, this.#canAsk())
		if (!port) return problemResult('there is no agent')
		return agentResult(await callAgent(port, prompt, hooks))
	}

	/** Also one that is only being opened is waited for at the end. */
	async #tracked<Result>(work: Promise<Result>): Promise<Result> {
		this.#agents.add(work)
		try {
			return await work
		} finally {
			this.#agents.delete(work)
		}
	}

	#canAsk(): boolean {
		const { elicitation } = this.#server.getClientCapabilities() ?? {}
		// Without a word it is forms; a client may know only addresses.
		return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
	}

	#hooks({ mcpReq }: ServerContext): ServedCallHooks {
		const token = mcpReq._meta?.progressToken
		let progress = 0
		let toldMs = Number.NEGATIVE_INFINITY
		return {
			signal: AbortSignal.any([mcpReq.signal, this.#stop.signal]),
			progress: text => {
				const line = text.trim().split('\n').at(-1)?.slice(0, LONGEST_PROGRESS)
				const now = performance.now()
				// A command may print faster than anybody reads.
				if (token === undefined || !line || now - toldMs < PROGRESS_EVERY_MS) return
				toldMs = now
				progress += 1
				const params = { progressToken: token, progress, message: line }
				void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
			},
			asked: personBehind((form, signal) => {
				const until = AbortSignal.any([signal, this.#inputEnded])
				return mcpReq.elicitInput(form, { signal: until, timeout: LONGEST_ASKED_MS })
			}),
		}
	}
}

const LONGEST_PROGRESS = 200
const PROGRESS_EVERY_MS = 100
/** A person may have gone for lunch; the client gives up when it has had enough. */
const LONGEST_ASKED_MS = 3_600_000
