// Tools of an MCP server as they may be offered: with a name of their own, a description that is short and visible, and an
// input schema that every provider takes.

import { createHash } from 'node:crypto'
import type { Tool } from '@modelcontextprotocol/client'
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../core/json.ts'
import type { ToolSpec } from '../../core/model.ts'
import type { ServerConfig } from './server-config.ts'
import { serverLine, serverText, withoutHiddenIn } from './server-text.ts'
import { toolNames } from './tool-names.ts'

export type ServerTool = {
	spec: ToolSpec
	/** As the server names it. */
	name: string
	/** What the server expects, whole: what a call is checked against. */
	inputSchema: JsonSchema
	hints: { readOnly: boolean; destructive: boolean; openWorld: boolean }
	/** Changes with everything that the model or the user is told of it. */
	hash: string
}

/** Of those that the config wants, at most so many as one request can hold. */
export function offeredTools(
	tools: readonly Tool[],
	slug: string,
	{ onlyTools, withoutTools }: Pick<ServerConfig, 'onlyTools' | 'withoutTools'>,
): readonly ServerTool[] {
	const wanted = tools
		.filter(({ name }) => (onlyTools?.includes(name) ?? true) && !withoutTools.includes(name))
		.slice(0, MOST_TOOLS)
	const names = toolNames(
		slug,
		wanted.map(({ name }) => name),
	)
	return wanted.map((tool, index) => offered(tool, names[index]!))
}

/** One line for a list of tools. */
export function toolLine({ spec }: Pick<ServerTool, 'spec'>): string {
	const [first = ''] = spec.description.split(/(?<=\.)\s|\n/)
	return serverLine(first, MOST_LINE)
}

function offered(tool: Tool, name: string): ServerTool {
	const { annotations = {}, title = annotations.title } = tool
	const inputSchema: JsonValue = JSON.parse(JSON.stringify(tool.inputSchema))
	const schema = isObject(inputSchema) ? inputSchema : {}
	const told = { name: tool.name, title, description: tool.description, inputSchema: schema, annotations }
	return {
		spec: {
			name,
			description: serverText(tool.description?.trim() || title || tool.name, MOST_DESCRIPTION),
			inputSchema: wireSchema(schema),
		},
		name: tool.name,
		inputSchema: schema,
		hints: {
			readOnly: annotations.readOnlyHint === true,
			// What the protocol says of a tool that does not say.
			destructive: annotations.destructiveHint !== false,
			openWorld: annotations.openWorldHint === true,
		},
		hash: createHash('sha256').update(JSON.stringify(told)).digest('hex'),
	}
}

/** An object with named properties: some providers refuse a request for anything else at its top. */
function wireSchema(schema: JsonObject): JsonSchema {
	const visible = withoutHiddenIn(schema)
	if (!isObject(visible) || JSON.stringify(visible).length > MOST_SCHEMA) return { type: 'object' }
	const { $schema, $id, anyOf, oneOf, allOf, not, enum: values, ...rest } = visible
	const properties = Object.entries(isObject(rest.properties) ? rest.properties : {}).filter(([name]) =>
		/^[\w.-]{1,64}$/.test(name),
	)
	const known = new Set(properties.map(([name]) => name))
	const required = Array.isArray(rest.required)
		? rest.required.filter(name => typeof name === 'string' && known.has(name))
		: []
	const { required: _, ...others } = rest
	return {
		...others,
		type: 'object',
		properties: Object.fromEntries(properties),
		...(required.length > 0 && { required }),
	}
}

const MOST_TOOLS = 1_000
/** Characters; what a server says of one tool goes into every request. */
const MOST_DESCRIPTION = 2_000
const MOST_SCHEMA = 32_000
const MOST_LINE = 100
