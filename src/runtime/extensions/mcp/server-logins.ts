// The logins of MCP servers behind a URL, for one runtime: each server's requests go out through its own. What is in the
// files of logins is known as secret from the first request on.

import { join } from 'node:path'
import type { FetchLike } from '@modelcontextprotocol/client'
import { once } from '../../../core/async/once.ts'
import type { Clock } from '../../../core/host.ts'
import type { Person } from '../../../extensions/mcp/auth/person.ts'
import type { ServerAuth } from '../../../extensions/mcp/auth/server-auth.ts'
import type { LoginServer, ServerLogins } from '../../../extensions/mcp/auth/server-logins.ts'

export type ServerLoginsSetup = {
	configFolder: string
	env: Readonly<Record<string, string | undefined>>
	/** Keys of our own, which a server of a project or a plugin is never sent as its secret. */
	ownSecrets(): readonly string[]
	clock: Clock
	/** Who is asked in the middle of things. Left out, nobody: `agent mcp login` is how. */
	person?: Person
}

export function createServerLogins(setup: ServerLoginsSetup): ServerLogins {
	const opened = new Set<ServerAuth>()
	/** A server that is started again goes on with what it had: a renewal is shared by all that wait for it. */
	const fetches = new Map<string, FetchLike>()

	function fetchOf(server: LoginServer & { endpoint: { url: string } }): FetchLike {
		const open = once(async () => {
			const auth = await openServerAuth({ ...server, url: server.endpoint.url }, setup)
			opened.add(auth)
			return auth
		})
		return async (target, init) => (await open()).fetch(target, init)
	}

	return {
		fetchFor({ endpoint, ...server }) {
			const { kind, url } = endpoint
			if (url === undefined) return undefined
			const key = JSON.stringify([server.name, url, server.oauth])
			const fetch = fetches.get(key) ?? fetchOf({ ...server, endpoint: { kind, url } })
			fetches.set(key, fetch)
			return fetch
		},
		known: () =>
			[...opened].flatMap(auth => auth.secrets()).filter(secret => secret.length >= SHORTEST_SECRET),
	}
}

/** What is shorter also stands in texts that are no secret. */
const SHORTEST_SECRET = 8

/** @throws AgentError `config-invalid` for OAuth settings that cannot be meant */
export async function openServerAuth(
	{ name, url, oauth, origin }: Omit<LoginServer, 'endpoint'> & { url: string },
	{ configFolder, env, ownSecrets, clock, person }: ServerLoginsSetup,
): Promise<ServerAuth> {
	const { createServerAuth } = await import('../../../extensions/mcp/auth/server-auth.ts')
	return createServerAuth({
		server: { name, url, ...(oauth !== undefined && { oauth }) },
		folder: loginFolder(configFolder),
		env: origin.scope === 'user' ? env : withoutSecrets(env, ownSecrets()),
		clock,
		...(person && { person }),
	})
}

/** Where the files of logins are. */
export function loginFolder(configFolder: string): string {
	return join(configFolder, 'mcp-credentials')
}

function withoutSecrets(env: ServerLoginsSetup['env'], secrets: readonly string[]): ServerLoginsSetup['env'] {
	return Object.fromEntries(
		Object.entries(env).filter(([, value]) => !secrets.some(secret => value?.includes(secret))),
	)
}
