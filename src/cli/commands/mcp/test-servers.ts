// `agent mcp test`: starts servers as a session would, and says what they offer or why they do not.

import { AgentError } from '../../../core/errors.ts'
import type { ServerStatus } from '../../../core/extensions/mcp-servers.ts'
import { McpServers } from '../../../runtime/extensions/mcp/mcp-servers.ts'
import { createServerLogins } from '../../../runtime/extensions/mcp/server-logins.ts'
import { nodeClock } from '../../../runtime/host/clock.ts'
import { createScrubber } from '../../../safety/redaction/scrub.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import type { Output } from '../../io/output.ts'
import { onEndSignal } from '../../io/signals.ts'
import { configuredServers, currentPlace, type McpPlace, serverNamed } from './configured-servers.ts'

/** @returns the exit code; 1 when one of them does not work @throws AgentError `usage` */
export async function testServers({
	name,
	accept,
	version,
	output,
	place = currentPlace(),
}: {
	name: string | undefined
	accept: boolean
	version: string
	output: Pick<Output, 'out' | 'error'>
	place?: McpPlace
}): Promise<number> {
	const { extensions, servers: known, problems, ownSecrets } = await configuredServers(place)
	for (const problem of problems) output.error(`warning: ${problem}\n`)
	if (name !== undefined && !serverNamed(name, known).isUsed)
		throw new AgentError('usage', `${name} is not started: this folder is not trusted (agent trust)`)
	const wanted = known.filter(({ config, isUsed }) => isUsed && (name === undefined || config.name === name))
	const names = new Set(wanted.map(({ config }) => config.name))
	const { fetchFor, known: loginSecrets } = createServerLogins({
		configFolder: homeFolders(place).config,
		env: place.env,
		ownSecrets: () => ownSecrets,
		clock: nodeClock,
	})
	const secrets = { known: () => [...ownSecrets, ...loginSecrets()] }
	const servers = new McpServers({
		options: {
			extensions,
			cwd: place.cwd,
			addDirs: [],
			env: place.env,
			secrets,
			folders: homeFolders(place),
			version,
		},
		clock: nodeClock,
		scrub: createScrubber(secrets.known),
		warn: () => {},
		fetchFor,
		only: each => names.has(each),
	})
	if (servers.lives.length === 0)
		output.error('No MCP servers are configured; agent mcp add configures one.\n')
	const stop = new AbortController()
	const release = onEndSignal(() => stop.abort())
	try {
		servers.start()
		await servers.settle(LONGEST_MS, stop.signal)
		if (accept)
			for (const life of servers.lives.filter(({ state }) => state.kind === 'connected')) await life.accept()
		for (const status of servers.status()) print(status, output)
		const isWell = ({ state }: ServerStatus) => state.kind === 'connected' || state.kind === 'disabled'
		return servers.status().every(isWell) ? 0 : 1
	} finally {
		release()
		await servers.close()
	}
}

function print(status: ServerStatus, output: Pick<Output, 'out' | 'error'>): void {
	const { name, state, tools, heldBack, resources, prompts, log } = status
	if (state.kind === 'connected') {
		const counts = `${tools.length} tools, ${resources.length} resources, ${prompts.length} prompts`
		output.out(`${name}: connected to ${state.server}, protocol ${state.protocol}: ${counts}\n`)
		for (const tool of tools) output.out(`  ${tool}\n`)
		if (heldBack.length > 0) output.out(`  held back until accepted (--accept): ${heldBack.join(', ')}\n`)
		return
	}
	const why =
		state.kind === 'failed'
			? state.why
			: state.kind === 'needs-login'
				? `it wants a login (agent mcp login ${name})`
				: state.kind
	output.error(`${name}: ${why}\n`)
	if (state.kind === 'failed') for (const line of log.slice(-5)) output.error(`  ${line}\n`)
}

/** Longer than any of them may take to start. */
const LONGEST_MS = 120_000
