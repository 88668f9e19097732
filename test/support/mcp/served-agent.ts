// `agent mcp serve` of the built program with the official client in front of it, and a person behind that who answers
// as told.

import {
	Client,
	type ElicitRequestFormParams,
	type ElicitResult,
	type JSONRPCMessage,
	type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { AGENT, baseEnvironment, type Desk } from '../run-agent.ts'
import { type TalkingAgent, talkAgent } from '../talk/talk-agent.ts'

export type ServedAgent = {
	client: Client
	/** What was asked, in order. */
	asked: readonly ElicitRequestFormParams[]
	/** Calls, and what came of it as text. */
	call(name: string, input: Record<string, unknown>): Promise<{ text: string; isError: boolean }>
}

export type Answering = (form: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>

/** `answering` left out, the client cannot ask anybody. */
export type ServedOptions = {
	args?: readonly string[]
	env?: Readonly<Record<string, string>>
	answering?: Answering
}

export async function serveAgent(
	desk: Desk,
	{ args = [], env = {}, answering }: ServedOptions = {},
): Promise<ServedAgent> {
	return connect(new TalkTransport(talkAgent(['mcp', 'serve', ...args], { desk, env })), answering)
}

/** Where a test is about the process of the server. */
export async function serveProcess(
	desk: Desk,
	args: readonly string[],
): Promise<ServedAgent & { pid: number }> {
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [AGENT, 'mcp', 'serve', ...args],
		cwd: desk.cwd,
		env: baseEnvironment(desk),
		stderr: 'ignore',
	})
	const served = await connect(transport)
	return { ...served, pid: transport.pid ?? 0 }
}

async function connect(transport: Transport, answering?: Answering): Promise<ServedAgent> {
	const asked: ElicitRequestFormParams[] = []
	const client = new Client(
		{ name: 'test', version: '1' },
		{ capabilities: answering ? { elicitation: { form: {} } } : {} },
	)
	if (answering)
		client.setRequestHandler('elicitation/create', ({ params }) => {
			if (params.mode === 'url') throw new Error('an address was to be opened')
			asked.push(params)
			return answering(params)
		})
	await client.connect(transport)
	return {
		client,
		asked,
		async call(name, input) {
			const { content, isError } = await client.callTool({ name, arguments: input })
			const text = content.map(part => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
			return { text, isError: isError === true }
		},
	}
}

/** A message a line, as over stdin and stdout of a process. */
class TalkTransport implements Transport {
	onclose?: () => void
	onmessage?: (message: JSONRPCMessage) => void
	readonly #agent: TalkingAgent

	constructor(agent: TalkingAgent) {
		this.#agent = agent
	}

	async start(): Promise<void> {
		let rest = ''
		this.#agent.stdout?.on('data', (text: string) => {
			const lines = `${rest}${text}`.split('\n')
			rest = lines.pop() ?? ''
			for (const line of lines) this.onmessage?.(JSON.parse(line))
		})
		// One that has left reads nothing more.
		this.#agent.stdin?.on('error', () => {})
		void this.#agent.ended.then(() => this.onclose?.())
	}

	async send(message: JSONRPCMessage): Promise<void> {
		this.#agent.stdin?.write(`${JSON.stringify(message)}\n`)
	}

	async close(): Promise<void> {
		this.#agent.stdin?.end()
		await this.#agent.ended
	}
}

export const YES: Answering = () => ({ action: 'accept', content: { decision: 'once' } })
export const NO: Answering = () => ({ action: 'decline' })
