// Lets a provider read what a service writes, through a real socket, and says what it made of it.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { parseJson } from '../../../src/core/json.ts'
import { userText } from '../../../src/core/messages.ts'
import type { ModelPart, ProviderConfig } from '../../../src/core/model.ts'
import { modelInfo } from '../../../src/providers/discovery/catalogue.ts'
import { createSseDecoder } from '../../../src/providers/http/sse.ts'
import { createProviders } from '../../../src/providers/registry.ts'
import type { Service, Told } from './story.ts'

/** What a server says to a request: a stream in packets, or, where none was asked for, a whole. */
export type Script = { stream: readonly Uint8Array[]; whole: string }

export type Stage = {
	/** Reads one reply to the end. @param over - a WebSocket is open to services of OpenAI's own wire only */
	read(api: Service['api'], script: Script, over?: 'http' | 'socket'): Promise<Told>
	/** How many requests came since this was asked last. */
	requests(): number
	close(): Promise<void>
}

const TOOLS = ['read', 'write', 'list'].map(name => ({
	name,
	description: `To ${name}.`,
	inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
}))

export async function openStage(): Promise<Stage> {
	const scripts = new Map<string, Script>()
	const open = new Set<Socket>()
	const sockets = new WebSocketServer({ noServer: true })
	let asked = 0
	const server = createServer(async (request, response) => {
		asked += 1
		await answer(request, response, scriptAt(request, scripts))
	})
	server.on('connection', socket => {
		open.add(socket)
		socket.once('close', () => open.delete(socket))
	})
	server.on('upgrade', (request: IncomingMessage, socket, head) => {
		const script = scriptAt(request, scripts)
		sockets.handleUpgrade(request, socket, head, line => {
			line.on('message', () => {
				asked += 1
				sayAll(line, script)
			})
		})
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo

	return {
		async read(api, script, over = 'http') {
			const name = `s${scripts.size}`
			scripts.set(name, script)
			return told(api, `http://127.0.0.1:${port}/${name}/v1`, over === 'socket')
		},
		requests() {
			const before = asked
			asked = 0
			return before
		},
		close() {
			for (const socket of open) socket.destroy()
			return new Promise(resolve => server.close(() => resolve()))
		},
	}
}

function scriptAt({ url = '' }: IncomingMessage, scripts: ReadonlyMap<string, Script>): Script {
	const script = scripts.get(url.split('/')[1] ?? '')
	if (!script) throw new Error(`nothing is written for ${url}`)
	return script
}

async function answer(request: IncomingMessage, response: ServerResponse, script: Script): Promise<void> {
	let text = ''
	for await (const chunk of request) text += chunk
	if (Object(parseJson(text)).stream !== true) {
		response.writeHead(200, { 'content-type': 'application/json' }).end(script.whole)
		return
	}
	response.writeHead(200, { 'content-type': 'text/event-stream' })
	let sent = 0
	for (const packet of script.stream) {
		response.write(packet)
		sent += 1
		if (script.stream.length < 1_000 || sent % 64 === 0) await new Promise(resolve => setImmediate(resolve))
	}
	response.end()
}

function sayAll(line: WebSocket, { stream }: Script): void {
	const decoder = createSseDecoder()
	const events = [...stream.flatMap(packet => decoder.push(packet)), ...decoder.end()]
	for (const { data } of events) if (data !== '[DONE]') line.send(data)
}

async function told(api: Service['api'], baseUrl: string, socket: boolean): Promise<Told> {
	const config: ProviderConfig = {
		id: 'mine',
		api,
		baseUrl,
		key: async () => ({ value: 'test-key-0123456789', source: 'MINE_API_KEY' }),
		keyName: 'MINE_API_KEY',
		keyOptional: false,
		socket,
	}
	const media = { put: () => Promise.reject(new Error('nothing is stored')), get: async () => undefined }
	const provider = await createProviders({ configs: [config], media, info: modelInfo, clock: Date }).get(
		'mine',
	)
	const request = {
		model: 'm-1',
		system: 'You are terse.',
		messages: [userText('Go on.')],
		tools: TOOLS,
		maxOutputTokens: 1_000,
		cacheKey: 's',
	}
	const parts: ModelPart[] = []
	for await (const part of provider.stream(request, new AbortController().signal)) parts.push(part)
	return outline(parts)
}

/** What was shown, called and counted. Thoughts that were shown and thoughts that were stored have to be the same. */
function outline(parts: readonly ModelPart[]): Told {
	const last = parts.at(-1)
	const shown = joined(parts, 'reasoning-delta')
	const stored = parts.flatMap(part => (part.type === 'reasoning-end' ? [part.text] : [])).join('')
	const notices = parts.flatMap(part => (part.type === 'notice' ? [part.text] : []))
	return {
		reasoning: shown === stored ? shown : `shown: ${shown} stored: ${stored}`,
		text: [joined(parts, 'text-delta'), ...notices].join(' NOTICE '),
		calls: parts.flatMap(part =>
			part.type === 'tool-call' ? [`${part.tool} ${normal(part.arguments)}`] : [],
		),
		end: last?.type === 'finish' ? last.reason : last?.type === 'error' ? last.error.code : `${last?.type}`,
		usage: last?.type === 'finish' ? last.usage : undefined,
	}
}

function joined(parts: readonly ModelPart[], type: 'text-delta' | 'reasoning-delta'): string {
	return parts.map(part => (part.type === type ? part.text : '')).join('')
}

/** No arguments are none, however they are written. */
function normal(text: string): string {
	if (text.trim() === '') return '{}'
	const value = parseJson(text)
	return value === undefined ? `unreadable: ${text}` : JSON.stringify(value)
}
