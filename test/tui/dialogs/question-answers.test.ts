// A question of the model's: its topic, what each option means, several options, several questions.

import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import type { AgentEvent, Question } from '../../../src/core/events.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { FakePort, opened, runStart } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

let leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
	leave = []
})

function started() {
	const terminal = new ScreenTerminal(80, 24)
	const port = new FakePort()
	const { stdin, stdout } = terminal
	const exited = startTui({ version: '1.2.3', environment: { HOME: '/home/me' }, port, stdin, stdout })
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened, runStart('go'))
	return { terminal, port }
}

const asked = (id: string, question: Partial<Question>): AgentEvent => ({
	type: 'question-request',
	question: {
		questionId: id as never,
		callId: `call-${id}` as never,
		text: 'Which?',
		options: [],
		...question,
	},
})

/** Longer than a dialog takes no key: the time is the behaviour itself. */
const pastTheGuard = (afterKeys = false) =>
	new Promise(resolve => setTimeout(resolve, afterKeys ? 1_050 : 450))

test('a question has its topic, and each option what it means', async () => {
	const { terminal, port } = started()
	const descriptions = ['one file, no server', 'many writers at once']
	port.emit(asked('q1', { header: 'Database', options: ['SQLite', 'PostgreSQL'], descriptions }))
	await terminal.until(
		/\n\n━━ Database ━{60,}\n {2}Which\?\n─{79,}\n❯ 1 SQLite {6}one file, no server\n {2}2 PostgreSQL {2}many writers at once/,
	)
})

test('several options are marked with space or their digit, and Enter names them all', async () => {
	const { terminal, port } = started()
	port.emit(asked('q1', { options: ['lint', 'types', 'tests'], allowsSeveral: true }))
	await terminal.until('❯ [ ] 1 lint')
	await pastTheGuard()
	terminal.type(' ')
	await terminal.until('[x] 1 lint')
	terminal.type('3')
	await terminal.until('[x] 3 tests')
	assert.deepEqual(
		port.sent.filter(({ type }) => type === 'answer'),
		[],
	)
	const sent = port.nextCommand()
	terminal.type('\r')
	assert.deepEqual(await sent, { type: 'answer', questionId: 'q1', answer: 'lint, tests' })
})

test('several questions are tabs, and each has an answer of its own', async () => {
	const { terminal, port } = started()
	port.emit(
		asked('q1', { header: 'Name', text: 'What is it called?' }),
		asked('q2', { header: 'Port', text: 'Which port?' }),
	)
	await terminal.until(/━━ Name ━{40,} 1 of 2 ━━\n {2}What is it called\?/)
	terminal.type('\x1b[C')
	await terminal.until(/━━ Port ━{40,} 2 of 2 ━━\n {2}Which port\?/)
	await pastTheGuard(true)
	const sent = port.nextCommand()
	terminal.type('80 or 81\r')
	assert.deepEqual(await sent, { type: 'answer', questionId: 'q2', answer: '80 or 81' })
})

test('words of an answer that Esc stops stand in the prompt', async () => {
	const { terminal, port } = started()
	port.emit(asked('q1', { options: ['SQLite', 'PostgreSQL'] }))
	await terminal.until('❯ 1 SQLite')
	await pastTheGuard()
	terminal.type('neither of them')
	await terminal.until('> neither of them▏')
	const sent = port.nextCommand()
	terminal.type('\x1b')
	assert.deepEqual((await sent).type, 'cancel')
	port.emit({ type: 'question-end', questionId: 'q1' as never, callId: 'call-q1' as never })
	await terminal.until('│ > neither of them')
})

test('what was marked in one question is still marked after a look at another', async () => {
	const { terminal, port } = started()
	const options = ['lint', 'types', 'tests']
	port.emit(asked('q1', { options, allowsSeveral: true }), asked('q2', { text: 'Which port?' }))
	await terminal.until('❯ [ ] 1 lint')
	assert.match(terminal.screen(), /Space marks · Enter answers · ← → the others · Esc stops the run\n/)
	await pastTheGuard()
	terminal.type('3')
	await terminal.until('[x] 3 tests')
	terminal.type('\x1b[B')
	await terminal.until('❯ [ ] 2 types')
	terminal.type('\x1b[C')
	await terminal.until('Which port?')
	terminal.type('\x1b[D')
	await terminal.until(/ {2}\[ \] 1 lint\n❯ \[ \] 2 types\n {2}\[x\] 3 tests/)
})
