// How services that offer Chat Completions really write a stream: each its own additions, omissions and mistakes, from
// their documentation and from what people have reported of them.

import type { JsonObject } from '../../../src/core/json.ts'
import { chatService, FINISH, inPieces } from './chat-stream.ts'
import { counted, data, type Service } from './story.ts'

const BILL: JsonObject = {
	prompt_tokens: 1_200,
	completion_tokens: 60,
	total_tokens: 1_260,
	prompt_tokens_details: { cached_tokens: 1_000, audio_tokens: 0 },
	completion_tokens_details: { reasoning_tokens: 20, audio_tokens: 0 },
}
const BILLED = counted(1_200, 1_000, 60, 20)
const PLAIN_BILL: JsonObject = { prompt_tokens: 1_200, completion_tokens: 60, total_tokens: 1_260 }
const PLAINLY_BILLED = counted(1_200, 0, 60, 0)

const inline = (code: string | number, message: string, type = 'server_error') =>
	data({ error: { message, type, param: null, code } })

export const CHAT_SERVICES: readonly Service[] = [
	chatService({
		name: 'OpenAI',
		opening: [
			{
				choices: [
					{
						index: 0,
						delta: { role: 'assistant', content: '', refusal: null },
						logprobs: null,
						finish_reason: null,
					},
				],
			},
		],
		chunk: { service_tier: 'default', system_fingerprint: 'fp_1', usage: null, obfuscation: 'x7Tq' },
		choice: () => ({ logprobs: null }),
		bill: BILL,
		usage: BILLED,
		errors: [
			{
				name: 'server_error',
				events: [
					inline('server_error', 'The server had an error while processing your request. Sorry about that!'),
				],
				code: 'server-error',
			},
			{
				name: 'rate limit',
				events: [
					inline('rate_limit_exceeded', 'Rate limit reached for m-1 in organization org-1.', 'tokens'),
				],
				code: 'rate-limited',
			},
		],
	}),
	chatService({
		name: 'Azure OpenAI',
		opening: [
			{
				id: '',
				object: '',
				created: 0,
				model: '',
				choices: [],
				prompt_filter_results: [
					{ prompt_index: 0, content_filter_results: { hate: { filtered: false, severity: 'safe' } } },
				],
			},
			{
				choices: [
					{
						index: 0,
						delta: { role: 'assistant', content: '' },
						finish_reason: null,
						content_filter_results: {},
					},
				],
			},
			// Of a filter that works beside the stream: no delta.
			{
				id: '',
				object: '',
				created: 0,
				model: '',
				choices: [
					{
						index: 0,
						finish_reason: null,
						content_filter_results: { violence: { filtered: false, severity: 'safe' } },
						content_filter_offsets: { check_offset: 44, start_offset: 44, end_offset: 198 },
					},
				],
			},
		],
		choice: () => ({
			logprobs: null,
			content_filter_results: { hate: { filtered: false, severity: 'safe' } },
		}),
		bill: BILL,
		usage: BILLED,
		errors: [
			{
				name: 'content_filter',
				events: [
					data({
						error: {
							code: 'content_filter',
							message:
								"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
							status: 400,
							innererror: { code: 'ResponsibleAIPolicyViolation' },
						},
					}),
				],
				code: 'content-filter',
			},
		],
	}),
	chatService({
		name: 'Gemini',
		reasoning: content => ({ role: 'assistant', content, extra_content: { google: { thought: true } } }),
		text: content => ({ role: 'assistant', content }),
		calls: inPieces({
			index: 'none',
			isWhole: true,
			id: at => `function-call-1234567890${at}`,
			more: { extra_content: { google: { thought_signature: 'CpYBAR' } } },
		}),
		finish: { 'tool-calls': 'stop', filter: 'content_filter: PROHIBITED_CONTENT' },
		unfinished: {},
		endsWithLast: true,
		// What was thought is only in the sum.
		bill: { prompt_tokens: 1_200, completion_tokens: 40, total_tokens: 1_260 },
		billed: 'every',
		usage: counted(1_200, 0, 60, 20),
		errors: [
			{
				name: '429 RESOURCE_EXHAUSTED in a list',
				events: [
					data([
						{
							error: {
								code: 429,
								message:
									'You exceeded your current quota, please check your plan and billing details. Please retry in 41.5s.',
								status: 'RESOURCE_EXHAUSTED',
							},
						},
					]),
				],
				code: 'rate-limited',
			},
			{
				name: '503 UNAVAILABLE',
				events: [
					data({
						error: {
							code: 503,
							message: 'The model is overloaded. Please try again later.',
							status: 'UNAVAILABLE',
						},
					}),
				],
				code: 'overloaded',
			},
		],
	}),
	chatService({
		name: 'Gemini, all calls numbered 0',
		calls: inPieces({ index: 'zero', isWhole: true, id: at => `fc_${at}` }),
		finish: { 'tool-calls': 'stop' },
		endsWithLast: true,
		bill: PLAIN_BILL,
		billed: 'ending',
		usage: PLAINLY_BILLED,
	}),
	chatService({
		name: 'DeepSeek',
		reasoning: piece => ({ content: null, reasoning_content: piece }),
		text: content => ({ content, reasoning_content: null }),
		bill: {
			...PLAIN_BILL,
			prompt_tokens_details: { cached_tokens: 1_000 },
			completion_tokens_details: { reasoning_tokens: 20 },
			prompt_cache_hit_tokens: 1_000,
			prompt_cache_miss_tokens: 200,
		},
		billed: 'ending',
		usage: BILLED,
		noise: ': keep-alive\n\n',
		wholePrefix: '\n\n\n',
		wholeMessage: (message, { reasoning }) => ({ ...message, reasoning_content: reasoning }),
		errors: [
			{
				name: 'insufficient_system_resource',
				events: [
					data({
						choices: [{ index: 0, delta: { content: '' }, finish_reason: 'insufficient_system_resource' }],
					}),
					data('[DONE]'),
				],
				code: 'overloaded',
			},
		],
	}),
	chatService({
		name: 'DeepSeek, older bill',
		reasoning: 'reasoning_content',
		bill: { ...PLAIN_BILL, prompt_cache_hit_tokens: 1_000, prompt_cache_miss_tokens: 200 },
		billed: 'ending',
		usage: counted(1_200, 1_000, 60, 0),
	}),
	chatService({
		name: 'Mistral',
		opening: [
			{ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }], p: 'abcd' },
		],
		reasoning: text => ({
			content: [{ type: 'thinking', thinking: [{ type: 'text', text }], closed: false }],
		}),
		afterReasoning: { content: [{ type: 'thinking', thinking: [], closed: true }] },
		text: content => ({ content }),
		calls: inPieces({ isWhole: true, isTogether: true, id: at => `D681PevK${at}` }),
		endsWithLast: true,
		finish: { length: 'model_length' },
		chunk: { p: 'abcdefghijklmno' },
		bill: PLAIN_BILL,
		billed: 'ending',
		usage: PLAINLY_BILLED,
		wholeMessage: ({ reasoning_content, ...message }, { reasoning, text }) =>
			reasoning === ''
				? message
				: {
						...message,
						content: [
							{ type: 'thinking', thinking: [{ type: 'text', text: reasoning }], closed: true },
							{ type: 'text', text },
						],
					},
		errors: [
			{
				name: 'service_tier_capacity_exceeded',
				events: [
					data({
						object: 'error',
						message: 'Service tier capacity exceeded for this model.',
						type: 'service_tier_capacity_exceeded',
						param: null,
						code: '3505',
					}),
				],
				code: 'rate-limited',
			},
			{
				name: 'finish_reason error',
				events: [
					data({ choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] }),
					data('[DONE]'),
				],
				code: 'server-error',
			},
		],
	}),
	chatService({
		name: 'Moonshot',
		reasoning: 'reasoning_content',
		calls: inPieces({ id: (at, { tool }) => `functions.${tool}:${at}` }),
		bill: { ...PLAIN_BILL, cached_tokens: 1_000 },
		billed: 'choice',
		usage: counted(1_200, 1_000, 60, 0),
		errors: [
			{
				name: 'engine_overloaded_error',
				events: [
					inline('', 'The engine is currently overloaded, please try again later', 'engine_overloaded_error'),
				],
				code: 'overloaded',
			},
			{
				name: 'exceeded_current_quota_error',
				events: [
					inline(
						'',
						'Your account org-1 is suspended, please check your plan and billing details',
						'exceeded_current_quota_error',
					),
				],
				code: 'quota-exhausted',
			},
		],
	}),
	chatService({
		name: 'Groq',
		reasoning: 'reasoning',
		opening: [
			{
				choices: [
					{ index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null },
				],
				x_groq: { id: 'req_1', seed: 1 },
			},
		],
		calls: inPieces({ isWhole: true }),
		bill: {
			queue_time: 0.01,
			prompt_time: 0.1,
			total_time: 0.3,
			...PLAIN_BILL,
			prompt_tokens_details: { cached_tokens: 1_000 },
			completion_tokens_details: { reasoning_tokens: 20 },
		},
		billed: 'x_groq',
		usage: BILLED,
		errors: [
			{
				name: 'over capacity',
				events: [
					`event: error\n${data({ error: { message: 'm-1 is currently over capacity. Please try again and back off exponentially.', type: 'internal_server_error', status_code: 503 } })}`,
				],
				code: 'overloaded',
			},
		],
	}),
	chatService({
		name: 'xAI',
		reasoning: piece => ({ role: 'assistant', content: '', reasoning_content: piece }),
		text: content => ({ role: 'assistant', content }),
		calls: inPieces({ isWhole: true, isTogether: true, id: at => `call_6500231${at}` }),
		// What was thought comes on top.
		bill: {
			prompt_tokens: 1_200,
			completion_tokens: 40,
			total_tokens: 1_260,
			prompt_tokens_details: { text_tokens: 1_200, audio_tokens: 0, image_tokens: 0, cached_tokens: 1_000 },
			completion_tokens_details: { reasoning_tokens: 20, audio_tokens: 0 },
			num_sources_used: 0,
		},
		usage: BILLED,
		errors: [
			{
				name: 'a code and a line',
				events: [
					data({
						code: 'The service is currently unavailable',
						error:
							'Service temporarily unavailable. The model is at capacity and currently cannot serve this request.',
					}),
				],
				code: 'overloaded',
			},
		],
	}),
	chatService({
		name: 'Qwen on DashScope',
		opening: [
			{
				choices: [
					{
						index: 0,
						delta: { role: 'assistant', content: null, reasoning_content: '' },
						logprobs: null,
						finish_reason: null,
					},
				],
			},
		],
		reasoning: piece => ({ content: null, reasoning_content: piece }),
		text: content => ({ content, reasoning_content: null }),
		calls: inPieces({ again: () => ({ id: '', type: 'function' }) }),
		bill: BILL,
		usage: BILLED,
		errors: [
			{
				name: 'data_inspection_failed',
				events: [
					inline(
						'data_inspection_failed',
						'Output data may contain inappropriate content.',
						'data_inspection_failed',
					),
				],
				code: 'content-filter',
			},
		],
	}),
	chatService({
		name: 'Qwen, the name in every piece',
		calls: inPieces({ again: ({ tool }, id) => ({ id, type: 'function', function: { name: tool } }) }),
		bill: BILL,
		usage: BILLED,
	}),
	chatService({
		name: 'MiniMax',
		opening: [
			{
				choices: [{ index: 0, delta: { role: '', reasoning_content: '' } }],
				usage: { total_tokens: 0, total_characters: 0 },
			},
		],
		chunk: {
			input_sensitive: false,
			output_sensitive: false,
			input_sensitive_type: 0,
			usage: { total_tokens: 0, total_characters: 0 },
		},
		reasoning: text => ({
			role: 'assistant',
			name: 'MiniMax AI',
			content: '',
			reasoning_content: text,
			reasoning_details: [
				{ type: 'reasoning.text', id: 'reasoning-text-1', format: 'MiniMax-response-v1', index: 0, text },
			],
		}),
		text: content => ({ role: 'assistant', name: 'MiniMax AI', audio_content: '', content }),
		calls: inPieces({ isWhole: true, id: at => `call_function_1234_${at}` }),
		endsWithLast: true,
		bill: { total_characters: 0, ...PLAIN_BILL },
		billed: 'x_groq',
		usage: PLAINLY_BILLED,
		// The whole reply once more, in which only the bill is new.
		closing: (story, message) => [
			{
				id: 'chatcmpl-1',
				object: 'chat.completion',
				choices: [{ index: 0, message, finish_reason: { ...FINISH }[story.ending] }],
				...(story.isBilled && { usage: { total_characters: 0, ...PLAIN_BILL } }),
				base_resp: { status_code: 0, status_msg: '' },
			},
		],
		wholeMessage: (message, { reasoning }) =>
			reasoning === '' ? message : { ...message, reasoning_content: reasoning },
		errors: [
			{
				name: 'base_resp 1002',
				events: [
					data({ choices: null, base_resp: { status_code: 1002, status_msg: 'rate limit exceeded(RPM)' } }),
				],
				code: 'rate-limited',
			},
			{
				name: 'base_resp 1008',
				events: [
					data({ choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
				],
				code: 'quota-exhausted',
			},
		],
	}),
	chatService({
		name: 'GLM',
		reasoning: piece => ({ role: 'assistant', reasoning_content: piece }),
		text: content => ({ role: 'assistant', content }),
		calls: inPieces({ isWhole: true }),
		finish: { filter: 'sensitive' },
		bill: { ...PLAIN_BILL, prompt_tokens_details: { cached_tokens: 1_000 } },
		billed: 'ending',
		usage: counted(1_200, 1_000, 60, 0),
		errors: [
			{
				name: 'network_error',
				events: [
					data({
						choices: [
							{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'network_error' },
						],
					}),
					data('[DONE]'),
				],
				code: 'server-error',
			},
			{
				name: '1302',
				events: [data({ error: { code: '1302', message: 'Rate limit reached for requests' } })],
				code: 'rate-limited',
			},
			{
				name: '1113',
				events: [
					data({
						error: { code: '1113', message: 'Insufficient balance or no resource package. Please recharge.' },
					}),
				],
				code: 'quota-exhausted',
			},
		],
	}),
	chatService({
		name: 'OpenRouter',
		opening: [
			{
				provider: 'X',
				choices: [
					{
						index: 0,
						delta: { role: 'assistant', content: '' },
						finish_reason: null,
						native_finish_reason: null,
						logprobs: null,
					},
				],
			},
		],
		chunk: { provider: 'X' },
		choice: () => ({ native_finish_reason: null, logprobs: null }),
		reasoning: text => ({
			role: 'assistant',
			content: '',
			reasoning: text,
			reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }],
		}),
		text: content => ({ role: 'assistant', content }),
		noise: ': OPENROUTER PROCESSING\n\n',
		bill: { ...BILL, cost: 0.0012, cost_details: { upstream_inference_cost: null } },
		billed: 'behind with a choice',
		usage: BILLED,
		wholeMessage: (message, { reasoning }) => (reasoning === '' ? message : { ...message, reasoning }),
		errors: [
			{
				name: 'in the last chunk',
				events: [
					data({
						id: 'gen-1',
						object: 'chat.completion.chunk',
						provider: 'X',
						error: { code: 'server_error', message: 'Provider disconnected unexpectedly' },
						choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
					}),
				],
				code: 'server-error',
			},
			{
				name: '429 of a provider',
				events: [
					data({
						error: {
							code: 429,
							message: 'Provider returned error',
							metadata: { raw: 'm-1 is temporarily rate-limited upstream.', provider_name: 'X' },
						},
						choices: [
							{ index: 0, delta: { content: '' }, finish_reason: 'error', native_finish_reason: 'error' },
						],
					}),
				],
				code: 'rate-limited',
			},
		],
	}),
	chatService({
		name: 'Together',
		reasoning: 'reasoning',
		choice: ({ content }) => ({ text: typeof content === 'string' ? content : '', logprobs: null, seed: 1 }),
		text: content => ({ token_id: 1, role: 'assistant', content, tool_calls: null }),
		finish: { stop: 'eos' },
		bill: PLAIN_BILL,
		billed: 'ending',
		usage: PLAINLY_BILLED,
		errors: [
			{
				name: 'overloaded',
				events: [inline('overloaded', 'The server is overloaded.', 'overloaded')],
				code: 'overloaded',
			},
		],
	}),
	chatService({
		name: 'Fireworks',
		reasoning: 'reasoning_content',
		bill: { ...PLAIN_BILL, prompt_tokens_details: { cached_tokens: 1_000 } },
		billed: 'ending',
		usage: counted(1_200, 1_000, 60, 0),
		calls: inPieces({ isInterleaved: true }),
		errors: [
			{
				name: 'error',
				events: [
					data({
						error: {
							object: 'error',
							type: 'internal_server_error',
							code: 'internal_server_error',
							message: 'server had an error',
						},
					}),
				],
				code: 'server-error',
			},
		],
	}),
	chatService({
		name: 'Cerebras',
		reasoning: 'reasoning',
		calls: inPieces({ isWhole: true, isTogether: true }),
		chunk: { system_fingerprint: 'fp_1' },
		bill: { ...PLAIN_BILL, prompt_tokens_details: { cached_tokens: 1_000 } },
		billed: 'ending',
		usage: counted(1_200, 1_000, 60, 0),
		errors: [
			{
				name: 'queue_exceeded',
				events: [
					data({
						message: "We're experiencing high traffic right now! Please try again soon.",
						type: 'too_many_requests_error',
						param: 'queue',
						code: 'queue_exceeded',
					}),
				],
				code: 'rate-limited',
			},
		],
	}),
	chatService({
		name: 'Ollama',
		reasoning: piece => ({ role: 'assistant', content: '', reasoning: piece }),
		text: content => ({ role: 'assistant', content }),
		calls: inPieces({ index: 'zero', isWhole: true }),
		unfinished: { finish_reason: null },
		bill: PLAIN_BILL,
		usage: PLAINLY_BILLED,
		wholeMessage: (message, { reasoning }) => (reasoning === '' ? message : { ...message, reasoning }),
		errors: [
			{
				name: 'a line',
				events: [data({ error: 'an error was encountered while running the model: CUDA error' })],
				code: 'server-error',
			},
			{
				name: 'api_error',
				events: [inline('', 'model runner has unexpectedly stopped', 'api_error')],
				code: 'server-error',
			},
		],
	}),
	chatService({
		name: 'Ollama, older',
		text: content => ({ role: 'assistant', content }),
		calls: inPieces({ index: 'zero', isWhole: true, isTogether: true }),
		unfinished: { finish_reason: '' },
		finish: { 'tool-calls': 'stop' },
		bill: PLAIN_BILL,
		usage: PLAINLY_BILLED,
	}),
	chatService({
		name: 'LM Studio',
		reasoning: 'reasoning_content',
		calls: inPieces({ id: at => `12345678${at}` }),
		bill: PLAIN_BILL,
		usage: PLAINLY_BILLED,
		errors: [
			{
				name: 'event error',
				events: [
					`event: error\n${data({ error: { message: 'The model has crashed without additional information. (Exit code: 6)' } })}`,
				],
				code: 'server-error',
			},
			{
				name: 'window',
				events: [
					`event: error\n${data({ error: { message: 'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens' } })}`,
				],
				code: 'context-overflow',
			},
		],
	}),
	chatService({
		name: 'llama.cpp',
		opening: [{ choices: [{ finish_reason: null, index: 0, delta: { role: 'assistant', content: null } }] }],
		reasoning: 'reasoning_content',
		bill: { ...PLAIN_BILL, prompt_tokens_details: { cached_tokens: 1_000 } },
		usage: counted(1_200, 1_000, 60, 0),
		errors: [
			{
				name: 'error as a field',
				events: [
					`error: ${JSON.stringify({ code: 500, message: 'Failed to parse input at pos 12', type: 'server_error' })}\n\n`,
				],
				code: 'server-error',
			},
			{
				name: 'window',
				events: [
					data({
						error: {
							code: 400,
							message: 'the request exceeds the available context size, try increasing it',
							type: 'exceed_context_size_error',
							n_prompt_tokens: 9_000,
							n_ctx: 4_096,
						},
					}),
				],
				code: 'context-overflow',
			},
		],
	}),
	chatService({
		name: 'vLLM',
		opening: [
			{
				choices: [
					{ index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null },
				],
				prompt_token_ids: null,
			},
		],
		reasoning: piece => ({ reasoning: piece, reasoning_content: piece }),
		calls: inPieces({ id: at => `chatcmpl-tool-${at}` }),
		choice: () => ({ logprobs: null, token_ids: null }),
		bill: { ...PLAIN_BILL, prompt_tokens_details: { cached_tokens: 1_000 } },
		usage: counted(1_200, 1_000, 60, 0),
		wholeMessage: (message, { reasoning }) => ({
			...message,
			refusal: null,
			annotations: null,
			reasoning_content: reasoning || null,
		}),
		errors: [
			{
				name: 'InternalServerError',
				events: [
					data({
						error: { message: 'Internal server error', type: 'InternalServerError', param: null, code: 500 },
					}),
					data('[DONE]'),
				],
				code: 'server-error',
			},
			{
				name: 'older',
				events: [
					data({
						object: 'error',
						message: 'EngineCore encountered an issue.',
						type: 'InternalServerError',
						param: null,
						code: 500,
					}),
					data('[DONE]'),
				],
				code: 'server-error',
			},
		],
	}),
	chatService({
		name: 'vLLM, a bill in every chunk',
		bill: PLAIN_BILL,
		billed: 'every',
		usage: PLAINLY_BILLED,
	}),
	chatService({
		name: 'SGLang',
		reasoning: piece => ({ role: null, content: null, reasoning_content: piece, tool_calls: null }),
		text: content => ({ role: null, content, reasoning_content: null, tool_calls: null }),
		calls: inPieces({ again: () => ({ id: null, type: 'function' }) }),
		unfinished: { finish_reason: '', matched_stop: null },
		bill: { ...PLAIN_BILL, prompt_tokens_details: null, reasoning_tokens: 20 },
		usage: counted(1_200, 0, 60, 20),
		errors: [
			{
				name: 'abort',
				events: [
					data({ choices: [{ index: 0, delta: {}, finish_reason: 'abort', matched_stop: null }] }),
					data('[DONE]'),
				],
				code: 'server-error',
			},
		],
	}),
	chatService({
		name: 'NVIDIA NIM, no finish_reason',
		finish: { stop: null, 'tool-calls': null },
		bill: PLAIN_BILL,
		usage: PLAINLY_BILLED,
	}),
	chatService({
		name: 'Cohere, no ids',
		calls: inPieces({ id: () => undefined }),
		bill: PLAIN_BILL,
		usage: PLAINLY_BILLED,
		finish: { stop: 'COMPLETE', 'tool-calls': 'TOOL_CALL', length: 'MAX_TOKENS', filter: 'ERROR_TOXIC' },
	}),
	chatService({
		name: 'a gateway, arguments as objects',
		calls: inPieces({ isWhole: true, isObject: true, index: 'none' }),
		bill: PLAIN_BILL,
		usage: PLAINLY_BILLED,
		isUndone: true,
	}),
	chatService({
		name: 'Perplexity, the message so far beside the delta',
		choice: delta => ({ message: { role: 'assistant', content: delta.content ?? '' } }),
		bill: PLAIN_BILL,
		billed: 'every',
		usage: PLAINLY_BILLED,
		isUndone: true,
	}),
]
