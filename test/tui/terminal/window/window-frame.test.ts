import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { WindowFrame } from '../../../../src/tui/terminal/window/window-frame.ts'
import { ScreenTerminal } from '../../../support/screen/screen-terminal.ts'
import { longer } from '../../../support/soak.ts'

const [COLUMNS, ROWS] = [34, 9]
const HEAD = 1
const ERASE = '\x1b[H\x1b[J'

type Cursor = { row: number; column: number }

/** As Ink writes a frame that it has forgotten the last one of. */
function written(rows: readonly string[], cursor: Cursor | undefined): string {
	if (!cursor) return rows.join('\n')
	const up = rows.length - 1 - cursor.row
	return `${rows.join('\n')}${up > 0 ? `\x1b[${up}A` : ''}\x1b[${cursor.column + 1}G\x1b[?25h`
}

const anyRow = fc.oneof(
	{ weight: 4, arbitrary: fc.nat(40).map(number => `row ${number} of a text as it is`) },
	fc.nat(40).map(number => `\x1b[36mrow ${number}\x1b[39m of \x1b[1ma text\x1b[22m`),
	fc.constantFrom(
		'',
		'\x1b[7mall of it\x1b[27m',
		'│ 한국 👍🏽 क्षि',
		'\x1b]8;;https://a.b/c\x07link\x1b]8;;\x07 to it',
	),
)
const anyStep = fc.oneof(
	// The transcript moves, and its last row grows.
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('delta' as const),
			fresh: fc.array(anyRow, { maxLength: 3 }),
			isBack: fc.constantFrom(false, false, true),
			grown: fc.constantFrom('', ' and more', ' 한국'),
		}),
	},
	fc.record({ kind: fc.constant('key' as const), typed: fc.constantFrom('a', 'bc', '한', '') }),
	fc.record({ kind: fc.constant('foot' as const), rows: fc.array(anyRow, { minLength: 1, maxLength: 5 }) }),
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constant('piece' as const), room: fc.constantFrom(0, 20, 60, 400) }),
	},
	fc.record({
		kind: fc.constant('resize' as const),
		columns: fc.constantFrom(COLUMNS, 20, 50),
		rows: fc.constantFrom(ROWS, 7, 12),
	}),
)

test('however it is sent in pieces, a window shows what a fresh one does, and what is typed at once', async () => {
	const scenes = { pieces: 0, moves: 0, keysBetween: 0 }
	await fc.assert(
		fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30 }), async steps => {
			const terminal = new ScreenTerminal(COLUMNS, ROWS)
			const frame = new WindowFrame()
			const send = (text: string) => terminal.stdout.write(text)
			let size = { columns: COLUMNS, rows: ROWS }
			let transcript: readonly string[] = Array.from(
				{ length: 12 },
				(_, index) => `line ${index} of what stands there`,
			)
			let foot: readonly string[] = ['──', '> ', '──']
			let draft = ''
			const wanted = () => {
				const height = size.rows - HEAD - foot.length
				const rows = ['head', ...transcript.slice(-height), ...foot]
				const typed = rows.map((row, index) =>
					index === HEAD + height + 1 ? `> ${draft}`.slice(0, 18) : row,
				)
				return typed.slice(-size.rows)
			}
			const cursor = () => {
				if (foot.length < 2) return undefined
				return { row: size.rows - foot.length + 1, column: Math.min(18, 2 + draft.length) }
			}
			const draw = () => assert.ok(frame.take(written(wanted(), cursor())))
			send(`\x1b[?7l\x1b[?25l${ERASE}`)
			frame.erased(size)
			draw()
			send(frame.piece(Number.POSITIVE_INFINITY))
			for (const step of steps) {
				if (step.kind === 'delta') {
					const last = `${transcript.at(-1)}${step.grown}`.slice(0, 40)
					transcript = [...transcript.slice(0, -1), last, ...step.fresh]
					if (step.isBack) transcript = transcript.slice(0, -2)
					if (transcript.length < 12) transcript = [...Array.from({ length: 12 }, () => ''), ...transcript]
				} else if (step.kind === 'key') {
					draft = step.typed === '' ? '' : draft + step.typed
				} else if (step.kind === 'foot') foot = step.rows
				else if (step.kind === 'resize') {
					size = { columns: step.columns, rows: step.rows }
					terminal.resize(size.columns, size.rows)
					send(`\x1b[?25l${ERASE}`)
					frame.erased(size)
				}
				if (step.kind === 'piece') {
					const piece = frame.piece(step.room)
					scenes.pieces += frame.isWhole ? 0 : 1
					scenes.moves += /\x1b\[\d+M/.test(piece) ? 1 : 0
					// One row more than there is room for, and what stands around it.
					assert.ok(Buffer.byteLength(piece) <= step.room + 250, piece)
					send(piece)
				} else draw()
				if (step.kind !== 'key') continue
				if (!frame.isWhole) scenes.keysBetween++
				send(frame.typed())
				const place = cursor()
				if (!place) continue
				await terminal.settled()
				assert.equal(terminal.cursor().column, place.column)
				assert.equal(terminal.cursor().line, wanted()[place.row]?.replaceAll(/\x1b\[[\d;]*m/g, ''))
			}
			while (!frame.isWhole) send(frame.piece(100))
			assert.equal(frame.piece(100), '')
			const fresh = new ScreenTerminal(size.columns, size.rows)
			fresh.stdout.write(`\x1b[?7l\x1b[?25l${ERASE}`)
			const again = new WindowFrame()
			again.erased(size)
			again.take(written(wanted(), cursor()))
			fresh.stdout.write(again.piece(Number.POSITIVE_INFINITY))
			await Promise.all([terminal.settled(), fresh.settled()])
			assert.deepEqual(terminal.picture(), fresh.picture())
			assert.equal(terminal.cursor().column, cursor() ? fresh.cursor().column : terminal.cursor().column)
		}),
		{ numRuns: longer(120) },
	)
	assert.ok(scenes.pieces > 40 && scenes.moves > 20 && scenes.keysBetween > 30, JSON.stringify(scenes))
})

test('what Ink changes of a frame that it takes to be there is refused, and where it puts the cursor is not', () => {
	const frame = new WindowFrame()
	frame.erased({ columns: 20, rows: 3 })
	assert.ok(frame.take('\x1b[?25la\nb\nc\x1b[1A\x1b[2G\x1b[?25h'))
	assert.equal(frame.piece(1000), '\x1b[?2026h\x1b[2Hb\x1b[3Hc\x1b[1Ha\x1b[2;2H\x1b[?25h\x1b[?2026l')
	assert.ok(!frame.take('\x1b[1G\x1b[2A\x1b[1G\x1b[Kd\n\x1b[E\x1b[1A\x1b[2G\x1b[?25h'))
	assert.ok(frame.take('\x1b[1A\x1b[1G\x1b[?25h'))
	assert.equal(frame.typed(), '\x1b[2;1H')
	assert.ok(frame.isWhole)
	// Higher than the window: its end is shown.
	assert.ok(frame.take('\x1b[H\x1b[Jx\na\nb\nc'))
	assert.equal(frame.piece(1000), '\x1b[?25l')
})
