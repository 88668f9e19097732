import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../../support/run-agent.ts'
import { freePort } from '../../../support/server/free-port.ts'

let desk: Desk
const servers: Server[] = []
beforeEach(async () => {
	desk = await makeDesk()
})
afterEach(async () => {
	for (const server of servers.splice(0)) server.closeAllConnections()
	await desk.remove()
})

const agent = (args: readonly string[], env: Record<string, string> = {}, stdin?: string | 'open') =>
	runAgent(args, { desk, env, ...(stdin !== undefined && { stdin }) })

describe('what was typed', () => {
	const cases: readonly [what: string, args: readonly string[], code: number, words: RegExp][] = [
		['an unknown flag', ['run', '--modle', 'x', 'hi'], 2, /--modle.*\n.*--model/],
		['an unknown provider', ['run', '-m', 'nonsense/x', 'hi'], 3, /"nonsense".*anthropic/],
		['a model without a provider', ['run', '-m', 'gpt-5', 'hi'], 2, /provider\/model/],
		['no key', ['run', '-m', 'openai/gpt-5', 'hi'], 3, /OPENAI_API_KEY/],
		['a prompt without quotes', ['run', 'fix', 'the', 'bug'], 2, /got 3: .* stands in quotes\.$/m],
		['one of two words', ['run', 'fix', 'it'], 2, /too many arguments: fix, it\. .* stands in quotes\.$/m],
		['the same in the chat', ['fix', 'the', 'bug'], 2, /got 3: .* stands in quotes\.$/m],
		['an empty prompt', ['run', '  '], 2, /prompt is empty/],
		['a session that is not there', ['run', '--resume', 'nope', 'hi'], 2, /"nope"/],
		['a folder that is not there', ['run', '-C', '/does/not/exist', 'hi'], 2, /\/does\/not\/exist/],
		['turns that are no number', ['run', '--max-turns', 'many', 'hi'], 2, /--max-turns many/],
		['money that is no number', ['run', '--max-cost', 'much', 'hi'], 2, /--max-cost much/],
		['a time that is none', ['run', '--timeout', 'soon', 'hi'], 2, /--timeout soon/],
		['an approval mode there is not', ['run', '--approve', 'maybe', 'hi'], 2, /maybe.*auto-edit/],
		['a folder to trust that is not there', ['trust', '/does/not/exist', '--yes'], 2, /no such folder/],
		['a tool there is not', ['run', '-m', 'demo', '--tools', 'raed', 'hi'], 3, /"raed".*read/],
		[
			'a tool to take away that there is not',
			['run', '-m', 'demo', '--disallowed-tools', 'shel', 'hi'],
			3,
			/--disallowed-tools shel: .*"shel".*shell/,
		],
		[
			'a part of a tool to take away',
			['run', '-m', 'demo', '--disallowed-tools', 'Bash(git:*)', 'hi'],
			3,
			/Bash\(git:\*\): .*whole: shell; .*permissions\.deny/,
		],
		['an answer that goes nowhere', ['run', '-m', 'demo', '-o', '', 'hi'], 2, /-message : .*no file/],
		['resume without a terminal and a prompt', ['resume'], 2, /prompt/],
		['resume of a session without a prompt', ['resume', 'x'], 2, /prompt: .*or - to wait for one on stdin/],
		[
			'resume without a terminal and a session',
			['run', 'hi', '--resume'],
			2,
			/--resume <session>, or --continue/,
		],
		[
			'an answer that cannot be written',
			['run', '-m', 'demo', '-o', '/nope/x', 'hi'],
			2,
			/-message \/nope\/x: .*ENOENT/,
		],
		['a setting there is not', ['config', 'get', 'nope'], 2, /nope/],
		[
			'a command about sessions there is not',
			['sessions', 'serach', 'x'],
			2,
			/"sessions serach".*sessions search/,
		],
		['one that is near none', ['sessions', 'zzqx'], 2, /"sessions zzqx".*list, show, export, prune/],
		['a command about memory there is not', ['memory', 'rebiuld'], 2, /"memory rebiuld".*memory rebuild/],
		['a command about settings there is not', ['config', 'sett', 'a', 'b'], 2, /"config sett".*config set/],
		[
			'a command there is not yet',
			['delegate', 'list'],
			2,
			/"delegate" yet\.\nTo send it as a prompt: agent run/,
		],
		['a command that is nearly one', ['sesions'], 2, /"sesions"; did you mean agent sessions\?/],
		['help for a command there is not', ['help', 'modles'], 2, /"modles"; did you mean agent help models\?/],
		['a shell that is not known', ['completion', 'tcsh'], 2, /tcsh|bash/],
	]
	test.each(cases)('%s', async (_what, args, code, words) => {
		const ended = await agent(args)
		assert.equal(ended.code, code, ended.stderr)
		assert.match(ended.stderr, words)
		assert.doesNotMatch(ended.stderr, /\n\s+at .*:\d+/)
		assert.equal(ended.stdout, '')
	})

	test('is a result, too, where results are read', async () => {
		for (const args of [
			['run', '--output-format', 'json', '--modle', 'x', 'hi'],
			['--modle', '--output-format=stream-json', 'hi'],
			['run', 'hi', '--json', '--max-turns'],
			['resume', 'nope', '--json'],
		]) {
			const { code, stdout } = await agent(args)
			const results = jsonLines(stdout)
			assert.deepEqual([code, ...results.map(({ subtype }) => subtype)], [2, 'error_usage'])
			assert.match(JSON.stringify(results[0]?.error), /--modle|--max-turns|prompt/)
		}
		assert.equal((await agent(['sessions', 'list', '--json', '--modle'])).stdout, '')
	})

	test('a word like that can be sent all the same', async () => {
		for (const args of [
			['-m', 'demo', '--', 'delegate'],
			['-m', 'demo', '--', 'models'],
			['run', '-m', 'demo', 'acp'],
			['run', '-m', 'demo', 'delegate'],
			['run', '-m', 'demo', 'init'],
		]) {
			const { code, stdout, stderr } = await agent(args)
			assert.equal(code, 0, stderr)
			assert.notEqual(stdout, '')
			assert.match(stderr, /^session: /m)
		}
	})

	test('agent help prints what --help prints', async () => {
		for (const words of [[], ['run'], ['sessions', 'export']]) {
			const [help, option] = [await agent(['help', ...words]), await agent([...words, '--help'])]
			assert.deepEqual(help, option)
			assert.match(help.stdout, new RegExp(`^Usage: agent ?${words.join('.*')}`))
			assert.equal(help.code, 0)
		}
	})

	test('json output writes its result even then', async () => {
		const { code, stdout } = await agent(['run', '-m', 'openai/gpt-5', '--output-format', 'json', 'hi'])
		const [result] = jsonLines(stdout)
		assert.deepEqual(
			[code, result?.type, result?.subtype, result?.is_error],
			[3, 'result', 'error_auth-failed', true],
		)
	})

	test('an id that fits two sessions names them both', async () => {
		await agent(['run', '-m', 'demo', 'one'])
		await agent(['run', '-m', 'demo', 'two'])
		const { code, stderr } = await agent(['run', '--resume', '2', 'hi'])
		assert.equal(code, 2)
		assert.match(stderr, /fits 2 sessions:\n.*two\n.*one/)
	})

	test('a folder that has gone away is said to be gone', async () => {
		const under = ['sh', '-c', 'mkdir gone; cd gone; rmdir ../gone; exec "$@"', 'sh']
		const { code, stderr } = await runAgent(['run', '-m', 'demo', 'hi'], { desk, under })
		assert.deepEqual(
			[code, stderr],
			[2, 'error: the folder this was started in is gone; change to one that is there\n'],
		)
	})

	test('a prompt on stdin that never comes is told instead of waited for', async () => {
		const { code, stderr } = await agent(['run', '-m', 'demo'], {}, 'open')
		assert.equal(code, 2)
		assert.match(stderr, /nothing came on stdin/)
	})
})

