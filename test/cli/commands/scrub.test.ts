import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ByteSink, scrub } from '../../../src/cli/commands/scrub.ts'
import { ownSecrets } from '../../../src/cli/startup/own-secrets.ts'
import { type Desk, makeDesk, runAgent, startAgent } from '../../support/run-agent.ts'
import { keptCases, maskedCases } from '../../support/secret-cases.ts'

/** Everything the command says, with stdin cut into pieces of `size` bytes. */
async function answer(bytes: Uint8Array, options: { size?: number; known?: string[]; isTTY?: boolean } = {}) {
	const { size = 1_000, known = [], isTTY = false } = options
	const written: Uint8Array[] = []
	let shown = ''
	let error = ''
	const stdout: ByteSink = {
		isTTY,
		write: piece => {
			written.push(piece)
			return true
		},
		once: () => assert.fail('nobody was told to wait'),
	}
	const code = await scrub({
		stdin: piecesOf(bytes, size),
		stdout,
		output: {
			out: text => {
				shown += text
			},
			error: text => {
				error += text
			},
			closed: new AbortController().signal,
		},
		known,
	})
	return { code, bytes: Buffer.concat(written), shown, error }
}

async function* piecesOf(bytes: Uint8Array, size: number) {
	for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

describe('scrub', () => {
	test('lets through every byte that is no secret, also what is no UTF-8, however the input is cut', async () => {
		const bytes = Buffer.concat([
			Buffer.from('Grüße 🙂\n'),
			Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x0a]),
			Buffer.from('pass: é\npassword=hunter22\n\0\0x'),
		])
		const expected = Buffer.from(bytes.toString('latin1').replace('hunter22', '[REDACTED:secret]'), 'latin1')
		for (const size of [1, 2, 3, 7, 1_000]) {
			const { code, bytes: out } = await answer(bytes, { size })
			assert.equal(code, 0)
			assert.deepEqual(out, expected)
		}
	})

	test('gives for bytes what the filter gives for text', async () => {
		for (const { text, expected } of maskedCases())
			assert.equal((await answer(Buffer.from(text), { size: 11 })).bytes.toString(), expected)
		for (const { text } of keptCases())
			assert.equal((await answer(Buffer.from(text), { size: 11 })).bytes.toString(), text)
	})

	test('finds values it knows, in other alphabets too', async () => {
		const { bytes } = await answer(Buffer.from('a schlüssel-wort b'), { known: ['schlüssel-wort'], size: 5 })
		assert.equal(bytes.toString(), 'a [REDACTED:known-secret] b')
	})

	test('lets no escape sequence out of a file onto a terminal', async () => {
		const { shown, bytes } = await answer(Buffer.from('a\x1b]52;c;eA==\x07b \u001b[2Jü\n'), {
			isTTY: true,
			size: 3,
		})
		assert.equal(shown, 'ab ü\n')
		assert.equal(bytes.length, 0)
	})

	test('waits for a reader that is slow', async () => {
		const stdout = new PassThrough({ highWaterMark: 10 })
		const closed = new AbortController()
		const running = scrub({
			stdin: piecesOf(Buffer.from('line of text\n'.repeat(50)), 13),
			stdout,
			output: { out: () => {}, error: () => {}, closed: closed.signal },
			known: [],
		})
		const [first] = await once(stdout, 'data')
		assert.equal(String(first), 'line of text\n')
		const rest = stdout.toArray()
		assert.equal(await running, 0)
		stdout.end()
		assert.equal(Buffer.concat(await rest).length, 13 * 49)
	})
})

describe('agent scrub', () => {
	let desk: Desk
	beforeEach(async () => {
		desk = await makeDesk()
	})
	afterEach(() => desk.remove())

	test('takes out what looks like a secret and the keys of this program', async () => {
		const env = { ANTHROPIC_API_KEY: 'not like a key at all', LAB_KEY: 'key of the laboratory' }
		await mkdir(desk.home, { recursive: true })
		const providers = { lab: { api: 'chat', baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LAB_KEY' } }
		await writeFile(join(desk.home, 'settings.json'), JSON.stringify({ providers }))
		const stdin = 'one password=hunter22\ntwo not like a key at all\nthree key of the laboratory\n'
		assert.deepEqual(await runAgent(['scrub'], { desk, env, stdin }), {
			code: 0,
			signal: null,
			stdout: 'one password=[REDACTED:secret]\ntwo [REDACTED:known-secret]\nthree [REDACTED:known-secret]\n',
			stderr: '',
		})
	})

	test('works with settings that cannot be read, and says what it does not know then', async () => {
		await mkdir(desk.home, { recursive: true })
		await writeFile(join(desk.home, 'settings.json'), '{ not json')
		const { code, stdout, stderr } = await runAgent(['scrub'], { desk, stdin: 'token: abc123def456\n' })
		assert.deepEqual([code, stdout], [0, 'token: [REDACTED:secret]\n'])
		assert.match(stderr, /^warning: .*settings\.json.*keys that only its providers have are not known\n$/)
	})

	test('ends quietly when nobody reads any more', async () => {
		const running = startAgent(['scrub'], { desk, stdin: 'open' })
		const { stdin, stdout } = running.child
		stdin?.on('error', () => {})
		stdin?.write('first line\n')
		await running.says('first line\n')
		stdout?.destroy()
		const feed = setInterval(() => stdin?.write('x'.repeat(70_000)), 5)
		const { code, stderr } = await running.ended
		clearInterval(feed)
		assert.deepEqual([code, stderr], [0, ''])
	})

	test('says what it is for in one line', async () => {
		const { code, stdout } = await runAgent(['scrub', '--help'], { desk })
		assert.equal(code, 0)
		assert.match(stdout, /\ntake secrets out of what comes on stdin\n/)
	})
})

test('a stored login is known, too', async () => {
	const desk = await makeDesk()
	try {
		await mkdir(desk.home, { recursive: true })
		const file = { format: 1, providers: { openai: { type: 'key', key: 'stored-key-of-openai' } } }
		await writeFile(join(desk.home, 'credentials.json'), JSON.stringify(file), { mode: 0o600 })
		const env = { KEELSON_HOME: desk.home }
		assert.deepEqual(await ownSecrets({ env, home: desk.home, cwd: desk.cwd }), {
			known: ['stored-key-of-openai'],
			problems: [],
		})
	} finally {
		await desk.remove()
	}
})
