// A prompt with a secret in it: the user sees how it would be sent before anything is, and chooses.

import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { userText } from '../../../src/core/messages.ts'
import { createCertainScrubber } from '../../../src/safety/redaction/certain.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { FakePort, opened } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'
import { randomText } from '../../support/secret-cases.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN = `ghp_${randomText(LETTERS, 36, 'typed at the prompt')}`
const PROMPT_LINE = 'Ask for anything'
const QUESTION = 'The prompt has a secret in it'

let leave = async () => {}
afterEach(() => leave())

async function started() {
	const mask = createCertainScrubber(() => [])
	const port = new FakePort({
		maskedPrompt: async prompt => (mask(prompt) === prompt ? undefined : mask(prompt)),
	})
	const terminal = new ScreenTerminal(80, 24)
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	leave = async () => {
		port.close()
		await exited
	}
	port.emit(opened)
	await terminal.until(PROMPT_LINE)
	return { port, terminal }
}

test('a prompt with a token comes back with how it would be sent, and Enter sends it', async () => {
	const { port, terminal } = await started()
	terminal.type(`use ${TOKEN} please\r`)
	await terminal.until(screen => screen.includes(QUESTION) && screen.includes(`> use ${TOKEN} please`))
	assert.match(terminal.screen(), /Enter sends it masked: “use \[REDACTED:token\]\s+please”/)
	assert.match(terminal.screen(), /\/as-is/)
	assert.deepEqual(port.sent, [])
	const sent = port.nextCommand()
	terminal.type('\r')
	const message = userText(`use ${TOKEN} please`)
	// The runtime masks it: nothing here says that it shall not.
	assert.deepEqual(await sent, { type: 'prompt', message, whenBusy: 'steer' })
	await terminal.until(PROMPT_LINE)
})

test('edited it is asked about again; /as-is sends it without a question', async () => {
	const { port, terminal } = await started()
	terminal.type(`use ${TOKEN}\r`)
	await terminal.until(screen => screen.includes(QUESTION) && screen.includes(`> use ${TOKEN}`))
	terminal.type(' now')
	await terminal.until(`> use ${TOKEN} now`)
	terminal.type('\r')
	await terminal.until(/Enter sends it masked: “use \[REDACTED:token\]\s+now”/)
	assert.deepEqual(port.sent, [])
	terminal.type('\x03')
	await terminal.until(PROMPT_LINE)
	const sent = port.nextCommand()
	terminal.type(`/as-is use ${TOKEN}\r`)
	const message = userText(`use ${TOKEN}`)
	assert.deepEqual(await sent, { type: 'prompt', message, whenBusy: 'steer', secrets: 'as-is' })
})
