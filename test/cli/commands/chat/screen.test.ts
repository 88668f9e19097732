import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts'
import { type Desk, makeDesk } from '../../../support/run-agent.ts'
import { openAgent } from '../../../support/screen/agent-terminal.ts'

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

const open = (...args: readonly string[]) => openAgent(args, { desk, environment: server.environment })

test('a day at the terminal: ask, allow, answer, leave, come back', async () => {
	server.script(
		{
			text: 'I will change it.',
			calls: [{ name: 'write', arguments: { path: 'new.txt', content: 'hello\n' } }],
		},
		{ text: 'Written, as you wished.' },
		{ text: 'Yes, I remember.' },
	)
	const first = open('-m', 'openai/test-model')
	await first.until('Ask for anything')
	first.type('write hello\r')
	await first.until('Make this change?')
	// What is typed in the moment a question appears goes on into the prompt. Only a key after a second's pause is an
	// answer, so this pause is the behaviour itself.
	first.type('x')
	await first.until('> x')
	await new Promise(resolve => setTimeout(resolve, 1_200))
	first.type('1')
	await first.until('Written, as you wished.')
	// Once for the draft, twice to leave.
	for (const _ of [1, 2, 3]) first.type('\x03')
	assert.equal(await first.ended, 0)
	const sessionId = /agent resume (\S+)/.exec(first.screen())?.[1]
	assert.ok(sessionId)
	assert.doesNotMatch(first.written(), /\x1b\[[23]J/)

	const second = open('resume', sessionId)
	await second.until('Written, as you wished.')
	second.type('do you remember?\r')
	await second.until('Yes, I remember.')
	// As `kill -QUIT` would: the terminal is given back here as well.
	process.kill(second.pid, 'SIGQUIT')
	assert.equal(await second.ended, 131)
	assert.match(second.written(), /\x1b\[\?2004l[\s\S]*\x1b\[\?25h[\s\S]*To go on: agent resume/)
	server.assertFinished()
})

test('a session that cannot be opened leaves the terminal alone and says why', async () => {
	const screen = open('resume', 'nope')
	assert.equal(await screen.ended, 2)
	assert.match(screen.screen(), /no session is called "nope"/)
})

/** Settings that are not there until they are written: for so long the session stays closed. */
async function pendingSettings(): Promise<string> {
	const path = join(desk.home, 'settings.json')
	await mkdir(desk.home)
	await promisify(execFile)('mkfifo', [path])
	return path
}

test('the screen takes keys before the session is open, and what is sent waits for it', async () => {
	server.script({ text: 'Hello yourself.' })
	const settings = await pendingSettings()
	const screen = open('-m', 'openai/test-model')
	await screen.until('Ask for anything')
	screen.type('hello')
	await screen.until('> hello')
	screen.type('\r')
	await screen.until('Ask for anything')
	assert.doesNotMatch(screen.screen(), /openai/)
	await writeFile(settings, '{}')
	await screen.until('Hello yourself.')
	screen.type('\x04')
	assert.equal(await screen.ended, 0)
	server.assertFinished()
})

test('a session that does not open takes the screen away and says why, once', async () => {
	const settings = await pendingSettings()
	const screen = open('-m', 'openai/test-model', 'say hello')
	await screen.until('Ask for anything')
	screen.type('and more')
	await screen.until('> and more')
	await writeFile(settings, '{ "model" }')
	assert.equal(await screen.ended, 3)
	assert.equal(
		withoutBlanks(screen.screen()),
		withoutBlanks(`error: ${settings}:1:11: expected ":": this is not valid JSON`),
	)
	// Pasting is the terminal's own again, and so is the cursor.
	assert.match(screen.written(), /\x1b\[\?2004l[\s\S]*\x1b\[\?25h/)
})

/** However the terminal has broken the rows. */
function withoutBlanks(text: string): string {
	return text.replace(/\s/g, '')
}
