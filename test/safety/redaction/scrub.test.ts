import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { createScrubber, masksIn } from '../../../src/safety/redaction/scrub.ts'
import { randomText } from '../../support/secret-cases.ts'

const scrub = createScrubber(() => [])

// Put together here, so that no scanner takes this file for a leak.
const LETTERS = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xY'
const KEY = [
	'-----BEGIN RSA PRIVATE ',
	'KEY-----\nMIIEpAIBAAKCAQEA\nq83vEjRWeJA=\n-----END RSA PRIVATE ',
	'KEY-----',
].join('')
const JWT = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N'].join('.')

describe('masked', () => {
	const cases: readonly [name: string, text: string, expected: string][] = [
		['an OpenAI key', `key sk-${LETTERS}`, 'key [REDACTED:token]'],
		['an Anthropic key', `key sk-ant-api03-${LETTERS}`, 'key [REDACTED:token]'],
		['a GitHub token', `ghp_${LETTERS}abcd`, '[REDACTED:token]'],
		['a fine-grained GitHub token', `github_pat_${LETTERS}`, '[REDACTED:token]'],
		['a Slack token', `xoxb-${'1234567890'}-abcDEF`, '[REDACTED:token]'],
		['an AWS key id', `id AKIA${'IOSFODNN7EXAMPLE'}.`, 'id [REDACTED:token].'],
		['a Google key', `AIza${'SyA-1234567890abcdefghijklmnopqrstu'}`, '[REDACTED:token]'],
		['a GitLab token', `glpat-${'abcDEF123456ghiJKL78'}`, '[REDACTED:token]'],
		['an npm token', `npm_${LETTERS}abcd`, '[REDACTED:token]'],
		['a JSON web token', `token is ${JWT} here`, 'token is [REDACTED:token] here'],
		['a private key', `before\n${KEY}\nafter`, 'before\n[REDACTED:private-key]\nafter'],
		['a private key in JSON', JSON.stringify({ a: KEY }), '{"a":"[REDACTED:private-key]"}'],
		['a private key that is cut off', `x\n${KEY.slice(0, 60)}`, 'x\n[REDACTED:private-key]'],
		[
			'an authorization header',
			'Authorization: Basic dXNlcjpwYXNz',
			'Authorization: Basic [REDACTED:authorization]',
		],
		[
			'one in code',
			`"authorization": "Bearer ${LETTERS}"`,
			'"authorization": "Bearer [REDACTED:authorization]"',
		],
		['a bearer token alone', `-H "x: bearer ${LETTERS}"`, '-H "x: bearer [REDACTED:authorization]"'],
		[
			'a URL with a password',
			'postgres://app:hunter2@db:5432/x',
			'postgres://app:[REDACTED:url-password]@db:5432/x',
		],
		['one without a user', 'redis://:hunter2@cache', 'redis://:[REDACTED:url-password]@cache'],
		['an environment variable', 'DB_PASSWORD=correcthorse', 'DB_PASSWORD=[REDACTED:secret]'],
		['an exported one', 'export API_KEY=abc123def', 'export API_KEY=[REDACTED:secret]'],
		['a password in YAML', 'password: hunter2', 'password: [REDACTED:secret]'],
		['a password in JSON', '{"password": "correct-horse"}', '{"password": "[REDACTED:secret]"}'],
		[
			'one in escaped JSON',
			'{\\"password\\": \\"correct-horse\\"}',
			'{\\"password\\": \\"[REDACTED:secret]\\"}',
		],
		['a key in code', `const apiKey = 'abcd1234efgh'`, `const apiKey = '[REDACTED:secret]'`],
		['a secret in a query', '/cb?client_secret=s3cr3tvalue&x=1', '/cb?client_secret=[REDACTED:secret]&x=1'],
		[
			'an AWS secret by its name',
			`aws_secret_access_key = ${'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'}`,
			'aws_secret_access_key = [REDACTED:secret]',
		],
		['a random string', `x ${LETTERS} y`, 'x [REDACTED:high-entropy] y'],
	]
	for (const [name, text, expected] of cases) {
		test(name, () => assert.equal(scrub(text), expected))
	}
})

