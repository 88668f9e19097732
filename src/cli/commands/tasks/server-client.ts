// The client's side of `agent serve`: which server is meant, the token for it, and its answers, with what it refuses as
// our own errors.

import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { AgentError, ERROR_CODES, type ErrorCode, messageOf } from '../../../core/errors.ts'
import { isObject, type JsonValue, parseJson } from '../../../core/json.ts'
import { createHttpFetch, type HttpResponse } from '../../../providers/http/http-fetch.ts'
import { createSseDecoder, type SseEvent } from '../../../providers/http/sse.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import { ownTokenFile, runningServerFile } from '../serve/server-files.ts'
import type { TasksFlags } from './tasks-flags.ts'

export type ServerClient = {
	/** @throws AgentError for what the server refuses, and where there is none */
	get(path: string): Promise<JsonValue>
	post(path: string, body?: JsonValue): Promise<JsonValue>
	/** Ends when the server has said all, or the connection has. */
	events(path: string, after: number, signal: AbortSignal): AsyncIterable<SseEvent>
}

/** @throws AgentError `usage`, `auth-failed` */
export async function openClient(
	flags: TasksFlags,
	{ waits = false }: { waits?: boolean } = {},
): Promise<ServerClient> {
	const { env } = process
	const folders = homeFolders({ env, home: homedir(), cwd: process.cwd() })
	const find = async () => flags.server ?? env.KEELSON_SERVER ?? (await textOf(runningServerFile(folders)))
	const given = waits ? await answering(find) : await find()
	if (given === undefined)
		throw new AgentError('usage', 'no server runs here; agent serve starts one, --server URL names another')
	const base = baseOf(given)
	const token =
		flags.token ?? env.KEELSON_TOKEN ?? (isHere(base) ? await textOf(ownTokenFile(folders)) : undefined)
	if (token === undefined)
		throw new AgentError('auth-failed', `a token for ${base.origin} is missing: --token or KEELSON_TOKEN`)
	const send = createHttpFetch({ proxyEnv: env, headersTimeoutMs: HEADERS_MS })
	const ask = async (path: string, init: Parameters<typeof send>[1] & { accept?: string }) => {
		const { accept = 'application/json', ...rest } = init
		const headers = { ...rest.headers, Authorization: `Bearer ${token}`, Accept: accept }
		let response: HttpResponse
		try {
			response = await send(new URL(path, base), { ...rest, headers })
		} catch (error) {
			if (error instanceof AgentError) throw error
			throw new AgentError('connection-lost', `${base.origin} does not answer: ${messageOf(error)}`, {
				cause: error,
			})
		}
		if (response.ok) return response
		throw refused(response.status, parseJson(await response.text()), base)
	}
	return {
		get: async path => parsed(await (await ask(path, {})).text(), base),
		async post(path, body = {}) {
			const headers = { 'Content-Type': 'application/json' }
			// What was asked for once is not asked for twice.
			const init = { method: 'POST', headers, body: JSON.stringify(body), mayAskAgain: () => false }
			return parsed(await (await ask(path, init)).text(), base)
		},
		async *events(path, after, signal) {
			const headers = { 'Last-Event-ID': String(after) }
			const response = await ask(path, { headers, signal, accept: 'text/event-stream' })
			if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
				throw new AgentError('stream-broken', `${base.origin} answers something that is no event stream`)
			const decoder = createSseDecoder()
			for await (const chunk of response.body) yield* decoder.push(chunk)
		},
	}
}

/** Until a server is there and answers, or it is too late; then what is wrong with it is said as ever. */
async function answering(find: () => Promise<string | undefined>): Promise<string | undefined> {
	const send = createHttpFetch({ proxyEnv: process.env, connectTimeoutMs: 1_000 })
	const untilMs = performance.now() + LONGEST_WAIT_MS
	for (;;) {
		const found = await find()
		const isThere =
			found !== undefined &&
			(await send(new URL('/v1/health', baseOf(found))).then(
				({ ok }) => ok,
				() => false,
			))
		if (isThere || performance.now() > untilMs) return found
		await pause(LOOK_AGAIN_MS)
	}
}

function baseOf(given: string): URL {
	const url = URL.canParse(given) ? new URL(given) : undefined
	if (url && /^https?:$/.test(url.protocol)) return url
	throw new AgentError('usage', `--server ${given}: expected a URL such as http://127.0.0.1:8080`)
}

/** The token of this machine's server is for nobody else. */
function isHere({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function refused(status: number, body: JsonValue | undefined, base: URL): AgentError {
	const error = isObject(body) && isObject(body.error) ? body.error : undefined
	const message =
		typeof error?.message === 'string'
			? error.message
			: `${base.origin} answers ${status}, and not as agent serve does`
	// A request that is wrong, or for what is not there, is ours; the same words as a code of ours would be a model's.
	const isOurs = status < 500 && (error?.code === 'bad-request' || error?.code === 'not-found')
	const code = isOurs ? undefined : ERROR_CODES.find(each => each === error?.code)
	return new AgentError(code ?? codeOf(status), message)
}

function codeOf(status: number): ErrorCode {
	if (status === 401 || status === 403) return 'auth-failed'
	if (status === 429) return 'rate-limited'
	return status < 500 ? 'usage' : 'server-error'
}

function parsed(text: string, base: URL): JsonValue {
	const json = parseJson(text)
	if (json !== undefined) return json
	throw new AgentError('server-error', `${base.origin} answers something that is not JSON`)
}

async function textOf(path: string): Promise<string | undefined> {
	return readFile(path, 'utf8').then(
		text => text.trim() || undefined,
		() => undefined,
	)
}

const HEADERS_MS = 30_000
const LONGEST_WAIT_MS = 10_000
const LOOK_AGAIN_MS = 50
