// What becomes of a chain of two providers when the first of them fails: which of them is asked, how often, and what the
// user is told. One row for each way to fail (SPEC M4).

import type { ScriptedReply } from '../model-server/reply/reply.ts'

export type ChainCase = {
	failure: string
	/** The first provider's answer to whatever it is asked. Left out: it has no key, or nobody listens. */
	reply?: ScriptedReply
	without?: 'key' | 'server' | 'trust'
	/** Requests that the first gets, and the second. */
	asked: readonly [first: number, second: number]
	/** Of the line that says why and to whom; of the error where nobody else is asked. */
	says: RegExp
	/** `finished` where the second has answered. */
	end: string
	/** Whether the first rests in the next process, too. */
	rests: boolean
}

const next = { end: 'finished', rests: true } as const

function refused(status: number, error: ScriptedReply['error'] = {}, headers = {}): ScriptedReply {
	return { status, error: { message: 'No.', ...error }, headers }
}

export const CHAIN_CASES: readonly ChainCase[] = [
	{
		failure: '401, a wrong key',
		reply: refused(401, { message: 'Incorrect API key provided.' }),
		asked: [1, 1],
		says: /^first\/m failed: .*401.*Going on with second\/m\.$/,
		...next,
		rests: false,
	},
	{
		failure: '403, no right to it',
		reply: refused(403),
		asked: [1, 1],
		says: /first\/m failed: .*403.*second\/m/,
		...next,
		rests: false,
	},
	{
		failure: 'no key',
		without: 'key',
		asked: [0, 1],
		says: /first\/m failed: no key for first.*FIRST_API_KEY.*second\/m/,
		...next,
		rests: false,
	},
	{ failure: '402', reply: refused(402), asked: [1, 1], says: /first\/m failed: .*402.*second\/m/, ...next },
	{
		failure: '429, the quota',
		reply: refused(429, { code: 'insufficient_quota', message: 'You exceeded your current quota.' }),
		asked: [1, 1],
		says: /first\/m failed: .*quota.*second\/m/,
		...next,
	},
	{
		failure: '400, no credit',
		reply: refused(400, { message: 'Your credit balance is too low to access the API.' }),
		asked: [1, 1],
		says: /first\/m failed: .*credit balance.*second\/m/,
		...next,
	},
	{
		failure: '429, an hour to wait',
		reply: refused(429, {}, { 'retry-after': '3600' }),
		asked: [1, 1],
		says: /first\/m failed: .*429.*second\/m/,
		...next,
	},
	{
		failure: '429, each time',
		reply: refused(429),
		asked: [6, 1],
		says: /first\/m failed: .*429.*second\/m/,
		...next,
	},
	{
		failure: '404, the model is gone',
		reply: refused(404, { code: 'model_not_found', message: 'The model `m` does not exist.' }),
		asked: [1, 1],
		says: /first\/m failed: .*does not exist.*second\/m/,
		...next,
	},
	{
		failure: '400, the window is too small',
		reply: refused(400, { code: 'context_length_exceeded', message: 'maximum context length is 9 tokens' }),
		asked: [1, 1],
		says: /first\/m failed: .*context length.*second\/m/,
		...next,
		rests: false,
	},
	{ failure: '408, each time', reply: refused(408), asked: [6, 1], says: /408.*second\/m/, ...next },
	{ failure: '500, each time', reply: refused(500), asked: [6, 1], says: /500.*second\/m/, ...next },
	{ failure: '502, each time', reply: refused(502), asked: [6, 1], says: /502.*second\/m/, ...next },
	{ failure: '503, each time', reply: refused(503), asked: [6, 1], says: /503.*second\/m/, ...next },
	{ failure: '529, each time', reply: refused(529), asked: [6, 1], says: /529.*second\/m/, ...next },
	{
		failure: '501 for every request',
		reply: refused(501),
		asked: [7, 1],
		says: /501.*second\/m/,
		...next,
	},
	{
		failure: 'nobody listens',
		without: 'server',
		asked: [0, 1],
		says: /refused the connection.*second\/m/,
		...next,
	},
	{
		failure: 'a certificate that is not trusted',
		without: 'trust',
		asked: [0, 1],
		says: /certificate.*second\/m/,
		...next,
		rests: false,
	},
	{
		failure: 'a web page',
		reply: { body: '<!doctype html><title>Welcome</title>' },
		asked: [1, 1],
		says: /web page.*second\/m/,
		...next,
	},
	{ failure: 'empty streams', reply: { body: '' }, asked: [7, 1], says: /nothing.*second\/m/, ...next },
	{
		failure: 'an error at the beginning of each stream',
		reply: {
			text: 'x',
			fault: { kind: 'error', after: 'headers', error: { type: 'overloaded_error', message: 'Overloaded' } },
		},
		asked: [6, 1],
		says: /Overloaded.*second\/m/,
		...next,
	},
	{
		failure: 'no quota, said in the stream',
		reply: {
			text: 'x',
			fault: { kind: 'error', after: 'headers', error: { code: 'insufficient_quota', message: 'No quota.' } },
		},
		asked: [1, 1],
		says: /No quota.*second\/m/,
		...next,
	},
	{
		failure: 'a reply that breaks when some of it was shown, each time',
		reply: { text: ['All is ', 'well.'], fault: { kind: 'drop', after: 'text' } },
		asked: [6, 0],
		says: /broke off before it was complete/,
		end: 'failed stream-broken',
		rests: true,
	},
	{
		failure: '400, a field that this server does not know',
		reply: refused(400, { message: "Unrecognized request argument supplied: 'parallel'." }),
		asked: [1, 1],
		says: /first\/m failed: .*Unrecognized request argument.*Going on with second\/m/,
		end: 'finished',
		rests: false,
	},
	{
		failure: '413, too large for what stands in front',
		reply: refused(413),
		asked: [1, 1],
		says: /first\/m failed: .*413.*second\/m/,
		end: 'finished',
		rests: false,
	},
	{
		failure: '400, a request that is wrong',
		reply: refused(400, { message: 'Invalid value.' }),
		asked: [1, 0],
		says: /Invalid value/,
		end: 'failed bad-request',
		rests: false,
	},
	{
		failure: '400, a filter',
		reply: refused(400, { code: 'content_filter', message: 'Filtered.' }),
		asked: [1, 0],
		says: /Filtered/,
		end: 'failed content-filter',
		rests: false,
	},
]
