import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import {
	type EditAction,
	EMPTY_BUFFER,
	edit,
	insert,
	moveRow,
	setText,
	type TextBuffer,
} from '../../../src/tui/composer/text-buffer.ts'
import { visualRows } from '../../../src/tui/composer/wrap.ts'
import { cpuMs, leastMs } from '../../support/least-time.ts'

/** A bar marks the cursor: `one|two`. */
function buffer(marked: string, markers: readonly string[] = []): TextBuffer {
	const cursor = marked.indexOf('|')
	return { ...EMPTY_BUFFER, text: marked.replace('|', ''), cursor, markers }
}

function marked({ text, cursor }: TextBuffer): string {
	return `${text.slice(0, cursor)}|${text.slice(cursor)}`
}

function moved(start: string, ...actions: readonly EditAction[]): string {
	return marked(actions.reduce(edit, buffer(start)))
}

const GRAPHEMES = [
	'a',
	'B',
	'7',
	' ',
	' ',
	'\n',
	'.',
	'_',
	'é',
	'e\u0301',
	'漢',
	'👍🏽',
	'👩‍👩‍👧',
	'🇩🇪',
	'❤️',
	'ก็',
] as const

describe('against a naive model', () => {
	/** A list of visible characters and an index: slow, and easy to be sure of. */
	type Model = { before: readonly string[]; after: readonly string[] }
	const steps: Record<string, (model: Model) => Model> = {
		left: ({ before, after }) => ({ before: before.slice(0, -1), after: [...before.slice(-1), ...after] }),
		right: ({ before, after }) => ({ before: [...before, ...after.slice(0, 1)], after: after.slice(1) }),
		'delete-left': ({ before, after }) => ({ before: before.slice(0, -1), after }),
		'delete-right': ({ before, after }) => ({ before, after: after.slice(1) }),
		'text-start': ({ before, after }) => ({ before: [], after: [...before, ...after] }),
		'text-end': ({ before, after }) => ({ before: [...before, ...after], after: [] }),
		'line-start': ({ before, after }) => {
			const start = before.lastIndexOf('\n') + 1
			return { before: before.slice(0, start), after: [...before.slice(start), ...after] }
		},
		'line-end': ({ before, after }) => {
			const end = after.includes('\n') ? after.indexOf('\n') : after.length
			return { before: [...before, ...after.slice(0, end)], after: after.slice(end) }
		},
	}
	// A space keeps the characters apart: `🇩🇪🇩🇪` and the like have borders of their own.
	const grapheme = fc.constantFrom(...GRAPHEMES)
	const step = fc.oneof(
		fc.constantFrom(...Object.keys(steps)).map(action => ({ action })),
		grapheme.map(text => ({ text })),
	)

	test('moving, typing and deleting by visible characters', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), taken => {
				let model: Model = { before: [], after: [] }
				let tested = EMPTY_BUFFER
				for (const each of taken) {
					if ('text' in each) {
						model = { ...model, before: [...model.before, each.text] }
						tested = insert(tested, each.text)
					} else {
						model = steps[each.action]?.(model) ?? model
						tested = edit(tested, each.action as EditAction)
					}
					assert.equal(marked(tested), `${model.before.join('')}|${model.after.join('')}`)
				}
			}),
		)
	})

	test('what was undone is done again, step by step, until something else is written', () => {
		const typed = [...'two words'].reduce(insert, EMPTY_BUFFER)
		const gone = edit(edit(edit(typed, 'kill-word-left'), 'undo'), 'undo')
		assert.notEqual(gone.text, typed.text)
		assert.equal(marked(edit(edit(gone, 'redo'), 'redo')), 'two |')
		assert.equal(marked(edit(edit(edit(gone, 'redo'), 'redo'), 'undo')), 'two words|')
		assert.equal(edit(insert(gone, 'x'), 'redo').text, `${gone.text}x`)
	})

	test('whatever is done can be undone to the empty text', () => {
		const action = fc.constantFrom<EditAction>(
			'left',
			'word-left',
			'word-right',
			'kill-word-left',
			'kill-word-right',
			'kill-space-left',
			'kill-line-left',
			'kill-line-right',
			'yank',
			'yank-older',
			'delete-left',
		)
		fc.assert(
			fc.property(fc.array(fc.oneof(action, grapheme), { maxLength: 60 }), taken => {
				let tested = EMPTY_BUFFER
				for (const each of taken) {
					const isText = GRAPHEMES.some(text => text === each)
					tested = isText ? insert(tested, each) : edit(tested, each as EditAction)
					assert.ok(tested.cursor >= 0 && tested.cursor <= tested.text.length)
				}
				while (tested.undoable.length > 0) tested = edit(tested, 'undo')
				assert.equal(marked(tested), '|')
			}),
		)
	})
})

describe('words', () => {
	test('a word ends where letters and digits do', () => {
		assert.equal(moved('foo.bar_baz |qux', 'word-left'), 'foo.|bar_baz qux')
		assert.equal(moved('foo.bar_baz |qux', 'word-left', 'word-left'), '|foo.bar_baz qux')
		assert.equal(moved('|foo.bar', 'word-right'), 'foo|.bar')
		assert.equal(moved('|… naïve', 'word-right'), '… naïve|')
	})

	test('Ctrl+W takes up to the space, Alt+Backspace only the word', () => {
		assert.equal(moved('see src/main.ts |x', 'kill-space-left'), 'see |x')
		assert.equal(moved('see src/main.ts |x', 'kill-word-left'), 'see src/main.|x')
	})

	test('an emoji is never cut in two', () => {
		assert.equal(moved('a❤️|b', 'word-left'), '|a❤️b')
		assert.equal(moved('|❤️', 'word-right'), '❤️|')
	})
})

