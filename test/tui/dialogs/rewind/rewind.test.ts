import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { RewindPoint } from '../../../../src/core/runtime-port.ts'
import { previewRows, rewindItems, waysOf } from '../../../../src/tui/dialogs/rewind/rewind-items.ts'
import { startTui } from '../../../../src/tui/start.tsx'
import { plainText } from '../../../../src/tui/text/spans.ts'
import { FakePort, opened, runEnd, runStart, said } from '../../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../../support/screen/screen-terminal.ts'

let leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	const all = leave
	leave = []
	for (const one of all) await one()
})

const POINTS: readonly RewindPoint[] = [
	{
		toSeq: 8,
		at: 1_000_000,
		prompt: 'build it',
		changedFiles: 3,
		preview: {
			changes: [
				{ path: 'a.txt', what: 'changed' },
				{ path: 'gone.txt', what: 'back' },
				{ path: 'out/b.txt', what: 'removed' },
			],
			left: ['big.bin: is too large to be kept, so it stays'],
		},
	},
	{ toSeq: 1, at: 1_000_000, prompt: 'hello', changedFiles: undefined },
]

function started(points = POINTS, columns = 80) {
	const port = new FakePort({ rewindPoints: async () => points })
	const terminal = new ScreenTerminal(columns, 24)
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened, runStart('hello'), said('Hello.'), runEnd())
	return { port, terminal }
}

test('a long prompt leaves room for what it changed', async () => {
	const { terminal } = started([{ ...POINTS[0]!, prompt: 'build it '.repeat(20) }])
	await terminal.until('Ask for anything')
	terminal.type('/rewind\r')
	await terminal.until('Go back to before')
	assert.match(terminal.screen(), /❯ build it build.*… {2}.* · 3 files$/m)
})

test('on a narrow screen it still says how to close it', async () => {
	const { terminal } = started(POINTS, 40)
	await terminal.until('Ask for anything')
	terminal.type('/rewind\r')
	await terminal.until('Go back to before (Esc closes)\n')
})

test('/rewind: a prompt, what is to go back, what becomes of the files; then the prompt is there again', async () => {
	const { port, terminal } = started()
	await terminal.until('Ask for anything')
	terminal.type('/rewind\r')
	await terminal.until('Go back to before')
	assert.match(terminal.screen(), /❯ build it {2}.* · 3 files\n {2}hello {2}.* · no files changed since/)
	terminal.type('\r')
	await terminal.until('Go back to before “build it”')
	assert.equal(
		terminal.screen().split('\n').slice(-10, -1).join('\n'),
		[
			'Go back to before “build it”',
			'❯ 1 the conversation and the files',
			'  2 only the files',
			'  3 only the conversation',
			'Esc: not at all · what would become of the files:',
			'  ! big.bin: is too large to be kept, so it stays',
			'  ~ a.txt',
			'  + gone.txt',
			'  − out/b.txt',
		].join('\n'),
	)
	const sent = port.nextCommand()
	terminal.type('\r')
	assert.deepEqual(await sent, { type: 'rewind', toSeq: 8, conversation: true, files: true })
	await terminal.until('> build it')
})

test('Escape twice on an empty prompt opens the same list, and Escape leaves it without a trace', async () => {
	const { port, terminal } = started()
	await terminal.until('Ask for anything')
	terminal.type('\x1b')
	await terminal.until('Esc again goes back')
	terminal.type('\x1b')
	await terminal.until('Go back to before')
	terminal.type('\r')
	await terminal.until('only the files')
	terminal.type('\x1b')
	await terminal.until(screen => !screen.includes('only the files'))
	assert.deepEqual(port.sent, [])
})

test('what is not counted yet is looked at when it is chosen', async () => {
	const { port, terminal } = started()
	const asked: (number | undefined)[] = []
	port.queries.rewindPoints = async toSeq => {
		asked.push(toSeq)
		const { preview: _, ...old } = POINTS[0]!
		return toSeq === undefined ? [{ ...old, changedFiles: undefined, isUncounted: true }] : [POINTS[0]!]
	}
	await terminal.until('Ask for anything')
	terminal.type('/rewind\r')
	await terminal.until('Go back to before')
	assert.match(terminal.screen(), /❯ build it {2}.* · files changed since$/m)
	terminal.type('\r')
	await terminal.until('+ gone.txt')
	assert.match(terminal.screen(), /1 the conversation and the files/)
	assert.deepEqual(asked, [undefined, 8])
})

