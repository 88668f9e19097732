import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { doctor } from '../../src/cli/doctor.ts'
import type { LocalServer } from '../../src/cli/local-servers.ts'

let root: string
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-doctor-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function examine(env: Record<string, string> = {}, servers: readonly LocalServer[] = []) {
	let out = ''
	const code = await doctor({
		version: '1.2.3',
		env: { PATH: process.env.PATH ?? '', KEELSON_HOME: join(root, 'home'), ...env },
		cwd: root,
		home: root,
		servers,
		output: {
			out: text => {
				out += text
			},
		},
	})
	return { code, out, lines: out.trimEnd().split('\n') }
}

const about = (lines: readonly string[], word: RegExp) => lines.filter(line => word.test(line))

async function serving(
	answer: { status?: number; body: string } | 'silence',
): Promise<LocalServer & { close(): void }> {
	const server = createServer((_request, response) => {
		if (answer === 'silence') return
		response.writeHead(answer.status ?? 200).end(answer.body)
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const close = () => {
		server.closeAllConnections()
		server.close()
	}
	return { name: 'Test', port: (server.address() as AddressInfo).port, close }
}

test('a machine with nothing set up is fine: the demo answers', async () => {
	const { code, lines } = await examine()
	assert.equal(code, 0)
	assert.deepEqual(about(lines, /Keelson|key|model/), [
		'ok      Keelson 1.2.3',
		'missing keys: none is set, so the built-in demo answers; set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY',
		'ok      model demo/demo',
	])
	assert.equal(about(lines, /^ok {6}Node 2\d\./).length, 1)
})

test('looking changes nothing', async () => {
	await examine()
	assert.deepEqual(await readdir(root), [])
})

test('keys are named by their variable and never shown', async () => {
	const { code, out, lines } = await examine({
		OPENAI_API_KEY: 'sk-very-secret',
		ANTHROPIC_AUTH_TOKEN: 'tok-secret',
	})
	assert.equal(code, 0)
	assert.doesNotMatch(out, /secret/)
	assert.deepEqual(about(lines, /key|model/), [
		'ok      key ANTHROPIC_AUTH_TOKEN is set (anthropic)',
		'ok      key OPENAI_API_KEY is set (openai)',
		'ok      key OPENAI_API_KEY is set (openai-chat)',
		'ok      model anthropic/claude-sonnet-5-5',
	])
})

test('a chosen model without its key has to be put right', async () => {
	const { code, lines } = await examine({ KEELSON_MODEL: 'openai/x,ollama/y', GEMINI_API_KEY: 'k' })
	assert.deepEqual([code, about(lines, /FAILED/)], [3, ['FAILED  key for openai: OPENAI_API_KEY is not set']])
})

test('settings that cannot be used have to be put right', async () => {
	await mkdir(join(root, 'home'))
	const file = join(root, 'home/settings.json')
	await writeFile(file, '{"ui": {"theme": "pink"}}')
	const { code, lines } = await examine()
	assert.equal(code, 3)
	assert.deepEqual(about(lines, /settings/), [
		`FAILED  settings: ${file}: ui.theme must be one of "dark", "light", "ansi", "colour-blind", not string "pink"`,
	])
})

test('a home that cannot be made has to be put right', async () => {
	await writeFile(join(root, 'file'), '')
	const { code, lines } = await examine({ KEELSON_HOME: join(root, 'file/home') })
	assert.equal(code, 3)
	assert.equal(about(lines, /^FAILED .*home cannot be written to .*; see KEELSON_HOME$/).length, 1)
})

test('programs that are not there are named with what is lost', async () => {
	const { code, lines } = await examine({ PATH: root })
	assert.equal(code, 0)
	assert.deepEqual(about(lines, /^missing git/), [
		'missing git: not found, so nothing can be said about branches and changes',
	])
})

describe('local model servers', () => {
	test('that answer are listed with their models, without control characters', async () => {
		const data = ['llama3:8b', 'evil\u001b[2J', 'c', 'd', 'e', 'f'].map(id => ({ id }))
		const server = await serving({ body: JSON.stringify({ data }) })
		const { lines } = await examine({}, [server])
		server.close()
		assert.deepEqual(about(lines, /Test/), [
			`ok      Test on port ${server.port}: llama3:8b, evil?[2J, c, d, e and 1 more`,
		])
	})

	test('that are silent, something else, or not there are no model servers', async () => {
		const servers = [
			await serving('silence'),
			await serving({ body: '<html>' }),
			await serving({ status: 404, body: '{"data": []}' }),
		]
		const gone = await serving({ body: '' })
		gone.close()
		const { code, lines } = await examine({}, [...servers, gone])
		for (const server of servers) server.close()
		assert.equal(code, 0)
		assert.deepEqual(about(lines, /model server/), [
			`missing local models: no model server on port ${[...servers, gone].map(server => server.port).join(', ')}`,
		])
	})
})
