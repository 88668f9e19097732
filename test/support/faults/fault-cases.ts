// Everything a model server is known to do wrong, and what a user gets all the same. One row each: what the server
// answers, in order, and in what the outcome differs from a run in which nothing happened.

import type { FaultPoint, ScriptedReply } from '../model-server/reply/reply.ts'
import { COMMAND, NOON_MS, type Outcome, type WireName } from './fault-scene.ts'

export type FaultCase = {
	fault: string
	/** Answers to the first requests; what is asked after them is answered well. */
	replies: readonly ScriptedReply[]
	/** The last of them answers whatever else is asked. */
	isForever?: true
	/** Only these wires have it. */
	on?: readonly WireName[]
	/** `reason` is something that the words to the user hold. */
	expect: Partial<Outcome>
	/** Where a wire differs from the others. */
	expectOn?: Partial<Record<WireName, Partial<Outcome>>>
}

export const WIRES: readonly WireName[] = ['responses', 'chat', 'messages']

/** The answer in the end, in two pieces. */
export const GOOD: ScriptedReply = { text: ['All is ', 'well.'] }

const SAID = 'All is well.'

/** A run in which nothing went wrong. */
export const WELL: Outcome = {
	requests: 1,
	waits: [],
	shown: [SAID],
	restarts: 0,
	answer: SAID,
	notices: [],
	commands: 0,
	end: 'finished',
	exitCode: 0,
	reason: '',
}

const SILENCE = 'still waiting: nothing has come for 20 s'

/** After a failure that is worth another try, once. */
function onceMore(code: string, waitMs = 200): Partial<Outcome> {
	return { requests: 2, waits: [`${code} ${waitMs}`] }
}

/** Asked once more at once, without streaming. */
const UNSTREAMED: Partial<Outcome> = { requests: 2 }

/** A failure that is not worth another try. */
function atOnce(code: string, reason: string, exitCode = 1): Partial<Outcome> {
	const isOwnEnd = code === 'rate-limited'
	const end = isOwnEnd ? code : `failed ${code}`
	return { ...SILENT, end, exitCode, reason }
}

const SILENT: Partial<Outcome> = { shown: [''], answer: '' }

/** After five more tries. */
function atLast(code: string, reason: string): Partial<Outcome> {
	const waits = [200, 400, 800, 1_600, 3_200].map(waitMs => `${code} ${waitMs}`)
	return { ...atOnce(code, reason), requests: 6, waits }
}

function breaking(kind: 'drop' | 'stall' | 'end', after: FaultPoint): ScriptedReply {
	return { ...GOOD, fault: { kind, after } }
}

/** The command ran; what it came to goes into the next request. */
const RAN: Partial<Outcome> = { requests: 2, commands: 1, shown: ['', SAID] }

const WITH_CALL: ScriptedReply = { text: 'I will see.', calls: [COMMAND] }
const SAW: Partial<Outcome> = { ...RAN, shown: ['I will see.', SAID] }

function calling(...calls: NonNullable<ScriptedReply['calls']>): ScriptedReply {
	return { calls }
}

function refusing(status: number, more: Pick<ScriptedReply, 'error' | 'headers'> = {}): ScriptedReply {
	return { status, ...more }
}

const BROKEN = 'the reply broke off before it was complete'

