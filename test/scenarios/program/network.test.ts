// A sandboxed command that wants out, with nobody there to ask: what the process says of it, and how it ends.

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'
import { canHold } from '../../support/runtime/asking-network.ts'

const works = await canHold()

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk({ get: GET })
	await mkdir(desk.home)
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

/** `nowhere.invalid` has no address, and nobody looks: it is asked about first. */
const GET =
	"exec 3<> /dev/tcp/127.0.0.1/3128; printf 'CONNECT nowhere.invalid:443 HTTP/1.1\\r\\n\\r\\n' >&3; cat <&3\n"

async function run(settings: object) {
	const sandbox = { network: 'ask' }
	await writeFile(
		join(desk.home, 'settings.json'),
		JSON.stringify({ sandbox, approvals: { sandboxed: 'run' }, ...settings }),
	)
	server.script(
		{ calls: [{ name: 'shell', arguments: { command: 'bash get' } }] },
		{ text: 'Then without it.' },
	)
	return runAgent(['run', '-m', 'openai/test-model', 'get it'], { desk, env: server.environment })
}

const told = () => JSON.stringify(server.requests.at(-1)?.body)

describe.skipIf(!works)('run with nobody there', () => {
	test('ends with 4, names the host on stderr, and tells the model', async () => {
		const { code, stderr, stdout } = await run({})
		assert.equal(code, 4, stderr)
		assert.match(stderr, /nowhere\.invalid:443 is not allowed: nobody is there to answer/)
		assert.match(stdout, /Then without it\./)
		assert.match(
			told(),
			/\[nowhere\.invalid:443 is not allowed: nobody is there to answer; sandbox\.allowedHosts/,
		)
	})

	test('a rule that allows the host lets it through, as far as there is one', async () => {
		const { code, stderr } = await run({ permissions: { allow: ['fetch(nowhere.invalid)'] } })
		assert.equal(code, 0, stderr)
		assert.match(told(), /\[nowhere\.invalid has no address\]/)
	})
})
