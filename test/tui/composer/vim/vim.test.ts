import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { vimKey } from '../../../../src/tui/composer/vim/vim.ts'
import { isTypedInto, VIM_START, type VimState } from '../../../../src/tui/composer/vim/vim-state.ts'

// What the real vim made of the same keys: see scripts/vim-cases.mjs.

const FIXTURES = join(import.meta.dirname, '../../../fixtures/vim')
const { texts } = JSON.parse(readFileSync(join(FIXTURES, 'keys.json'), 'utf8')) as {
	texts: Record<string, string>
}
type Case = [
	name: string,
	line: number,
	column: number,
	keys: string,
	text: string,
	atLine: number,
	atColumn: number,
]
const cases = JSON.parse(readFileSync(join(FIXTURES, 'cases.json'), 'utf8')) as Case[]

const NAMES: Readonly<Record<string, string>> = {
	'\x1b': 'Escape',
	'\n': 'Enter',
	'\x12': 'Ctrl+R',
	'\b': 'Backspace',
}

function played(text: string, at: number, keys: string): { text: string; cursor: number; state: VimState } {
	let now = { text, cursor: at, state: { ...VIM_START, mode: 'normal' } as VimState }
	for (const key of keys) {
		const outcome = vimKey(now.state, now, NAMES[key] ?? key)
		if (outcome) now = outcome
		else if (isTypedInto(now.state))
			now = {
				...now,
				text: now.text.slice(0, now.cursor) + key + now.text.slice(now.cursor),
				cursor: now.cursor + key.length,
			}
	}
	return now
}

/** The column in characters. */
function placeOf(text: string, cursor: number): readonly [number, number] {
	const lines = text.slice(0, cursor).split('\n')
	return [lines.length, [...(lines.at(-1) ?? '')].length]
}

function offsetOf(text: string, line: number, column: number): number {
	const lines = text.split('\n')
	const before = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
	return before + Math.min(column, Math.max(0, (lines[line - 1]?.length ?? 0) - 1))
}

test('the keys do what vim does', () => {
	assert(cases.length > 1500, `${cases.length} cases`)
	const wrong = cases.flatMap(([name, line, column, keys, text, atLine, atColumn]) => {
		const before = texts[name] ?? ''
		const now = played(before, offsetOf(before, line, column), keys)
		const [toLine, toColumn] = placeOf(now.text, now.cursor)
		const isRight = now.text === text && toLine === atLine && toColumn === atColumn
		return isRight
			? []
			: [
					{
						name,
						at: [line, column],
						keys,
						vim: [text, atLine, atColumn],
						ours: [now.text, toLine, toColumn],
					},
				]
	})
	assert.deepEqual(wrong, [])
})
