// How services that offer Anthropic Messages really write a stream: the vendor, the clouds that resell it, and those who
// took over its wire for models of their own.

import type { JsonObject } from '../../../src/core/json.ts'
import type { Usage } from '../../../src/core/usage.ts'
import { argumentsIn, counted, pieces, type Service, type Story } from './story.ts'

type Messages = {
	name: string
	id?: string
	isSilent?: true
	/** In the event that begins it, and in the one before the last. */
	bills: { first: JsonObject; last: JsonObject }
	usage: Usage
	/** The signature of thoughts. */
	signature?: string
	/** A call is in the event that begins its block, and nothing follows. */
	isCallAtOnce?: true
	/** The first piece of a text is in the event that begins its block too. */
	isTextAtStart?: true
	/** No `event:` lines. */
	isUnnamed?: true
	/** Blocks are not closed. */
	isOpen?: true
	noise?: readonly JsonObject[]
	lastEvent?: JsonObject
	stops?: Partial<Record<Story['ending'], string>>
	errors?: Service['errors']
	filtered?: Service['filtered']
}

const STOPS: Record<Story['ending'], string> = {
	stop: 'end_turn',
	'tool-calls': 'tool_use',
	length: 'max_tokens',
	filter: 'refusal',
}

const FIRST = {
	input_tokens: 150,
	cache_creation_input_tokens: 50,
	cache_read_input_tokens: 1_000,
	cache_creation: { ephemeral_5m_input_tokens: 50, ephemeral_1h_input_tokens: 0 },
	output_tokens: 1,
	service_tier: 'standard',
}
const VENDOR_BILLS = { first: FIRST, last: { output_tokens: 60 } }
const VENDOR_USAGE = counted(1_200, 1_000, 60, 0, 50)

function service(messages: Messages): Service {
	return {
		name: messages.name,
		api: 'messages',
		...(messages.isSilent && { isSilent: true }),
		usage: messages.usage,
		filtered: messages.filtered ?? 'refusal',
		errors: messages.errors ?? [],
		stream: story => eventsOf(messages, story).map(event => written(messages, event)),
		whole: story => JSON.stringify(wholeOf(messages, story)),
	}
}

function written({ isUnnamed }: Messages, event: JsonObject): string {
	return `${isUnnamed ? '' : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`
}

function eventsOf(messages: Messages, story: Story): readonly JsonObject[] {
	const { id = 'msg_01XFDU', bills, noise = [] } = messages
	const message = {
		id,
		type: 'message',
		role: 'assistant',
		model: 'm-1',
		content: [],
		stop_reason: null,
		stop_sequence: null,
		usage: story.isBilled ? bills.first : {},
	}
	const blocks = blocksOf(messages, story)
	const stop_reason = { ...STOPS, ...messages.stops }[story.ending]
	return [
		{ type: 'message_start', message },
		...noise,
		...blocks.flatMap(({ start, deltas }, index): JsonObject[] => [
			{ type: 'content_block_start', index, content_block: start },
			...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
			...noise,
			...(messages.isOpen ? [] : [{ type: 'content_block_stop', index }]),
		]),
		{
			type: 'message_delta',
			delta: { stop_reason, stop_sequence: null },
			...(story.isBilled && { usage: bills.last }),
		},
		{ type: 'message_stop', ...messages.lastEvent },
	]
}

type Block = { start: JsonObject; deltas: readonly JsonObject[] }

function blocksOf(messages: Messages, story: Story): readonly Block[] {
	const { reasoning, text, calls } = story
	const thoughts: Block = {
		start: { type: 'thinking', thinking: '', ...(messages.signature !== undefined && { signature: '' }) },
		deltas: [
			...pieces(reasoning).map(thinking => ({ type: 'thinking_delta', thinking })),
			...(messages.signature !== undefined
				? [{ type: 'signature_delta', signature: messages.signature }]
				: []),
		],
	}
	const said = pieces(text)
	const [first = ''] = messages.isTextAtStart ? said : []
	const answer: Block = {
		start: { type: 'text', text: first },
		deltas: said.slice(first === '' ? 0 : 1).map(piece => ({ type: 'text_delta', text: piece })),
	}
	return [
		...(reasoning !== '' && !messages.isSilent ? [thoughts] : []),
		...(text !== '' ? [answer] : []),
		...calls.map((_, at) => callBlock(story, at, messages.isCallAtOnce ?? false)),
	]
}

