// What a provider makes of one reply whose text a test writes, over any wire, in whatever chunks the bytes come.

import type { UnixMs } from '../../../src/core/ids.ts'
import type { ModelPart, ProviderConfig } from '../../../src/core/model.ts'
import { createMessagesProvider } from '../../../src/providers/formats/anthropic-messages/provider.ts'
import { createChatProvider } from '../../../src/providers/formats/openai-chat/provider.ts'
import { createResponsesProvider } from '../../../src/providers/formats/openai-responses/provider.ts'
import type { HttpBody } from '../../../src/providers/http/answer-body.ts'
import { PlainHeaders } from '../../../src/providers/http/http-headers.ts'
import { CALLED_TOOLS } from '../../fixtures/calls/written-calls.ts'
import { chatWire } from '../model-server/formats/chat.ts'
import { messagesWire } from '../model-server/formats/messages.ts'
import { responsesWire } from '../model-server/formats/responses.ts'

export const WIRES = {
	chat: { wire: chatWire, create: createChatProvider },
	responses: { wire: responsesWire, create: createResponsesProvider },
	messages: { wire: messagesWire, create: createMessagesProvider },
} as const

export type WireName = keyof typeof WIRES

/** The event stream of a reply with these deltas of text. */
export function streamOf(name: WireName, texts: readonly string[]): Buffer {
	const usage = {
		inputTokens: 9,
		cachedInputTokens: 0,
		cacheWriteTokens: 0,
		outputTokens: 9,
		reasoningTokens: 0,
	}
	const reply = { texts, reasonings: [], calls: [], stop: 'stop' as const, usage }
	const frames = WIRES[name].wire.frames(reply, { model: 'm' }, 'id_1')
	return Buffer.from(
		frames
			.map(({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`)
			.join(''),
	)
}

export async function partsOf(name: WireName, chunks: readonly Uint8Array[]): Promise<readonly ModelPart[]> {
	const config: ProviderConfig = {
		id: 'mine',
		api: name,
		baseUrl: 'http://127.0.0.1:1/v1',
		key: async () => undefined,
		keyName: undefined,
		keyOptional: true,
		socket: false,
	}
	const provider = WIRES[name].create({
		config,
		media: { put: async () => 'media://sha256-0', get: async () => undefined },
		fetch: async url => ({
			ok: true,
			status: 200,
			statusText: 'OK',
			url: String(url),
			headers: new PlainHeaders([]),
			body: bodyOf(chunks),
			text: async () => '',
			json: async () => ({}),
		}),
		info: ref => ({
			ref,
			windowTokens: 9_999,
			maxOutputTokens: 999,
			price: undefined,
			images: false,
			reasoning: false,
		}),
		clock: { now: () => 0 as UnixMs },
	})
	const request = {
		model: 'm',
		system: '',
		messages: [],
		tools: CALLED_TOOLS,
		maxOutputTokens: 99,
		cacheKey: '',
	}
	const parts: ModelPart[] = []
	for await (const part of provider.stream(request, new AbortController().signal)) parts.push(part)
	return parts
}

function bodyOf(chunks: readonly Uint8Array[]): HttpBody {
	return {
		cancel() {},
		async *[Symbol.asyncIterator]() {
			yield* chunks
		},
	}
}

export type Outcome = { shown: string; calls: readonly string[]; end: string }

export function outcomeOf(parts: readonly ModelPart[]): Outcome {
	const last = parts.at(-1)
	return {
		shown: parts.map(part => (part.type === 'text-delta' ? part.text : '')).join(''),
		calls: parts.flatMap(part => (part.type === 'tool-call' ? [`${part.tool} ${part.arguments}`] : [])),
		end: last?.type === 'finish' ? last.reason : `${last?.type}`,
	}
}
