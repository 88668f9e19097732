// MCP servers as `/mcp` shows them. What a server says of itself is sanitized like every foreign text.

import type { ServerState, ServerStatus } from '../../../core/extensions/mcp-servers.ts'
import type { Block } from '../../state/view-block.ts'
import { countWithUnit } from '../../text/format.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export function serversBlock(servers: readonly ServerStatus[]): Block {
	return {
		kind: 'table',
		title: 'MCP servers',
		rows: servers.map(server => [sanitizeLine(server.name), summaryOf(server)]),
	}
}

/** One of them, with its tools and the last it has said. */
export function serverBlocks(server: ServerStatus): readonly Block[] {
	const { name, scope, target, tools, heldBack, prompts, resources, log } = server
	const rows: (readonly [string, string])[] = [
		['state', summaryOf(server)],
		[scope === 'user' ? 'yours' : scope, sanitizeLine(target)],
		...named('tools', tools),
		...named('held back', heldBack),
		...named(
			'prompts',
			prompts.map(({ command }) => `/${command}`),
		),
		...named(
			'resources',
			resources.slice(0, MOST_RESOURCES).map(({ mention }) => `@${mention}`),
		),
		...log.slice(-LOG_LINES).map((line, index) => [index === 0 ? 'log' : '', sanitizeLine(line)] as const),
	]
	return [{ kind: 'table', title: `MCP server ${sanitizeLine(name)}`, rows }]
}

function summaryOf({ state, tools, heldBack, name }: ServerStatus): string {
	const held =
		heldBack.length > 0 ? `, ${heldBack.length} held back until /mcp accept ${sanitizeLine(name)}` : ''
	return `${stateOf(state, name)}${state.kind === 'connected' ? `, ${countWithUnit(tools.length, 'tool')}${held}` : ''}`
}

function stateOf(state: ServerState, name: string): string {
	switch (state.kind) {
		case 'connected':
			return `connected to ${sanitizeLine(state.server)}, protocol ${sanitizeLine(state.protocol)}`
		case 'failed':
			return `failed: ${sanitizeLine(state.why)}${state.willRetry ? '; it is tried again' : ''}`
		case 'needs-login':
			return `wants a login: agent mcp login ${sanitizeLine(name)}`
		case 'starting':
		case 'disabled':
			return state.kind
	}
}

function named(title: string, names: readonly string[]): readonly (readonly [string, string])[] {
	return names.length === 0 ? [] : [[title, names.map(sanitizeLine).join(', ')]]
}

const MOST_RESOURCES = 20
const LOG_LINES = 10
