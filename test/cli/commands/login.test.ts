import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import {
	type OAuthServer,
	type OAuthServerOptions,
	startOAuthServer,
} from '../../support/providers/oauth-server.ts'
import { AGENT, baseEnvironment, type Desk, makeDesk, runAgent, startAgent } from '../../support/run-agent.ts'
import { openPty } from '../../support/screen/pty.ts'
import { tellAgent } from '../../support/talk/talk-agent.ts'

let models: ModelServer
let desk: Desk
let oauth: OAuthServer | undefined
beforeEach(async () => {
	models = await startModelServer()
	desk = await makeDesk()
})
afterEach(async () => {
	await models.close()
	await oauth?.close()
	oauth = undefined
	await desk.remove()
})

type More = { stdin?: string; env?: Record<string, string> }

const agent = (args: readonly string[], { stdin, env }: More = {}) => {
	const options = { desk, env: { OPENAI_BASE_URL: models.url, ...env } }
	return stdin === undefined ? runAgent(args, options) : tellAgent(args, options, stdin)
}

const ask = (model: string, more?: More) => agent(['run', '-m', model, 'hello'], more)
const keysSent = () => models.requests.map(({ headers }) => headers.authorization)
const stored = () => join(desk.home, 'credentials.json')

describe('a key', () => {
	beforeEach(() => models.onRequest(() => ({ text: 'Hello.' })))

	test('from a pipe is stored for the user alone, used, and beaten by the environment', async () => {
		const login = await runAgent(['login', 'openai'], { desk, stdin: '  piped-key-1234\n' })
		assert.deepEqual(login, {
			code: 0,
			signal: null,
			stdout: `The key for openai is stored in ${stored()}\n`,
			stderr: '',
		})
		assert.equal((await stat(stored())).mode & 0o777, 0o600)
		assert.equal((await ask('openai/test-model')).stdout, 'Hello.\n')
		assert.equal((await ask('openai/test-model', { env: { OPENAI_API_KEY: 'from-env' } })).code, 0)
		assert.deepEqual(keysSent(), ['Bearer piped-key-1234', 'Bearer from-env'])
	})

	test('makes its provider the default, and doctor names where it comes from', async () => {
		await agent(['login', 'openai'], { stdin: 'piped-key-1234' })
		assert.equal((await agent(['run', 'hello'])).stdout, 'Hello.\n')
		assert.deepEqual(keysSent(), ['Bearer piped-key-1234'])
		const { stdout } = await agent(['doctor'])
		assert.match(stdout, /ok {6}key credentials\.json is set \(openai\)/)
	})

	test('that is forgotten is gone, and the next run says what to do', async () => {
		await agent(['login', 'openai'], { stdin: 'piped-key-1234' })
		const logout = await agent(['logout'], { env: { OPENAI_API_KEY: 'from-env' } })
		assert.deepEqual([logout.code, logout.stdout], [0, `openai is taken out of ${stored()}\n`])
		assert.equal(logout.stderr, 'note: OPENAI_API_KEY is still set\n')
		assert.ok(!(await readFile(stored(), 'utf8')).includes('piped-key'))
		const { code, stderr } = await ask('openai/test-model')
		assert.equal(code, 3)
		assert.match(stderr, /^error: no key for openai: set OPENAI_API_KEY, run `agent login openai`/m)
	})

	test.each([
		['nothing', '', /there was no key/],
		['two words', 'two words', /that is no key/],
		['two lines', 'sk-1\nsk-2', /that is no key/],
	])('that is %s is refused and nothing is stored', async (_name, stdin, words) => {
		const { code, stderr } = await agent(['login', 'openai'], { stdin })
		assert.equal(code, 2)
		assert.match(stderr, words)
		await assert.rejects(stat(stored()))
	})

	test('for a provider that nobody knows is refused with the nearest name', async () => {
		const { code, stderr } = await agent(['login', 'opnai'], { stdin: 'k' })
		assert.equal(code, 2)
		assert.match(stderr, /there is no provider "opnai" to log in to; did you mean openai\?/)
	})

	test('typed into a terminal is never shown', async () => {
		const { code, screen } = await atTerminal(['login', 'openai'], [/not shown\): $/, 'typed-key-1234\r'])
		assert.equal(code, 0)
		assert.ok(!screen.includes('typed-key'), screen)
		assert.match(await readFile(stored(), 'utf8'), /"key": "typed-key-1234"/)
	})

	test('that the user does not want to type after all is not stored', async () => {
		const { code } = await atTerminal(['login', 'openai'], [/not shown\): $/, 'typed-k\u0003'])
		assert.equal(code, 130)
		await assert.rejects(stat(stored()))
	})
})

