// Resources of MCP servers behind the tool that reads files: a path that begins with a server's name and a colon.

import { AgentError, messageOf } from '../../../core/errors.ts'
import { isObject, type JsonValue } from '../../../core/json.ts'
import type { PermissionDecision } from '../../../core/permission.ts'
import { failedResult, okResult } from '../../../core/tool.ts'
import { resourceIn } from '../../../extensions/mcp/mentions.ts'
import { resourceText } from '../../../extensions/mcp/result-content.ts'
import { serverLine } from '../../../extensions/mcp/server-text.ts'
import type { PreparedCall, Tool } from '../../../tools/executor/tool.ts'
import type { ServerLife } from './server-life.ts'

/** @returns the same tool, as the model sees it, which reads resources too */
export function readingResources(read: Tool, lives: readonly ServerLife[]): Tool {
	const byName = new Map(lives.map(life => [life.config.name, life]))
	const names = new Set(byName.keys())
	return {
		...read,
		async prepare(input: JsonValue) {
			const path = isObject(input) && typeof input.path === 'string' ? input.path : ''
			const found = resourceIn(path, names)
			const life = found && byName.get(found.server)
			return life ? preparedRead(life, found.uri) : read.prepare(input)
		},
	}
}

function preparedRead(life: ServerLife, uri: string): PreparedCall {
	const { name, isTrusted } = life.config
	const subject = `${name}:${serverLine(uri, 250)}`
	const permission: PermissionDecision = {
		tier: isTrusted ? 'read-only' : 'privileged',
		outcome: isTrusted ? 'allow' : 'ask',
		isWorkspaceEdit: false,
		title: `read ${name}:${uri}`,
		reasons: isTrusted ? [] : [`Nobody vouches for what the MCP server ${name} does to read it.`],
		sessionKeys: isTrusted ? [] : [`mcp:${name}:resources`],
	}
	return {
		tier: permission.tier,
		subject,
		unknown: [],
		assess: async () => ({
			permission,
			// It is no file, so no rule about files is about it.
			touches: { places: [] },
			async run({ signal }) {
				try {
					const { contents } = await life.readResource(uri, signal)
					return okResult(contents.map(resourceText).join('\n') || '[no content]')
				} catch (error) {
					if (error instanceof AgentError && error.code === 'connection-lost')
						return failedResult(life.whyNot('its resources'))
					if (error instanceof AgentError) return failedResult(error.message)
					return failedResult(`${subject} cannot be read: ${serverLine(messageOf(error), 500)}`)
				}
			},
		}),
	}
}
