// A server on loopback that answers as a table says and remembers what it was asked; and the tool that asks it.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import type { ToolContext, ToolResult } from '../../../src/core/tool.ts'
import { createFetchTool, type FetchToolDeps } from '../../../src/tools/builtin/fetch.ts'
import type { WebNetwork } from '../../../src/tools/web/web-request.ts'
import { openWorkFolder, type WorkFolder } from '../tools/work-folder.ts'

export type WebServer = {
	port: number
	/** `http://127.0.0.1:PORT`. */
	origin: string
	requests: IncomingMessage[]
}

export type Answers = Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>

/** @param answers - by path; anything else is 404 */
export async function openWebServer(answers: Answers, host = '127.0.0.1'): Promise<WebServer> {
	const requests: IncomingMessage[] = []
	const listener: RequestListener = (request, response) => {
		requests.push(request)
		const answer = answers[new URL(request.url ?? '', 'http://x').pathname]
		if (answer) answer(response, request)
		else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
	}
	const server = createServer(listener)
	server.listen(0, host)
	await once(server, 'listening')
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	const address = server.address()
	const port = typeof address === 'object' ? (address?.port ?? 0) : 0
	return { port, origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, requests }
}

export function html(text: string, headers: Record<string, string> = {}) {
	return (response: ServerResponse) => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text)
	}
}

export function body(bytes: Uint8Array | string, headers: Record<string, string>, status = 200) {
	return (response: ServerResponse) => {
		response.writeHead(status, headers).end(bytes)
	}
}

export function redirect(location: string, status = 302) {
	return (response: ServerResponse) => {
		response.writeHead(status, { location }).end()
	}
}

export type Fetching = {
	folder: WorkFolder
	fetch(url: string, given?: Partial<ToolContext>): Promise<ToolResult>
	/** Outcome and text. */
	say(url: string, given?: Partial<ToolContext>): Promise<string>
}

/** Loopback is allowed, unless the network given says otherwise. */
export async function openFetching(
	network: Partial<WebNetwork> = {},
	deps: Partial<FetchToolDeps> = {},
): Promise<Fetching> {
	const folder = await openWorkFolder()
	const tool = createFetchTool({
		checkSchema: folder.host.checkSchema,
		network: { userAgent: 'keelson/test', allowedHosts: ['127.0.0.1', '::1'], ...network },
		...deps,
	})
	const fetch: Fetching['fetch'] = async (url, given) => (await folder.assess(tool, { url }, given)).run()
	return {
		folder,
		fetch,
		async say(url, given) {
			const { outcome, content } = await fetch(url, given)
			return `${outcome}: ${textOf(content)}`
		},
	}
}

/** What stands inside the frame. */
export function pageIn(text: string): string {
	return /<page [^>]*>\n([\s\S]*)\n<\/page>/.exec(text)?.[1] ?? `no page in: ${text}`
}
