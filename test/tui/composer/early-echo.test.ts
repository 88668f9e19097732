import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { onTestFinished, test } from 'vitest'
import { composerView } from '../../../src/tui/composer/composer-view.ts'
import { earlyEcho } from '../../../src/tui/composer/early-echo.ts'
import { EMPTY_BUFFER, insert } from '../../../src/tui/composer/text-buffer.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { FakePort, opened } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const WIDTH = 20

test.each<[string, string, string | undefined]>([
	['ab', 'c', 'c'],
	['ab', ' ', ' '],
	['ab', 'Ω', 'Ω'],
	// The placeholder goes.
	['', 'a', undefined],
	// Two cells, none, several, a new row, what is shown otherwise than it is written.
	['ab', '日', undefined],
	['ab', '\u0301', undefined],
	['ab', 'cd', undefined],
	['ab', '\n', undefined],
	['ab', '\t', undefined],
	['ab', '\x07', undefined],
	// The row is full, and one less.
	['a'.repeat(14), 'b', undefined],
	['a'.repeat(13), 'b', 'b'],
])('after %j, %j is shown early as %j', (text, written, echo) => {
	const before = insert(EMPTY_BUFFER, text)
	const view = composerView({
		...{ text, cursor: before.cursor, title: '', hint: '', placeholder: 'Ask' },
		...{ width: WIDTH, maxRows: 5, firstRow: 0 },
	})
	assert.equal(earlyEcho(before, insert(before, written), view), echo)
})

test.each([
	['in its frame', 60, '│ > ', /^ *│$/],
	['without a frame', 40, '> ', /^ *$/],
] as const)(
	'whatever is typed, however fast, the prompt %s shows it and nothing else',
	async (_where, columns, sign, end) => {
		const terminal = new ScreenTerminal(columns, 24)
		const port = new FakePort()
		const exited = startTui({
			version: '1.0.0',
			environment: { HOME: '/home/me', TMUX: '' },
			port,
			stdin: terminal.stdin,
			stdout: terminal.stdout,
		})
		onTestFinished(async () => {
			port.close()
			await exited
		})
		port.emit(opened)
		await terminal.until('Ask for anything')
		let early = 0
		const key = fc.constantFrom('a', 'b', 'é', 'Ω', '日', '\x7f', '\x1b[D', '\x1b[C', '\x01', '\x05')
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(key, fc.constantFrom('drawn', 'next turn', 'at once')), {
					minLength: 1,
					maxLength: 12,
				}),
				async strokes => {
					const shows = (start: string) => (screen: string) =>
						screen.split('\n').some(line => line.startsWith(start) && end.test(line.slice(start.length)))
					terminal.type('\x05\x15')
					let text: readonly string[] = []
					let at = 0
					for (const [stroke, next] of strokes) {
						const from = terminal.written.length
						terminal.type(stroke)
						if (stroke === '\x7f') {
							text = text.toSpliced(Math.max(0, at - 1), at > 0 ? 1 : 0)
							at = Math.max(0, at - 1)
						} else if (stroke === '\x1b[D') at = Math.max(0, at - 1)
						else if (stroke === '\x1b[C') at = Math.min(text.length, at + 1)
						else if (stroke === '\x01') at = 0
						else if (stroke === '\x05') at = text.length
						else text = text.toSpliced(at++, 0, stroke)
						if (next === 'next turn') await nextTurn()
						if (next === 'drawn' && text.length > 0) await terminal.until(shows(`${sign}${text.join('')}`))
						if (terminal.written.slice(from).startsWith(`${stroke}\x1b[`)) early++
					}
					terminal.type('\x05|')
					await terminal.until(shows(`${sign}${text.join('')}|`))
				},
			),
			{ numRuns: 20 },
		)
		assert.ok(early > 2, `shown early ${early} times`)
	},
)
