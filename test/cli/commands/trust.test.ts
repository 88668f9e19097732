// A hostile folder in front of the built program, with nobody there and by hand: nothing of it acts.

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type Attacker, layTraps, sprung, startAttacker } from '../../support/hostile-folder.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'

let server: ModelServer
let attacker: Attacker
let desk: Desk
let traps: string
beforeEach(async () => {
	;[server, attacker, desk] = await Promise.all([startModelServer(), startAttacker(), makeDesk()])
	traps = join(desk.home, '../traps')
	await layTraps(desk.cwd, { attacker: attacker.url, traps })
})
afterEach(async () => {
	await Promise.all([server.close(), attacker.close()])
	await desk.remove()
})

const agent = (...args: string[]) => runAgent(args, { desk, env: server.environment })

async function assertNothingWentOff(): Promise<void> {
	assert.deepEqual(await sprung(traps), [])
	assert.deepEqual(attacker.requests, [])
}

describe('a hostile folder', () => {
	const scriptTask = () =>
		server.script(
			{
				calls: [
					{ name: 'shell', arguments: { command: `touch ${join(traps, 'allowed')}` } },
					{ name: 'shell', arguments: { command: 'git status --short' } },
					{ name: 'list', arguments: { path: '.' } },
				],
			},
			{ text: 'Looked.' },
		)

	test('does nothing in a run with nobody there, and what was ignored is told once', async () => {
		scriptTask()
		const { stdout, stderr } = await agent('run', '-m', 'openai/test-model', 'look')
		assert.equal(stdout, 'Looked.\n')
		await assertNothingWentOff()
		assert.equal(server.requests.length, 2)
		assert.equal(stderr.match(/this folder is not trusted/g)?.length, 1)
		assert.match(stderr, /\.mcp\.json.* are not used/)
		assert.match(stderr, /settings\.json: providers\.openai is never taken from a project file/)
		assert.match(stderr, /settings\.json: permissions\.allow is never taken from a project file/)
		assert.doesNotMatch(stderr, /[\x1b\u202e]/)
		// Nothing was kept of it either.
		assert.deepEqual(
			(await readdir(desk.home)).filter(name => /projects|settings/.test(name)),
			[],
		)
	})

	test('does nothing under --approve all and --yolo but what the model was allowed', async () => {
		for (const flags of [['--approve', 'all'], ['--yolo']]) {
			server.script({ calls: [{ name: 'list', arguments: { path: '.' } }] }, { text: 'Looked.' })
			await agent('run', '-m', 'openai/test-model', ...flags, 'look')
			await assertNothingWentOff()
		}
	})

	test('is shown whole, trusted by hand and forgotten again, and even then sets nothing that is the user’s', async () => {
		const shown = await agent('trust', '--show')
		assert.match(shown.stdout, /is not trusted\. It brings along:/)
		assert.match(shown.stdout, /\.mcp\.json {2}server: starts: sh -c touch .*as the server evil/)
		assert.match(shown.stdout, /two\\u\{a\}lines\.md/)
		assert.match(shown.stdout, /\\u\{1b\}\[31mred/)
		assert.equal((await agent('trust', '--list')).stdout, '')

		assert.match((await agent('trust')).stdout, /is trusted as it is now/)
		assert.equal((await agent('trust', '--list')).stdout, `${desk.cwd}\n`)
		scriptTask()
		const { stderr } = await agent('run', '-m', 'openai/test-model', 'look')
		assert.deepEqual(
			(await sprung(traps)).filter(name => /key|allowed|pager|fsmonitor|env/.test(name)),
			[],
		)
		assert.doesNotMatch(stderr, /is not trusted/)
		assert.match(stderr, /approvals\.mode can only be made stricter/)
		assert.match(stderr, /sandbox\.mode can only be made stricter/)

		assert.equal((await agent('trust', '--remove')).code, 0)
		assert.equal((await agent('trust', '--remove')).code, 1)
		assert.equal((await agent('trust', 'nowhere')).code, 2)
	})

	test('cannot stop agent config, sessions and explain, and changes none of what they say', async () => {
		const list = await agent('config', 'list')
		assert.match(list.stdout, /approvals\.mode +"ask" +built in/)
		assert.match(list.stdout, /permissions\.allow +\[\] +built in/)
		const explained = await agent('explain', 'touch x')
		assert.match(explained.stdout, /^ask: touch x/)
		assert.equal((await agent('sessions')).code, 0)
		await assertNothingWentOff()
	})
})
