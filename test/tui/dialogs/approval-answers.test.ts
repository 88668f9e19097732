// What can be done with a question besides answering it: look at the others, say something with a yes, change the command.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { AgentEvent, EventOf } from '../../../src/core/events.ts'
import { assessCommand } from '../../../src/safety/shell-policy/assess-command.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { TuiOptions } from '../../../src/tui/state/tui-options.ts'
import { PLACE } from '../../support/gate/gate-cases.ts'
import { approvalRequest, FakePort, opened, runStart } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

let leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
	leave = []
})

function started(options: Partial<TuiOptions> = {}, [columns, rows]: readonly [number, number] = [80, 24]) {
	const terminal = new ScreenTerminal(columns, rows)
	const port = new FakePort()
	const { stdin, stdout } = terminal
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		...options,
		port,
		stdin,
		stdout,
	})
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened, runStart('go'))
	return { terminal, port }
}

const isRequest = (event: AgentEvent): event is EventOf<'approval-request'> =>
	event.type === 'approval-request'

function ofCommand(
	id: string,
	command: string,
	change: Parameters<typeof approvalRequest>[1] = {},
): AgentEvent {
	const event = approvalRequest(id, { title: command, ...change })
	assert.ok(isRequest(event))
	return { ...event, request: { ...event.request, command } }
}

const ended = (id: string): AgentEvent => ({
	type: 'approval-end',
	approvalId: id as never,
	callId: `call-${id}` as never,
	decision: { answer: 'no' },
	by: 'user',
})

/** Longer than a dialog takes no key: the time is the behaviour itself. */
const pastTheGuard = (afterKeys = false) =>
	new Promise(resolve => setTimeout(resolve, afterKeys ? 1_050 : 450))
const [LEFT, RIGHT] = ['\x1b[D', '\x1b[C']

test('that nothing would hold a command is a part of the question, and the command stands by itself', async () => {
	const { terminal, port } = started()
	const title = 'run without the sandbox: make install'
	const again = ofCommand('a3', 'make', { title: 'run again without the sandbox: make' })
	port.emit(ofCommand('a1', 'make install', { title }), ofCommand('a2', title), again)
	await terminal.until(/━━ Run this command without the sandbox\? ━+ 1 of 3 ━━\n {2}make install\n/)
	terminal.type(RIGHT)
	// A command that is only called so is shown as it is.
	await terminal.until(/━━ Run this command\? ━+ 2 of 3 ━━\n {2}run without the sandbox: make install\n/)
	terminal.type(RIGHT)
	await terminal.until(/━━ Run this command again without the sandbox\? ━+ 3 of 3 ━━\n {2}make\n/)
})

test('several that wait are looked through, and an answer answers the one that is shown', async () => {
	const { terminal, port } = started()
	port.emit(ofCommand('a1', 'make one'), ofCommand('a2', 'make two'), ofCommand('a3', 'make three'))
	await terminal.until(/1 of 3 ━━\n {2}make one/)
	terminal.type(LEFT)
	terminal.type(RIGHT)
	await terminal.until(/2 of 3 ━━\n {2}make two/)
	await pastTheGuard(true)
	const sent = port.nextCommand()
	terminal.type('1')
	assert.deepEqual(await sent, { type: 'approve', approvalId: 'a2', decision: { answer: 'once' } })
	// Keys that are still on their way are no answer to another one.
	terminal.type('1')
	port.emit({
		type: 'approval-end',
		approvalId: 'a2' as never,
		callId: 'call-a2' as never,
		decision: { answer: 'once' },
		by: 'user',
	})
	await terminal.until(/1 of 2 ━━\n {2}make one/)
	terminal.type('1')
	terminal.type(RIGHT)
	await terminal.until(/2 of 2 ━━\n {2}make three/)
	assert.equal(port.sent.filter(({ type }) => type === 'approve').length, 1)
})