test('/fork goes on in a copy up to before a prompt, and in a new session where nothing was said before it', async () => {
	const { port, terminal } = started([POINTS[0]!, { ...POINTS[1]!, toSeq: 3 }])
	for (const [keys, command] of [
		['\x1b[B\r', { type: 'session-fork', atSeq: 8 }],
		['\x1b[B\x1b[B\r', { type: 'session-new' }],
	] as const) {
		await terminal.until('Ask for anything')
		terminal.type('/fork\r')
		await terminal.until('All of it')
		const sent = port.nextCommand()
		terminal.type(keys)
		assert.deepEqual(await sent, command)
		await terminal.until(command.type === 'session-new' ? '> hello' : '> build it')
		terminal.type('\x15')
	}
})

test('only the files: the prompt stays away, because it still counts', async () => {
	const { port, terminal } = started()
	await terminal.until('Ask for anything')
	terminal.type('/undo\r')
	await terminal.until('Go back to before')
	terminal.type('\r')
	await terminal.until('only the files')
	const sent = port.nextCommand()
	terminal.type('2')
	assert.deepEqual(await sent, { type: 'rewind', toSeq: 8, conversation: false, files: true })
	port.emit({
		type: 'rewind',
		toSeq: 8,
		conversation: false,
		files: { restored: 'c1', undo: 'c3', changed: 3 },
	})
	await terminal.until('Went back: 3 files had to change. The conversation goes on.')
	assert.ok(terminal.screen().includes('Ask for anything'))
})

test('while a run is active there is nothing to choose from', async () => {
	const { port, terminal } = started()
	port.emit(runStart('wait'))
	await terminal.until('Steer the run')
	terminal.type('/rewind\r')
	await terminal.until('Interrupt the run before going back.')
	assert.deepEqual(port.sent, [])
	port.emit({ ...runEnd('cancelled') })
	await terminal.until('Interrupted')
})

test('a refusal is told, and the prompt stays where it was', async () => {
	const { port, terminal } = started()
	await terminal.until('Ask for anything')
	terminal.type('/rewind\r')
	await terminal.until('Go back to before')
	terminal.type('\r')
	await terminal.until('only the files')
	port.refusal = 'the files of checkpoint c1 are no longer kept'
	terminal.type('\r')
	await terminal.until('no longer kept')
	assert.ok(terminal.screen().includes('Ask for anything'))
})

describe('as text', () => {
	test('a place without changed files offers the conversation alone', () => {
		assert.deepEqual(waysOf(POINTS[1]!), [
			{
				name: 'the conversation; no files are touched',
				way: { conversation: true, files: false },
			},
		])
	})

	test('names of files and prompts cannot write on the screen', () => {
		const evil: RewindPoint = {
			toSeq: 1,
			at: 0,
			prompt: 'a\x1b[2Jb\nc',
			changedFiles: 1,
			preview: { changes: [{ path: 'x\x1b]0;y\x07', what: 'changed' }], left: [] },
		}
		const [item] = rewindItems([evil], 0)
		const texts = [item!.label, ...previewRows(evil, 80).map(plainText)]
		for (const text of texts) assert.doesNotMatch(text, /[\x00-\x1f\x7f]/)
	})

	test('a file that was also changed by hand says so, however long its name is', () => {
		const changes = [
			{ path: 'a.txt', what: 'changed' as const },
			{ path: 'folder/'.repeat(20), what: 'removed' as const, isChangedByHand: true as const },
		]
		const point = { toSeq: 1, at: 0, prompt: 'go', changedFiles: 2, preview: { changes, left: [] } }
		for (const width of [40, 120]) {
			const [one, other] = previewRows(point, width).map(plainText)
			assert.equal(one, '  ~ a.txt')
			assert.match(other!, /^ {2}− folder\/.* {2}also changed by hand$/)
			assert.ok(other!.length <= width)
		}
	})

	test('more files than are told of are counted', () => {
		const rows = previewRows({ ...POINTS[0]!, changedFiles: 10 }, 80).map(plainText)
		assert.equal(rows.at(-1), '  … 7 more')
	})
})
