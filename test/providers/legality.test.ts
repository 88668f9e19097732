// Whatever was said before, and by whom: each wire writes a request that its server accepts. The servers' rules are
// those of the strict model servers, which know them from the vendors' own refusals.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { isObject, type JsonObject, type JsonValue, parseJson } from '../../src/core/json.ts'
import { type MediaUri, type Message, userText } from '../../src/core/messages.ts'
import type { Effort, ModelInfo, ModelPart, Provider, ProviderConfig } from '../../src/core/model.ts'
import type { ModelRef } from '../../src/core/model-ref.ts'
import { repair } from '../../src/loop/context/repair.ts'
import { modelInfo } from '../../src/providers/discovery/catalogue.ts'
import { createMessagesProvider } from '../../src/providers/formats/anthropic-messages/provider.ts'
import { createChatProvider } from '../../src/providers/formats/openai-chat/provider.ts'
import { createResponsesProvider } from '../../src/providers/formats/openai-responses/provider.ts'
import type { HttpFetch } from '../../src/providers/http/http-fetch.ts'
import { PlainHeaders } from '../../src/providers/http/http-headers.ts'
import type { ProviderSetup } from '../../src/providers/wire/wire.ts'
import { checkChat } from '../support/model-server/check/check-chat.ts'
import { checkMessages } from '../support/model-server/check/check-messages.ts'
import { checkResponses } from '../support/model-server/check/check-responses.ts'
import type { RequestProblem } from '../support/model-server/reply/reply.ts'
import { AUTHORS, anyHistory, KEPT_IMAGE } from '../support/providers/any-history.ts'

type Target = {
	api: ProviderConfig['api']
	ref: ModelRef
	create: (setup: ProviderSetup) => Provider
	check: (request: JsonObject) => RequestProblem | undefined
}

const TARGETS: readonly Target[] = [
	{ api: 'responses', ref: AUTHORS.responses, create: createResponsesProvider, check: checkResponses },
	{ api: 'chat', ref: AUTHORS.chat, create: createChatProvider, check: checkChat },
	{ api: 'messages', ref: AUTHORS.messages, create: createMessagesProvider, check: checkMessages },
	{ api: 'messages', ref: AUTHORS.sibling, create: createMessagesProvider, check: checkMessages },
]

const THAT_WAS_ALL = 'that was all'

/**
 * A provider whose requests go nowhere.
 * @param refusal - what the server says to a body
 */
function writerOf(
	{ api, ref, create }: Target,
	facts: Partial<ModelInfo> = {},
	refusal: (body: string) => string = () => THAT_WAS_ALL,
	statusFor: (body: string) => number = () => 400,
	notices: string[] = [],
) {
	const bodies: string[] = []
	const fetch: HttpFetch = async (url, init) => {
		const sent = Buffer.from(init?.body ?? '').toString('utf8')
		bodies.push(sent)
		const text = async () => JSON.stringify({ error: { message: refusal(sent) } })
		const body = { cancel() {}, async *[Symbol.asyncIterator]() {} }
		const headers = new PlainHeaders()
		return {
			ok: false,
			status: statusFor(sent),
			statusText: '',
			url: String(url),
			headers,
			body,
			text,
			json: async () => ({}),
		}
	}
	const provider = create({
		config: {
			id: ref.provider,
			api,
			baseUrl: 'http://127.0.0.1:9/v1',
			key: async () => undefined,
			keyName: undefined,
			keyOptional: true,
		},
		media: {
			put: () => Promise.reject(new Error('nothing is stored')),
			get: async uri => (uri === KEPT_IMAGE ? Buffer.from('png') : (BROKEN.get(uri) ?? LARGE.get(uri))),
		},
		fetch,
		info: model => ({ ...modelInfo(model), reasoning: true, ...facts }),
		clock: Date,
	})
	return async (history: readonly Message[], effort?: Effort): Promise<string> => {
		const parts: ModelPart[] = []
		const request = {
			model: ref.model,
			system: 'You are terse.',
			messages: repair(history),
			tools: [{ name: 'read', description: 'Reads.', inputSchema: { type: 'object' } }],
			maxOutputTokens: 32_000,
			cacheKey: 'session-1',
			...(effort && { effort }),
		}
		for await (const part of provider.stream(request, new AbortController().signal)) parts.push(part)
		notices.push(...parts.flatMap(part => (part.type === 'notice' ? [part.text] : [])))
		const last = parts.at(-1)
		assert.ok(last?.type === 'error' && last.error.message.includes(THAT_WAS_ALL), JSON.stringify(parts))
		return bodies.splice(0).at(-1)!
	}
}

const BROKEN = new Map<MediaUri, Uint8Array>([
	['media://sha256-1', Buffer.from('broken one')],
	['media://sha256-2', Buffer.from('broken two')],
])

