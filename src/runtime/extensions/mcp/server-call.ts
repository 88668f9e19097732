// One call to an MCP server, and its result as a tool's: images become parts, when they are ones that models take, and every
// way it can go wrong a text.

import type { CallToolResult } from '@modelcontextprotocol/client'
import { messageOf } from '../../../core/errors.ts'
import type { Clock, Media } from '../../../core/host.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { ResultPart } from '../../../core/messages.ts'
import { problem, problemWith } from '../../../core/problems/problem.ts'
import {
	failedResult,
	type Problem,
	resultWithout,
	type ToolContext,
	type ToolResult,
} from '../../../core/tool.ts'
import { resultBlocks } from '../../../extensions/mcp/result-content.ts'
import type { ServerConfig } from '../../../extensions/mcp/server-config.ts'
import type { ServerConnection } from '../../../extensions/mcp/server-connection.ts'
import { serverLine } from '../../../extensions/mcp/server-text.ts'
import { imageKind, MAX_IMAGE_BYTES } from '../../../tools/files/file-kind.ts'
import { askForm } from './elicitation.ts'

export type ServerCall = {
	connection: ServerConnection
	config: Pick<ServerConfig, 'name' | 'callTimeoutMs'>
	clock: Pick<Clock, 'monotonicMs'>
	/** What to say where the server has gone meanwhile; undefined where it has not. */
	whyGone(): Problem | undefined
}

export async function callServer(
	tool: string,
	input: JsonObject,
	context: ToolContext,
	{ connection, config, clock, whyGone }: ServerCall,
): Promise<ToolResult> {
	const { name, callTimeoutMs } = config
	try {
		const result = await connection.call(
			tool,
			input,
			{ timeoutMs: callTimeoutMs, traceparent: context.traceparent },
			{
				signal: context.signal,
				progress: seldom(text => context.progress(`${text}\n`), clock),
				elicit: form => askForm(form, name, context),
			},
		)
		return await resultOf(result, { server: name, media: context.host.media })
	} catch (error) {
		if (context.signal.aborted) return resultWithout('cancelled', 'cancelled before it answered')
		if (isTimeout(error) && callTimeoutMs !== undefined)
			return failedResult(
				problem`${{ told: 'it', cause: `the MCP server ${name}` }} did not answer within ${callTimeoutMs / 1000} s`,
			)
		// The end of the connection is told a moment after the calls that were waiting for it.
		await Promise.resolve()
		return failedResult(
			problemWith(whyGone() ?? problem`${messageOf(error)}`, text => serverLine(text, 2_000)),
		)
	}
}

function isTimeout(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'REQUEST_TIMEOUT'
}

/** Of what comes faster than anybody reads, only some is passed on. */
function seldom(tell: (text: string) => void, clock: ServerCall['clock']): (text: string) => void {
	let lastMs = -PROGRESS_MS
	return text => {
		const nowMs = clock.monotonicMs()
		if (nowMs - lastMs < PROGRESS_MS) return
		lastMs = nowMs
		tell(text)
	}
}

const PROGRESS_MS = 100

async function resultOf(
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
