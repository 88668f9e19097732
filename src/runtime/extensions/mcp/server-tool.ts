// A tool of an MCP server as one of ours: the same path as every other, with a tier that the server alone cannot lower.

import type { CheckSchema, JsonObject, JsonValue } from '../../../core/json.ts'
import { isObject } from '../../../core/json.ts'
import type { PermissionDecision, Tier } from '../../../core/permission.ts'
import type { ToolContext, ToolFacts, ToolResult } from '../../../core/tool.ts'
import type { ServerTool } from '../../../extensions/mcp/server-tools.ts'
import { wrongInput } from '../../../tools/executor/correct.ts'
import { fitInput } from '../../../tools/executor/fit-input.ts'
import type { Tool } from '../../../tools/executor/tool.ts'

export type ServerToolDeps = {
	server: string
	isTrusted: boolean
	checkSchema: CheckSchema
	call(tool: ServerTool, input: JsonObject, context: ToolContext): Promise<ToolResult>
}

export function serverTool(tool: ServerTool, deps: ServerToolDeps): Tool {
	const { spec } = tool
	const permission = permissionFor(tool, deps)
	const { tier } = permission
	return {
		spec,
		// What nobody vouches for may do anything, so nothing is declared for it.
		...(tier === 'read-only' && { facts: READING }),
		async prepare(json) {
			const { problem, input, unknown } = checked(json, tool, deps.checkSchema)
			if (problem !== undefined) return { problem }
			return {
				tier,
				subject: JSON.stringify(input).slice(0, MOST_SUBJECT),
				unknown,
				assess: async () => ({ permission, touches: {}, run: context => deps.call(tool, input, context) }),
			}
		},
	}
}

/** Hints are the server's own word, which counts where the user has said so. */
export function tierOf({ hints }: Pick<ServerTool, 'hints'>, isTrusted: boolean): Tier {
	if (!isTrusted || hints.openWorld) return 'privileged'
	if (hints.readOnly) return 'read-only'
	return hints.destructive ? 'privileged' : 'side-effecting'
}

function permissionFor(tool: ServerTool, { server, isTrusted }: ServerToolDeps): PermissionDecision {
	const tier = tierOf(tool, isTrusted)
	const isReadOnly = tier === 'read-only'
	const why = !isTrusted
		? `Nobody vouches for what a tool of the MCP server ${server} does.`
		: tool.hints.openWorld
			? `The MCP server ${server} says that it reaches out of this machine.`
			: `The MCP server ${server} says that it ${tool.hints.destructive ? 'may destroy something' : 'changes something'}.`
	return {
		tier,
		outcome: isReadOnly ? 'allow' : 'ask',
		isWorkspaceEdit: false,
		// Only the name, so that the question shows the arguments as they are, and not the server's words for them.
		title: tool.spec.name,
		reasons: isReadOnly ? [] : [why],
		sessionKeys: isReadOnly ? [] : [`mcp:${server}:${tool.name}`],
	}
}

const READING: ToolFacts = { access: 'read', phase: 'plan' }
const MOST_SUBJECT = 300

type Checked =
	| { problem: string; input?: undefined; unknown?: undefined }
	| { problem?: undefined; input: JsonObject; unknown: readonly string[] }

/** As it was given where that fits, as it was meant where that does; a schema that cannot be read is the server's to check. */
function checked(json: JsonValue, { inputSchema }: ServerTool, checkSchema: CheckSchema): Checked {
	const given = isObject(json) ? json : {}
	const problemsOf = (value: JsonValue) => {
		try {
			return checkSchema(inputSchema, value)
		} catch {
			return []
		}
	}
	if (problemsOf(given).length === 0) return { input: given, unknown: [] }
	const { input, unknown } = fitInput(given, inputSchema)
	const problems = problemsOf(input)
	if (problems.length > 0 || !isObject(input)) return { problem: wrongInput(problems, unknown) }
	return { input, unknown: unknown.map(({ path }) => path) }
}