describe('settings', () => {
	const settle = async (text: string) => {
		await mkdir(desk.home, { recursive: true })
		await writeFile(join(desk.home, 'settings.json'), text)
	}

	test('a wrong value is named with its file, its key and what was expected', async () => {
		await settle('{"budget": {"maxTurns": "many"}}')
		const { code, stderr } = await agent(['run', '-m', 'demo', 'hi'])
		assert.equal(code, 3)
		assert.match(stderr, /settings\.json.*budget\.maxTurns.*whole number, at least 1.*"many"/)
	})

	test('a model that is none is named with the file or the variable that has it', async () => {
		await settle('{"model": "gpt-5"}')
		const file = await agent(['run', 'hi'])
		assert.equal(file.code, 3)
		assert.match(file.stderr, /settings\.json: model: "gpt-5" is not a model/)
		const variable = await agent(['run', 'hi'], { KEELSON_MODEL: 'nobody/x' })
		assert.equal(variable.code, 3)
		assert.match(variable.stderr, /KEELSON_MODEL: model: there is no provider "nobody"/)
	})

	test('a profile that is not there is named with the variable that has it', async () => {
		const { code, stderr } = await agent(['run', 'hi'], { KEELSON_PROFILE: 'wrk' })
		assert.equal(code, 3)
		assert.match(stderr, /^error: KEELSON_PROFILE: there is no profile "wrk"/)
	})

	test('broken JSON is named with its line', async () => {
		await settle('{\n  "model": "demo"\n  "ui": {}\n}')
		const { code, stderr } = await agent(['run', '-m', 'demo', 'hi'])
		assert.equal(code, 3)
		assert.match(stderr, /settings\.json:3:/)
	})

	test('an unknown key is told and the run goes on', async () => {
		await settle('{"modle": "x"}')
		const { code, stderr } = await agent(['run', '-m', 'demo', 'hi'])
		assert.equal(code, 0)
		assert.match(stderr, /modle/)
	})
})

