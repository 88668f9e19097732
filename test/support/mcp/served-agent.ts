// `agent mcp serve` of the built program with the official client in front of it, and a person behind that who answers
// as told.

import { Client, type ElicitRequestFormParams, type ElicitResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { AGENT, baseEnvironment, type Desk } from '../run-agent.ts'

export type ServedAgent = {
	client: Client
	/** Of the server. */
	pid: number
	/** What was asked, in order. */
	asked: readonly ElicitRequestFormParams[]
	/** Calls, and what came of it as text. */
	call(name: string, input: Record<string, unknown>): Promise<{ text: string; isError: boolean }>
	/** What the server said on stderr. */
	said(): string
	/** When the server's process is gone. */
	ended: Promise<void>
}

export type Answering = (form: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>

/** @param answering - left out, the client cannot ask anybody */
export async function serveAgent(
	desk: Desk,
	{
		args = [],
		env = {},
		answering,
	}: { args?: readonly string[]; env?: Readonly<Record<string, string>>; answering?: Answering } = {},
): Promise<ServedAgent> {
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [AGENT, 'mcp', 'serve', ...args],
		cwd: desk.cwd,
		env: { ...baseEnvironment(desk), ...env },
		stderr: 'pipe',
	})
	let said = ''
	transport.stderr?.on('data', (bytes: Buffer) => {
		said += bytes.toString()
	})
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
	const ended = new Promise<void>(resolve => {
		client.onclose = resolve
	})
	await client.connect(transport)
	return {
		client,
		pid: transport.pid ?? 0,
		asked,
		async call(name, input) {
			const { content, isError } = await client.callTool({ name, arguments: input })
			const text = content.map(part => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
			return { text, isError: isError === true }
		},
		said: () => said,
		ended,
	}
}

export const YES: Answering = () => ({ action: 'accept', content: { decision: 'once' } })
export const NO: Answering = () => ({ action: 'decline' })