describe('with a yes', () => {
	test('something is said, and the Enter that ends it allows nothing', async () => {
		const { terminal, port } = started()
		port.emit(ofCommand('a1', 'npm install'))
		await terminal.until('Tab adds a remark')
		await pastTheGuard()
		terminal.type('\t')
		await terminal.until('With a yes: ▏')
		terminal.type('use pnpm 1\r')
		await terminal.until(/With a yes: use pnpm 1\nTab changes the remark/)
		assert.deepEqual(
			port.sent.filter(({ type }) => type === 'approve'),
			[],
		)
		const sent = port.nextCommand()
		terminal.type('1')
		assert.deepEqual(await sent, {
			type: 'approve',
			approvalId: 'a1',
			decision: { answer: 'once', remark: 'use pnpm 1' },
		})
	})

	test('what is left with Esc goes with nothing, is there at the next Tab, and afterwards in the prompt', async () => {
		const { terminal, port } = started()
		port.emit(ofCommand('a1', 'npm install'), ofCommand('a2', 'npm test'))
		await terminal.until('Tab adds a remark')
		await pastTheGuard()
		terminal.type('\t')
		await terminal.until('With a yes: ▏')
		terminal.type('use pnpm')
		await terminal.until('With a yes: use pnpm▏')
		terminal.type('\x1b')
		await terminal.until(screen => !screen.includes('With a yes'))
		terminal.type(RIGHT)
		await terminal.until(/2 of 2 ━━\n {2}npm test/)
		terminal.type(LEFT)
		await terminal.until(/1 of 2 ━━\n {2}npm install/)
		await pastTheGuard(true)
		terminal.type('\t')
		await terminal.until('With a yes: use pnpm▏')
		terminal.type('\x1b')
		await terminal.until(screen => !screen.includes('With a yes'))
		const sent = port.nextCommand()
		terminal.type('1')
		assert.deepEqual(await sent, { type: 'approve', approvalId: 'a1', decision: { answer: 'once' } })
		port.emit(ended('a1'), ended('a2'))
		await terminal.until('│ > use pnpm')
	})

	test('a hard question still rests on no', async () => {
		const { terminal, port } = started()
		port.emit(ofCommand('a1', 'git push --force', { outcome: 'ask-always' }))
		await terminal.until('❯ 4 no')
		await pastTheGuard()
		const sent = port.nextCommand()
		terminal.type('\tplease\r\r')
		assert.deepEqual(await sent, { type: 'approve', approvalId: 'a1', decision: { answer: 'no' } })
	})
})

describe('with a no', () => {
	test('the reason that Esc leaves stands in the prompt when the run is stopped, above what was there', async () => {
		const { terminal, port } = started()
		await terminal.until('Steer the run')
		terminal.type('a draft')
		await terminal.until('> a draft')
		port.emit(ofCommand('a1', 'npm install'))
		await terminal.until('❯ 1 yes, once')
		await pastTheGuard(true)
		terminal.type('never that')
		await terminal.until('never that▏')
		terminal.type('\x1b')
		await terminal.until('❯ 1 yes, once')
		const sent = port.nextCommand()
		terminal.type('\x1b')
		assert.deepEqual((await sent).type, 'cancel')
		port.emit(ended('a1'))
		await terminal.until(/> never that +│\n│ {3}a draft/)
		assert.ok(!port.sent.some(({ type }) => type === 'approve'))
	})

	test('a reason that was sent does not come back', async () => {
		const { terminal, port } = started()
		port.emit(ofCommand('a1', 'npm install'))
		await terminal.until('❯ 1 yes, once')
		await pastTheGuard()
		const sent = port.nextCommand()
		terminal.type('never that\r')
		const decision = { answer: 'no-with-reason', reason: 'never that' }
		assert.deepEqual(await sent, { type: 'approve', approvalId: 'a1', decision })
		port.emit(ended('a1'))
		await terminal.until('> Steer the run')
	})
})

