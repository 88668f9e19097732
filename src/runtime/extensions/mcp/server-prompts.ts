// Prompts of MCP servers among the commands that a person may type.

import type { ServerStatus } from '../../../core/extensions/mcp-servers.ts'
import type { ExtensionList } from '../../../core/runtime-port.ts'

export function withServerPrompts(list: ExtensionList, servers: readonly ServerStatus[]): ExtensionList {
	const prompts = servers.flatMap(({ name, prompts: own, target }) =>
		own.map(({ command, description, arguments: values }) => ({
			name: command,
			description,
			...(values.length > 0 && {
				argumentHint: values.map(each => (each.isRequired ? `<${each.name}>` : `[${each.name}]`)).join(' '),
			}),
			from: `MCP server ${name}`,
			path: target,
		})),
	)
	return prompts.length === 0 ? list : { ...list, commands: [...list.commands, ...prompts] }
}
