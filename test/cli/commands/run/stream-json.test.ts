import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk({ 'a.txt': 'alpha\n' })
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const run = (...args: string[]) =>
	runAgent(['run', '-m', 'openai/test-model', ...args], { desk, env: server.environment })
const denialsOf = (result: Record<string, unknown> | undefined) =>
	(result?.permission_denials ?? []) as Record<string, unknown>[]
const write = { name: 'write', arguments: { path: 'new.txt', content: 'x' } }

test('what happens beside the conversation is in the stream, between init and result', async () => {
	server.script(
		{ status: 503, headers: { 'retry-after-ms': '1' } },
		{ calls: [write] },
		{ text: 'Not allowed.' },
	)
	const { stdout, code } = await run('--json', 'write it')
	const lines = jsonLines(stdout)
	const subtypes = lines.filter(line => line.type === 'system').map(line => line.subtype)
	assert.equal(code, 4)
	assert.deepEqual([lines[0]?.subtype, lines.at(-1)?.type], ['init', 'result'])
	for (const subtype of ['progress', 'retry', 'attempt', 'context', 'approval_request', 'approval_end'])
		assert.ok(subtypes.includes(subtype), `${subtype} in ${subtypes}`)
	const retry = lines.find(line => line.subtype === 'retry')
	assert.deepEqual([retry?.attempt, (retry?.error as { code: string } | undefined)?.code], [1, 'overloaded'])
	const asked = lines.find(line => line.subtype === 'approval_request')
	assert.deepEqual([asked?.tool_name, asked?.title], ['write', 'write new.txt (+1 −0)'])
	assert.ok(lines.every(line => line.session_id === lines[0]?.session_id))
})

test('a limit of the service is told, how long it is waited for, and in the result what is left of it', async () => {
	const headers = { 'x-ratelimit-limit-requests': '60', 'x-ratelimit-remaining-requests': '59' }
	server.script({ status: 429, headers: { ...headers, 'retry-after-ms': '2' } }, { text: 'Done.', headers })
	const lines = jsonLines((await run('--json', 'hello')).stdout)
	const limit = lines.find(line => line.subtype === 'rate_limit')
	assert.equal(typeof limit?.wait_ms, 'number')
	assert.ok(lines.some(line => line.subtype === 'retry'))
	const told = { name: 'requests', limit: 60, remaining: 59 }
	const attempts = lines.filter(line => line.subtype === 'attempt')
	assert.deepEqual(
		attempts.map(line => line.rate_limits),
		[[told], [told]],
	)
	const result = lines.at(-1)
	assert.deepEqual(result?.rate_limits, [{ provider: 'openai', ...told }])
	assert.deepEqual(Object.keys(result?.spent_by ?? {}), ['chat'])
	assert.deepEqual(Object.values(result?.spent_by ?? {})[0]?.usage, result?.usage)
})

test('the result lists what was refused and what would allow it', async () => {
	server.script({ calls: [write] }, { text: 'Not allowed.' })
	const [result] = jsonLines((await run('--output-format', 'json', 'write it')).stdout)
	const [denial, ...rest] = denialsOf(result)
	assert.deepEqual(rest, [])
	assert.deepEqual(
		[denial?.tool_name, denial?.tool_input, denial?.decided_by],
		['write', { path: 'new.txt', content: 'x' }, 'nobody'],
	)
	assert.match(JSON.stringify(denial?.would_allow), /"--approve auto-edit"/)
})

test('a refusal by the mode or by a rule is listed, too; a run without one lists none', async () => {
	server.script({ calls: [write] }, { text: 'Not allowed.' })
	const off = jsonLines((await run('--json', '--approve', 'none', 'write it')).stdout).at(-1)
	const [denial] = denialsOf(off)
	assert.deepEqual(
		[denial?.tool_name, denial?.decided_by, denial?.would_allow],
		['write', 'policy', ['another mode than --approve none']],
	)
	await mkdir(desk.home, { recursive: true })
	const settings = JSON.stringify({ permissions: { deny: ['write(new.txt)'] } })
	await writeFile(join(desk.home, 'settings.json'), settings)
	server.script({ calls: [write] }, { text: 'Not allowed.' })
	const byRule = jsonLines((await run('--json', '--approve', 'all', 'write it')).stdout).at(-1)
	assert.match(String(denialsOf(byRule)[0]?.reason), /the rule write\(new\.txt\) in/)
	server.script({ text: 'Hello.' })
	assert.deepEqual(jsonLines((await run('--json', 'hello')).stdout).at(-1)?.permission_denials, [])
})

test('in text mode stderr names the refused call and the way out', async () => {
	server.script(
		{ calls: [{ name: 'shell', arguments: { command: 'touch b.txt' } }] },
		{ text: 'Not allowed.' },
	)
	const { stderr, stdout } = await run('touch it')
	assert.equal(stdout, 'Not allowed.\n')
	assert.match(
		stderr,
		/^refused: touch b\.txt: .*nobody is there.*; allowed with .*"shell\(touch.*--approve all/m,
	)
})