const CONNECTION: readonly FaultCase[] = [
	{
		fault: 'the connection is reset before the headers',
		replies: [breaking('drop', 'nothing')],
		expect: onceMore('connection-lost'),
	},
	{
		fault: 'the connection is reset after the headers',
		replies: [breaking('drop', 'headers')],
		expect: onceMore('empty-reply'),
	},
	...[1, 40, 400].map(
		(bytes): FaultCase => ({
			fault: `the connection is reset after ${bytes} bytes`,
			replies: [breaking('drop', { bytes })],
			expect: onceMore('empty-reply'),
			// Here that much is a whole event.
			...(bytes === 400 && { expectOn: { chat: onceMore('stream-broken') } }),
		}),
	),
	{
		fault: 'the connection is reset after some text',
		replies: [breaking('drop', 'text')],
		expect: onceMore('stream-broken'),
	},
	{
		fault: 'the connection is reset after some text, and the reply begins in other words',
		replies: [{ text: ['It is ', 'fine.'], fault: { kind: 'drop', after: 'text' } }],
		expect: { ...onceMore('stream-broken'), restarts: 1 },
	},
	{
		fault: 'the connection is reset after some text, each time',
		replies: [breaking('drop', 'text')],
		isForever: true,
		expect: { ...atLast('stream-broken', BROKEN), shown: ['All is '], answer: 'All is ' },
	},
	{
		fault: 'the connection is reset after some thoughts',
		replies: [{ ...GOOD, reasoning: ['Hm. ', 'Yes.'], fault: { kind: 'drop', after: 'reasoning' } }],
		expect: { ...onceMore('stream-broken'), restarts: 1 },
	},
	{
		fault: 'the connection is reset after a tool call',
		replies: [{ ...WITH_CALL, fault: { kind: 'drop', after: 'call' } }],
		expect: SAW,
	},
	{
		fault: 'the connection is reset before the final event',
		replies: [breaking('drop', 'reply')],
		expect: onceMore('stream-broken'),
	},
	{
		fault: 'silence before the headers',
		replies: [breaking('stall', 'nothing')],
		expect: { ...onceMore('timeout'), notices: [SILENCE] },
	},
	{
		fault: 'silence after the headers',
		replies: [breaking('stall', 'headers')],
		expect: { ...onceMore('timeout'), notices: [SILENCE] },
	},
	{
		fault: 'silence after some text',
		replies: [breaking('stall', 'text')],
		expect: { ...onceMore('timeout'), notices: [SILENCE] },
	},
	{
		fault: 'silence after a tool call',
		replies: [{ ...WITH_CALL, fault: { kind: 'stall', after: 'call' } }],
		expect: { ...SAW, notices: [SILENCE] },
		// Here a call is over when the next thing begins, and nothing does.
		expectOn: { chat: { ...onceMore('timeout'), shown: [SAID], commands: 0, restarts: 1 } },
	},
	{
		fault: 'silence before the headers, each time',
		replies: [breaking('stall', 'nothing')],
		isForever: true,
		expect: { ...atLast('timeout', 'has sent nothing for 90 s'), notices: Array(6).fill(SILENCE) },
	},
]

const STATUS: readonly FaultCase[] = [
	{
		fault: '400',
		replies: [refusing(400, { error: { message: 'Invalid value.' } })],
		expect: atOnce('bad-request', 'Invalid value'),
	},
	{ fault: '401', replies: [refusing(401)], expect: atOnce('auth-failed', 'MINE_API_KEY', 3) },
	{ fault: '403', replies: [refusing(403)], expect: atOnce('auth-failed', 'MINE_API_KEY', 3) },
	{ fault: '404', replies: [refusing(404)], expect: atOnce('not-found', 'set "api"') },
	{
		fault: '404 with a web page',
		replies: [{ status: 404, body: '<!doctype html><title>nginx</title>' }],
		expect: atOnce('not-found', 'base URL is not an API'),
	},
	{
		fault: '200 with a web page',
		replies: [{ body: '<!doctype html><title>Welcome</title>' }],
		expect: atOnce('not-found', 'base URL is not an API'),
	},
	{ fault: '408', replies: [refusing(408)], expect: onceMore('timeout') },
	{ fault: '413', replies: [refusing(413)], expect: atOnce('bad-request', '413') },
	{
		fault: '422',
		replies: [refusing(422, { error: { message: 'Unprocessable.' } })],
		expect: atOnce('bad-request', 'Unprocessable'),
	},
	{ fault: '500', replies: [refusing(500)], expect: onceMore('server-error') },
	{
		fault: '500, five times',
		replies: Array(5).fill(refusing(500)),
		expect: { requests: 6, waits: [200, 400, 800, 1_600, 3_200].map(ms => `server-error ${ms}`) },
	},
	{
		fault: '500, each time',
		replies: [refusing(500)],
		isForever: true,
		expect: atLast('server-error', 'mine answered 500'),
	},
	{
		fault: '502 with a web page',
		replies: [{ status: 502, body: '<html><h1>Bad Gateway</h1></html>' }],
		expect: onceMore('server-error'),
	},
	{ fault: '503', replies: [refusing(503)], expect: onceMore('overloaded') },
	{ fault: '529', replies: [refusing(529)], expect: onceMore('overloaded') },
	{
		fault: 'a context that is too long',
		replies: [refusing(400, { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } })],
		expect: atOnce('context-overflow', 'prompt is too long'),
	},
	{
		fault: 'a used-up quota',
		replies: [
			refusing(429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota.' } }),
		],
		expect: atOnce('quota-exhausted', 'plan and billing'),
	},
]