describe('left as it is', () => {
	const cases: readonly [name: string, text: string][] = [
		['a git hash', 'commit 3f2a9c1b7d8e6f5a4b3c2d1e0f9a8b7c6d5e4f3a'],
		['a UUID', 'id 550e8400-e29b-41d4-a716-446655440000'],
		['a SHA-256', `sha256:${'9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'}`],
		['a row of hashes', '3f2a9c1b7d8e6f5a-4b3c2d1e0f9a8b7c-6d5e4f3a9c1b7d8e'],
		['integrity in a lock file', `"integrity": "sha512-${'q8+R7x/Vb1Zt5Jw0Yp3Kc6Lm9Nd2Fs4Gh'.repeat(2)}=="`],
		['a sum in go.sum', `golang.org/x/text v0.3.0 h1:${'g61tztE5qeGQ89tm6NTjjM9VPIm088od1l6aSorWRWg'}=`],
		['a path', 'src/runtime/host/child-environment.ts:12'],
		['a path with a version', 'node_modules/.pnpm/@babel+core@7.24.0/node_modules/@babel/core/lib/index2.js'],
		['a link to a commit', 'https://github.com/nodejs/node/commit/6bdcd121fa62548519d7ae875d060aa8c94bfb8e'],
		['a camelCase name', 'findUserByEmailAddressAndTenantId2OrThrow'],
		['a snake_case name', 'test_2_users_can_not_share_one_session_token'],
		['an upper-case name', 'COMPRESSED_TEXTURE_FORMAT_2D_ARRAY_BINDING'],
		['a kebab-case name', 'my-service-deployment-production-eu-west-1'],
		['a platform package', '@esbuild/netbsd-arm64/bin/esbuild'],
		['a time', '2026-11-21T07:19:54.123Z-2026-11-21T07-19-54-123Z'],
		['a type annotation', 'function login(user: string, password: string, token: Token2): void'],
		['a typed array', 'pbkdf2(password: Uint8Array, salt: Uint8Array)'],
		['code that gets a secret', 'const apiKey = process.env.OPENAI_API_KEY ?? readKey(path)'],
		['a name passed on', 'login({ password: password, token, secret: options.secret })'],
		['a Python argument', 'connect(password=password, token=self.token, api_key=None)'],
		['a token of a lexer', `{ token: 'comment.line', next: 'start' }`],
		['a count of tokens', 'max_tokens: 4096, MAX_TOKENS=128000, "input_tokens": 1234567'],
		['a variable', 'curl -H "Authorization: Bearer $TOKEN" https://user:$PASS@host/'],
		['a place to fill in', 'API_KEY=<your-key> PASSWORD=your_password_here TOKEN=xxxxxxxx'],
		['the working folder', 'PWD=/home/user/project'],
		['prose', 'The password is required. Secret: unknown. Token: invalid'],
		['an alphabet', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'],
		['base64 data longer than any key', 'iVBORw0KGgoAAAANSUhEUgAAAAUA9x8y7z'.repeat(20)],
		['an email address', 'write to someone@example.com or ssh://git@github.com/x/y'],
	]
	for (const [name, text] of cases) {
		test(name, () => assert.equal(scrub(text), text))
	}
})

test('values known to be secret go first and whole, the longer before the one it contains', () => {
	let secrets = ['plain words', 'plain words and more']
	const scrubKnown = createScrubber(() => secrets)
	assert.equal(
		scrubKnown('a plain words and more b plain words c'),
		'a [REDACTED:known-secret] b [REDACTED:known-secret] c',
	)
	secrets = []
	assert.equal(scrubKnown('plain words'), 'plain words')
})

test('scrubbing twice changes nothing more, whatever the text', () => {
	const piece = fc.oneof(
		fc.string(),
		fc.constantFrom(
			'password',
			'=',
			': ',
			'"',
			"'",
			'\n',
			' ',
			'Bearer ',
			'token',
			'https://u:',
			'@',
			`sk-${LETTERS}`,
			KEY,
		),
		fc.stringMatching(/^[A-Za-z0-9+/_-]{0,60}$/),
	)
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
			const once = scrub(pieces.join(''))
			assert.equal(scrub(once), once)
		}),
		{ numRuns: 2_000 },
	)
})

test('a random key of 32 characters or more is found wherever it stands', () => {
	const character = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')
	const key = fc.string({ unit: character, minLength: 40, maxLength: 200 }).filter(isRandomLooking)
	fc.assert(
		fc.property(key, fc.constantFrom(' ', '"', '\n', '(', ','), (value, border) => {
			assert.equal(scrub(`a${border}${value}${border}b`), `a${border}[REDACTED:high-entropy]${border}b`)
		}),
		{ numRuns: 500 },
	)
})

/** Generators like repetition; a key has as much entropy as SPEC says, many different characters, digits throughout. */
function isRandomLooking(value: string): boolean {
	const counts = [...new Set(value)].map(character => value.split(character).length - 1)
	const bits = counts.reduce(
		(sum, count) => sum - (count / value.length) * Math.log2(count / value.length),
		0,
	)
	return (
		bits >= 4 && counts.length >= 20 && (value.match(/\d/g)?.length ?? 0) >= 6 && !/abcdefgh/i.test(value)
	)
}

test('lines of base64 go together, whatever one of them looks like', () => {
	const random = randomText(BASE64, 76, 'a line of base64')
	const ordinary = 'findUserByEmailAddress1'.repeat(4).slice(0, 76)
	for (const end of ['\n', '\r\n']) {
		const after = [random, ordinary, random, ordinary.slice(1), ''].join(end)
		assert.equal(
			scrub(after),
			[...Array.from({ length: 3 }, () => '[REDACTED:high-entropy]'), ordinary.slice(1), ''].join(end),
		)
		assert.equal(scrub([ordinary, ordinary, ''].join(end)), [ordinary, ordinary, ''].join(end))
	}
	const apart = `${random}\n\n${ordinary}\n`
	assert.equal(scrub(apart), `[REDACTED:high-entropy]\n\n${ordinary}\n`)
})

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

test('in an address the word itself is a password, but in capitals it stands for one', () => {
	const [taken, left] = ['postgres://user:password@localhost/db', 'mongodb+srv://USERNAME:PASSWORD@cluster/']
	assert.equal(scrub(taken), 'postgres://user:[REDACTED:url-password]@localhost/db')
	assert.equal(scrub(left), left)
})

test('masks are found in the order they stand in', () => {
	assert.deepEqual(masksIn(scrub(`password=hunter22 and ${LETTERS}`)), [
		'[REDACTED:secret]',
		'[REDACTED:high-entropy]',
	])
})
