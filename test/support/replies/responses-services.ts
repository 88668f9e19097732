// How services that offer OpenAI Responses really write a stream: the vendor, its resellers, its own older backends, and
// local servers.

import type { JsonObject } from '../../../src/core/json.ts'
import type { Usage } from '../../../src/core/usage.ts'
import { argumentsIn, counted, data, pieces, type Service, type Story } from './story.ts'

type Responses = {
	name: string
	/** In every event another id for the same item. */
	isRotating?: true
	/** How thoughts are told: a summary, the thoughts themselves, or both. */
	thoughts?: 'summary' | 'text'
	/** The last event. */
	last?: string
	/** Of the last event: nothing in `output`. */
	isHollow?: true
	/** No deltas: items come whole. */
	isWhole?: true
	/** Only the last event has anything in it. */
	isOnlyLast?: true
	/** No `event:` lines. */
	isUnnamed?: true
	noise?: readonly JsonObject[]
	bill?: JsonObject
	usage?: Usage
	/** `[DONE]` behind it. */
	isDone?: true
	errors?: Service['errors']
}

const BILL = {
	input_tokens: 1_200,
	input_tokens_details: { cached_tokens: 1_000 },
	output_tokens: 60,
	output_tokens_details: { reasoning_tokens: 20 },
	total_tokens: 1_260,
}
const BILLED = counted(1_200, 1_000, 60, 20)

function service(responses: Responses): Service {
	return {
		name: responses.name,
		api: 'responses',
		usage: responses.usage ?? BILLED,
		errors: responses.errors ?? [],
		stream: story => [
			...eventsOf(responses, story).map(event => written(responses, event)),
			...(responses.isDone ? [data('[DONE]')] : []),
		],
		whole: story => JSON.stringify(responseOf(responses, story, itemsOf(responses, story))),
	}
}

function written({ isUnnamed }: Responses, event: JsonObject): string {
	return `${isUnnamed ? '' : `event: ${event.type}\n`}${data(event)}`
}

function responseOf(responses: Responses, story: Story, output: readonly JsonObject[]): JsonObject {
	const isCut = story.ending === 'length' || story.ending === 'filter'
	const reason = story.ending === 'length' ? 'max_output_tokens' : 'content_filter'
	return {
		id: 'resp_1',
		object: 'response',
		created_at: 1_764_000_000,
		status: isCut ? 'incomplete' : 'completed',
		error: null,
		incomplete_details: isCut ? { reason } : null,
		model: 'm-1',
		output: [...output],
		usage: story.isBilled ? (responses.bill ?? BILL) : null,
	}
}

function itemsOf({ thoughts = 'summary' }: Responses, story: Story): readonly JsonObject[] {
	const { reasoning, text, calls, ending } = story
	const summary = thoughts === 'summary' ? [{ type: 'summary_text', text: reasoning }] : []
	const content = thoughts === 'text' ? [{ type: 'reasoning_text', text: reasoning }] : undefined
	const status = ending === 'length' ? 'incomplete' : 'completed'
	return [
		...(reasoning !== ''
			? [{ type: 'reasoning', id: 'rs_1', summary, ...(content && { content }), encrypted_content: 'gAAAA' }]
			: []),
		...(text !== ''
			? [
					{
						type: 'message',
						id: 'msg_1',
						status,
						role: 'assistant',
						content: [{ type: 'output_text', annotations: [], logprobs: [], text }],
					},
				]
			: []),
		...calls.map((call, at) => ({
			type: 'function_call',
			id: `fc_${at}`,
			status: story.isCutInCall && at === calls.length - 1 ? 'incomplete' : 'completed',
			call_id: `call_${at}`,
			name: call.tool,
			arguments: argumentsIn(story, at),
		})),
	]
}