function limited(message: string, headers: Record<string, string> = {}): ScriptedReply {
	return refusing(429, { error: { message }, headers })
}

const SLOW_DOWN = 'Slow down.'

const WAITING: readonly FaultCase[] = [
	{ fault: '429', replies: [limited(SLOW_DOWN)], expect: onceMore('rate-limited') },
	{
		fault: '429, each time',
		replies: [limited(SLOW_DOWN)],
		isForever: true,
		expect: atLast('rate-limited', 'Slow down'),
	},
	{
		fault: '429, Retry-After: 62',
		replies: [limited(SLOW_DOWN, { 'retry-after': '62' })],
		expect: onceMore('rate-limited', 62_000),
	},
	{
		fault: '429, Retry-After: a date in 62 s',
		replies: [limited(SLOW_DOWN, { 'retry-after': new Date(NOON_MS + 62_000).toUTCString() })],
		expect: onceMore('rate-limited', 62_000),
	},
	...['0', '-5', 'soon', 'Wed, 21 Oct 2015 07:28:00 GMT', '0.05'].map(
		(value): FaultCase => ({
			fault: `429, Retry-After: ${value}`,
			replies: [limited(SLOW_DOWN, { 'retry-after': value })],
			expect: onceMore('rate-limited'),
		}),
	),
	{
		fault: '429, retry-after-ms: 1500',
		replies: [limited(SLOW_DOWN, { 'retry-after-ms': '1500' })],
		expect: onceMore('rate-limited', 1_500),
	},
	{
		fault: '429, "try again in 1m2s"',
		replies: [limited('Rate limit reached. Please try again in 1m2s.')],
		expect: onceMore('rate-limited', 62_000),
	},
	{
		fault: '429, Retry-After: 300',
		replies: [limited(SLOW_DOWN, { 'retry-after': '300' })],
		expect: onceMore('rate-limited', 300_000),
	},
	{
		fault: '429, Retry-After: 301',
		replies: [limited(SLOW_DOWN, { 'retry-after': '301' })],
		expect: atOnce('rate-limited', 'Try again in 6 min'),
	},
	{
		fault: '429, "try again in 2h15m"',
		replies: [limited('Limit reached, try again in 2h15m')],
		expect: atOnce('rate-limited', 'Try again in 2 h 15 min'),
	},
	{
		fault: '503, Retry-After: 9',
		replies: [refusing(503, { headers: { 'retry-after': '9' } })],
		expect: onceMore('overloaded', 9_000),
	},
	{
		fault: '503, Retry-After: 3600',
		replies: [refusing(503, { headers: { 'retry-after': '3600' } })],
		expect: atOnce('rate-limited', 'Try again in 1 h'),
	},
]

const OVERLOADED = { code: 'overloaded', type: 'overloaded_error', message: 'Overloaded' }

