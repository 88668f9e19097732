// Results of MCP calls in our own words: text and images, and what a model should know of the rest.

import type { ContentBlock } from '@modelcontextprotocol/client'
import { serverLine, visibleText } from './server-text.ts'

export type ResultBlock = { type: 'text'; text: string } | { type: 'image'; bytes: Uint8Array }

type McpContent = {
	content?: readonly ContentBlock[] | undefined
	structuredContent?: unknown
}

/**
 * @param server - its name, for how to read what is only linked
 * @returns texts that belong together as one
 */
export function resultBlocks(
	{ content = [], structuredContent }: McpContent,
	server: string,
): readonly ResultBlock[] {
	const blocks = content.map(block => resultBlock(block, server))
	// The protocol wants the same said as text too; some servers do not.
	if (structuredContent !== undefined && !blocks.some(({ type }) => type === 'text'))
		blocks.push({ type: 'text', text: visibleText(JSON.stringify(structuredContent)) })
	return joined(blocks)
}

/** Text of a resource, or what it is instead. */
export function resourceText(
	resource: { uri: string; mimeType?: string | undefined } & ({ text: string } | { blob: string }),
): string {
	if ('text' in resource) return visibleText(resource.text)
	const bytes = Math.floor((resource.blob.length * 3) / 4)
	return `[${resource.mimeType ?? 'binary data'}, ${bytes} bytes, not shown]`
}

function resultBlock(block: ContentBlock, server: string): ResultBlock {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: visibleText(block.text) }
		case 'image':
			return { type: 'image', bytes: Buffer.from(block.data, 'base64') }
		case 'audio':
			return note(`audio, ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes, not shown`)
		case 'resource_link': {
			const { uri, name, description = '' } = block
			const about = description === '' ? '' : `: ${serverLine(description, 200)}`
			return note(
				`resource ${serverLine(name, 200)}${about}; read it with the path ${server}:${serverLine(uri, 1_000)}`,
			)
		}
		case 'resource':
			return {
				type: 'text',
				text: `[resource ${serverLine(block.resource.uri, 1_000)}]\n${resourceText(block.resource)}`,
			}
		default:
			return note('content of a kind that is not known here')
	}
}

function note(text: string): ResultBlock {
	return { type: 'text', text: `[${text}]` }
}

function joined(blocks: readonly ResultBlock[]): readonly ResultBlock[] {
	const together: ResultBlock[] = []
	for (const block of blocks) {
		const last = together.at(-1)
		if (block.type === 'text' && last?.type === 'text')
			together[together.length - 1] = { type: 'text', text: `${last.text}\n${block.text}` }
		else together.push(block)
	}
	return together
}
