// The tools as an MCP client is shown them: what they are to a model here, with annotations from what they declare.

import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { MediaUri, ResultPart } from '../../core/messages.ts'
import type { OfferedTool } from '../../core/runtime-port.ts'
import type { ToolFacts, ToolResult } from '../../core/tool.ts'
import type { AgentAnswer } from './agent-call.ts'

export const AGENT_TOOL = 'agent'

export function servedTool({ spec, facts }: OfferedTool): Tool {
	const { name, description, inputSchema } = spec
	return {
		name,
		description,
		inputSchema: { ...inputSchema, type: 'object' },
		annotations: annotationsOf(facts),
	}
}

export function isServed({ facts }: OfferedTool): boolean {
	return facts?.forOthers === true
}

export function isRead(facts: ToolFacts | undefined): boolean {
	return facts?.access === 'read'
}

/** What plans as well as acts is the shell: it reaches whatever a command does. */
function annotationsOf(facts: ToolFacts | undefined): NonNullable<Tool['annotations']> {
	if (isRead(facts)) return { readOnlyHint: true, openWorldHint: false }
	if (facts?.access === 'none') return { openWorldHint: facts.phase === 'act' }
	return { readOnlyHint: false, destructiveHint: true, openWorldHint: facts?.phase !== 'act' }
}

export const SERVED_AGENT: Tool = {
	name: AGENT_TOOL,
	description:
		'Gives a task to Keelson, a coding agent that works in this folder by itself: it reads, searches, edits and runs commands until it is done, and answers in text. Pass the session of an earlier answer to go on with it.',
	inputSchema: {
		type: 'object',
		properties: {
			prompt: { type: 'string', description: 'the task, with everything one has to know' },
			session: { type: 'string', description: 'of an earlier answer, to go on from there' },
		},
		required: ['prompt'],
		additionalProperties: false,
	},
	annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
}

/** @param image - the bytes behind an address */
export async function callResult(
	{ outcome, content }: ToolResult,
	image: (uri: MediaUri) => Promise<Uint8Array | undefined>,
): Promise<CallToolResult> {
	const parts = await Promise.all(content.map(part => contentOf(part, image)))
	return { content: parts, ...(outcome !== 'ok' && { isError: true }) }
}

async function contentOf(
	part: ResultPart,
	image: (uri: MediaUri) => Promise<Uint8Array | undefined>,
): Promise<CallToolResult['content'][number]> {
	if (part.type === 'text') return { type: 'text', text: part.text }
	const bytes = await image(part.uri)
	if (bytes === undefined) return { type: 'text', text: 'an image that is no longer there' }
	return { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType: part.mediaType }
}

export function agentResult({ text, session, reason, problem }: AgentAnswer): CallToolResult {
	const said = [text, problem === undefined ? '' : `error: ${problem}`].filter(Boolean).join('\n\n')
	const known = session === undefined ? [] : [{ type: 'text' as const, text: `session: ${session}` }]
	return {
		content: [{ type: 'text', text: said }, ...known],
		structuredContent: { answer: text, session: session ?? null, reason: reason ?? null },
		...(problem !== undefined && { isError: true }),
	}
}

export function problemResult(text: string): CallToolResult {
	return { content: [{ type: 'text', text }], isError: true }
}