describe('a command', () => {
	test('is changed in the editor, several lines and all, and what comes back is to be judged', async () => {
		const given: string[] = []
		const { terminal, port } = started({
			editText: async text => {
				given.push(text)
				return 'for f in *; do\n  rm "$f"\ndone\n'
			},
		})
		port.emit(ofCommand('a1', 'ls\nrm *'))
		await terminal.until('Ctrl+G edits')
		await pastTheGuard()
		const sent = port.nextCommand()
		terminal.type('\x07')
		assert.deepEqual(await sent, {
			type: 'approve',
			approvalId: 'a1',
			decision: { answer: 'edit', command: 'for f in *; do\n  rm "$f"\ndone' },
		})
		assert.deepEqual(given, ['ls\nrm *'])
	})

	test('that comes back as it was is asked about as before', async () => {
		const { terminal, port } = started({ editText: async text => `${text}\n` })
		port.emit(ofCommand('a1', 'npm test'))
		await terminal.until('Ctrl+G edits')
		await pastTheGuard()
		const sent = port.nextCommand()
		terminal.type('\x07')
		terminal.type('4')
		assert.deepEqual(await sent, { type: 'approve', approvalId: 'a1', decision: { answer: 'no' } })
	})

	test('is changed in its place where there is no editor; Esc leaves it as it was', async () => {
		const { terminal, port } = started()
		port.emit(ofCommand('a1', 'npm install'))
		await terminal.until('Ctrl+G edits')
		await pastTheGuard()
		terminal.type('\x07')
		await terminal.until('Instead: npm install▏')
		terminal.type(' x\x1b')
		await terminal.until('❯ 1 yes, once')
		terminal.type('\x07')
		await terminal.until('Instead: npm install▏')
		const sent = port.nextCommand()
		terminal.type(' --dry-run\r')
		assert.deepEqual(await sent, {
			type: 'approve',
			approvalId: 'a1',
			decision: { answer: 'edit', command: 'npm install --dry-run' },
		})
	})
})

test.each([92, 200])(
	'at %i columns a reason stands beside its line, in one column with the others, and what only reads is counted',
	async columns => {
		const reading = (command: string, reason: string) => ({
			command,
			outcome: 'allow' as const,
			reason,
			rule: 'read-only/x',
			standsAlone: true as const,
		})
		const parts = [
			reading('ls', 'ls only reads.'),
			reading('cat a', 'cat only reads.'),
			{ command: 'npm test', outcome: 'ask' as const, reason: 'npm can run anything.', rule: 'x' },
		]
		const { terminal, port } = started({}, [columns, 40])
		port.emit(ofCommand('a1', 'ls && cat a && npm test', { parts }))
		await terminal.until(/\n {2}\? npm test {2}npm can run anything\.\n {2}✓ 2 parts only read\n/)
		terminal.type('\x0f')
		await terminal.until(
			/✓ ls {8}ls only reads\.\n {2}✓ cat a {5}cat only reads\.\n {2}\? npm test {2}npm can/,
		)
	},
)

test('what is harmless only by itself is shown with what it is fed to', async () => {
	const command = "ls; cat a; echo 'rm -rf .' | cat | sh"
	const { terminal, port } = started({}, [92, 40])
	const { parts } = assessCommand(command, PLACE).assessment
	port.emit(ofCommand('a1', command, { parts, outcome: 'ask-always' }))
	await terminal.until(/\n {2}✓ echo 'rm -rf \.' .*\n {2}✓ cat .*\n {2}! sh .*\n {2}✓ 2 parts only read\n/)
})

test('a long diff takes three fifths of the window at most, and with Ctrl+O all of it', async () => {
	const lines = Array.from({ length: 80 }, (_, index) => `+line ${index}`).join('\n')
	const diff = `--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,80 @@\n${lines}\n`
	const { terminal, port } = started({}, [100, 50])
	port.emit(approvalRequest('a1', { title: 'write new.txt (+80 −0)', diff }, 'write'))
	const rows = () =>
		terminal.screen().trimEnd().split('\n').length -
		1 -
		terminal
			.screen()
			.split('\n')
			.findIndex(row => row.startsWith('━━'))
	await terminal.until('Ctrl+O all rows')
	assert.ok(rows() <= 32, `${rows()} rows`)
	terminal.type('\x0f')
	await terminal.until(() => rows() > 44)
	await terminal.until('Ctrl+O as it was')
	terminal.type('\x0f')
	await terminal.until(() => rows() <= 32)
	const count = (text: string) => text.split('+line 1').length
	assert.equal(count(terminal.scrollback()), count(terminal.screen()))
})