function callBlock(story: Story, at: number, isAtOnce: boolean): Block {
	const { tool = '', input = {} } = story.calls[at] ?? {}
	const isCut = story.isCutInCall && at === story.calls.length - 1
	const start = { type: 'tool_use', id: `toolu_01${at}`, name: tool, input: isAtOnce && !isCut ? input : {} }
	if (isAtOnce && !isCut) return { start, deltas: [] }
	const text = Object.keys(input).length === 0 ? '' : argumentsIn(story, at)
	const parts = story.arguments === 'whole' ? [text] : ['', ...pieces(text, 5)]
	return { start, deltas: parts.map(partial_json => ({ type: 'input_json_delta', partial_json })) }
}

function wholeOf(messages: Messages, story: Story): JsonObject {
	const { id = 'msg_01XFDU', bills } = messages
	const content: JsonObject[] = [
		...(story.reasoning !== '' && !messages.isSilent
			? [{ type: 'thinking', thinking: story.reasoning, signature: messages.signature ?? '' }]
			: []),
		...(story.text !== '' ? [{ type: 'text', text: story.text }] : []),
		...story.calls.map(({ tool, input }, at) => ({
			type: 'tool_use',
			id: `toolu_01${at}`,
			name: tool,
			input,
		})),
	]
	return {
		id,
		type: 'message',
		role: 'assistant',
		model: 'm-1',
		content,
		stop_reason: { ...STOPS, ...messages.stops }[story.ending],
		stop_sequence: null,
		...(story.isBilled && { usage: { ...bills.first, ...bills.last } }),
	}
}

function failure(type: string, message: string, more: JsonObject = {}): string {
	return `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message, ...more } })}\n\n`
}

const LATE_BILLS = {
	first: { input_tokens: 0, output_tokens: 0 },
	last: { input_tokens: 200, cache_read_input_tokens: 1_000, output_tokens: 60 },
}
const LATE_USAGE = counted(1_200, 1_000, 60, 0)
const SIMPLE_BILLS = {
	first: { input_tokens: 1_200, output_tokens: 0 },
	last: { input_tokens: 1_200, output_tokens: 60 },
}
const SIMPLE_USAGE = counted(1_200, 0, 60, 0)

