import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { CallId } from '../../../src/core/ids.ts'
import type { Message, TextPart } from '../../../src/core/messages.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { modelInfo } from '../../../src/providers/discovery/catalogue.ts'
import { MESSAGES_REQUEST } from '../../../src/providers/formats/anthropic-messages/request.ts'
import { CHAT_REQUEST } from '../../../src/providers/formats/openai-chat/request.ts'
import { RESPONSES_REQUEST } from '../../../src/providers/formats/openai-responses/request.ts'
import {
	bodyBytes,
	createHistoryWriter,
	type HistoryWriter,
} from '../../../src/providers/wire/history-bytes.ts'
import { fitMessage } from '../../../src/providers/wire/replay.ts'
import type { RequestFormat } from '../../../src/providers/wire/wire-format.ts'
import {
	conversation,
	GONE,
	IMAGES,
	PICTURE,
	request,
	wholeBody,
} from '../../support/providers/conversation.ts'

const READER = { provider: 'mine', model: 'some-model' }
const CONFIG: ProviderConfig = {
	id: 'mine',
	api: 'chat',
	baseUrl: 'http://localhost/v1',
	key: async () => undefined,
	keyName: undefined,
	keyOptional: true,
}
const TARGET = { config: CONFIG, info: modelInfo(READER) }

const FORMATS: readonly [string, RequestFormat][] = [
	['Responses', RESPONSES_REQUEST],
	['Chat Completions', CHAT_REQUEST],
	['Messages', MESSAGES_REQUEST],
]

const writer = (format: RequestFormat) =>
	createHistoryWriter({ format, target: READER, loadImages: async () => IMAGES })

async function bodyOf(write: HistoryWriter, format: RequestFormat, history: readonly Message[]) {
	return Buffer.from(bodyBytes(format.head(request(history), TARGET), await write(history))).toString()
}

describe.each(FORMATS)('the bytes of a %s request', (_, format) => {
	test('are those of its JSON, whatever part of a conversation has been written before', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyMessage(), { maxLength: 8 }).chain(anyParts), async parts => {
				const write = writer(format)
				for (const part of parts) {
					const fitted = part.flatMap(message => fitMessage(message, READER) ?? [])
					const expected = JSON.stringify(wholeBody(format, request(fitted), TARGET))
					assert.equal(await bodyOf(write, format, part), expected)
				}
			}),
		)
	})

	test('are written anew only from the last message on, in each of several conversations', async () => {
		const written: Message[] = []
		const fetched: Message[] = []
		const write = createHistoryWriter({
			format: {
				...format,
				items: (messages, images) => {
					written.push(...messages)
					return format.items(messages, images)
				},
			},
			target: READER,
			loadImages: async messages => {
				fetched.push(...messages)
				return IMAGES
			},
		})
		const histories = [1, 2, 3].map(() => Array.from({ length: 9 }, () => conversation(READER, {})).flat())
		for (const history of histories) await write(history)
		assert.deepEqual(written, histories.flat())
		for (const history of histories) {
			written.length = 0
			await write([...history, GOOD_BYE])
			// Results and what was said after them may be one message on the wire.
			assert.deepEqual(written.at(-1), GOOD_BYE)
			assert.ok(written.length <= 4)
		}
		assert.deepEqual(fetched.slice(-written.length), written)
	})
})

const GOOD_BYE: Message = {
	role: 'assistant',
	model: READER,
	content: [{ type: 'text', text: 'Good-bye.' }],
	stop: 'stop',
}

/** What a writer may be asked for: the conversation as it grows, and any choice of its messages. */
function anyParts(history: readonly Message[]): fc.Arbitrary<readonly (readonly Message[])[]> {
	const grown = history.map((_, index) => history.slice(0, index + 1))
	return fc.array(fc.subarray([...history]), { maxLength: 4 }).map(parts => [...grown, ...parts])
}

function anyMessage(): fc.Arbitrary<Message> {
	const text = anyText().map((text): TextPart => ({ type: 'text', text }))
	const image = fc.constantFrom(PICTURE, GONE)
	const data = fc.constantFrom({ type: 'thinking', thinking: 'Hm.' }, { message: { reasoning: 'Hm.' } }, null)
	const by = fc.constantFrom(READER, { ...READER, model: 'another' })
	const reasoning = fc.record({
		type: fc.constant('reasoning' as const),
		text: anyText(),
		opaque: fc.record({ by, data }),
	})
	const callId = fc.constantFrom('c1', 'functions.read:0').map(id => id as CallId)
	const call = fc.record({
		type: fc.constant('tool-call' as const),
		callId,
		tool: fc.constant('read'),
		arguments: fc.oneof(anyText(), fc.constantFrom('{"path":"a.ts"}', '')),
	})
	const content = fc.array(fc.oneof(text, image), { maxLength: 3 })
	return fc.oneof(
		content.map((content): Message => ({ role: 'user', content })),
		fc
			.array(fc.oneof(text, reasoning, call), { maxLength: 4 })
			.map((content): Message => ({ role: 'assistant', model: READER, content, stop: 'stop' })),
		fc.record({
			role: fc.constant('tool' as const),
			callId,
			tool: fc.constant('read'),
			outcome: fc.constantFrom('ok' as const, 'failed' as const),
			content,
		}),
	)
}

/** Half an emoji, what JSON has to escape, and nothing worth sending. */
function anyText(): fc.Arbitrary<string> {
	return fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('cut \ud83d', '"\\\n\u2028', ' ', ''))
}
