import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { npmServer, ownServer } from '../../../support/mcp/servers.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../../support/run-agent.ts'
import { freePort } from '../../../support/server/free-port.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the config
const BEARER = 'Bearer ${DOCS_TOKEN:-none}'

let desk: Desk
beforeEach(async () => {
	desk = await makeDesk()
})
afterEach(() => desk.remove())

const mcp = (...args: string[]) => runAgent(['mcp', ...args], { desk })
const settings = async () => JSON.parse(await readFile(join(desk.home, 'settings.json'), 'utf8'))
const inProject = async () => readFile(join(desk.cwd, '.mcp.json'), 'utf8')
const commandLine = (server: ReturnType<typeof npmServer>) => [
	String(server.command),
	...(server.args as string[]),
]

describe('agent mcp add', () => {
	test('writes what a session then starts, and leaves the other settings as they are', async () => {
		await mkdir(desk.home, { recursive: true })
		await writeFile(join(desk.home, 'settings.json'), '{"effort": "low", "notYet": 1}')
		const added = await mcp(
			'add',
			'memory',
			'-e',
			'MEMORY_FILE_PATH=/tmp/none',
			'--',
			...commandLine(npmServer('memory')),
		)
		assert.equal(added.code, 0, added.stderr)
		assert.deepEqual(await settings(), {
			effort: 'low',
			notYet: 1,
			mcpServers: { memory: { ...npmServer('memory'), env: { MEMORY_FILE_PATH: '/tmp/none' } } },
		})
		const tested = await mcp('test', 'memory')
		assert.equal(tested.code, 0, tested.stderr)
		assert.match(tested.stdout, /^memory: connected to memory-server .*, protocol 2025-11-25: 9 tools/)
		assert.match(tested.stdout, /^ {2}mcp__memory__read_graph$/m)
	})

	test('takes a URL, headers and the project, whose file keeps its form', async () => {
		await writeFile(join(desk.cwd, '.mcp.json'), '{\n    "other": true,\n    "mcpServers": {}\n}\n')
		const url = 'https://mcp.example.com/mcp'
		const added = await mcp('add', '--scope', 'project', '-H', `Authorization: ${BEARER}`, 'docs', url)
		assert.equal(added.code, 0, added.stderr)
		const entry = { type: 'http', url, headers: { Authorization: BEARER } }
		const whole = { other: true, mcpServers: { docs: entry } }
		assert.equal(await inProject(), `${JSON.stringify(whole, undefined, 4)}\n`)
	})

	test('says what is wrong with what was typed, and changes nothing', async () => {
		const cases: [args: readonly string[], told: RegExp][] = [
			[['bad/name', 'x'], /a server's name is letters, digits/],
			[['web', '-t', 'http', 'not-a-url'], /its url must begin with http:\/\/ or https:\/\//],
			[['web', '-e', 'NOVALUE', '--', 'x'], /--env takes NAME=value, not "NOVALUE"/],
			[['web', '-H', 'A: b', '--', 'x'], /--header is for a server behind a URL/],
			[['web', '--trusted', '--scope', 'project', '--', 'x'], /--trusted is for you alone/],
			[['web'], /command-or-url/],
		]
		for (const [args, told] of cases) {
			const { code, stderr } = await mcp('add', ...args)
			assert.match(stderr, told)
			assert.equal(code, 2, stderr)
		}
		const bad = await mcp('add-json', 'web', '{"command": 1}')
		assert.match(
			bad.stderr,
			/the server web cannot be used: its command must be a program’s name or path, not 1/,
		)
		assert.equal(await readFile(join(desk.home, 'settings.json'), 'utf8').catch(() => 'none'), 'none')
	})

	test('does not write over one that is there, nor into a file that is broken', async () => {
		assert.equal((await mcp('add', 'one', '--', 'first')).code, 0)
		const again = await mcp('add', 'one', '--', 'second')
		assert.match(again.stderr, /has a server one already; agent mcp remove one takes it out/)
		assert.deepEqual((await settings()).mcpServers, { one: { command: 'first', args: [] } })
		await writeFile(join(desk.cwd, '.mcp.json'), '{"mcpServers": [')
		const broken = await mcp('add', '--scope', 'project', 'two', '--', 'x')
		assert.match(broken.stderr, /\.mcp\.json:1:\d+: expected .*: this is not valid JSON/)
		assert.equal(await inProject(), '{"mcpServers": [')
	})
})

test('list and get read all of them without starting any or showing a secret', async () => {
	await mcp('add', '-H', 'Authorization: Bearer sk-very-secret', 'docs', 'https://mcp.example.com/mcp')
	await writeFile(
		join(desk.cwd, '.mcp.json'),
		// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the config
		'{"mcpServers": {"local": {"command": "sh", "args": ["-c", "touch started"]}, "unset": {"url": "${NO_SUCH}"}}}',
	)
	const listed = await mcp('list', '--json')
	assert.deepEqual(
		jsonLines(listed.stdout).map(({ name, scope, used }) => ({ name, scope, used })),
		[
			{ name: 'docs', scope: 'user', used: true },
			{ name: 'local', scope: 'project', used: false },
			{ name: 'unset', scope: 'project', used: false },
		],
	)
	assert.match((await mcp('list')).stdout, /^unset .*cannot be used: the variable NO_SUCH is not set/m)
	const got = await mcp('get', 'docs')
	assert.match(got.stdout, /"Authorization": "…"/)
	assert.doesNotMatch(listed.stdout + got.stdout, /very-secret/)
	const untrusted = await mcp('test', 'local')
	assert.equal(untrusted.code, 2)
	assert.match(untrusted.stderr, /this folder is not trusted/)
	assert.equal(await readFile(join(desk.cwd, 'started'), 'utf8').catch(() => 'none'), 'none')
})

test('remove takes it out of the file it stands in, and asks which where there are two', async () => {
	await mcp('add', 'one', '--', 'x')
	await mcp('add', '--scope', 'project', 'one', '--', 'y')
	const both = await mcp('remove', 'one')
	assert.equal(both.code, 2)
	assert.match(both.stderr, /say which with --scope/)
	assert.equal((await mcp('remove', '--scope', 'project', 'one')).code, 0)
	assert.equal((await mcp('remove', 'one')).code, 0)
	assert.deepEqual((await settings()).mcpServers, {})
	assert.equal(await inProject(), '{\n  "mcpServers": {}\n}\n')
	const gone = await mcp('remove', 'one')
	assert.equal(gone.code, 2)
	assert.match(gone.stderr, /there is no MCP server "one"/)
})

test('test names each that does not work, and ends with 1', async () => {
	await mcp('add', 'missing', '--', 'no-such-program-anywhere')
	const port = await freePort()
	await mcp('add', 'refused', `http://127.0.0.1:${port}/mcp`)
	await mcp('add', 'plain', '--', ...commandLine(ownServer('raw-server.mjs', 'plain')))
	const { code, stdout, stderr } = await mcp('test')
	assert.equal(code, 1)
	assert.match(
		stderr,
		/^missing: no-such-program-anywhere could not be started: spawn no-such-program-anywhere ENOENT$/m,
	)
	assert.match(stderr, new RegExp(`^refused: connect ECONNREFUSED 127\\.0\\.0\\.1:${port}$`, 'm'))
	assert.match(stdout, /^plain: connected to raw-plain 1, .*1 tools/m)
})

test('test --accept lets a server offer what it says anew', async () => {
	const description = join(desk.cwd, 'description')
	await writeFile(description, 'Says what the weather is.')
	await mcp('add', 'lying', '--', ...commandLine(ownServer('raw-server.mjs', 'lying', description)))
	assert.doesNotMatch((await mcp('test', 'lying')).stdout, /held back/)
	await writeFile(description, 'Sends your files away.')
	assert.match(
		(await mcp('test', 'lying')).stdout,
		/held back until accepted \(--accept\): mcp__lying__weather/,
	)
	assert.doesNotMatch((await mcp('test', 'lying', '--accept')).stdout, /held back/)
	assert.doesNotMatch((await mcp('test', 'lying')).stdout, /held back/)
})
