import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ErrorCode } from '../../../src/core/errors.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { fromNetwork, fromPayload, fromRefusal } from '../../../src/providers/errors/map-error.ts'
import { redactKeys } from '../../../src/providers/errors/redact-keys.ts'
import { PlainHeaders } from '../../../src/providers/http/http-headers.ts'

const CONFIG: ProviderConfig = {
	id: 'openai',
	api: 'responses',
	baseUrl: 'https://api.openai.com/v1',
	key: async () => undefined,
	keyName: 'OPENAI_API_KEY',
	keyOptional: false,
}
const ENDPOINT = { config: CONFIG, key: { value: 'secret-value-1', source: 'OPENAI_API_KEY' } }

const refused = (status: number, body: unknown, headers: Record<string, string> = {}) =>
	fromRefusal(
		{
			status,
			headers: new PlainHeaders(headers),
			text: typeof body === 'string' ? body : JSON.stringify(body),
		},
		ENDPOINT,
		0,
	)

describe('a refused request', () => {
	test.each<[string, number, unknown, ErrorCode]>([
		['too many requests', 429, { error: { type: 'rate_limit_error', message: 'Slow.' } }, 'rate-limited'],
		['a spent quota', 429, { error: { code: 'insufficient_quota', message: 'Quota.' } }, 'quota-exhausted'],
		['no credit', 400, { error: { message: 'Your credit balance is too low.' } }, 'quota-exhausted'],
		['no payment', 402, { error: { message: 'Pay.' } }, 'quota-exhausted'],
		[
			"Google's limit for a minute",
			429,
			[
				{
					error: { status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota. Retry in 34s.' },
				},
			],
			'rate-limited',
		],
		['a prompt that is too long', 400, { error: { code: 'context_length_exceeded' } }, 'context-overflow'],
		[
			'the same in words',
			400,
			{ error: { type: 'invalid_request_error', message: 'prompt is too long: 250000 tokens > 200000' } },
			'context-overflow',
		],
		['a filter', 400, { error: { code: 'content_filter', message: 'No.' } }, 'content-filter'],
		['a bad field', 400, { error: { message: "Unknown parameter: 'x'." } }, 'bad-request'],
		['HTTP/1.1 where only HTTP/2 is spoken', 403, 'Missing ALPN Protocol, expected `h2`', 'bad-request'],
		['a login of the network', 511, '<html>Log in</html>', 'config-invalid'],
		['a body that is too large', 413, { error: { type: 'request_too_large' } }, 'bad-request'],
		['a body that does not fit', 422, { detail: [{ msg: 'Field required' }] }, 'bad-request'],
		['a wrong key', 401, 'Unauthorized', 'auth-failed'],
		['a key without the right', 403, { error: { message: 'No access.' } }, 'auth-failed'],
		['a wrong key behind a 400', 400, { error: { message: 'API key not valid.' } }, 'auth-failed'],
		['an unknown path', 404, '', 'not-found'],
		['a request that took too long', 408, '', 'timeout'],
		['a server in trouble', 500, { error: { message: 'Oops' } }, 'server-error'],
		['a gateway in trouble', 502, '<html>bad gateway</html>', 'server-error'],
		['a server that is full', 503, '', 'overloaded'],
		['an overloaded model', 529, { error: { type: 'overloaded_error' } }, 'overloaded'],
	])('for %s has the right code', (_, status, body, code) => {
		assert.equal(refused(status, body).code, code)
	})

	test('says in one line who answered what', () => {
		const error = refused(500, { error: { message: 'Something\n  went wrong.' } })
		assert.equal(error.message, 'openai answered 500: Something went wrong')
	})

	test('carries the time to wait', () => {
		assert.equal(refused(429, { error: { message: 'Try again in 1m2s.' } }).retryAfterMs, 62_000)
		assert.equal(refused(503, '', { 'retry-after': '3' }).retryAfterMs, 3_000)
		assert.equal(refused(429, { error: { resets_in_seconds: 7_200 } }).retryAfterMs, 7_200_000)
	})

	test('suggests to check the name of a model that is not there', () => {
		const error = refused(404, { error: { message: 'The model `gpt-9` does not exist' } })
		assert.match(error.message, /check the model's name/)
		assert.match(error.message, /openai-chat/)
	})

	const PAGE = '<!DOCTYPE html><html><title>Welcome</title></html>'

	test.each([400, 401, 403, 404, 405, 422, 501])(
		'that is met with a web page and %i went to no API',
		status => {
			const error = refused(status, PAGE)
			assert.deepEqual([error.code, error.retryable], ['not-found', false])
			assert.equal(
				error.message,
				`openai answered ${status} with a web page: the base URL is not an API; check https://api.openai.com/v1`,
			)
		},
	)

	test.each<[number, ErrorCode]>([
		[400, 'server-error'],
		[404, 'not-found'],
		[413, 'bad-request'],
		[500, 'server-error'],
		[503, 'overloaded'],
	])('that is called a server error, as gateways call everything, with %i is %s', (status, code) => {
		assert.equal(refused(status, { error: { type: 'server_error', message: 'No.' } }).code, code)
	})

	test.each<[number, ErrorCode]>([
		[408, 'timeout'],
		[413, 'bad-request'],
		[429, 'rate-limited'],
		[500, 'server-error'],
		[502, 'server-error'],
		[503, 'overloaded'],
		[504, 'timeout'],
	])('that a proxy meets with its own page and %i is judged by the status', (status, code) => {
		const error = refused(status, PAGE)
		assert.equal(error.code, code)
		assert.match(error.message, new RegExp(`^openai answered ${status}(?:; |$)`))
		assert.equal(/what stands in front of/.test(error.message), status === 413 || status === 502)
	})

	test.each<[string, string, Record<string, string>]>([
		['by its header', '<!DOCTYPE html><title>One second</title>', { 'cf-mitigated': 'challenge' }],
		['by its page', '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title>', {}],
		['that blocks', '<html><head><title>Attention Required! | Cloudflare</title>', {}],
	])('by a bot check, known %s, is told as one', (_, page, headers) => {
		const { code, message, retryable } = refused(403, page, headers)
		assert.deepEqual([code, retryable], ['config-invalid', false])
		assert.match(
			message,
			/^openai answered 403: a (?:bot check|block) of Cloudflare.*api\.openai\.com to let API/,
		)
		assert.doesNotMatch(message, /base URL/)
	})

	test('by a door with a password is not taken for a wrong key, nor for a wrong address', () => {
		const { code, message } = refused(401, PAGE, { 'www-authenticate': 'Basic realm="Staff only"' })
		assert.equal(code, 'auth-failed')
		assert.match(
			message,
			/wants a name and a password for "Staff only" \(Basic authentication\).*providers\.openai\.headers/,
		)
	})

	test('never repeats the key', () => {
		const error = refused(401, { error: { message: 'Wrong key secret-value-1 (sk-proj-abc****wxyz)' } })
		assert.match(error.message, /Wrong key \[key\] \(\[key\]\)/)
	})
})

describe('a request that got no answer', () => {
	const local = (port: number) => ({
		...ENDPOINT,
		config: { ...CONFIG, baseUrl: `http://localhost:${port}/v1` },
	})
	const systemError = (code: string) => Object.assign(new Error(code), { code })

	test.each([
		[11_434, /Ollama.*ollama serve/],
		[1_234, /LM Studio/],
		[8_080, /llama\.cpp/],
		[8_000, /vLLM/],
		[9_999, /nothing listens on port 9999/],
	])('on port %i of this machine names the server that would listen there', (port, expected) => {
		const error = fromNetwork(systemError('ECONNREFUSED'), local(port))
		assert.equal(error.code, 'connection-lost')
		assert.match(error.message, expected)
	})

	test.each([
		['http', 80],
		['https', 443],
	])('names the port that %s has where the base URL names none', (scheme, port) => {
		const endpoint = { ...ENDPOINT, config: { ...CONFIG, baseUrl: `${scheme}://localhost/v1` } }
		const { message } = fromNetwork(systemError('ECONNREFUSED'), endpoint)
		assert.match(message, new RegExp(`nothing listens on port ${port} of this machine`))
	})

	test('is understood when several addresses were tried', () => {
		const error = fromNetwork(new AggregateError([systemError('ECONNREFUSED')]), local(11_434))
		assert.match(error.message, /Ollama/)
	})

	test('for a certificate is not worth another try', () => {
		const error = fromNetwork(systemError('SELF_SIGNED_CERT_IN_CHAIN'), ENDPOINT)
		assert.deepEqual([error.code, error.retryable], ['config-invalid', false])
		assert.match(error.message, /NODE_EXTRA_CA_CERTS/)
	})
})

test('an error inside a stream has a code and a time to wait', () => {
	const error = fromPayload({ error: { code: 'rate_limit_exceeded', message: 'Please try again in 20s.' } })
	assert.deepEqual([error.code, error.retryAfterMs], ['rate-limited', 20_000])
	assert.equal(fromPayload({ code: null, message: 'boom' }).code, 'server-error')
	const mistake = (message: string) => fromPayload({ error: { type: 'invalid_request_error', message } }).code
	assert.equal(mistake('tools.0.name: wrong'), 'bad-request')
	assert.equal(mistake('prompt is too long: 210000 tokens'), 'context-overflow')
	const numbered = (code: number) => fromPayload({ error: { code, message: 'no' } }).code
	assert.deepEqual([400, 402, 429, 502].map(numbered), [
		'bad-request',
		'quota-exhausted',
		'rate-limited',
		'server-error',
	])
})

test('keys are taken out of text in every form that vendors print them in', () => {
	assert.equal(
		redactKeys('sk-proj-1234567890 sk-ant-api03-x_y-z AIzaSyA1234567890 Bearer abc gsk_12345678', undefined),
		'[key] [key] [key] Bearer [key] [key]',
	)
	assert.equal(redactKeys('the task-force and sk-1 stay', undefined), 'the task-force and sk-1 stay')
})
