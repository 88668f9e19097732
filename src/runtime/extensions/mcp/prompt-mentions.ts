// What a prompt wants from MCP servers: resources it mentions and prompts it calls are put in front of what was typed, in
// the same message. They are the servers' words, and marked as such.

import type { GetPromptResult, Prompt } from '@modelcontextprotocol/client'
import { AgentError, messageOf } from '../../../core/errors.ts'
import { promptText, type TextPart, type UserMessage } from '../../../core/messages.ts'
import { promptCall, type ResourceMention, resourceMentions } from '../../../extensions/mcp/mentions.ts'
import { resourceText, resultBlocks } from '../../../extensions/mcp/result-content.ts'
import { serverLine } from '../../../extensions/mcp/server-text.ts'
import type { McpServers } from './mcp-servers.ts'
import type { ServerLife } from './server-life.ts'

/**
 * @param scrub - takes secrets out, as out of a tool's result
 * @returns the same message where nothing of a server is in it
 * @throws AgentError `usage` for a prompt or a resource that cannot be had
 */
export async function withServerMentions(
	message: UserMessage,
	{ servers, scrub }: { servers: McpServers; scrub(text: string): string },
): Promise<UserMessage> {
	const typed = promptText(message)
	if (message.content.some(part => part.type === 'text' && part.text.startsWith(MARK))) return message
	const called = promptCall(typed)
	const mentioned = resourceMentions(typed, new Set(servers.lives.map(({ config }) => config.name)))
	if (!called && mentioned.length === 0) return message
	// Somebody wants something of them, so they are waited for.
	const signal = AbortSignal.timeout(LONGEST_MS)
	await servers.settle(LONGEST_MS, signal)
	const texts = await Promise.all([
		...(called ? [promptOf(called, servers, signal)] : []),
		...mentioned.map(each => resourceOf(each, servers.find(each.server), signal)),
	])
	const parts = texts.map((text): TextPart => ({ type: 'text', text: scrub(text) }))
	return { ...message, content: [...parts, ...message.content] }
}

async function resourceOf(
	{ server, uri }: ResourceMention,
	life: ServerLife,
	signal: AbortSignal,
): Promise<string> {
	const { contents } = await life.readResource(uri, signal).catch((cause: unknown) => {
		throw new AgentError('usage', `@${server}:${uri} cannot be read: ${serverLine(messageOf(cause), 300)}`, {
			cause,
		})
	})
	return marked(
		`server="${server}" resource="${serverLine(uri, 500)}"`,
		contents.map(resourceText).join('\n'),
	)
}

async function promptOf(
	{ command, values }: { command: string; values: readonly string[] },
	servers: McpServers,
	signal: AbortSignal,
): Promise<string> {
	const found = servers.promptNamed(command)
	if (!found) {
		const names = servers.status().flatMap(({ prompts }) => prompts.map(each => `/${each.command}`))
		const hint = names.length > 0 ? `there is ${names.slice(0, 20).join(', ')}` : 'no MCP server has one'
		throw new AgentError('usage', `there is no prompt /${command}; ${hint}`)
	}
	const { life, prompt } = found
	const result = await life
		.prompt(prompt.name, argumentsOf(command, prompt, values), signal)
		.catch((cause: unknown) => {
			if (cause instanceof AgentError) throw cause
			throw new AgentError('usage', `/${command} cannot be had: ${serverLine(messageOf(cause), 300)}`, {
				cause,
			})
		})
	return marked(
		`server="${life.config.name}" prompt="${serverLine(prompt.name, 200)}"`,
		textOf(result, life.config.name),
	)
}

/** In the order in which the server names them; what is left over belongs to the last. */
function argumentsOf(
	command: string,
	{ arguments: wanted = [] }: Prompt,
	values: readonly string[],
): Readonly<Record<string, string>> {
	const missing = wanted.filter(({ required }, index) => required === true && values[index] === undefined)
	if (missing.length > 0) {
		const usage = wanted.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ')
		throw new AgentError(
			'usage',
			`/${command} needs ${missing.map(({ name }) => name).join(' and ')}: /${command} ${usage}`,
		)
	}
	const last = wanted.length - 1
	return Object.fromEntries(
		wanted.flatMap(({ name }, index) => {
			const value = index === last ? values.slice(index).join(' ') : values[index]
			return value === undefined || value === '' ? [] : [[name, value]]
		}),
	)
}

function textOf({ messages }: GetPromptResult, server: string): string {
	return messages
		.map(({ role, content }) => {
			const text = resultBlocks({ content: [content] }, server)
				.map(block => (block.type === 'text' ? block.text : '[an image, not shown]'))
				.join('\n')
			return role === 'assistant' ? `[the assistant is to have said:]\n${text}` : text
		})
		.join('\n\n')
}

const MARK = '<mcp-content '

/** What is inside cannot end it. */
function marked(attributes: string, text: string): string {
	const short =
		text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}\n[cut here]` : text
	return `${MARK}${attributes}>\n${short.replaceAll('</mcp-content', '<\\/mcp-content')}\n</mcp-content>`
}

/** As long as a result may be. */
const MOST_CHARACTERS = 40_000
const LONGEST_MS = 30_000
