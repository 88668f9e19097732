import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { AGENT, type Desk, jsonLines, makeDesk } from '../../support/run-agent.ts'
import { openTerminal } from '../../support/screen/agent-terminal.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
	await mkdir(desk.home)
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const CHAIN = 'openai-chat/first,openai-chat/second'
const write = { name: 'write', arguments: { path: 'new.txt', content: 'x' } }

/** stdout is a file, stderr is the terminal. */
async function runBeside(flags: string): Promise<{ screen: string; stdout: string; code: number }> {
	const command = `exec "$0" "${AGENT}" run -m ${CHAIN} ${flags} "write it" < /dev/null > out.txt`
	const terminal = openTerminal(['bash', '-c', command, process.execPath], {
		desk,
		environment: server.environment,
		columns: 400,
	})
	const code = await terminal.ended
	return { code, screen: terminal.screen(), stdout: await readFile(join(desk.cwd, 'out.txt'), 'utf8') }
}

const scriptWaits = () =>
	server.script(
		{ status: 429, headers: { 'retry-after-ms': '1' }, error: { message: 'too many of you' } },
		{ status: 404, error: { message: 'no such model' } },
		{ calls: [write] },
		{ text: 'Not allowed.' },
	)

test('who waits before a terminal is told what for, in every format, and stdout stays pure', async () => {
	const mcpServers = { slow: { command: 'sleep', args: ['60'] } }
	await writeFile(join(desk.home, 'settings.json'), JSON.stringify({ mcpServers, mcp: { waitMs: 1_100 } }))
	scriptWaits()
	const { screen, stdout, code } = await runBeside('--output-format json')
	assert.equal(code, 4)
	const [result, ...others] = jsonLines(stdout)
	assert.deepEqual([result?.type, others], ['result', []])
	assert.match(String(result?.warnings), /Still starting: slow\./)
	const told = [
		/info: Waiting for slow to start, 1\.1 s at most/,
		/warning: Still starting: slow\./,
		/429: too many of you; trying again in 0\.\d s \(1\/5\)/,
		/warning: openai-chat\/first failed: .*no such model.* Going on with openai-chat\/second\./,
		/refused: write new\.txt .*nobody is there to give it; allowed with .*--approve auto-edit or --approve all/,
		/error: write new\.txt .*it needs an approval/,
	]
	const at = told.map(line => screen.search(line))
	assert.ok(
		at.every(place => place >= 0),
		`${at} in ${screen}`,
	)
	assert.deepEqual(
		at,
		[...at].sort((a, b) => a - b),
	)
	assert.doesNotMatch(screen, /\[1\/100\]|session:/)
}, 30_000)

test('-q leaves progress out of stderr, -v puts it there', async () => {
	scriptWaits()
	const quiet = await runBeside('--quiet')
	assert.equal(quiet.stdout, 'Not allowed.\n')
	assert.match(quiet.screen, /trying again.*Going on with.*refused: .*session: /s)
	assert.doesNotMatch(quiet.screen, /\[1\/100\]/)
	server.script({ text: 'Hello.' })
	const verbose = await runBeside('--json --verbose')
	assert.match(verbose.screen, /first rests .*\[1\/100\] Waiting for openai-chat\/second/s)
	assert.equal(jsonLines(verbose.stdout).at(-1)?.type, 'result')
}, 30_000)
