// Results of MCP calls as results of tools: images become parts, when they are ones that models take.

import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Media } from '../../../core/host.ts'
import type { ResultPart } from '../../../core/messages.ts'
import type { ToolResult } from '../../../core/tool.ts'
import { resultBlocks } from '../../../extensions/mcp/result-content.ts'
import { imageKind, MAX_IMAGE_BYTES } from '../../../tools/files/file-kind.ts'

export async function resultOf(
	result: CallToolResult,
	{ server, media }: { server: string; media: Media },
): Promise<ToolResult> {
	const content: ResultPart[] = []
	for (const block of resultBlocks(result, server))
		content.push(block.type === 'text' ? block : await imagePart(block.bytes, media))
	if (content.length === 0) content.push({ type: 'text', text: '[no content]' })
	return { outcome: result.isError === true ? 'failed' : 'ok', content }
}

async function imagePart(bytes: Uint8Array, media: Media): Promise<ResultPart> {
	const kind = imageKind(bytes)
	if (!kind)
		return { type: 'text', text: `[an image of ${bytes.length} bytes in a format that no model takes]` }
	if (bytes.length > MAX_IMAGE_BYTES)
		return { type: 'text', text: `[${kind.name} of ${bytes.length} bytes, more than models take]` }
	return { type: 'image', mediaType: kind.mediaType, uri: await media.put(bytes), sizeBytes: bytes.length }
}
