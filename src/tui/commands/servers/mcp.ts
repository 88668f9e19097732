// `/mcp`: the MCP servers, how they fare, and starting one again.

import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'
import { quoted } from '../../text/quoted.ts'
import { serverBlocks, serversBlock } from './server-blocks.ts'

export const mcp: SlashCommand = {
	name: 'mcp',
	argument: '[server | restart <server> | accept <server>]',
	description: 'MCP servers: state, tools, log; start one again',
	values: async sources => {
		const servers = await sources.servers()
		return [
			...servers.map(({ name, state }) => ({ value: name, description: state.kind })),
			...servers.map(({ name }) => ({ value: `restart ${name}` })),
			...servers
				.filter(({ heldBack }) => heldBack.length > 0)
				.map(({ name, heldBack }) => ({
					value: `accept ${name}`,
					description: `${heldBack.length} held back`,
				})),
		]
	},
	async run(argument, context) {
		const { options, show, notify } = context
		const servers = await options.port.queries.servers()
		if (servers.length === 0) {
			const text = 'No MCP servers are configured. Run “agent mcp add” in another terminal.'
			return show({ kind: 'notice', level: 'info', text })
		}
		if (argument === '') return show(serversBlock(servers))
		const [, action, name] = /^(restart|accept)\s+(\S+)$/.exec(argument) ?? []
		if (name !== undefined)
			return change(action === 'restart' ? 'server-restart' : 'server-accept', name, context)
		const server = servers.find(each => each.name === argument)
		if (server) return show(...serverBlocks(server))
		const names = servers.map(each => each.name).join(', ')
		notify(
			'warning',
			`There is no MCP server ${quoted(argument)}. There is ${names}; /mcp restart and /mcp accept take one of them.`,
		)
	},
}

async function change(
	type: 'server-restart' | 'server-accept',
	server: string,
	{ options, show }: SlashContext,
): Promise<void> {
	await options.port.send({ type, server })
	const servers = await options.port.queries.servers()
	show(...servers.filter(({ name }) => name === server).flatMap(serverBlocks))
}