describe('kill and yank', () => {
	test('the word ahead changes its case, and the cursor is behind it', () => {
		assert.equal(moved('say| hello.world now', 'upcase-word', 'upcase-word'), 'say HELLO.WORLD| now')
		assert.equal(moved('|  HELLO World', 'downcase-word', 'capitalize-word'), '  hello World|')
		assert.equal(moved('x |éCOLE "ÄÖ"', 'capitalize-word', 'capitalize-word'), 'x École "Äö|"')
		assert.equal(moved('the end |', 'upcase-word'), 'the end |')
	})

	test('the word before the cursor goes behind the next, behind the last the two change places', () => {
		assert.equal(moved('one |two three', 'transpose-words', 'transpose-words'), 'two three one|')
		assert.equal(moved('f(one, t|wo)', 'transpose-words'), 'f(two, one|)')
		assert.equal(moved('one two three.|', 'transpose-words'), 'one three two|.')
		assert.equal(moved('|one two', 'transpose-words'), '|one two')
		assert.equal(moved('one |', 'transpose-words'), 'one |')
	})

	test('markers are no words to be changed', () => {
		const pasted = buffer('see |[Pasted #1] now', ['[Pasted #1]'])
		assert.equal(marked(edit(pasted, 'upcase-word')), 'see [Pasted #1]| now')
		assert.equal(marked(edit(pasted, 'transpose-words')), marked(pasted))
	})

	test('kills in a row are one text', () => {
		assert.equal(
			moved('one two three|', 'kill-word-left', 'kill-word-left', 'yank', 'yank'),
			'one two threetwo three|',
		)
	})

	test('kills to the right join at the other end', () => {
		assert.equal(moved('|one two', 'kill-word-right', 'kill-word-right', 'text-end', 'yank'), 'one two|')
	})

	test('an older kill can take the place of the yanked one', () => {
		assert.equal(moved('one two|', 'kill-word-left', 'left', 'kill-line-left', 'yank', 'yank-older'), 'two| ')
	})

	test('at the border of a line the line end goes', () => {
		assert.equal(moved('one\n|two', 'kill-line-left'), 'one|two')
		assert.equal(moved('one|\ntwo', 'kill-line-right'), 'one|two')
	})
})

describe('undo', () => {
	const typed = (text: string) => [...text].reduce(insert, EMPTY_BUFFER)

	test('takes back a word at a time', () => {
		assert.equal(marked(edit(typed('one two'), 'undo')), 'one |')
		assert.equal(marked(edit(edit(typed('one two'), 'undo'), 'undo')), '|')
	})

	test('takes back a replaced text whole', () => {
		assert.equal(marked(edit(setText(typed('mine'), 'theirs'), 'undo')), 'mine|')
	})
})

describe('markers', () => {
	const PASTE = '[Pasted #1: 12 lines]'
	const around = (before: string, after: string) => buffer(`${before}|${after}`, [PASTE])

	test('are passed in one step', () => {
		assert.equal(marked(edit(around(`a${PASTE}`, 'b'), 'left')), `a|${PASTE}b`)
		assert.equal(marked(edit(around('a', `${PASTE}b`), 'right')), `a${PASTE}|b`)
		assert.equal(marked(edit(around(`a ${PASTE}`, ''), 'word-left')), `a |${PASTE}`)
	})

	test('are deleted in one step', () => {
		assert.equal(marked(edit(around(`a${PASTE}`, 'b'), 'delete-left')), 'a|b')
		assert.equal(marked(edit(around('a', `${PASTE}b`), 'delete-right')), 'a|b')
		assert.equal(marked(edit(around(`a ${PASTE}`, ''), 'kill-word-left')), 'a |')
	})
})

describe('rows', () => {
	test('up and down keep to the column across a shorter row', () => {
		const start = buffer('longer line\nab\nanother li|ne')
		const rows = visualRows(start.text, 20)
		const up = moveRow(start, rows, -1)
		assert.equal(up && marked(up), 'longer line\nab|\nanother line')
		const top = up && moveRow(up, rows, -1)
		assert.equal(top && marked(top), 'longer lin|e\nab\nanother line')
		assert.equal(top && moveRow(top, rows, -1), undefined)
	})

	test('a wrapped line has rows of its own', () => {
		const start = buffer('aaaa bbbb cc|cc')
		const up = moveRow(start, visualRows(start.text, 5), -1)
		assert.equal(up && marked(up), 'aaaa bb|bb cccc')
	})
})

test('a megabyte is inserted and edited without a pause', async () => {
	const work = () => {
		let big = insert(EMPTY_BUFFER, 'word and more\n'.repeat(75_000))
		for (const action of ['left', 'word-left', 'kill-word-left', 'line-start', 'undo'] as const)
			big = edit(big, action)
	}
	assert.ok((await leastMs(200, () => cpuMs(work))) < 200)
})