/** Pictures 0 to 7, of 3 000 bytes each and 4 000 in base64. */
const LARGE = new Map<MediaUri, Uint8Array>(
	Array.from({ length: 8 }, (_, index) => [`media://sha256-1${index}`, Buffer.alloc(3_000, `${index}`)]),
)

const effort = fc.constantFrom<Effort | undefined>(undefined, 'none', 'low', 'high')

for (const target of TARGETS)
	describe(`${target.ref.provider}/${target.ref.model}`, () => {
		const write = writerOf(target)

		test('takes any history, whoever had a part in it', async () => {
			await fc.assert(
				fc.asyncProperty(anyHistory, effort, async (history, wanted) => {
					const body = parseJson(await write(history, wanted))
					assert.ok(isObject(body))
					assert.equal(target.check(body), undefined)
					assert.deepEqual(illFormed(body), [])
				}),
				{ numRuns: 400 },
			)
		})

		test('is told the same in the same bytes, by a process that has sent it before and one that has not', async () => {
			await fc.assert(
				fc.asyncProperty(anyHistory, async history => {
					const first = await write(history)
					assert.equal(await write(structuredClone(history)), first)
					assert.equal(await writerOf(target)(history), first)
				}),
				{ numRuns: 50 },
			)
		})

		test('gets nothing of what others have sealed', async () => {
			await fc.assert(
				fc.asyncProperty(anyHistory, async history => {
					const body = await write(history)
					const own = new Set(sealsOf(history, model => model === target.ref))
					const others = sealsOf(history, model => model !== target.ref)
					for (const seal of others) if (!own.has(seal)) assert.ok(!body.includes(String(seal)))
				}),
				{ numRuns: 100 },
			)
		})
	})

