// Any history there can be, as fast-check makes it: what several models said in turn, with everything odd that
// models, servers and crashes have ever put into one.

import fc from 'fast-check'
import type { CallId } from '../../../src/core/ids.ts'
import type { JsonValue } from '../../../src/core/json.ts'
import type {
	AssistantMessage,
	ImagePart,
	MediaUri,
	Message,
	ToolMessage,
	UserMessage,
} from '../../../src/core/messages.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import { sealReasoning, signThinking } from '../model-server/reply/seal.ts'

/** One of each wire, and a second one of the same server. */
export const AUTHORS = {
	responses: { provider: 'responses', model: 'gpt-5' },
	chat: { provider: 'chat', model: 'qwen3' },
	messages: { provider: 'messages', model: 'claude-opus-4-5' },
	sibling: { provider: 'messages', model: 'claude-opus-5-5' },
} satisfies Record<string, ModelRef>

/** The only image whose bytes are still there. */
export const KEPT_IMAGE: MediaUri = 'media://sha256-kept'

const text = fc.oneof(
	fc.constantFrom(
		'',
		' ',
		'\n\n',
		'Hello.',
		'\ud83d\ude00',
		'half \ud83d',
		'\udc00 half',
		'\u0000',
		'{"a":1}',
	),
	fc.string({ maxLength: 8 }),
)

/** Few enough that doubled ids and results without a call are common. */
const callId = fc
	.constantFrom('c1', 'c2', 'call_1', '', ' ', 'functions.read:0', 'ü\ud800', 'x'.repeat(41), 'x'.repeat(80))
	.map(id => id as CallId)

const tool = fc.constantFrom(
	'read',
	'shell',
	'mcp__server__tool',
	'functions.read',
	'no tool',
	'',
	'ü',
	't'.repeat(80),
)

const callArguments = fc.constantFrom(
	'{"path":"a.ts"}',
	'{}',
	'',
	' ',
	'{"path":',
	'null',
	'[1]',
	'"text"',
	'{"path":"\\ud800"}',
	'{"path":"\ud800"}',
	'{"a":{"b":[{}]},"__proto__":{}}',
)

const image: fc.Arbitrary<ImagePart> = fc.record({
	type: fc.constant('image'),
	mediaType: fc.constantFrom('image/png', 'image/jpeg'),
	uri: fc.constantFrom<MediaUri>(KEPT_IMAGE, 'media://sha256-gone'),
	sizeBytes: fc.constant(3),
})

const textPart = text.map(value => ({ type: 'text', text: value }) as const)

const userMessage: fc.Arbitrary<UserMessage> = fc.record({
	role: fc.constant('user'),
	content: fc.array(fc.oneof(textPart, textPart, image), { maxLength: 3 }),
})

/** As its author sealed it, or only what could be shown of it. */
function reasoning(author: ModelRef) {
	return fc.tuple(fc.constantFrom('Hm.', 'Let me think.', ''), fc.boolean()).map(([thought, isSealed]) => {
		const data = sealed(author, thought)
		return { type: 'reasoning', text: thought, ...(isSealed && { opaque: { by: author, data } }) } as const
	})
}

function sealed(author: ModelRef, thought: string): JsonValue {
	switch (author.provider) {
		case 'responses': {
			const summary = [{ type: 'summary_text', text: thought }]
			return { type: 'reasoning', summary, encrypted_content: sealReasoning(thought) }
		}
		case 'chat':
			return { message: { reasoning_content: thought } }
		default:
			return { type: 'thinking', thinking: thought, signature: signThinking(thought) }
	}
}

const call = fc.record({ type: fc.constant('tool-call'), callId, tool, arguments: callArguments })

const assistantMessage: fc.Arbitrary<AssistantMessage> = fc
	.constantFrom<ModelRef>(...Object.values(AUTHORS))
	.chain(model =>
		fc.record({
			role: fc.constant('assistant'),
			model: fc.constant(model),
			content: fc.array(fc.oneof(textPart, call, reasoning(model)), { maxLength: 4 }),
			stop: fc.constantFrom('stop', 'tool-calls', 'length', 'refusal', 'broken', 'cancelled'),
		}),
	)

const toolMessage: fc.Arbitrary<ToolMessage> = fc.record({
	role: fc.constant('tool'),
	callId,
	tool,
	outcome: fc.constantFrom('ok', 'failed', 'refused', 'cancelled', 'interrupted'),
	content: fc.array(fc.oneof(textPart, image), { maxLength: 2 }),
})

/** Begins with a prompt, ends with one that was typed just now or with results: a request is made at no other time. */
export const anyHistory: fc.Arbitrary<readonly Message[]> = fc
	.tuple(
		fc.array(fc.oneof(userMessage, assistantMessage, assistantMessage, toolMessage), { maxLength: 8 }),
		fc.boolean(),
		assistantMessage,
	)
	.map(([messages, isTyped, last]): readonly Message[] => {
		const typed: Message = { role: 'user', content: [{ type: 'text', text: 'Go on.' }] }
		if (isTyped) return [typed, ...messages, typed]
		const lastCall = { type: 'tool-call', callId: 'last' as CallId, tool: 'read', arguments: '{}' } as const
		const reply: Message = { ...last, content: [...last.content, lastCall] }
		const result: Message = {
			role: 'tool',
			callId: lastCall.callId,
			tool: 'read',
			outcome: 'ok',
			content: [],
		}
		return [typed, ...messages, reply, result]
	})