const STREAM: readonly FaultCase[] = [
	{
		fault: 'overloaded, said in the stream before any text',
		replies: [{ ...GOOD, fault: { kind: 'error', after: 'headers', error: OVERLOADED } }],
		expect: onceMore('overloaded'),
	},
	{
		fault: 'overloaded, said in the stream after some text',
		replies: [{ ...GOOD, fault: { kind: 'error', after: 'text', error: OVERLOADED } }],
		expect: onceMore('overloaded'),
	},
	{
		fault: 'overloaded, said after a tool call',
		replies: [{ ...WITH_CALL, fault: { kind: 'error', after: 'call', error: OVERLOADED } }],
		expect: SAW,
	},
	{
		fault: 'response.failed',
		on: ['responses'],
		replies: [{ ...GOOD, fault: { kind: 'error', as: 'response.failed', after: 'text' } }],
		expect: onceMore('server-error'),
	},
	{
		fault: 'a wait named in the stream',
		replies: [
			{
				...GOOD,
				fault: {
					kind: 'error',
					after: 'text',
					error: {
						code: 'rate_limit_exceeded',
						type: 'rate_limit_error',
						message: 'Please try again in 12s.',
					},
				},
			},
		],
		expect: onceMore('rate-limited', 12_000),
	},
	{
		fault: 'a refused key, said in the stream',
		replies: [
			{
				...GOOD,
				fault: {
					kind: 'error',
					after: 'headers',
					error: { code: 'invalid_api_key', type: 'authentication_error', message: 'Key revoked.' },
				},
			},
		],
		expect: atOnce('auth-failed', 'Key revoked', 3),
	},
	{
		fault: 'an error under a status of success',
		replies: [{ body: { error: OVERLOADED } }],
		expect: onceMore('overloaded'),
	},
	{ fault: 'an empty stream', replies: [breaking('end', 'headers')], expect: UNSTREAMED },
	{ fault: 'an empty body', replies: [{ body: '' }], expect: UNSTREAMED },
	{
		fault: 'a body that is not JSON',
		replies: [{ body: '{"id": "resp' }],
		expect: onceMore('stream-broken'),
	},
	{
		fault: 'a stream of nothing but comments',
		replies: [{ raw: ': ping\n\n: ping\n\n' }],
		expect: UNSTREAMED,
	},
	{
		fault: 'a stream that ends after some text',
		replies: [breaking('end', 'text')],
		expect: onceMore('stream-broken'),
	},
	{
		fault: 'a stream without its final event',
		replies: [breaking('end', 'reply')],
		expect: onceMore('stream-broken'),
	},
	{
		fault: 'a stream without its final event, each time',
		replies: [breaking('end', 'reply')],
		isForever: true,
		expect: { ...atLast('stream-broken', BROKEN), shown: [SAID], answer: SAID },
	},
	{
		fault: 'a stream without its final event, after a tool call',
		replies: [{ ...WITH_CALL, fault: { kind: 'end', after: 'reply' } }],
		expect: SAW,
	},
	{
		fault: 'a reply with nothing in it',
		replies: [{ text: [] }],
		expect: onceMore('empty-reply'),
	},
	{
		fault: 'a reply of blanks',
		replies: [{ text: ' \n' }],
		expect: { ...onceMore('empty-reply'), restarts: 1 },
	},
	{ fault: 'a reply that is not streamed', replies: [{ ...GOOD, whole: true }], expect: {} },
	{ fault: 'a connection that stays open', replies: [{ ...GOOD, keepOpen: true }], expect: {} },
]