describe('a picture that a server refuses leaves the request, and with it the session goes on', () => {
	const refusals: Record<string, string> = {
		responses:
			'The image data you provided does not represent a valid image. Please check your input and try again.',
		chat: 'Unable to process input image. Please retry or report in the vendor’s forum.',
		messages: 'messages.2.content.0.image.source.base64.data: Could not process image',
	}
	const says = (text: string, uri: MediaUri): Message => ({
		role: 'user',
		content: [
			{ type: 'text', text },
			{ type: 'image', mediaType: 'image/png', uri, sizeBytes: 9 },
		],
	})
	const [first, second] = [...BROKEN.keys()].map(uri => says('Broken.', uri)) as [Message, Message]
	const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
	const broken = [...BROKEN.values()].map(base64)
	const whole = base64(Buffer.from('png'))

	for (const target of TARGETS)
		test(`${target.ref.provider}/${target.ref.model}`, async () => {
			let asked = 0
			const server = () =>
				writerOf(target, { images: true }, body => {
					asked++
					return broken.some(each => body.includes(each)) ? refusals[target.api]! : THAT_WAS_ALL
				})
			const write = server()
			const body = await write([says('Whole.', KEPT_IMAGE), first])
			assert.equal(asked, 2)
			assert.match(body, /Broken\..*\[image image\/png/)
			assert.ok(body.includes(whole), 'those that were taken before stay')
			await write([says('Whole.', KEPT_IMAGE), first, says('And this.', KEPT_IMAGE)])
			assert.equal(asked, 3, 'it is not sent again')

			asked = 0
			const resumed = await server()([first, second, says('Whole.', KEPT_IMAGE)])
			assert.equal(asked, 3)
			assert.ok(![...broken, whole].some(each => resumed.includes(each)), 'nobody knows which of them it was')
		})
})

describe('where a request is too large for its server, the oldest pictures leave it', () => {
	const [uris, pictures] = [
		[...LARGE.keys()],
		[...LARGE.values()].map(each => Buffer.from(each).toString('base64')),
	]
	const shows = (index: number): Message[] => [
		{
			role: 'user',
			content: [
				{ type: 'text', text: `Picture ${index}.` },
				{ type: 'image', mediaType: 'image/png', uri: uris[index]!, sizeBytes: 3_000 },
			],
		},
		{ role: 'assistant', model: AUTHORS.chat, stop: 'stop', content: [{ type: 'text', text: 'Seen.' }] },
	]
	const sentIn = (body: string) => pictures.flatMap((each, index) => (body.includes(each) ? [index] : []))

	for (const target of TARGETS)
		test.each([
			['413 and a page', 413, '<html><h1>413 Request Entity Too Large</h1></html>'],
			['too many of them', 400, 'messages: too many images and documents: 101 + 0 > 100'],
		])(`${target.ref.provider}/${target.ref.model}: %s`, async (_, status, refusal) => {
			const [asked, notices]: [number[], string[]] = [[], []]
			const isTooLarge = (body: string) => body.length > 14_000
			const write = writerOf(
				target,
				{ images: true },
				body => {
					asked.push(sentIn(body).length)
					return isTooLarge(body) ? refusal : THAT_WAS_ALL
				},
				body => (isTooLarge(body) ? status : 400),
				notices,
			)
			const history = [0, 1, 2, 3, 4, 5, 6].flatMap(shows)
			const body = await write([...history, shows(7)[0]!])
			assert.deepEqual(asked.splice(0), [8, 4, 2])
			assert.deepEqual(sentIn(body), [6, 7])
			assert.match(body, /Picture 0\..*\[image image\/png/)
			assert.equal(
				notices[0],
				`the request was too large for ${target.ref.provider}/${target.ref.model}; its 4 oldest pictures are no longer sent to it`,
			)
			await write([...history, ...shows(7), userText('And now?')])
			assert.deepEqual(asked.splice(0), [2], 'what is too much is not sent again')
		})

	test('those of the newest prompt never do, and the error says what makes it smaller', async () => {
		const asked: number[] = []
		const write = writerOf(
			TARGETS[1]!,
			{ images: true },
			body => {
				asked.push(sentIn(body).length)
				return THAT_WAS_ALL
			},
			() => 413,
		)
		const both = [...shows(6)[0]!.content, ...shows(7)[0]!.content]
		const body = await write([
			...shows(0),
			{ role: 'user', content: both as Extract<Message, { role: 'user' }>['content'] },
		])
		assert.deepEqual(
			[asked, sentIn(body)],
			[
				[3, 2],
				[6, 7],
			],
		)
	})
})

describe('reasoning that a server no longer takes for its own leaves the request, and with it the session goes on', () => {
	const sealed = {
		responses: {
			data: { type: 'reasoning', summary: [], encrypted_content: 'gAAAAsealed' },
			refusal:
				'The encrypted content gAAA…aled could not be verified. Reason: organization_id did not match.',
		},
		messages: {
			data: { type: 'thinking', thinking: 'Hm.', signature: 'gAAAAsealed' },
			refusal: 'messages.1.content.0: Invalid `signature` in `thinking` block',
		},
	}

	for (const target of TARGETS.filter(({ api }) => api !== 'chat'))
		test(`${target.ref.provider}/${target.ref.model}`, async () => {
			const { data, refusal } = sealed[target.api === 'responses' ? 'responses' : 'messages']
			const thought = (seal: string): Message => ({
				role: 'assistant',
				model: target.ref,
				stop: 'stop',
				content: [
					{
						type: 'reasoning',
						text: 'Hm.',
						opaque: { by: target.ref, data: parseJson(JSON.stringify(data).replace('gAAAAsealed', seal))! },
					},
					{ type: 'text', text: 'So.' },
				],
			})
			let asked = 0
			const write = writerOf(target, {}, body => {
				asked++
				return body.includes('gAAAAsealed') ? refusal : THAT_WAS_ALL
			})
			const history = [userText('Why?'), thought('gAAAAsealed'), userText('And?')]
			const body = await write(history)
			assert.equal(asked, 2)
			assert.match(body, /Why\?.*So\..*And\?/)
			const later = await write([...history, thought('gAAAAlater'), userText('Then?')])
			assert.equal(asked, 3, 'it is not sent again')
			assert.match(later, /gAAAAlater/)
		})
})

describe('a model that turns out to see no pictures', () => {
	const picture = { type: 'image', mediaType: 'image/png', uri: KEPT_IMAGE, sizeBytes: 3 } as const
	const base64 = Buffer.from('png').toString('base64')
	const refusal = 'This model does not support image input'

	for (const target of TARGETS)
		test(`${target.ref.provider}/${target.ref.model} is told in words of those before the prompt, and not asked about one in it`, async () => {
			let asked = 0
			const server = () =>
				writerOf(target, { images: true }, body => {
					asked++
					return body.includes(base64) ? refusal : THAT_WAS_ALL
				})
			const body = await server()([{ role: 'user', content: [picture] }, userText('Go on.')])
			assert.equal(asked, 2)
			assert.match(body, /\[image image\/png.*Go on\./)

			const seen: Message = { role: 'user', content: [{ type: 'text', text: 'What is it?' }, picture] }
			await assert.rejects(server()([userText('Hello.'), seen]), 'it ends with the refusal')
			assert.equal(asked, 3)
		})
})

/** Half characters: JSON can write them, and every server's parser refuses the request for one. */
function illFormed(value: JsonValue | undefined): readonly string[] {
	if (typeof value === 'string') return /\p{Surrogate}/u.test(value) ? [value] : []
	if (Array.isArray(value)) return value.flatMap(illFormed)
	return isObject(value)
		? Object.entries(value).flatMap(([key, inner]) => [...illFormed(key), ...illFormed(inner)])
		: []
}

function sealsOf(history: readonly Message[], isMeant: (model: ModelRef) => boolean): readonly JsonValue[] {
	const messages = history.filter(message => message.role === 'assistant' && isMeant(message.model))
	return messages
		.flatMap(message => [...message.content])
		.flatMap(part => (part.type === 'reasoning' && isObject(part.opaque?.data) ? [part.opaque.data] : []))
		.flatMap(({ encrypted_content: content, signature }) => content ?? signature ?? [])
}
