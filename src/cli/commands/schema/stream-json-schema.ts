// The JSON Schema of one line of `stream-json`, as the program writes it on stdout.

import type { JsonObject, JsonSchema } from '../../../core/json.ts'
import { PHASE_TIMES_SCHEMA } from './phase-times-schema.ts'

const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }
const COUNT = { type: 'integer', minimum: 0 }
const FLAG = { type: 'boolean' }
const OBJECT = { type: 'object' }
const MONEY = { type: ['number', 'null'], description: 'US dollars; null: the price is not known' }
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const oneOf = (...values: string[]): JsonSchema => ({ enum: values })
const ERROR = exactly({ code: TEXT, message: TEXT })
const USAGE = exactly({
	input_tokens: COUNT,
	cached_input_tokens: COUNT,
	output_tokens: COUNT,
	reasoning_output_tokens: COUNT,
})

const LIMIT = { name: TEXT, limit: NUMBER, remaining: NUMBER, used_percent: NUMBER, resets_at: TEXT }
const LIMIT_OPTIONAL = ['limit', 'remaining', 'used_percent', 'resets_at']

/** All fields are there unless they are named as optional; there are no others. */
function exactly(properties: JsonObject, optional: readonly string[] = []): JsonSchema {
	return {
		type: 'object',
		properties,
		required: Object.keys(properties).filter(name => !optional.includes(name)),
		additionalProperties: false,
	}
}

const CALL = { tool_use_id: TEXT }
const AGENT = { ...CALL, agent_id: TEXT }
const MODE = oneOf('ask', 'all', 'none', 'until', 'auto-edit', 'plan')
const SANDBOX = oneOf('read-only', 'workspace-write', 'off')
const QUEUED = exactly({ queue_id: TEXT, priority: oneOf('steer', 'queue'), text: TEXT })

type StreamLine = { fields: JsonObject; optional?: readonly string[] }

/** `system` lines by their subtype. */
const SYSTEM: Readonly<Record<string, StreamLine>> = {
	init: {
		fields: {
			version: TEXT,
			model: TEXT,
			cwd: TEXT,
			tools: list(TEXT),
			approvals: MODE,
			max_turns: COUNT,
			/** What was asked for; a `sandbox` line says whether it works. */
			sandbox: exactly({ mode: SANDBOX, commands: oneOf('run', 'ask') }),
		},
		optional: ['sandbox'],
	},
	sandbox: {
		fields: { mode: SANDBOX, works: FLAG, why: TEXT, commands: oneOf('run', 'ask') },
		optional: ['why', 'commands'],
	},
	progress: { fields: { turn: COUNT, max_turns: COUNT, text: TEXT } },
	attempt: {
		fields: {
			model: TEXT,
			attempt: COUNT,
			duration_ms: NUMBER,
			total_cost_usd: MONEY,
			usage: USAGE,
			spender: oneOf('summary', 'picture', 'embedding', 'tool'),
			rate_limits: list(exactly(LIMIT, LIMIT_OPTIONAL)),
			error: ERROR,
		},
		optional: ['spender', 'rate_limits', 'error'],
	},
	turn: { fields: { turn: COUNT, phases_ms: PHASE_TIMES_SCHEMA }, optional: ['phases_ms'] },
	retry: { fields: { attempt: COUNT, max_retries: COUNT, retry_delay_ms: NUMBER, error: ERROR } },
	rate_limit: { fields: { wait_ms: NUMBER, error: TEXT } },
	compaction: {
		fields: {
			state: oneOf('started', 'compacted', 'ended'),
			trigger: oneOf('window', 'overflow', 'user'),
			summary: oneOf('written', 'dropped'),
			pre_tokens: COUNT,
			post_tokens: COUNT,
			error: ERROR,
		},
		optional: ['trigger', 'summary', 'pre_tokens', 'post_tokens', 'error'],
	},
	context: { fields: { used_tokens: COUNT, window_tokens: COUNT } },
	tool_start: {
		fields: {
			...CALL,
			tool_name: TEXT,
			tier: oneOf('read-only', 'side-effecting', 'privileged'),
			subject: TEXT,
		},
		optional: ['subject'],
	},
	tool_progress: { fields: { ...CALL, text: TEXT } },
	approval_request: {
		fields: {
			approval_id: TEXT,
			...CALL,
			tool_name: TEXT,
			agent: TEXT,
			title: TEXT,
			tier: TEXT,
			reasons: list(TEXT),
			diff: TEXT,
			rules: list(TEXT),
		},
		optional: ['agent', 'diff', 'rules'],
	},
	approval_end: {
		fields: {
			approval_id: TEXT,
			...CALL,
			decision: oneOf('once', 'session', 'project', 'no', 'no-with-reason'),
			decided_by: oneOf('user', 'policy', 'nobody', 'cancel'),
			message: TEXT,
		},
		optional: ['message'],
	},
	question: {
		fields: { question_id: TEXT, ...CALL, agent: TEXT, text: TEXT, options: list(TEXT) },
		optional: ['agent'],
	},
	question_end: { fields: { question_id: TEXT, ...CALL, answer: TEXT }, optional: ['answer'] },
	steer: { fields: { text: TEXT } },
	correction: { fields: { text: TEXT } },
	queue: { fields: { items: list(QUEUED) } },
	cancelling: { fields: {} },
	notice: {
		fields: { level: oneOf('info', 'warning', 'error'), text: TEXT, code: TEXT },
		optional: ['code'],
	},
	permission_mode: { fields: { mode: MODE } },
	model: { fields: { model: TEXT } },
	effort: { fields: { effort: TEXT } },
	hook_result: {
		fields: { hook_event: TEXT, hook: TEXT, effect: TEXT, text: TEXT, ...CALL },
		optional: ['tool_use_id'],
	},
	agent_start: { fields: { ...AGENT, agent: TEXT, task: TEXT, background: FLAG } },
	agent_progress: { fields: { ...AGENT, turn: COUNT, text: TEXT, tokens: COUNT } },
	agent_background: { fields: AGENT },
	agent_end: {
		fields: {
			...AGENT,
			agent: TEXT,
			reason: TEXT,
			num_turns: COUNT,
			duration_ms: NUMBER,
			total_cost_usd: MONEY,
			usage: USAGE,
		},
	},
	/** A line on stdin that was passed over. */
	error: { fields: { message: TEXT, line: TEXT, session_id: TEXT }, optional: ['line', 'session_id'] },
}

