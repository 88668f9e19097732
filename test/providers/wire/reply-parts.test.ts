import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'vitest'
import type { JsonObject } from '../../../src/core/json.ts'
import type { ModelPart } from '../../../src/core/model.ts'
import {
	CHAT_START,
	chatArguments,
	chatEnd,
	chatEvents,
	chatIsSettled,
	chatStep,
} from '../../../src/providers/formats/openai-chat/stream.ts'
import {
	RESPONSES_START,
	responsesArguments,
	responsesEnd,
	responsesEvents,
	responsesStep,
} from '../../../src/providers/formats/openai-responses/stream.ts'
import { unreadableEvent } from '../../../src/providers/http/unreadable-event.ts'
import { ReplyBounds } from '../../../src/providers/wire/reply-bounds.ts'
import { eventParts } from '../../../src/providers/wire/reply-parts.ts'

const wire = {
	start: RESPONSES_START,
	step: responsesStep,
	end: responsesEnd,
	argumentsIn: responsesArguments,
	eventsOf: responsesEvents,
}

async function partsOf(batches: readonly (readonly JsonObject[])[], limitTokens?: number) {
	async function* events() {
		yield* batches
	}
	const parts: ModelPart[] = []
	const bounds = new ReplyBounds(limitTokens)
	for await (const part of eventParts({ wire, events: events(), bounds, isCall: () => false }))
		parts.push(part)
	return parts
}

const text = (delta: string) => ({ type: 'response.output_text.delta', item_id: 'm1', delta })
const thought = (delta: string) => ({ type: 'response.reasoning_text.delta', item_id: 'r1', delta })
const words = Array.from({ length: 5_000 }, (_, index) => `w${index} `)
const textIn = (parts: readonly ModelPart[]) =>
	parts.map(part => (part.type === 'text-delta' ? part.text : '')).join('')

test('what comes one by one is handed on one by one', async () => {
	const parts = await partsOf(words.map(word => [text(word)]))
	assert.deepEqual(
		parts.slice(0, 5_000),
		words.map(word => ({ type: 'text-delta', text: word })),
	)
})

test('a flood in one piece is told in few parts, and nothing of it is lost', async () => {
	const parts = await partsOf([words.slice(0, 2_500).map(text), words.slice(2_500).map(text)])
	assert.equal(textIn(parts), words.join(''))
	assert.ok(parts.length < 50, `${parts.length} parts`)
})

test('thoughts and answers in one flood stay apart, in their order', async () => {
	const parts = await partsOf([
		[...words.slice(0, 20).map(thought), ...words.slice(20, 40).map(text), thought('again'), text('end')],
	])
	assert.deepEqual(parts.slice(0, 4), [
		{ type: 'reasoning-delta', text: words.slice(0, 20).join('') },
		{ type: 'text-delta', text: words.slice(20, 40).join('') },
		{ type: 'reasoning-delta', text: 'again' },
		{ type: 'text-delta', text: 'end' },
	])
})

test('a bound in the middle of a flood lets the same text through as without one', async () => {
	const [flood, single] = [
		await partsOf([words.map(text)], 1_000),
		await partsOf(
			words.map(word => [text(word)]),
			1_000,
		),
	]
	assert.equal(textIn(flood), textIn(single))
	assert.deepEqual(flood.at(-1), { type: 'finish', reason: 'length', usage: undefined })
	assert.ok(textIn(flood).length < words.join('').length / 2)
})

test('a bill that came while this process was busy with something else is read before the patience for it ends', async () => {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const ours = connect((server.address() as AddressInfo).port, '127.0.0.1')
	const [theirs]: Socket[] = await once(server, 'connection')
	let isCut = false
	async function* events() {
		yield [{ choices: [{ delta: { content: 'Yes.' }, finish_reason: 'stop' }] }]
		const came = once(theirs!, 'data')
		ours.write('the bill')
		const until = performance.now() + 5
		while (performance.now() < until);
		await came
		if (!isCut) yield [{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }]
	}
	const streaming = {
		wire: {
			start: CHAT_START,
			step: chatStep,
			end: chatEnd,
			isSettled: chatIsSettled,
			argumentsIn: chatArguments,
			eventsOf: chatEvents,
		},
		events: events(),
		cancel: () => {
			isCut = true
		},
		graceMs: 1,
		bounds: new ReplyBounds(undefined),
		isCall: () => false,
	}
	const parts: ModelPart[] = []
	for await (const part of eventParts(streaming)) parts.push(part)
	ours.destroy()
	server.close()
	const last = parts.at(-1)
	assert.deepEqual([last?.type === 'finish' && last.usage?.outputTokens, isCut], [2, false])
})

test('what came before an event that is no JSON is handed on, however much came with it', async () => {
	const parts = await partsOf([
		[...words.slice(0, 40).map(text), ...unreadableEvent('{"type":"resp'), text('lost')],
	])
	assert.equal(textIn(parts), words.slice(0, 40).join(''))
	assert.equal(parts.at(-1)?.type, 'error')
})
