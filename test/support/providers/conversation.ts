// One conversation with everything in it that a wire format has to write: pictures, sealed reasoning of two
// models, calls side by side, one that failed, one whose arguments are no JSON.

import assert from 'node:assert/strict'
import type { CallId } from '../../../src/core/ids.ts'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import type { ImagePart, Message } from '../../../src/core/messages.ts'
import type { ModelRequest } from '../../../src/core/model.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import type { Images } from '../../../src/providers/wire/images.ts'
import type { RequestFormat, WireTarget } from '../../../src/providers/wire/wire-format.ts'

export const PICTURE: ImagePart = {
	type: 'image',
	mediaType: 'image/png',
	uri: 'media://sha256-1',
	sizeBytes: 3,
}
/** Not in the store any more. */
export const GONE: ImagePart = { ...PICTURE, uri: 'media://sha256-2' }

export const IMAGES: Images = new Map([[PICTURE.uri, 'cG5n']])

/** @param sealed - reasoning as `author` sealed it */
export function conversation(author: ModelRef, sealed: JsonValue): readonly Message[] {
	const call = (callId: string, text: string) =>
		({ type: 'tool-call', callId: callId as CallId, tool: 'read', arguments: text }) as const
	const result = { role: 'tool', tool: 'read' } as const
	return [
		{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, PICTURE, GONE] },
		{
			role: 'assistant',
			model: author,
			content: [
				{ type: 'reasoning', text: 'Hm.', opaque: { by: author, data: sealed } },
				{ type: 'text', text: 'Let me see.' },
				call('c1', '{"path":"a.ts"}'),
				call('c2', '{"path":'),
			],
			stop: 'tool-calls',
		},
		{
			...result,
			callId: 'c1' as CallId,
			outcome: 'ok',
			content: [{ type: 'text', text: '1 export' }, PICTURE],
		},
		{ ...result, callId: 'c2' as CallId, outcome: 'failed', content: [{ type: 'text', text: 'not JSON' }] },
		{ role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
	]
}

export function request(messages: readonly Message[], changes: Partial<ModelRequest> = {}): ModelRequest {
	return {
		model: 'some-model',
		system: 'You are terse.',
		messages,
		tools: [
			{ name: 'list', description: 'Lists.', inputSchema: { type: 'object' } },
			{ name: 'read', description: 'Reads.', inputSchema: { type: 'object' } },
		],
		maxOutputTokens: 1_000,
		cacheKey: 'session-1',
		...changes,
	}
}

/** The body in one piece, made without any memory of what was written before. */
export function wholeBody(format: RequestFormat, asked: ModelRequest, target: WireTarget): JsonObject {
	const batches: Message[][] = []
	for (const [index, message] of asked.messages.entries()) {
		const before = asked.messages[index - 1]
		if (before && format.belong(before, message)) batches.at(-1)!.push(message)
		else batches.push([message])
	}
	const head = format.head(asked, target)
	const [name, list] = Object.entries(head).at(-1)!
	assert.ok(Array.isArray(list))
	return { ...head, [name]: [...list, ...batches.flatMap(batch => format.items(batch, IMAGES))] }
}
