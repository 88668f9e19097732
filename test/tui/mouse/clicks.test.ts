// Clicks on the whole window: on the rows of lists, of dialogs and of what has the window to itself.

import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import type { RewindPoint } from '../../../src/core/runtime-port.ts'
import { USUAL_SCREEN } from '../../../src/core/screen/screen-settings.ts'
import { okResult } from '../../../src/core/tool.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { TrustAnswer, TuiOptions } from '../../../src/tui/state/tui-options.ts'
import { deferred } from '../../support/deferred.ts'
import {
	approvalRequest,
	call,
	FakePort,
	opened,
	runEnd,
	runStart,
	said,
	toolEnd,
	toolStart,
} from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const POINTS: readonly RewindPoint[] = Array.from({ length: 30 }, (_, index) => ({
	toSeq: 30 - index,
	at: 1_000_000,
	prompt: `prompt ${30 - index}.`,
	changedFiles: 1,
	preview: { changes: [{ path: 'a.txt', what: 'changed' }], left: [] },
}))

function started(options: Partial<TuiOptions> = {}, columns = 80) {
	const terminal = new ScreenTerminal(columns, 24)
	const port = new FakePort({ rewindPoints: async () => POINTS })
	const settings = { ...USUAL_SCREEN }
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me', TMUX: '' },
		isFull: true,
		screen: { first: settings, settled: async () => settings, runCommand: async () => '' },
		...options,
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	onTestFinished(async () => {
		port.close()
		await exited
	})
	if (!options.trust) port.emit(opened)
	const click = (text: string, column = 7) => {
		const row = terminal
			.screen()
			.split('\n')
			.findIndex(each => each.includes(text))
		assert.ok(row >= 0, `${text} in:\n${terminal.screen()}`)
		const place = `0;${column};${row + 1}`
		terminal.type(`\x1b[<${place}M\x1b[<${place}m`)
		return row
	}
	const rowOf = (text: string) =>
		terminal
			.screen()
			.split('\n')
			.findIndex(each => each.includes(text))
	return { terminal, port, click, rowOf }
}

test('a click in a list moves the cursor, and the list stays where it is; a second one chooses', async () => {
	const { terminal, port, click, rowOf } = started()
	port.emit(runStart('hello'), said('Hello.'), runEnd())
	await terminal.until('Hello.')
	terminal.type('/rewind\r')
	await terminal.until('❯ prompt 30.')
	const before = rowOf('prompt 24.')
	click('prompt 24.')
	await terminal.until('❯ prompt 24.')
	assert.equal(rowOf('prompt 24.'), before)
	// A key in between makes it another first one.
	terminal.type('\x1b[B')
	await terminal.until('❯ prompt 23.')
	click('prompt 24.')
	await terminal.until('❯ prompt 24.')
	click('prompt 24.')
	await terminal.until('Go back to before “prompt 24.”')
	click('3 only the conversation')
	await terminal.until('❯ 3 only the conversation')
	assert.equal(port.sent.length, 0)
	click('3 only the conversation')
	await terminal.until('> prompt 24.')
	assert.deepEqual(
		port.sent.map(command => command.type === 'rewind' && command.toSeq),
		[24],
	)
})

/** Longer than a dialog takes no key: the time is the behaviour itself. */
const pastTheGuard = () => new Promise(resolve => setTimeout(resolve, 450))

test('no click allows anything: it moves the cursor, and from no it does not even do that', async () => {
	const { terminal, port, click } = started()
	port.emit(
		runStart('go'),
		approvalRequest('a1', { title: 'make', sessionKeys: ['shell:make'] }),
		approvalRequest('a2', { title: 'rm -rf /', outcome: 'ask-always' }),
	)
	await terminal.until('❯ 1 yes, once')
	await pastTheGuard()
	for (let count = 0; count < 3; count++) click('2 yes, and in this session')
	await terminal.until('❯ 2 yes, and in this session')
	assert.deepEqual(port.sent, [])
	terminal.type('\x1b[C')
	await terminal.until('❯ 4 no')
	await pastTheGuard()
	for (let count = 0; count < 3; count++) click('1 yes, once')
	terminal.type('\x1b[D')
	await terminal.until('❯ 1 yes, once')
	terminal.type('\x1b[C')
	await terminal.until('❯ 4 no')
	assert.deepEqual(port.sent, [])
})

test('no click trusts a folder', async () => {
	const answers: TrustAnswer[] = []
	const answered = deferred()
	const question = {
		folder: '/home/me/project',
		offers: [{ kind: 'mcp-server', file: '.mcp.json', effect: 'starts a server' }],
		changes: [],
	}
	const answer = (given: TrustAnswer) => {
		answers.push(given)
		answered.resolve()
	}
	const trust = Promise.resolve({ question, answer })
	const { terminal, click } = started({ trust })
	await terminal.until('❯ 1 no')
	await pastTheGuard()
	for (let count = 0; count < 3; count++) click('2 yes, trust')
	await terminal.until('❯ 2 yes, trust')
	assert.deepEqual(answers, [])
	terminal.type('1')
	await answered.promise
	assert.deepEqual(answers, ['go-on'])
})

test('on the empty screen a click writes an example into the prompt, and a way to a model takes two', async () => {
	const startFacts = async () => ({
		instructions: undefined,
		examples: ['explain src/parser.ts'],
		lastSession: undefined,
		localServers: [],
		tip: 'a tip',
	})
	const demo = started({ startFacts })
	demo.port.emit({ ...opened, chain: [{ provider: 'demo', model: 'demo' }] })
	await demo.terminal.until('❯ /model')
	demo.click('/login --key')
	await demo.terminal.until('❯ /login --key')
	demo.click('/login --key')
	await demo.terminal.until('Run “agent login --key” in another terminal')

	const { terminal, port, click } = started({ startFacts })
	await terminal.until('› explain src/parser.ts')
	click('› explain src/parser.ts')
	await terminal.until('> explain src/parser.ts')
	assert.deepEqual(port.sent, [])
})

test('a click on a file in the panel opens the review of it', async () => {
	const { terminal, port, click } = started({}, 160)
	const seen = [{ path: '/home/me/project/b.ts', sha256: 'x' }]
	const diff = '--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-a\n+b\n'
	const file = (name: string) => ({ path: `/home/me/project/${name}`, name, what: 'changed' as const })
	const counts = { added: 1, removed: 1, key: 'k' }
	port.queries.changes = {
		list: async scope => ({ scope, since: 'it began', files: [file('a.ts'), file('b.ts')], moreFiles: 0 }),
		counts: async (_scope, paths) => paths.map(() => counts),
		file: async (_scope, path) => ({
			...file(path.slice(path.lastIndexOf('/') + 1)),
			...counts,
			before: { kind: 'text', text: 'a\n' },
			after: { kind: 'text', text: 'b\n' },
			hunks: [],
		}),
		seen: async () => [],
	}
	port.emit(
		runStart('go'),
		said('', call('c1', 'edit', { path: 'b.ts' })),
		toolStart('c1', 'edit', { path: 'b.ts' }),
		toolEnd('c1', 'edit', okResult('done', { type: 'files', seen, diff, added: 1, removed: 1 })),
		runEnd(),
	)
	await terminal.until('─ Changes 1 ─')
	click('─ Changes 1', 130)
	await terminal.until('─ Changes 1 …')
	click('─ Changes 1', 130)
	await terminal.until(/│ b\.ts +\+1 −1/)
	click('│ b.ts', 130)
	await terminal.until(/│ b\.ts \+1 −1/)
})
