import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent, type StartedAgent, startAgent } from '../../support/run-agent.ts'
import { containers } from '../../support/sessions/containers.ts'

const [CONTAINER] = Object.values(containers())

let server: ModelServer
let desk: Desk
let first: StartedAgent | undefined
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
})
afterEach(async () => {
	first?.child.kill('SIGKILL')
	await server.close()
	await desk.remove()
})

test.runIf(CONTAINER)(
	'a session that runs in a container is refused, then taken over; the first one ends there and writes nothing more',
	async () => {
		const held = server.hold({ text: 'Too late.' })
		server.script({ text: 'Answered out here.' })
		const options = { desk, env: server.environment }
		const model = ['-m', 'openai/test-model']
		first = startAgent(['run', ...model, 'the first prompt'], { ...options, under: CONTAINER! })
		await held.arrived
		const names = await readdir(join(desk.home, 'sessions'), { recursive: true })
		const log = join(desk.home, 'sessions', names.find(name => name.endsWith('.jsonl'))!)
		const sessionId = /([^/]+)\.jsonl$/.exec(log)![1]!

		const refused = await runAgent(['run', '--resume', sessionId, 'me too'], options)
		assert.equal(refused.code, 1)
		assert.match(refused.stderr, /of another machine or container.*--fork.*--take-over/)

		const taken = await runAgent(
			['run', ...model, '--resume', sessionId, '--take-over', 'go on out here'],
			options,
		)
		assert.deepEqual([taken.code, taken.stdout], [0, 'Answered out here.\n'])
		held.release()
		const ended = await first.ended
		assert.equal(ended.code, 1)
		assert.match(ended.stderr, new RegExp(`has taken session ${sessionId} over`))

		const lines = (await readFile(log, 'utf8')).trimEnd().split('\n')
		const numbers: number[] = lines.map(line => JSON.parse(line).seq)
		assert.deepEqual(
			numbers,
			[...new Set(numbers)].sort((one, other) => one - other),
		)
		assert.equal(
			lines.some(line => line.includes('Too late.')),
			false,
		)
	},
)