function eventsOf(responses: Responses, story: Story): readonly JsonObject[] {
	const items = itemsOf(responses, story)
	const whole = responseOf(responses, story, responses.isHollow ? [] : items)
	const begun = { ...whole, status: 'in_progress', output: [], usage: null, incomplete_details: null }
	const isCut = whole.status === 'incomplete'
	const last = responses.last ?? (isCut ? 'response.incomplete' : 'response.completed')
	const events: JsonObject[] = [
		{ type: 'response.created', response: begun },
		...(responses.noise ?? []),
		{ type: 'response.in_progress', response: begun },
		...(responses.isOnlyLast
			? []
			: items.flatMap((item, index) => itemEvents(responses, story, item, index))),
		{ type: last, response: whole },
	]
	let rotation = 0
	const rotated = () => {
		rotation += 1
		return `opaque-${rotation}`
	}
	return events.map((event, sequence_number) => {
		const numbered: JsonObject = { ...event, sequence_number }
		if (!responses.isRotating) return numbered
		if (typeof event.item_id === 'string') numbered.item_id = rotated()
		if (typeof event.item === 'object') numbered.item = { ...event.item, id: rotated() }
		return numbered
	})
}

function itemEvents(
	responses: Responses,
	story: Story,
	item: JsonObject,
	output_index: number,
): readonly JsonObject[] {
	const at = { output_index, item_id: item.id! }
	const around = (empty: JsonObject, inner: readonly JsonObject[]): readonly JsonObject[] => [
		{ type: 'response.output_item.added', output_index, item: { ...item, ...empty } },
		...(responses.isWhole ? [] : inner),
		{ type: 'response.output_item.done', output_index, item },
	]
	if (item.type === 'reasoning') {
		const isSummary = (responses.thoughts ?? 'summary') === 'summary'
		const name = isSummary ? 'response.reasoning_summary' : 'response.reasoning'
		const place = isSummary ? { summary_index: 0 } : { content_index: 0 }
		const part = { type: isSummary ? 'summary_text' : 'reasoning_text', text: '' }
		return around({ summary: [], content: [] }, [
			{ type: isSummary ? `${name}_part.added` : 'response.content_part.added', ...at, ...place, part },
			...pieces(story.reasoning).map(delta => ({
				type: `${name}_text.delta`,
				...at,
				...place,
				delta,
				obfuscation: 'x',
			})),
			{ type: `${name}_text.done`, ...at, ...place, text: story.reasoning },
			{
				type: isSummary ? `${name}_part.done` : 'response.content_part.done',
				...at,
				...place,
				part: { ...part, text: story.reasoning },
			},
		])
	}
	if (item.type === 'message') {
		const part = { type: 'output_text', annotations: [], logprobs: [], text: '' }
		return around({ content: [], status: 'in_progress' }, [
			{ type: 'response.content_part.added', ...at, content_index: 0, part },
			...pieces(story.text).map(delta => ({
				type: 'response.output_text.delta',
				...at,
				content_index: 0,
				delta,
				logprobs: [],
				obfuscation: 'x',
			})),
			{ type: 'response.output_text.done', ...at, content_index: 0, text: story.text, logprobs: [] },
			{ type: 'response.content_part.done', ...at, content_index: 0, part: { ...part, text: story.text } },
		])
	}
	const text = String(item.arguments)
	const deltas = story.arguments === 'whole' ? [text] : pieces(text, 5)
	return around({ arguments: '', status: 'in_progress' }, [
		...deltas.map(delta => ({
			type: 'response.function_call_arguments.delta',
			...at,
			delta,
			obfuscation: 'x',
		})),
		{ type: 'response.function_call_arguments.done', ...at, arguments: text, name: item.name! },
	])
}

function failed(code: string, message: string, type = 'response.failed'): readonly string[] {
	const response = {
		id: 'resp_1',
		object: 'response',
		status: 'failed',
		error: { code, message },
		output: [],
		usage: null,
		incomplete_details: null,
	}
	return [`event: ${type}\n${data({ type, sequence_number: 9, response })}`]
}