export const MESSAGES_SERVICES: readonly Service[] = [
	service({
		name: 'Anthropic',
		bills: VENDOR_BILLS,
		usage: VENDOR_USAGE,
		signature: 'EqQBCgIYAhIM',
		noise: [{ type: 'ping' }],
		errors: [
			{ name: 'overloaded_error', events: [failure('overloaded_error', 'Overloaded')], code: 'overloaded' },
			{ name: 'api_error', events: [failure('api_error', 'Internal server error')], code: 'server-error' },
			{
				name: 'rate_limit_error',
				events: [failure('rate_limit_error', "This request would exceed your account's rate limit.")],
				code: 'rate-limited',
			},
			{
				name: 'invalid_request_error',
				events: [
					failure('invalid_request_error', 'messages.3: tool_use ids were found without tool_result blocks'),
				],
				code: 'bad-request',
			},
		],
	}),
	service({
		name: 'Anthropic, a newer bill',
		bills: {
			first: FIRST,
			last: {
				input_tokens: 150,
				cache_creation_input_tokens: 50,
				cache_read_input_tokens: 1_000,
				output_tokens: 60,
				server_tool_use: { web_search_requests: 0 },
			},
		},
		usage: VENDOR_USAGE,
		signature: 'EqQBCgIYAhIM',
		stops: { length: 'model_context_window_exceeded' },
		noise: [{ type: 'ping' }, { type: 'something_new', of: 'tomorrow' }],
	}),
	service({
		name: 'Vertex',
		id: 'msg_vrtx_01ABC',
		bills: VENDOR_BILLS,
		usage: VENDOR_USAGE,
		signature: 'EqQBCgIYAhIM',
		noise: [{ type: 'ping' }],
		errors: [
			{
				name: 'as Google writes them',
				events: [
					`data: ${JSON.stringify({ error: { code: 429, message: 'Resource exhausted. Please try again later.', status: 'RESOURCE_EXHAUSTED' } })}\n\n`,
				],
				code: 'rate-limited',
			},
		],
	}),
	service({
		name: 'Bedrock',
		id: 'msg_bdrk_01ABC',
		bills: VENDOR_BILLS,
		usage: VENDOR_USAGE,
		signature: 'EqQBCgIYAhIM',
		lastEvent: {
			'amazon-bedrock-invocationMetrics': {
				inputTokenCount: 150,
				outputTokenCount: 60,
				invocationLatency: 999,
				firstByteLatency: 99,
			},
		},
		errors: [
			{
				name: 'throttlingException',
				events: [
					`data: ${JSON.stringify({ type: 'error', error: { type: 'throttlingException', message: 'Too many requests, please wait before trying again.' } })}\n\n`,
				],
				code: 'rate-limited',
			},
		],
	}),
	service({
		name: 'GLM',
		bills: LATE_BILLS,
		usage: LATE_USAGE,
		noise: [{ type: 'ping' }],
		stops: { filter: 'sensitive' },
		filtered: 'content-filter',
		errors: [
			{
				name: '1302',
				events: [failure('1302', 'Rate limit reached for requests', { code: '1302' })],
				code: 'rate-limited',
			},
		],
	}),
	service({
		name: 'Moonshot',
		bills: LATE_BILLS,
		usage: LATE_USAGE,
		isCallAtOnce: true,
		errors: [
			{
				name: 'overloaded',
				events: [
					failure('engine_overloaded_error', 'The engine is currently overloaded, please try again later'),
				],
				code: 'overloaded',
			},
		],
	}),
	service({
		name: 'MiniMax, the text in both events',
		bills: SIMPLE_BILLS,
		usage: SIMPLE_USAGE,
		isTextAtStart: true,
		noise: [{ type: 'ping' }],
		signature: '4d5e6f',
		errors: [
			{
				name: 'insufficient balance',
				events: [failure('insufficient_balance_error', 'insufficient balance (1008)')],
				code: 'quota-exhausted',
			},
		],
	}),
	service({
		name: 'DeepSeek',
		bills: SIMPLE_BILLS,
		usage: SIMPLE_USAGE,
		isSilent: true,
		noise: [{ type: 'ping' }],
		stops: { filter: 'content_filter' },
		filtered: 'content-filter',
	}),
	service({
		name: 'llama.cpp',
		bills: {
			first: { input_tokens: 200, cache_read_input_tokens: 1_000, output_tokens: 0 },
			last: { output_tokens: 60 },
		},
		usage: LATE_USAGE,
		errors: [
			{
				name: 'error',
				events: [failure('server_error', 'context shift is disabled', { code: 500 })],
				code: 'server-error',
			},
		],
	}),
	service({
		name: 'Ollama',
		bills: SIMPLE_BILLS,
		usage: SIMPLE_USAGE,
		isCallAtOnce: true,
		errors: [
			{
				name: 'api_error',
				events: [failure('api_error', 'model runner has unexpectedly stopped')],
				code: 'server-error',
			},
		],
	}),
	service({
		name: 'a gateway without event names, blocks left open',
		bills: SIMPLE_BILLS,
		usage: SIMPLE_USAGE,
		isUnnamed: true,
		isOpen: true,
		stops: { stop: 'stop', 'tool-calls': 'tool_calls', length: 'length', filter: 'content_filter' },
		filtered: 'content-filter',
	}),
]