const FRAMING: readonly FaultCase[] = [
	{ fault: 'lines that end in CR', replies: [{ ...GOOD, framing: { lineEnd: '\r' } }], expect: {} },
	{ fault: 'lines that end in CRLF', replies: [{ ...GOOD, framing: { lineEnd: '\r\n' } }], expect: {} },
	{ fault: 'a byte order mark', replies: [{ ...GOOD, framing: { byteOrderMark: true } }], expect: {} },
	{ fault: 'comments', replies: [{ ...GOOD, framing: { comments: true } }], expect: {} },
	{ fault: 'data over many lines', replies: [{ ...GOOD, framing: { multiLineData: true } }], expect: {} },
	{
		fault: 'characters cut anywhere',
		replies: [{ text: ['😀 wörld', ' – 日本'], framing: { chunkBytes: 1, lineEnd: '\r\n' } }],
		expect: { shown: ['😀 wörld – 日本'], answer: '😀 wörld – 日本' },
	},
	{
		fault: 'a surrogate pair cut in two deltas',
		replies: [{ text: ['all \ud83d', '\ude00 well'] }],
		expect: { shown: ['all 😀 well'], answer: 'all 😀 well' },
	},
	{
		fault: 'half a surrogate pair',
		replies: [{ text: 'all well \ud83d' }],
		expect: { shown: ['all well \ud83d'], answer: 'all well \ud83d' },
	},
	{
		fault: 'events that are not JSON',
		replies: [{ ...GOOD, framing: { noise: 'data: {"type": "resp\n\n' } }],
		expect: onceMore('stream-broken'),
	},
	{
		fault: 'events that are no object, or only there to keep it alive',
		replies: [{ ...GOOD, framing: { noise: 'data: 7\n\ndata: null\n\ndata: ping\n\n' } }],
		expect: {},
	},
	{
		fault: 'events nobody knows',
		replies: [
			{ ...GOOD, framing: { noise: 'event: news\ndata: {"type":"news","choices":"none","delta":7}\n\n' } },
		],
		expect: {},
	},
	{
		fault: 'a delta of ten megabytes',
		replies: [{ text: 'x'.repeat(10_000_000) }],
		expect: { shown: ['x'.repeat(10_000_000)], answer: 'x'.repeat(10_000_000) },
	},
	{ fault: 'no word about usage', replies: [{ ...GOOD, withoutUsage: true }], expect: {} },
]

const ENDINGS: readonly FaultCase[] = [
	{
		fault: 'cut off at the output limit',
		replies: [{ ...GOOD, stop: 'length' }],
		expect: { ...atOnce('output-limit', 'cut off at the output limit'), shown: [SAID], answer: SAID },
	},
	{
		fault: 'cut off at the output limit before any text',
		replies: [{ text: [], stop: 'length' }],
		expect: atOnce('output-limit', 'cut off at the output limit'),
	},
	{
		fault: 'withheld by a content filter',
		replies: [{ text: 'All is', stop: 'content-filter' }],
		expect: { ...atOnce('content-filter', 'content filter'), shown: ['All is'], answer: 'All is' },
		expectOn: { messages: { ...atOnce('refused', 'refused'), shown: ['All is'], answer: 'All is' } },
	},
	{
		fault: 'refused by the model',
		replies: [{ text: 'I will not.', stop: 'refusal' }],
		expect: { ...atOnce('refused', 'refused'), shown: ['I will not.'], answer: 'I will not.' },
	},
]

const TWICE: Partial<Outcome> = { requests: 2, shown: ['', SAID] }

