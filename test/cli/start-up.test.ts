import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

for (const model of ['openai/test-model', 'anthropic/test-model'])
	test(`${model} answers without Node's own fetch, which takes 30 ms to load`, async () => {
		server.script({ text: 'Hello.' })
		const spy = join(desk.cwd, 'spy.cjs')
		await writeFile(
			spy,
			`process.on('exit', () => {
				const loaded = process.moduleLoadList.filter(name => name.includes('undici'))
				process.stderr.write('loaded: ' + JSON.stringify(loaded))
			})`,
		)
		const env = { ...server.environment, NODE_OPTIONS: `--require ${spy}` }
		const { stdout, stderr } = await runAgent(['run', '-m', model, 'hi'], { desk, env })
		assert.equal(stdout, 'Hello.\n')
		assert.match(stderr, /loaded: \[\]$/)
	})
