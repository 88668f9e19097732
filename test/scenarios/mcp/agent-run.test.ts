import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { npmServer, PATIENT } from '../../support/mcp/servers.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk({ 'notes.txt': 'remember the milk' })
	await mkdir(desk.home)
	await configure({})
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const configure = (more: object) =>
	writeFile(
		join(desk.home, 'settings.json'),
		JSON.stringify({
			mcpServers: { everything: npmServer('everything'), files: npmServer('filesystem', desk.cwd) },
			mcp: PATIENT.mcp,
			...more,
		}),
	)

const run = (...args: string[]) =>
	runAgent(['run', '-m', 'openai/test-model', '--output-format', 'stream-json', ...args, 'go'], {
		desk,
		env: server.environment,
	})

const script = () =>
	server.script(
		{
			calls: [
				{ name: 'mcp__everything__echo', arguments: { message: 'hello' } },
				{ name: 'mcp__files__read_text_file', arguments: { path: join(desk.cwd, 'notes.txt') } },
			],
		},
		{ text: 'done' },
	)

describe('agent run', () => {
	test('has the tools of all servers in its first request, and runs what the rules allow', async () => {
		await configure({ permissions: { allow: ['mcp__everything', 'mcp__files__read_text_file'] } })
		script()
		const { code, stdout, stderr } = await run()
		assert.equal(code, 0, stderr)
		const [init] = jsonLines(stdout)
		assert.ok(JSON.stringify(init).includes('mcp__files__read_text_file'), JSON.stringify(init))
		assert.match(stdout, /Echo: hello/)
		assert.match(stdout, /remember the milk/)
		assert.ok(server.requests[0]!.bytes.toString().includes('mcp__everything__echo'))
	})

	test('refuses what nobody has allowed, and ends with 4', async () => {
		script()
		const { code, stdout } = await run()
		assert.equal(code, 4)
		assert.doesNotMatch(stdout, /Echo: hello/)
		assert.match(stdout, /nobody is there to give it/)
	})

	test('offers of them what --tools and --disallowed-tools leave', async () => {
		const offered = async (...args: string[]) => {
			server.script({ text: 'done' })
			const { code, stderr } = await run(...args)
			assert.equal(code, 0, stderr)
			return [
				...server.requests
					.at(-1)!
					.bytes.toString()
					.matchAll(/"name":"((?:mcp__|read"|shell")[\w-]*)/g),
			].map(([, name]) => name)
		}
		assert.deepEqual(await offered('--tools', 'mcp__everything__get-*'), [
			'mcp__everything__get-annotated-message',
			'mcp__everything__get-env',
			'mcp__everything__get-resource-links',
			'mcp__everything__get-resource-reference',
			'mcp__everything__get-structured-content',
			'mcp__everything__get-sum',
			'mcp__everything__get-tiny-image',
			'mcp__everything__get-roots-list',
		])
		assert.ok(
			!(await offered('--disallowed-tools', 'mcp__files__*')).some(name => name?.startsWith('mcp__files')),
		)
		assert.deepEqual(await offered('--bare'), ['read"', 'shell"'])
	})
})