describe('a key command', () => {
	test('is kept when it works, runs without our keys, and is asked again after a 401', async () => {
		await writeFile(join(desk.cwd, 'vault'), 'vault-key-one')
		const env = { ANTHROPIC_API_KEY: 'anthropic-key-12' }
		const command = `echo "$ANTHROPIC_API_KEY" >> seen; cat '${desk.cwd}/vault'`
		const login = await agent(['login', 'openai', '--key-command', command], { env })
		assert.deepEqual(
			[login.code, login.stdout],
			[0, `The key for openai comes from the command in ${desk.home}/settings.json\n`],
		)
		models.onRequest(({ headers }) =>
			headers.authorization === 'Bearer vault-key-two' ? { text: 'Hello.' } : { status: 401 },
		)
		const failed = await ask('openai/test-model', { env })
		assert.equal(failed.code, 3)
		assert.match(failed.stderr, /check the key, which came from providers\.openai\.apiKeyCommand/)
		// Rotates just after it has been read for the first time.
		const rotating = `cat '${desk.cwd}/vault'; printf vault-key-two > '${desk.cwd}/vault'`
		await agent(['login', 'openai', '--key-command', rotating])
		await writeFile(join(desk.cwd, 'vault'), 'vault-key-one')
		assert.equal((await ask('openai/test-model', { env })).stdout, 'Hello.\n')
		assert.equal(await readFile(join(desk.cwd, 'seen'), 'utf8'), '\n\n\n')
		const logout = await agent(['logout', 'openai'])
		assert.match(logout.stdout, /^The key command for openai is taken out of /)
	})

	test('that does not work is not kept', async () => {
		const { code, stderr } = await agent(['login', 'openai', '--key-command', 'echo half-a-key; exit 1'])
		assert.deepEqual(
			[code, stderr],
			[3, 'error: the key command ended with exit code 1; run it by hand to see why\n'],
		)
		await assert.rejects(stat(join(desk.home, 'settings.json')))
	})

	test('of a project is not run', async () => {
		await mkdir(join(desk.cwd, '.keelson'))
		const providers = { openai: { apiKeyCommand: `touch '${desk.cwd}/was-run'; echo key` } }
		await writeFile(join(desk.cwd, '.keelson', 'settings.json'), JSON.stringify({ providers }))
		assert.equal((await ask('openai/test-model')).code, 3)
		assert.deepEqual(await readdir(desk.cwd), ['.keelson'])
	})
})

