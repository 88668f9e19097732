// `agent mcp login` of the built program, with a browser that goes where it is sent, and what comes of the login.

import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import {
	type LoginRules,
	type ProtectedServer,
	startProtectedServer,
} from '../../../support/mcp/protected-server.ts'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent, startAgent } from '../../../support/run-agent.ts'

let desk: Desk
let server: ProtectedServer
let model: ModelServer | undefined
beforeEach(async () => {
	desk = await makeDesk()
	await mkdir(desk.home)
})
afterEach(async () => {
	await server.close()
	await model?.close()
	model = undefined
	await desk.remove()
})

async function configured(rules: LoginRules = {}, entry: object = {}): Promise<void> {
	server = await startProtectedServer(rules)
	const mcpServers = { corp: { type: 'http', url: server.url, ...entry } }
	await writeFile(join(desk.home, 'settings.json'), JSON.stringify({ mcpServers }))
	// The system's first line of a script knows no quotes, and the Node of a checkout may need some.
	const browser = `#!/usr/bin/env node\nfetch(process.argv[2]).then(page => page.text())\n`
	await writeFile(join(desk.cwd, 'browser.mjs'), browser, { mode: 0o755 })
}

const agent = (...args: readonly string[]) =>
	runAgent(args, { desk, env: { BROWSER: join(desk.cwd, 'browser.mjs'), ...model?.environment } })

/** Every file below the home, as one text. */
async function everything(): Promise<string> {
	const names = await readdir(desk.home, { recursive: true, withFileTypes: true })
	// Our own code, compiled, knows such words.
	const files = names.filter(
		entry => entry.isFile() && !/mcp-credentials|cache\/compile/.test(entry.parentPath),
	)
	const texts = files.map(entry => readFile(join(entry.parentPath, entry.name), 'latin1'))
	return (await Promise.all(texts)).join('\n')
}

describe('agent mcp login', () => {
	test('opens the browser, and the server works from then on', async () => {
		await configured()
		const before = await agent('mcp', 'test', 'corp')
		assert.deepEqual([before.code, before.stderr], [1, 'corp: it wants a login (agent mcp login corp)\n'])
		const login = await agent('mcp', 'login', 'corp')
		assert.deepEqual([login.code, login.stdout], [0, 'You are logged in to corp.\n'], login.stderr)
		assert.match(login.stderr, /this is the page:\nhttp:\/\/127\.0\.0\.1:\d+\/authorize\?/)
		const after = await agent('mcp', 'test', 'corp')
		assert.match(after.stdout, /corp: connected to p 1, protocol 2025-11-25: 2 tools/)
	})

	test('by a code says where to type it', async () => {
		await configured({ devicePolls: [] })
		// Without a browser nobody has to ask for it.
		const { child, says, ended } = startAgent(['mcp', 'login', 'corp'], { desk })
		await says('and type the code ABCD-EFGH')
		child.kill('SIGINT')
		assert.notEqual((await ended).code, 0)
	})

	test('by a code can be wished, and is told where there is none', async () => {
		await configured()
		const { code, stderr } = await agent('mcp', 'login', 'corp', '--device')
		assert.equal(code, 3)
		assert.match(stderr, /no login by code: run `agent mcp login corp` without --device/)
	})

	test('of a server that wants none says so', async () => {
		await configured({ isOpen: true })
		const { code, stdout } = await agent('mcp', 'login', 'corp')
		assert.deepEqual([code, stdout], [0, 'corp wants no login.\n'])
	})

	for (const [what, entry, problem] of [
		[
			'a program',
			{ type: 'stdio', url: undefined, command: 'true' },
			/corp is started here, and has no login/,
		],
		[
			'a header of its own',
			{ headers: { authorization: 'Bearer x' } },
			/has an Authorization header of its own/,
		],
		[
			'settings that cannot be meant',
			{ oauth: { redirectPort: 0 } },
			/oauth\.redirectPort of the MCP server corp/,
		],
	] as const)
		test(`is not possible for ${what}`, async () => {
			await configured({}, entry)
			const { code, stderr } = await agent('mcp', 'login', 'corp')
			assert.notEqual(code, 0)
			assert.match(stderr, problem)
		})

	test('that is refused ends with an error', async () => {
		await configured({ page: 'refuses' })
		const { code, stderr } = await agent('mcp', 'login', 'corp')
		assert.equal(code, 3)
		assert.match(stderr, /the login was refused in the browser/)
	})
})

test('a run uses the login, renews it, and leaves its tokens nowhere', async () => {
	await configured()
	await agent('mcp', 'login', 'corp')
	server.expire()
	model = await startModelServer()
	model.script({ calls: [{ name: 'mcp__corp__look', arguments: {} }] }, { text: 'I have looked.' })
	const { code, stdout, stderr } = await agent('run', '-m', 'openai/test-model', '--approve', 'all', 'look')
	assert.deepEqual([code, stdout], [0, 'I have looked.\n'], stderr)
	assert.match(JSON.stringify(model.requests.at(-1)?.body), /done/)
	assert.doesNotMatch((await everything()) + stdout + stderr, /access-token|refresh-token/)
	assert.doesNotMatch(JSON.stringify(model.requests.map(({ body }) => body)), /access-token|refresh-token/)
})

test('a token that a server sends back is masked', async () => {
	await configured({ echoesTokens: true })
	await agent('mcp', 'login', 'corp')
	model = await startModelServer()
	model.script({ calls: [{ name: 'mcp__corp__look', arguments: {} }] }, { text: 'I have looked.' })
	await agent('run', '-m', 'openai/test-model', '--approve', 'all', 'look')
	const seen = JSON.stringify(model.requests.at(-1)?.body)
	assert.match(seen, /you sent/)
	assert.doesNotMatch(seen + (await everything()), /access-token/)
})

test('agent scrub knows the tokens', async () => {
	await configured()
	await agent('mcp', 'login', 'corp')
	const { stdout } = await runAgent(['scrub'], { desk, stdin: 'it was access-token-3 today\n' })
	assert.match(stdout, /^it was \[.*\] today\n$/)
})

test('agent mcp logout forgets it', async () => {
	await configured()
	await agent('mcp', 'login', 'corp')
	assert.equal((await agent('mcp', 'logout', 'corp')).stdout, 'The login for corp is gone.\n')
	assert.equal(server.asked.at(-1), 'POST /revoke')
	assert.equal((await agent('mcp', 'logout', 'corp')).stdout, 'There was no login for corp.\n')
	assert.equal((await agent('mcp', 'test', 'corp')).code, 1)
})