describe('servers', () => {
	test('nothing listens there', async () => {
		const port = await freePort()
		const env = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` }
		const { code, stderr } = await agent(['run', '-m', 'openai/gpt-5', 'hi'], env)
		assert.equal(code, 1)
		assert.match(stderr, new RegExp(`127\\.0\\.0\\.1:${port} refused the connection`))
	})

	test('a page instead of an API is said to be one, at once', async () => {
		let asked = 0
		const server = createServer((_request, response) => {
			asked += 1
			response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome</title>')
		})
		const env = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${await listen(server)}/v1` }
		const { code, stderr } = await agent(['run', '-m', 'openai-chat/gpt-5', 'hi'], env)
		assert.equal(code, 1)
		assert.match(stderr, /base URL/)
		assert.equal(asked, 1)
	})
})

describe('a home that cannot be written', () => {
	test.each([
		['is a file', () => writeFile(desk.home, 'a file where the folder should be'), {}],
		['takes no folders', async () => {}, { KEELSON_HOME: '/proc/keelson' }],
	])('and %s: the run says so, and what is not to be stored runs all the same', async (_how, make, env) => {
		await make()
		const run = ['run', '-m', 'demo', 'hi']
		const { code, stdout, stderr } = await agent(run, env)
		assert.deepEqual([code, stdout], [1, ''])
		assert.match(stderr, /^error: /m)
		assert.doesNotMatch(stderr, /\n\s+at |^session: /m)
		const unstored = await agent([...run, '--no-session'], env)
		assert.equal(unstored.code, 0)
		assert.notEqual(unstored.stdout, '')
	})
})

async function listen(server: Server): Promise<string> {
	servers.push(server)
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('no port')
	return `http://127.0.0.1:${address.port}`
}