describe('a login', () => {
	const CORP = 'corp/test-model'

	async function offer(options: OAuthServerOptions = {}): Promise<OAuthServer> {
		const server = await startOAuthServer({ intervalSeconds: 0.02, ...options })
		oauth = server
		const corp = { api: 'responses', baseUrl: models.url, oauth: server.endpoints }
		await mkdir(desk.home, { recursive: true })
		await writeFile(join(desk.home, 'settings.json'), JSON.stringify({ providers: { corp } }))
		models.onRequest(({ headers }) =>
			server.accepts(headers.authorization)
				? { text: 'Hello.' }
				: { status: 401, error: { message: `${headers.authorization} is not good any more` } },
		)
		return server
	}

	/** As if an hour had gone by. */
	async function runOut(): Promise<void> {
		const text = await readFile(stored(), 'utf8')
		await writeFile(stored(), text.replaceAll(/"(expiresAt|refreshAt)": \d+/g, '"$1": 1'))
	}

	test('with a code on another device', async () => {
		const server = await offer()
		server.device('authorization_pending', 'authorization_pending')
		const { code, stdout, stderr } = await agent(['login', 'corp'])
		assert.deepEqual([code, stdout], [0, `The login for corp is stored in ${stored()}\n`])
		assert.equal(
			stderr,
			`Open ${server.url}/activate on any device and type this code: WXYZ-1234\nWaiting for that …\n`,
		)
		assert.equal((await ask(CORP)).stdout, 'Hello.\n')
		const [request] = models.requests
		assert.deepEqual([request?.body.store, request?.body.stream], [false, true])
	})

	test('in a browser, which is started without a shell and without our keys', async () => {
		const server = await offer()
		const programs = join(desk.cwd, 'programs')
		await mkdir(programs)
		const script = `#!/usr/bin/env node
			const { writeFileSync } = require('node:fs')
			const { argv, env } = process
			writeFileSync('browser.json', JSON.stringify({ urls: argv.slice(2), key: env.OPENAI_API_KEY ?? 'none' }))
			fetch(argv[2])`
		for (const name of ['xdg-open', 'open']) {
			await writeFile(join(programs, name), script)
			await chmod(join(programs, name), 0o755)
		}
		const env = { PATH: `${programs}:${process.env.PATH}`, OPENAI_API_KEY: 'openai-key-12' }
		const { code, stderr } = await agent(['login', 'corp', '--browser'], { env })
		assert.equal(code, 0, stderr)
		const page = stderr.split('\n')[1]
		assert.deepEqual(JSON.parse(await readFile(join(desk.cwd, 'browser.json'), 'utf8')), {
			urls: [page],
			key: 'none',
		})
		assert.ok(page?.startsWith(server.endpoints.authorizeUrl))
		assert.equal((await ask(CORP)).stdout, 'Hello.\n')
	})

	test('that the user stops ends with 130 and stores nothing', async () => {
		const server = await offer()
		server.device(...Array.from({ length: 10_000 }, () => 'authorization_pending'))
		const login = startAgent(['login', 'corp', '--device'], { desk })
		await login.says('Waiting for that')
		login.child.kill('SIGINT')
		const { code, stderr } = await login.ended
		assert.deepEqual([code, stderr.split('\n').at(-2)], [130, 'error: the login was cancelled'])
		await assert.rejects(stat(stored()))
	})

	test('is renewed when it has run out, and by force when the server says so', async () => {
		const server = await offer()
		await agent(['login', 'corp', '--device'])
		await runOut()
		assert.equal((await ask(CORP)).stdout, 'Hello.\n')
		server.revoke()
		assert.equal((await ask(CORP)).stdout, 'Hello.\n')
		const [first, second, third] = server.issued.map(({ access }) => `Bearer ${access}`)
		assert.ok(first)
		assert.deepEqual(keysSent(), [second, second, third])
	})

	test('that cannot be renewed ends the run with 3 and says what to do', async () => {
		const server = await offer()
		await agent(['login', 'corp', '--device'])
		server.refuseRefresh({ status: 400, body: '{"error":"invalid_grant"}' })
		await runOut()
		const ranOut = await ask(CORP)
		assert.equal(ranOut.code, 3)
		assert.match(
			ranOut.stderr,
			/^error: the login for corp is over \(invalid_grant\): run `agent login corp`$/m,
		)
		assert.deepEqual(keysSent(), [])
	})

	test('of two processes that find it run out is renewed once', async () => {
		const server = await offer({ refreshDelayMs: 300 })
		await agent(['login', 'corp', '--device'])
		await runOut()
		const both = await Promise.all([ask(CORP), ask(CORP)])
		assert.deepEqual(
			both.map(({ stdout }) => stdout),
			['Hello.\n', 'Hello.\n'],
		)
		assert.equal(server.asked.filter(({ fields }) => fields.grant_type === 'refresh_token').length, 1)
	})

	test('leaves its tokens nowhere but in its file, whatever a run does', async () => {
		const server = await offer()
		await agent(['login', 'corp', '--device'])
		await agent(['login', 'openai'], { stdin: 'pasted-key-wxyz' })
		let turn = 0
		models.onRequest(({ headers }) => {
			turn++
			if (turn === 1) {
				// Also each value by itself on a line, where nothing but knowing it gives it away.
				const command = `env; cat '${stored()}'; tr '":' '\\n' < '${stored()}'; tr '\\0' '\\n' < /proc/$PPID/environ`
				return { calls: [{ name: 'shell', arguments: { command } }] }
			}
			if (turn === 2) return { calls: [{ name: 'read', arguments: { path: stored() } }] }
			return { status: 401, error: { message: `${headers.authorization} and ${server.issued[0]?.refresh}` } }
		})
		server.refuseRefresh({ status: 400, body: `{"error":"no ${server.issued[0]?.refresh}"}` })
		const env = { KEELSON_DEBUG: '1', OPENAI_API_KEY: 'environment-key-wxyz' }
		// The sandbox would not even show the file.
		const run = await agent(
			['run', '--sandbox', 'off', '--yolo', '--verbose', '--json', '-m', CORP, 'look around'],
			{ env },
		)
		assert.deepEqual([turn, run.code], [3, 3], run.stderr)
		assert.match(String(models.requests[1]?.bytes), /accessToken.*\[REDACTED:/)

		const secrets = [
			...server.issued.flatMap(({ access, refresh }) => [access, refresh]),
			'pasted-key-wxyz',
			'environment-key-wxyz',
		]
		const places = new Map([
			['stdout', run.stdout],
			['stderr', run.stderr],
			...models.requests.map(({ bytes }, index): [string, string] => [`request ${index}`, String(bytes)]),
			...(await textsUnder(desk.home)),
			...(await textsUnder(desk.cwd)),
		])
		assert.ok([...places.keys()].some(name => name.endsWith('.jsonl')))
		places.delete(stored())
		const leaks = [...places].flatMap(([name, text]) =>
			secrets.flatMap(secret => (text.includes(secret) ? [`${name}: ${secret}`] : [])),
		)
		assert.deepEqual(leaks, [])
	})
})

async function textsUnder(folder: string): Promise<readonly [string, string][]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
	return Promise.all(
		files.map(async (path): Promise<[string, string]> => [path, await readFile(path, 'utf8')]),
	)
}

/** @param typing - what is typed once the screen ends like this */
function atTerminal(
	args: readonly string[],
	[when, typing]: [RegExp, string],
): Promise<{ code: number; screen: string }> {
	const env = { ...baseEnvironment(desk), TERM: 'xterm' }
	const child = openPty(process.execPath, [AGENT, ...args], { cwd: desk.cwd, env, cols: 80, rows: 24 })
	let screen = ''
	let isTyped = false
	return new Promise(resolve => {
		child.onData(data => {
			screen += data
			if (isTyped || !when.test(screen)) return
			isTyped = true
			child.write(typing)
		})
		child.onExit(({ exitCode }) => resolve({ code: exitCode, screen }))
	})
}
