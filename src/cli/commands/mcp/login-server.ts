// `agent mcp login` and `logout`: a server behind a URL gets a login, in the browser or by a code. Nothing secret is ever
// written to the output.

import { AgentError } from '../../../core/errors.ts'
import type { ServerAuth } from '../../../extensions/mcp/auth/server-auth.ts'
import { listenForRedirect } from '../../../providers/auth/redirect-listener.ts'
import { openServerAuth } from '../../../runtime/extensions/mcp/server-logins.ts'
import { nodeClock } from '../../../runtime/host/clock.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import { hasBrowser, openUrl } from '../../io/open-url.ts'
import type { Output } from '../../io/output.ts'
import { onEndSignal } from '../../io/signals.ts'
import { configuredServers, currentPlace, type McpPlace, serverNamed } from './configured-servers.ts'

type ServerLoginContext = { name: string; output: Pick<Output, 'out' | 'error'>; place?: McpPlace }

/** @returns the exit code @throws AgentError `usage`, `auth-failed`, `cancelled` */
export async function loginToServer({
	name,
	byDevice,
	output,
	place = currentPlace(),
}: ServerLoginContext & { byDevice: boolean }): Promise<number> {
	const { auth, isUsed } = await authOf(name, place)
	if (!isUsed) throw new AgentError('usage', `${name} is not used: this folder is not trusted (agent trust)`)
	const stop = new AbortController()
	const release = onEndSignal(() => stop.abort())
	try {
		const isNeeded = await auth.login({
			listen: listenForRedirect,
			show: page => show(page, { output, env: place.env }),
			// Over SSH the page would come back to the wrong machine.
			byDevice: byDevice || (hasBrowser(place.env) ? false : 'if-offered'),
			signal: stop.signal,
		})
		output.out(isNeeded ? `You are logged in to ${name}.\n` : `${name} wants no login.\n`)
		return 0
	} finally {
		release()
	}
}

/** @returns the exit code @throws AgentError `usage` */
export async function logoutOfServer({
	name,
	output,
	place = currentPlace(),
}: ServerLoginContext): Promise<number> {
	const { auth } = await authOf(name, place)
	output.out((await auth.logout()) ? `The login for ${name} is gone.\n` : `There was no login for ${name}.\n`)
	return 0
}

async function authOf(name: string, place: McpPlace): Promise<{ auth: ServerAuth; isUsed: boolean }> {
	const { servers, ownSecrets } = await configuredServers(place)
	const { config, isUsed } = serverNamed(name, servers)
	const { endpoint, origin, oauth } = config
	if (endpoint.kind === 'unusable')
		throw new AgentError('usage', `${name} cannot be used: ${endpoint.problem} (${config.path})`)
	if (endpoint.kind === 'stdio')
		throw new AgentError(
			'usage',
			`${name} is started here, and has no login: what it needs goes into its env`,
		)
	if (Object.keys(endpoint.headers).some(header => header.toLowerCase() === 'authorization'))
		throw new AgentError(
			'usage',
			`${name} has an Authorization header of its own (${config.path}), and no login beside it`,
		)
	const setup = {
		configFolder: homeFolders(place).config,
		env: place.env,
		ownSecrets: () => ownSecrets,
		clock: nodeClock,
	}
	return { auth: await openServerAuth({ name, origin, oauth, url: endpoint.url }, setup), isUsed }
}

function show(
	{ url, code }: { url: URL; code?: string },
	{ output, env }: { output: ServerLoginContext['output']; env: McpPlace['env'] },
): void {
	if (code !== undefined) return output.error(`Open ${url.href}\nand type the code ${code}\n`)
	if (!hasBrowser(env)) return output.error(`Open this page in a browser of this machine:\n${url.href}\n`)
	output.error(`Log in in your browser. If it does not open by itself, this is the page:\n${url.href}\n`)
	openUrl(url, env)
}
