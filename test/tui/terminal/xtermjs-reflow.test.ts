// Where the frame is found again in VS Code's terminal, against the terminal itself. All of it has room: else the terminal
// throws rows away at the bottom for those it makes above, as long as nothing has been scrolled out.

import assert from 'node:assert/strict'
import headless from '@xterm/headless'
import fc from 'fast-check'
import { test } from 'vitest'
import { rowsAboveMovedCursor } from '../../../src/tui/terminal/xtermjs-reflow.ts'
import { longer } from '../../support/soak.ts'

const columns = fc.integer({ min: 40, max: 100 })
const width = fc.integer({ min: 0, max: 100 })

test('the frame is found from the cursor after a window was dragged in and out', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				first: columns,
				narrower: fc.array(columns, { minLength: 1, maxLength: 5 }),
				wider: fc.array(columns, { maxLength: 5 }),
				above: fc.oneof(fc.array(width, { maxLength: 4 }), fc.array(width, { minLength: 55, maxLength: 70 })),
				frame: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 }),
				cursor: fc.nat(5),
				scrollback: fc.constantFrom(10, 1000),
			}),
			async ({ first, narrower, wider, above, frame, cursor, scrollback }) => {
				const rows = 40
				const isFull = above.length + frame.length > rows + scrollback
				// Dragged in and out again.
				const sizes = [...narrower.sort((a, b) => b - a), ...wider.sort((a, b) => a - b)]
				const terminal = new headless.Terminal({ cols: first, rows, scrollback, allowProposedApi: true })
				const widths = frame.map(width => Math.min(width, first))
				const row = Math.min(cursor, frame.length - 1)
				const transcript = above.map(width => `${'t'.repeat(Math.min(width, first))}\r\n`).join('')
				const drawn = widths.map((width, index) => (index === 0 ? '#' : 'f').repeat(width)).join('\r\n')
				const up = frame.length - 1 - row
				const written = `${transcript}\x1b[?7l${drawn}\x1b[?7h${up > 0 ? `\x1b[${up}A` : ''}\r`
				await new Promise<void>(resolve => terminal.write(written, resolve))
				for (const size of sizes) terminal.resize(size, rows)
				const { active } = terminal.buffer
				let top = 0
				while (active.getLine(top)?.translateToString(true)[0] !== '#') top++
				const position = { row, column: 0, bottom: frame.length - 1, isCursorShown: true, widths }
				assert.equal(
					rowsAboveMovedCursor(position, { columns: [first, ...sizes], isFull }),
					active.baseY + active.cursorY - top,
				)
			},
		),
		{ numRuns: longer(25) },
	)
})
