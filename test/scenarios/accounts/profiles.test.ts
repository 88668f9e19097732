// Two profiles in front of two servers: whose model, whose key, whose wire.

import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'

let work: ModelServer
let home: ModelServer
let desk: Desk
beforeEach(async () => {
	work = await startModelServer({ models: ['big'] })
	home = await startModelServer({ models: ['small'] })
	work.onRequest(() => ({ text: 'from work' }))
	home.onRequest(() => ({ text: 'from home' }))
	desk = await makeDesk()
	await mkdir(desk.home, { recursive: true })
	await writeFile(
		join(desk.home, 'settings.json'),
		JSON.stringify({
			profiles: {
				work: {
					model: 'gateway/big',
					effort: 'high',
					providers: { gateway: { api: 'messages', baseUrl: work.anthropicUrl } },
					login: 'office',
				},
				home: {
					model: 'gateway/small',
					providers: { gateway: { api: 'chat', baseUrl: home.url, apiKeyEnv: 'HOME_KEY' } },
				},
			},
		}),
	)
})
afterEach(async () => {
	await work.close()
	await home.close()
	await desk.remove()
})

const agent = (args: readonly string[], env: Record<string, string> = {}, stdin?: string) =>
	runAgent(args, { desk, env, ...(stdin !== undefined && { stdin }) })

const told = (server: ModelServer) =>
	server.requests.map(({ wire, body, headers }) => [
		wire,
		body.model,
		headers.authorization ?? headers['x-api-key'],
	])

describe('--profile', () => {
	test('chooses model, server, wire and key', async () => {
		const login = await agent(['login', 'gateway', '--profile', 'work'], {}, 'office-key-1234\n')
		assert.equal(login.code, 0, login.stderr)
		assert.match(login.stdout, /^The key for the account "office" of gateway is stored in/)
		const one = await agent(['run', '--profile', 'work', 'hello'])
		assert.deepEqual([one.code, one.stdout], [0, 'from work\n'], one.stderr)
		const two = await agent(['run', 'hello'], { KEELSON_PROFILE: 'home', HOME_KEY: 'home-key-5678' })
		assert.deepEqual([two.code, two.stdout], [0, 'from home\n'], two.stderr)
		assert.deepEqual(told(work), [['messages', 'big', 'office-key-1234']])
		assert.deepEqual(told(home), [['chat', 'small', 'Bearer home-key-5678']])
	})

	test('with an account takes no other key, and says how to log in', async () => {
		await agent(['login', 'gateway', '--profile', 'home'], {}, 'home-key-5678')
		const { code, stderr } = await agent(['run', '--profile', 'work', 'hello'], { HOME_KEY: 'home-key-5678' })
		assert.equal(code, 3)
		assert.match(
			stderr,
			/no key is stored for the account "office" of gateway: run `agent login gateway@office`/,
		)
		assert.equal(work.requests.length, 0)
		const again = await agent(['login', 'gateway@office', '--profile', 'work'], {}, 'office-key-1234')
		assert.equal(again.code, 0, again.stderr)
		assert.equal((await agent(['run', '--profile', 'work', 'hello'])).code, 0)
		const out = await agent(['logout', 'gateway', '--profile', 'work'])
		assert.match(out.stdout, /^gateway@office is taken out of/)
		assert.doesNotMatch(await readFile(join(desk.home, 'credentials.json'), 'utf8'), /office-key/)
	})

	test('beats nothing that is said on the command line', async () => {
		const env = { HOME_KEY: 'home-key-5678' }
		const { stdout } = await agent(['run', '--profile', 'home', '-m', 'gateway/other', 'hello'], env)
		assert.equal(stdout, 'from home\n')
		assert.equal(home.requests[0]?.body.model, 'other')
	})

	test('changes the model of a session that is taken up', async () => {
		const env = { HOME_KEY: 'home-key-5678' }
		assert.equal((await agent(['run', '-m', 'demo', 'hello'])).code, 0)
		const { code, stdout, stderr } = await agent(['run', '--profile', 'home', '-c', 'hello'], env)
		assert.deepEqual([code, stdout], [0, 'from home\n'], stderr)
	})

	test.each([
		[['run', '--profile', 'wrk', 'hello']],
		[['models', '--profile', 'wrk']],
		[['login', 'openai', '--profile', 'wrk']],
	])('%j that is not there is exit 3 with those there are', async args => {
		const { code, stderr, stdout } = await agent(args, {}, 'no-key-of-anyone')
		assert.deepEqual([code, stdout], [3, ''])
		assert.match(stderr, /there is no profile "wrk": did you mean work\? There are work, home in/)
	})

	test('is shown by doctor, models and config list', async () => {
		const env = { HOME_KEY: 'home-key-5678' }
		const doctor = await agent(['doctor', '--profile', 'home'], env)
		assert.match(doctor.stdout, /ok {6}profile home\n/)
		assert.match(doctor.stdout, /model gateway\/small/)
		const models = await agent(['models', 'gateway', '--profile', 'home'], env)
		assert.match(models.stdout, /gateway\/small/)
		const list = await agent(['config', 'list'], { KEELSON_PROFILE: 'work' })
		assert.match(list.stdout, /^model +"gateway\/big" +profile work$/m)
		assert.match(list.stdout, /^effort +"high" +profile work$/m)
		const broken = await agent(['doctor', '--profile', 'wrk'], env)
		assert.equal(broken.code, 3)
		assert.match(broken.stdout, /FAILED {2}settings: there is no profile "wrk"/)
	})

	test('that is not in force hides the variable of its key all the same', async () => {
		home.script(
			{ calls: [{ name: 'shell', arguments: { command: 'echo "key:$SECOND_KEY:"' } }] },
			{ text: 'ok' },
		)
		const file = join(desk.home, 'settings.json')
		const settings = JSON.parse(await readFile(file, 'utf8'))
		settings.profiles.third = {
			providers: { x: { api: 'chat', baseUrl: home.url, apiKeyEnv: 'SECOND_KEY' } },
		}
		await writeFile(file, JSON.stringify(settings))
		const env = { HOME_KEY: 'home-key-5678', SECOND_KEY: 'second-key-9999' }
		const { code, stderr } = await agent(['run', '--profile', 'home', '--yolo', 'hello'], env)
		assert.equal(code, 0, stderr)
		const seen = home.requests.at(-1)!.bytes.toString()
		assert.match(seen, /key::/)
		assert.doesNotMatch(seen, /second-key/)
	})
})