const CALLS: readonly FaultCase[] = [
	{ fault: 'a tool call, and nothing wrong', replies: [calling(COMMAND)], expect: RAN },
	{
		fault: 'two calls under one id',
		replies: [calling({ ...COMMAND, id: 'c1' }, { ...COMMAND, id: 'c1' })],
		expect: { ...RAN, commands: 2 },
	},
	{
		fault: 'the id of an earlier call',
		replies: [calling({ ...COMMAND, id: 'c1' }), calling({ ...COMMAND, id: 'c1' })],
		expect: { requests: 3, commands: 2, shown: ['', '', SAID] },
	},
	{
		fault: 'calls without ids',
		replies: [calling({ ...COMMAND, id: '' }, { ...COMMAND, id: '' })],
		expect: { ...RAN, commands: 2 },
	},
	{
		fault: 'an id that no other server takes',
		replies: [calling({ ...COMMAND, id: `call:${'é'.repeat(90)}` })],
		expect: RAN,
	},
	{
		fault: 'arguments that are not JSON',
		replies: [calling({ ...COMMAND, arguments: '{"command": "echo' })],
		expect: TWICE,
	},
	{
		fault: 'arguments that are no object',
		replies: [calling({ ...COMMAND, arguments: '["echo"]' })],
		expect: TWICE,
	},
	{
		fault: 'arguments of the wrong type',
		replies: [calling({ ...COMMAND, arguments: { command: 7 } })],
		expect: TWICE,
	},
	{
		fault: 'arguments that are missing',
		replies: [calling({ ...COMMAND, arguments: '' })],
		expect: TWICE,
	},
	{ fault: 'an unknown tool', replies: [calling({ name: 'fly', arguments: {} })], expect: TWICE },
	{
		fault: 'a tool name that may not be sent back',
		replies: [calling({ name: 'fly away! 😀', arguments: {} })],
		expect: TWICE,
	},
	{ fault: 'a tool without a name', replies: [calling({ name: '', arguments: {} })], expect: TWICE },
	{
		fault: 'the same mistake four times',
		replies: [calling({ ...COMMAND, arguments: '{' })],
		isForever: true,
		expect: {
			requests: 4,
			shown: ['', '', '', ''],
			answer: '',
			end: 'tool-failed',
			exitCode: 1,
			reason: 'shell failed 4 times in a row',
		},
	},
	{
		fault: 'a tool call, and the next request fails',
		replies: [calling(COMMAND), refusing(500), breaking('drop', 'headers')],
		expect: { ...RAN, requests: 4, waits: ['server-error 200', 'empty-reply 400'] },
	},
	{
		fault: 'every reply breaks off after its tool call',
		// Each time another call: the same one five times over would end the run as stuck.
		replies: Array.from({ length: 6 }, (_, time) => ({
			text: 'I will see.',
			calls: [{ ...COMMAND, arguments: { ...COMMAND.arguments, timeout_ms: 60_000 + time } }],
			fault: { kind: 'end', after: 'reply' },
		})),
		expect: {
			requests: 6,
			commands: 6,
			shown: Array(6).fill('I will see.'),
			answer: 'I will see.',
			end: 'failed stream-broken',
			exitCode: 1,
			reason: 'broke off 6 times in a row',
		},
	},
]

function lacking(...complaints: readonly string[]): readonly ScriptedReply[] {
	return complaints.map(message => refusing(400, { error: { message } }))
}

const LACKS: readonly FaultCase[] = [
	{
		fault: 'a server that cannot stream',
		replies: lacking('Streaming is not supported by this model.'),
		expect: { requests: 2 },
	},
	{
		fault: 'a server that lacks three things',
		on: ['chat'],
		replies: lacking(
			'Unknown parameter: stream_options',
			'max_tokens is too large',
			'This model does not support streaming.',
		),
		expect: { requests: 4 },
	},
	{
		fault: 'a server that keeps nothing and seals nothing',
		on: ['responses'],
		replies: lacking('Unknown parameter: include', 'Unknown parameter: prompt_cache_key'),
		expect: { requests: 3 },
	},
	{
		fault: 'a server that marks no caches',
		on: ['messages'],
		replies: lacking('cache_control: Extra inputs are not permitted'),
		expect: { requests: 2 },
	},
	{
		fault: 'a model that writes less than it was asked for',
		replies: lacking('max_tokens and max_output_tokens: 16384 > 8192, which is the maximum'),
		expect: { requests: 2 },
	},
	{
		fault: 'a complaint that asking for less does not settle',
		replies: lacking('Streaming is not supported by this model.', 'Something else is wrong'),
		expect: { ...atOnce('bad-request', 'Something else is wrong'), requests: 2 },
	},
	{
		fault: 'a server that lacks something and then fails',
		replies: [...lacking('Streaming is not supported by this model.'), refusing(500), refusing(503)],
		expect: { requests: 4, waits: ['server-error 200', 'overloaded 400'] },
	},
]

export const FAULTS: Readonly<Record<string, readonly FaultCase[]>> = {
	'The connection': CONNECTION,
	'A status': STATUS,
	'A limit': WAITING,
	'The stream': STREAM,
	'Its framing': FRAMING,
	'The end of a reply': ENDINGS,
	'Tool calls': CALLS,
	'What it lacks': LACKS,
}

export function expectedOutcome({ expect, expectOn }: FaultCase, wire: WireName): Outcome {
	return { ...WELL, ...expect, ...expectOn?.[wire] }
}

export function replyOf({ replies, isForever }: FaultCase, index: number): ScriptedReply {
	return replies[index] ?? (isForever ? replies.at(-1) : undefined) ?? GOOD
}
