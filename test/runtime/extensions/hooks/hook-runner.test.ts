import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, test } from 'vitest'
import type { JsonValue } from '../../../../src/core/json.ts'
import type { ExtensionOrigin } from '../../../../src/extensions/extension-files.ts'
import type { HookEvent } from '../../../../src/extensions/hooks/hook.ts'
import { readHooks } from '../../../../src/extensions/hooks/read-hooks.ts'
import { HookRunner } from '../../../../src/runtime/extensions/hooks/hook-runner.ts'
import { temporaryFolder } from '../../../support/sessions/temporary-folder.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0)) await close()
})

async function runnerFor(
	value: JsonValue,
	more: { env?: Record<string, string>; origin?: ExtensionOrigin; known?: readonly string[] } = {},
): Promise<HookRunner> {
	const cwd = await temporaryFolder()
	const { hooks, problems } = readHooks([
		{ origin: more.origin ?? { scope: 'user' }, path: '/s.json', value },
	])
	assert.deepEqual(problems, [])
	const runner = new HookRunner({
		hooks,
		place: { cwd, home: cwd },
		projectRoot: '/the/project',
		env: { PATH: process.env.PATH, ...more.env },
		knownSecrets: () => more.known ?? [],
		scrub: text => text,
	})
	closing.push(() => runner.close())
	return runner
}

function ask(runner: HookRunner, event: HookEvent, names: readonly string[] = []) {
	return runner.replies(event, [{ names, input: { hook_event_name: event } }], {
		signal: new AbortController().signal,
	})
}

type Served = { request: IncomingMessage; body: string }

async function serve(status: number, reply: string, delayed = false) {
	const served: Served[] = []
	const server = createServer((request, response) => {
		let body = ''
		request.setEncoding('utf8').on('data', text => (body += text))
		request.on('end', () => {
			served.push({ request, body })
			if (!delayed) response.writeHead(status, { location: '/elsewhere' }).end(reply)
		})
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	closing.push(() => {
		server.closeAllConnections()
		server.close()
	})
	const { port } = server.address() as AddressInfo
	return { url: `http://127.0.0.1:${port}/hook`, served }
}

describe('the environment of a hook', () => {
	test('has the folders and none of the keys', async () => {
		const says = 'echo "$CLAUDE_PROJECT_DIR|$CLAUDE_PLUGIN_ROOT|$AGENT|$OPENAI_API_KEY|$HARMLESS"'
		const runner = await runnerFor(
			{ SessionStart: [{ hooks: [{ type: 'command', command: says }] }] },
			{
				env: { OPENAI_API_KEY: 'sk-1234567890', HARMLESS: 'yes' },
				origin: { scope: 'plugin', plugin: 'p', root: '/plug in' },
			},
		)
		const { contexts } = await ask(runner, 'SessionStart')
		assert.equal(contexts[0]?.text, '/the/project|/plug in|keelson||yes')
	})

	test('the folders are filled in where no shell does it', async () => {
		const runner = await runnerFor(
			{
				SessionStart: [
					{
						hooks: [
							{ type: 'command', command: 'echo', args: [`$\{CLAUDE_PLUGIN_ROOT}/x`, '$HOME; rm'] },
							{ type: 'command', command: `echo '$\{CLAUDE_PLUGIN_ROOT}/y'` },
						],
					},
				],
			},
			{ origin: { scope: 'plugin', plugin: 'p', root: '/plug' } },
		)
		const { contexts } = await ask(runner, 'SessionStart')
		assert.deepEqual(
			contexts.map(({ text }) => text),
			['/plug/x $HOME; rm', '/plug/y'],
		)
	})
})

describe('several hooks', () => {
	test('run at once', async () => {
		// Each waits for the other, so one after the other they would never end.
		const folder = await temporaryFolder()
		const meet = (mine: string, other: string) =>
			`touch ${folder}/${mine}; while [ ! -e ${folder}/${other} ]; do sleep 0.01; done`
		const runner = await runnerFor({
			Stop: [
				{ hooks: [{ type: 'command', command: meet('a', 'b') }] },
				{ hooks: [{ type: 'command', command: meet('b', 'a') }] },
			],
		})
		assert.deepEqual(await ask(runner, 'Stop'), { contexts: [], messages: [], failures: [] })
	})
})

describe('hooks over HTTP', () => {
	const http = (url: string, more: Record<string, JsonValue> = {}): JsonValue => ({
		UserPromptSubmit: [{ hooks: [{ type: 'http', url, ...more }] }],
	})

	test('are posted the input, with the headers they name, and answer like a command', async () => {
		const { url, served } = await serve(200, '{"decision":"block","reason":"not on Sundays"}')
		const headers = { authorization: 'Bearer $TOKEN', 'x-other': `$\{OTHER}`, 'x-key': '$KEY' }
		const runner = await runnerFor(http(url, { headers, allowedEnvVars: ['TOKEN', 'KEY'] }), {
			env: { TOKEN: 'abc', OTHER: 'secret', KEY: 'sk-our-own-key-1' },
			known: ['sk-our-own-key-1'],
		})
		const { block } = await ask(runner, 'UserPromptSubmit')
		assert.equal(block?.reason, 'not on Sundays')
		const [first] = served
		assert.deepEqual(JSON.parse(first?.body ?? ''), { hook_event_name: 'UserPromptSubmit' })
		assert.equal(first?.request.method, 'POST')
		const { authorization, 'x-other': other, 'x-key': key } = first?.request.headers ?? {}
		assert.deepEqual([authorization, other, key], ['Bearer abc', '', ''])
	})

	test('plain text is context; an error, a redirect, silence and nobody at all block nothing', async () => {
		const plain = await runnerFor(http((await serve(200, 'it rains')).url))
		assert.equal((await ask(plain, 'UserPromptSubmit')).contexts[0]?.text, 'it rains')
		const failure = async (url: string, more: Record<string, JsonValue> = {}) => {
			const { failures, block } = await ask(await runnerFor(http(url, more)), 'UserPromptSubmit')
			assert.equal(block, undefined)
			return failures[0]?.text
		}
		assert.equal(await failure((await serve(500, '{"decision":"block"}')).url), 'HTTP status 500')
		assert.equal(await failure((await serve(302, '')).url), 'it redirects, which is not followed')
		assert.equal(await failure((await serve(200, '', true)).url, { timeout: 0.2 }), 'no answer within 0.2 s')
		assert.match(String(await failure('http://127.0.0.1:9/')), /ECONNREFUSED/)
		assert.match(
			String(await failure((await serve(200, `{"a":"${'x'.repeat(2_000_000)}"}`)).url)),
			/begins like JSON/,
		)
	})
})