const PART = {
	anyOf: [
		exactly({ type: { const: 'text' }, text: TEXT }),
		exactly({ type: { const: 'thinking' }, thinking: TEXT }),
		exactly({
			type: { const: 'tool_use' },
			id: TEXT,
			name: TEXT,
			input: { description: 'an object, or the text as it came where it is no JSON' },
		}),
	],
}

const DENIAL = exactly(
	{
		tool_name: TEXT,
		tool_use_id: TEXT,
		tool_input: OBJECT,
		title: TEXT,
		reason: TEXT,
		decided_by: oneOf('user', 'policy', 'nobody'),
		would_allow: { ...list(TEXT), description: 'rules and flags of which each alone would have done' },
	},
	['title'],
)

const SPENDERS = ['chat', 'summary', 'picture', 'embedding', 'tool', 'agent']
const SPENT_BY = exactly(
	Object.fromEntries(SPENDERS.map(name => [name, exactly({ total_cost_usd: MONEY, usage: USAGE })])),
	SPENDERS,
)

const RESULT = exactly(
	{
		type: { const: 'result' },
		subtype: { type: 'string', pattern: '^(success|error_.+)$' },
		is_error: FLAG,
		result: { ...TEXT, description: 'the final text' },
		structured_output: { description: 'with --json-schema: the answer as JSON' },
		error: ERROR,
		errors: { ...list(TEXT), description: 'of a run that failed: why, in words' },
		duration_ms: NUMBER,
		phases_ms: PHASE_TIMES_SCHEMA,
		num_turns: COUNT,
		session_id: TEXT,
		total_cost_usd: MONEY,
		usage: USAGE,
		spent_by: SPENT_BY,
		rate_limits: list(exactly({ provider: TEXT, ...LIMIT }, LIMIT_OPTIONAL)),
		permission_denials: list(DENIAL),
		warnings: {
			...list(TEXT),
			description: 'what its user has to know: that a secret in the prompt was masked, and the like',
		},
	},
	['structured_output', 'error', 'errors', 'rate_limits', 'phases_ms', 'warnings'],
)

const TOOL_RESULT = exactly({
	type: { const: 'tool_result' },
	tool_use_id: TEXT,
	content: TEXT,
	is_error: FLAG,
})

const CONTROL_REQUEST = {
	anyOf: [
		exactly(
			{
				subtype: { const: 'can_use_tool' },
				tool_name: TEXT,
				input: OBJECT,
				tool_use_id: TEXT,
				title: TEXT,
				agent: TEXT,
				decision_reason: TEXT,
				permission_suggestions: {
					...list(OBJECT),
					description: 'for updatedPermissions of the answer, so that the same need not be asked again',
				},
			},
			['agent', 'decision_reason', 'permission_suggestions'],
		),
		exactly(
			{ subtype: { const: 'question' }, tool_use_id: TEXT, question: TEXT, options: list(TEXT), agent: TEXT },
			['agent'],
		),
	],
}

const CONTROL_RESPONSE = {
	anyOf: [
		exactly(
			{
				subtype: { const: 'success' },
				request_id: TEXT,
				response: OBJECT,
				pending_permission_requests: list(OBJECT),
			},
			['pending_permission_requests'],
		),
		exactly({ subtype: { const: 'error' }, request_id: TEXT, error: TEXT }),
	],
}

const LINES: readonly JsonSchema[] = [
	...Object.entries(SYSTEM).map(([subtype, { fields, optional }]) =>
		exactly(
			{ type: { const: 'system' }, subtype: { const: subtype }, session_id: TEXT, ...fields },
			optional,
		),
	),
	exactly({
		type: { const: 'assistant' },
		message: exactly({ role: { const: 'assistant' }, model: TEXT, stop_reason: TEXT, content: list(PART) }),
		session_id: TEXT,
	}),
	exactly({
		type: { const: 'user' },
		message: exactly({ role: { const: 'user' }, content: list(TOOL_RESULT) }),
		session_id: TEXT,
	}),
	exactly({ type: { const: 'stream_event' }, event: OBJECT, session_id: TEXT }),
	RESULT,
	exactly({ type: { const: 'control_request' }, request_id: TEXT, request: CONTROL_REQUEST }),
	exactly({ type: { const: 'control_response' }, response: CONTROL_RESPONSE }),
	exactly({ type: { const: 'control_cancel_request' }, request_id: TEXT }),
]

export const STREAM_JSON_SCHEMA: JsonSchema = {
	$schema: 'https://json-schema.org/draft/2020-12/schema',
	$id: 'urn:keelson:stream-json',
	title: 'One line of agent run --output-format stream-json',
	anyOf: [...LINES],
}
