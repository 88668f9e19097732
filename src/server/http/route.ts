// Routes: which method and path is answered by what. A path is matched part by part; `:id` stands for one part.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JsonValue } from '../../core/json.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'

export type Exchange = {
	request: IncomingMessage
	response: ServerResponse
	url: URL
	params: Readonly<Record<string, string>>
	/** The body as JSON, read once. @throws Refusal */
	body(): Promise<JsonValue>
	/** Fires when the client is gone or the server ends. */
	signal: AbortSignal
}

export type Route = { method: 'GET' | 'POST'; path: string } & (
	| { isOpen?: false; handle(exchange: Exchange & { auth: AuthContext }): Promise<void> }
	/** Answered to whoever asks. */
	| { isOpen: true; handle(exchange: Exchange): Promise<void> }
)

export type RouteMatch = { route: Route; params: Readonly<Record<string, string>> }

/**
 * HEAD is answered as GET is, and Node leaves the body out.
 * `allowed`: the methods that this path is answered to, empty where there is no such path; `isOpen`: to whoever asks.
 */
export function matchRoute(
	routes: readonly Route[],
	method: string,
	path: string,
): RouteMatch | { allowed: readonly string[]; isOpen: boolean } {
	const allowed: string[] = []
	let isOpen = false
	for (const route of routes) {
		const params = paramsIn(route.path, path)
		if (!params) continue
		if (route.method === (method === 'HEAD' ? 'GET' : method)) return { route, params }
		allowed.push(...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
		isOpen ||= route.isOpen === true
	}
	return { allowed, isOpen }
}

function paramsIn(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
	const wanted = pattern.split('/')
	const parts = path.split('/')
	if (wanted.length !== parts.length) return undefined
	const params: Record<string, string> = {}
	for (const [index, part] of parts.entries()) {
		const name = wanted[index]!
		if (!name.startsWith(':')) {
			if (name !== part) return undefined
			continue
		}
		const value = decoded(part)
		// Nothing is called so, and no database takes it.
		if (value === undefined || value === '' || value.includes('\0')) return undefined
		params[name.slice(1)] = value
	}
	return params
}

function decoded(part: string): string | undefined {
	try {
		return decodeURIComponent(part)
	} catch {
		return undefined
	}
}
