// A run with nobody there, in a folder nobody has trusted and in one that somebody has: what the sandbox holds, what is
// refused, and what the refusal says would have let it through.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'
import { canHold } from '../../support/runtime/asking-network.ts'

const works = await canHold()

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	;[server, desk] = await Promise.all([startModelServer(), makeDesk()])
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const agent = (...args: string[]) => runAgent(args, { desk, env: server.environment })
const run = (...args: string[]) => {
	server.script({ calls: [{ name: 'shell', arguments: { command: 'touch out' } }] }, { text: 'Done.' })
	return agent('run', '-m', 'openai/test-model', '--json', ...args, 'run the tests')
}
const linesOf = ({ stdout }: { stdout: string }) =>
	stdout
		.trim()
		.split('\n')
		.map(line => JSON.parse(line))

describe.skipIf(!works)('agent run, with nobody there', () => {
	test('refuses what an untrusted folder runs, and each thing it says would allow it does so', async () => {
		const refused = await run()
		assert.equal(refused.code, 4)
		const [init] = linesOf(refused)
		assert.deepEqual(init.sandbox, { mode: 'workspace-write', commands: 'ask' })
		const [denial] = linesOf(refused).at(-1).permission_denials
		const [byFlag, inSettings, byTrust, byMode] = denial.would_allow
		assert.deepEqual(
			[byFlag, inSettings, byMode],
			[
				"--allow 'shell(touch out)'",
				'"permissions": {"allow": ["shell(touch out)"]} in the settings',
				'--approve all',
			],
		)
		assert.match(byTrust, /^agent trust,/)
		assert.equal(existsSync(join(desk.cwd, 'out')), false)

		const wrong = await agent('run', '-m', 'openai/test-model', '--allow', 'shell(', 'x')
		assert.equal(wrong.code, 2)
		assert.match(wrong.stderr, /^error: --allow shell\(: expected /m)
		const allowed = await run('--allow', 'shell(touch out)')
		assert.deepEqual([allowed.code, linesOf(allowed).at(-1).permission_denials], [0, []])

		const trusted = await agent('trust')
		assert.match(trusted.stdout, /is trusted: commands that the sandbox holds need no question in it\n$/)
		const { code, ...unasked } = await run()
		assert.equal(code, 0)
		assert.deepEqual(linesOf(unasked)[0].sandbox, { mode: 'workspace-write', commands: 'run' })
		const { session_id: _, ...found } = linesOf(unasked).find(({ subtype }) => subtype === 'sandbox')
		const works = { mode: 'workspace-write', works: true, commands: 'run' }
		assert.deepEqual(found, { type: 'system', subtype: 'sandbox', ...works })
		const { stdout } = await agent('explain', '--here', '--json', 'touch out')
		const { decision, verdict } = JSON.parse(stdout)
		assert.deepEqual([verdict, decision.outcome], ['ask', 'allow'])
		assert.match(decision.reasons[0], /^The sandbox holds it/)
		assert.match((await agent('trust', '--remove')).stdout, /is no longer trusted/)
		assert.equal((await run()).code, 4)
	})
})