export const RESPONSES_SERVICES: readonly Service[] = [
	service({
		name: 'OpenAI',
		errors: [
			{
				name: 'failed: server_error',
				events: failed('server_error', 'An error occurred while processing your request.'),
				code: 'server-error',
			},
			{
				name: 'failed: rate_limit_exceeded',
				events: failed('rate_limit_exceeded', 'Rate limit reached for m-1. Please try again in 11.054s.'),
				code: 'rate-limited',
			},
			{
				name: 'failed: context_length_exceeded',
				events: failed('context_length_exceeded', 'Your input exceeds the context window of this model.'),
				code: 'context-overflow',
			},
			{
				name: 'failed: insufficient_quota',
				events: failed(
					'insufficient_quota',
					'You exceeded your current quota, please check your plan and billing details.',
				),
				code: 'quota-exhausted',
			},
			{
				name: 'failed: invalid_prompt',
				events: failed('invalid_prompt', 'Invalid prompt: we have flagged it.'),
				code: 'bad-request|content-filter',
			},
			{
				name: 'error, flat',
				events: [
					`event: error\n${data({ type: 'error', sequence_number: 9, code: 'server_error', message: 'The server had an error.', param: null })}`,
				],
				code: 'server-error',
			},
			{
				name: 'error, nested',
				events: [
					`event: error\n${data({ type: 'error', sequence_number: 9, error: { type: 'invalid_request_error', code: null, message: 'No tool output found for function call call_1.', param: 'input' } })}`,
				],
				code: 'bad-request',
			},
		],
	}),
	service({
		name: 'Azure OpenAI',
		noise: [{ type: 'response.queued', response: { id: 'resp_1', status: 'queued', output: [] } }],
		errors: [
			{
				name: 'too_many_requests',
				events: failed('too_many_requests', 'Too Many Requests'),
				code: 'rate-limited',
			},
		],
	}),
	service({ name: 'GitHub Copilot, ids that change', isRotating: true, isUnnamed: true }),
	service({
		name: 'the Codex backend',
		last: 'response.done',
		isHollow: true,
		noise: [
			{ type: 'codex.rate_limits', rate_limits: { primary: { used_percent: 3 } } },
			{ type: 'keepalive' },
		],
		errors: [
			{
				name: 'done, and failed',
				events: failed(
					'server_is_overloaded',
					'Our servers are currently overloaded. Please try again later.',
					'response.done',
				),
				code: 'overloaded',
			},
			{
				name: 'completed, and failed',
				events: failed('server_error', 'It broke.', 'response.completed'),
				code: 'server-error',
			},
		],
	}),
	service({ name: 'a service that says completed of what is not', last: 'response.completed' }),
	service({
		name: 'OpenRouter',
		isDone: true,
		errors: [
			{
				name: 'error',
				events: [
					data({
						type: 'error',
						sequence_number: 3,
						error: { code: 502, message: 'Provider returned error' },
					}),
					data('[DONE]'),
				],
				code: 'server-error',
			},
		],
	}),
	service({
		name: 'xAI',
		bill: { ...BILL, num_sources_used: 0, num_server_side_tools_used: 0 },
	}),
	service({
		name: 'vLLM',
		thoughts: 'text',
		errors: [
			{
				name: 'error',
				events: [
					data({
						error: { message: 'EngineCore encountered an issue.', type: 'InternalServerError', code: 500 },
					}),
				],
				code: 'server-error',
			},
		],
	}),
	service({
		name: 'LM Studio',
		thoughts: 'text',
		bill: { ...BILL, input_tokens_details: {}, output_tokens_details: {} },
		usage: counted(1_200, 0, 60, 0),
	}),
	service({
		name: 'Ollama',
		thoughts: 'summary',
		bill: { input_tokens: 1_200, output_tokens: 60, total_tokens: 1_260 },
		usage: counted(1_200, 0, 60, 0),
	}),
	service({ name: 'Groq, items without deltas', isWhole: true }),
	service({ name: 'a gateway that says all at the end', isOnlyLast: true }),
]
