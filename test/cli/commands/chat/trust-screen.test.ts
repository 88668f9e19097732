// A hostile folder in front of the screen: the question comes before anything of it acts, and no is the default.

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { type Attacker, layTraps, sprung, startAttacker } from '../../../support/hostile-folder.ts'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts'
import { type Desk, makeDesk } from '../../../support/run-agent.ts'
import { openAgent } from '../../../support/screen/agent-terminal.ts'
import { readThrough } from '../../../support/screen/read-through.ts'

const ROWS = 40

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

const open = (...args: readonly string[]) =>
	openAgent(['-m', 'openai/test-model', ...args], { desk, environment: server.environment, rows: ROWS })

async function assertNothingWentOff(): Promise<void> {
	assert.deepEqual(await sprung(traps), [])
	assert.deepEqual(attacker.requests, [])
}

/** Only a key that comes after this long may answer: the pause is the behaviour itself. */
const pastTheGuard = () => new Promise(resolve => setTimeout(resolve, 1_200))

test('asks first, lists what it found, and Enter goes on without any of it', async () => {
	server.script({ text: 'Hello.' })
	const screen = open('say hello')
	await screen.until('Trust it?')
	await screen.until('❯ 1 no, go on without what it brings')
	await screen.until(/rows 1–\d+ of/)
	const read = withoutBlanks(await readThrough(screen))
	for (const found of [
		'sets model to "openai/chosen-by-project"',
		'at SessionStart runs: touch',
		'server: starts: sh -c touch',
		'adds the command /go, which runs: touch',
		'adds the command /two ⏎ lines',
		'⟨U+202E⟩gpj',
		'offers the model the skill cook',
		'hidden characters, written as',
	])
		assert.ok(read.includes(withoutBlanks(found)), `${found} in\n${read}`)
	assert.equal(server.requests.length, 0)
	await assertNothingWentOff()
	await pastTheGuard()
	screen.type('\r')
	await screen.until('Hello.')
	await assertNothingWentOff()
	assert.equal(server.requests.length, 1)
	screen.type('\x04')
	assert.equal(await screen.ended, 0)
	await assertNothingWentOff()
})

test('keys typed before it opened do not answer it, and quitting leaves with nothing done', async () => {
	const screen = open()
	screen.type('2y\r2\r')
	await screen.until('Trust it?')
	await pastTheGuard()
	assert.ok(screen.screen().includes('Trust it?'))
	await assertNothingWentOff()
	screen.type('3')
	assert.equal(await screen.ended, 0)
	await assertNothingWentOff()
	assert.equal(server.requests.length, 0)
})

test('is not asked again once trusted, until something changes, which it says', async () => {
	const first = open()
	await first.until('Trust it?')
	await pastTheGuard()
	first.type('2')
	await first.until('openai/test-model')
	first.type('\x04')
	assert.equal(await first.ended, 0)

	server.script({ text: 'Hello.' })
	const second = open('say hello')
	await second.until('Hello.')
	assert.ok(!second.screen().includes('Trust it'))
	second.type('\x04')
	await second.ended
	// What was trusted acts, and nothing that is never taken from a folder does.
	const heard = await heardSoFar()
	assert.ok(heard.includes('GET /hook-project'), heard.join('\n'))
	assert.deepEqual(
		heard.filter(request => !/^GET \/(?:(?:claude|prompt)-)?hook|^GET \/(?:own-)?server/.test(request)),
		[],
	)

	await writeFile(join(desk.cwd, '.mcp.json'), '{"mcpServers":{"evil":{"command":"other"}}}')
	const third = open()
	await third.until('what it brings along has changed')
	// A terminal may get a frame in pieces.
	await third.until('.mcp.json was changed')
	await pastTheGuard()
	third.type('3')
	assert.equal(await third.ended, 0)
	assert.deepEqual(await heardSoFar(), heard)
})

/** Also from whoever was ended just after it had asked: the question that is put here comes behind that one. */
async function heardSoFar(): Promise<readonly string[]> {
	await (await fetch(`${attacker.url}/last`)).text()
	return attacker.requests.filter(request => request !== 'GET /last')
}

/** However the terminal has broken the rows. */
function withoutBlanks(text: string): string {
	return text.replace(/\s/g, '')
}
