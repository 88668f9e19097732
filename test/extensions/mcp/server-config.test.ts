// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of configs are written like that
import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { JsonValue } from '../../../src/core/json.ts'
import type { ExtensionOrigin } from '../../../src/extensions/extension-files.ts'
import { describeEndpoint, readServerConfigs } from '../../../src/extensions/mcp/server-config.ts'

const env = { HOME: '/home/me', TOKEN: 't0k', EMPTY: '', OPENAI_API_KEY: 'sk-ours-and-nobody-elses' }
const surroundings = { cwd: '/work', env, ownSecrets: ['sk-ours-and-nobody-elses'] }

function read(entry: JsonValue, origin: ExtensionOrigin = { scope: 'user' }) {
	const { servers } = readServerConfigs(
		[{ origin, path: '/x/.mcp.json', value: { one: entry } }],
		surroundings,
	)
	return servers[0]!
}

describe('the forms that other agents write', () => {
	const stdio = { kind: 'stdio', command: 'npx', args: [], env: {}, cwd: '/work' }
	const cases: [what: string, entry: JsonValue, endpoint: object][] = [
		['a command alone', { command: 'npx' }, stdio],
		[
			'Claude Code, stdio',
			{ type: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: '1' } },
			{ ...stdio, args: ['-y', 'x'], env: { A: '1' } },
		],
		[
			'Claude Code, http',
			{ type: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
			{ kind: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer t0k' } },
		],
		[
			'Claude Code, sse',
			{ type: 'sse', url: 'https://a.example/sse' },
			{ kind: 'sse', url: 'https://a.example/sse', headers: {} },
		],
		[
			'Gemini CLI, httpUrl',
			{ httpUrl: 'http://a.example' },
			{ kind: 'http', url: 'http://a.example', headers: {} },
		],
		[
			'Gemini CLI, cwd and timeout',
			{ command: 'npx', cwd: 'tools', timeout: 5 },
			{ ...stdio, cwd: '/work/tools' },
		],
		[
			'Windsurf, serverUrl',
			{ serverUrl: 'https://a.example' },
			{ kind: 'http', url: 'https://a.example', headers: {} },
		],
		['VS Code, type and command', { type: 'stdio', command: 'npx', args: [] }, stdio],
		[
			'values without quotes',
			{ command: 'npx', env: { PORT: 8080, DEBUG: true } },
			{ ...stdio, env: { PORT: '8080', DEBUG: 'true' } },
		],
	]
	test.each(cases)('%s', (_what, entry, endpoint) => {
		assert.deepEqual(read(entry).endpoint, endpoint)
	})
})

describe('variables', () => {
	const cases: [text: string, becomes: string][] = [
		['${TOKEN}', 't0k'],
		['a${TOKEN}b${HOME}', 'at0kb/home/me'],
		['${MISSING:-else}', 'else'],
		['${EMPTY:-else}', 'else'],
		['${EMPTY}', ''],
		['${MISSING:-}', ''],
		['$TOKEN ${} ${a b}', '$TOKEN ${} ${a b}'],
	]
	test.each(cases)('%s', (text, becomes) => {
		const { endpoint } = read({ command: 'x', args: [text] })
		assert.deepEqual('args' in endpoint && endpoint.args, [becomes])
	})

	test('one that is not set is a problem of that server alone', () => {
		assert.deepEqual(read({ command: 'x', env: { A: '${MISSING}' } }).endpoint, {
			kind: 'unusable',
			problem: 'the variable MISSING is not set',
		})
	})

	test('our own keys go to the servers of the user and to nobody else', () => {
		const entry = { url: 'https://a.example', headers: { 'X-Key': '${OPENAI_API_KEY}' } }
		assert.equal(read(entry).endpoint.kind, 'http')
		const { endpoint } = read(entry, { scope: 'project' })
		assert.match(
			'problem' in endpoint ? endpoint.problem : '',
			/OPENAI_API_KEY holds a key of a model provider/,
		)
	})

	test('a plugin finds its own folder', () => {
		const origin = { scope: 'plugin', plugin: 'kit', root: '/plugins/kit' } as const
		const server = read({ command: '${CLAUDE_PLUGIN_ROOT}/bin/server' }, origin)
		assert.equal(server.name, 'kit:one')
		assert.equal(describeEndpoint(server.endpoint), '/plugins/kit/bin/server')
	})
})

test('what cannot be meant is named with its value', () => {
	const problems = (
		[
			'text',
			{},
			{ command: '' },
			{ command: ['npx', 'x'] },
			{ command: 'x', args: 'y' },
			{ command: 'x', env: ['A=1'] },
			{ command: 'x', env: { A: null } },
			{ url: 'ftp://a.example' },
			{ url: 'javascript:alert(1)' },
			{ url: 7 },
		] satisfies JsonValue[]
	).map(entry => {
		const { endpoint } = read(entry)
		return 'problem' in endpoint ? endpoint.problem : endpoint
	})
	assert.deepEqual(problems, [
		'it must be an object with command or url',
		'it has neither command nor url',
		'its command must be a program’s name or path, not ""',
		'its command must be a program’s name or path, not ["npx","x"]',
		'its args must be a list of texts, not "y"',
		'its env must be an object of texts by name',
		'A in its env must be text, not null',
		'its url must begin with http:// or https://, not "ftp://a.example"',
		'its url must begin with http:// or https://, not "javascript:alert(1)"',
		'its url must be text, not 7',
	])
})

test('only the user can say that a server is to be believed', () => {
	const entry = { command: 'x', trusted: true }
	assert.equal(read(entry).isTrusted, true)
	assert.equal(read(entry, { scope: 'project' }).isTrusted, false)
	assert.equal(read(entry, { scope: 'plugin', plugin: 'p', root: '/p' }).isTrusted, false)
	assert.equal(read({ command: 'x', trust: true }).isTrusted, false)
})

test('of two with one name the later counts, and a project that replaces one of the user’s is told', () => {
	const { servers, problems } = readServerConfigs(
		[
			{
				origin: { scope: 'user' },
				path: '/home/me/settings.json',
				value: { a: { command: 'mine' }, b: { command: 'b' } },
			},
			{ origin: { scope: 'project' }, path: '/work/.mcp.json', value: { a: { command: 'theirs' } } },
			{ origin: { scope: 'project' }, path: '/work/other.json', value: ['no servers'] },
		],
		surroundings,
	)
	assert.deepEqual(
		servers.map(({ name, endpoint }) => `${name} ${describeEndpoint(endpoint)}`),
		['b b', 'a theirs'],
	)
	assert.deepEqual(problems, [
		'The MCP server a of /work/.mcp.json takes the place of yours in /home/me/settings.json.',
		'mcpServers in /work/other.json must be an object of servers by name, so none of them is used.',
	])
})

test('a command line is shown so that it can be read back', () => {
	const { endpoint } = read({ command: '/opt/my tools/x', args: ['-a', "it's", '$(rm)'] })
	assert.equal(describeEndpoint(endpoint), `'/opt/my tools/x' -a 'it'\\''s' '$(rm)'`)
})
