// The question about a host on the screen, from a real sandboxed command to the key that answers it.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { canHold, openInternet, startAsking } from '../../support/runtime/asking-network.ts'
import { toolCalls } from '../../support/runtime/scripted-provider.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const works = await canHold()

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
	for (const work of cleanUp.splice(0).reverse()) await work()
})

const HOST = 'registry.long-name-of-a-company.test'

async function open(columns: number) {
	const internet = await openInternet()
	cleanUp.push(internet.close)
	const runtime = await startAsking(internet, [
		toolCalls(['1', 'shell', { command: `bash get http://${HOST}/a` }]),
		toolCalls(['2', 'shell', { command: `bash get http://${HOST}/b` }]),
	])
	cleanUp.push(runtime.stop)
	const terminal = new ScreenTerminal(columns, 30)
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: runtime.home },
		port: runtime.port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	cleanUp.push(async () => {
		await runtime.port.send({ type: 'shutdown' }).catch(() => undefined)
		await exited
	})
	await runtime.prompt('look at it')
	return { terminal, internet, runtime }
}

/** However the screen has broken the rows. */
const joined = (text: string) => text.replace(/\s/g, '')

/** Only a key that comes after this long may answer: the pause is the behaviour itself. */
const pastTheGuard = () => new Promise(resolve => setTimeout(resolve, 1_200))

describe.skipIf(!works).each([50, 80, 120])('on %i columns', columns => {
	test('it names the host, the command that waits, and what each answer would allow', async () => {
		const { terminal, internet } = await open(columns)
		await terminal.until('5 no, and tell')
		for (const shown of [
			`connect to ${HOST}:80`,
			`bash get http://${HOST}/a`,
			'A command in the sandbox wants to reach this host; it is not in sandbox.allowedHosts.',
			'1 yes, once',
			`2 yes, and in this session for ${HOST}:80`,
			`3 yes, and always in this project: fetch(${HOST})`,
		])
			assert.ok(joined(terminal.screen()).includes(joined(shown)), `${shown} in\n${terminal.screen()}`)
		assert.deepEqual(internet.visits, [])
	})
})

describe.skipIf(!works)('answered', () => {
	test('for the session: the command goes on and the next one is not asked', async () => {
		const { terminal, internet } = await open(80)
		await terminal.until('5 no, and tell')
		await pastTheGuard()
		terminal.type('2')
		await terminal.until('done')
		assert.deepEqual(internet.visits, [`${HOST}/a`, `${HOST}/b`])
		// The row is about the command, not about the question.
		assert.ok(joined(terminal.scrollback()).includes(joined(`bash get http://${HOST}/a`)))
	})

	test('with no: nothing is reached, and no later command of the session is asked about it', async () => {
		const { terminal, internet, runtime } = await open(80)
		await terminal.until('5 no, and tell')
		await pastTheGuard()
		terminal.type('4')
		const { result } = await runtime.until('tool-end')
		assert.match(textOf(result.content), new RegExp(`\\[${HOST}:80 is not allowed: refused by the user;`))
		const again = textOf((await runtime.until('tool-end')).result.content)
		assert.match(
			again,
			new RegExp(`\\[${HOST}:80 is not allowed: refused by the user before in this session;`),
		)
		await runtime.until('run-end')
		assert.deepEqual(internet.visits, [])
	})
})
