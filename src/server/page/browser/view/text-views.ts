// Outputs, arguments and diffs: text in rows, as much of it as a page can hold.

import { characters } from '../text/format.ts'
import { ends, visible } from '../text/visible-text.ts'
import { bit, make, region } from './dom.ts'

/** The beginning and the end of a long one, and how much is between them. */
export function outputBox(text: string, label: string): HTMLElement {
	const { head, left, tail } = ends(text, MOST)
	return region(
		'pre',
		'code',
		label,
		head,
		left > 0 && bit('gap', `\n… ${characters(left)} are left out here …\n`),
		tail,
	)
}

/** A unified diff: what goes and what comes is told by sign, by colour and by name. */
export function diffBox(diff: string, label: string): HTMLElement {
	const { head, left, tail } = ends(diff, MOST_DIFF)
	const rows = visible(head).split('\n')
	if (left > 0) rows.push(`… ${characters(left)} are left out here …`, ...visible(tail).split('\n'))
	if (rows.at(-1) === '') rows.pop()
	return region(
		'pre',
		'code diff',
		label,
		...rows.filter(row => !row.startsWith('\\ No newline')).map(diffRow),
	)
}

/** What `git diff`, `git show` and the like print: their first line says so, and there is a hunk. */
export function isDiff(text: string): boolean {
	return /^\s*(?:diff |Index: |--- |commit [0-9a-f]{7})/.test(text) && /^@@ /m.test(text)
}

function diffRow(row: string): HTMLElement {
	const sign = row[0] ?? ' '
	if (/^(?:---|\+\+\+) |^@@|^(?:diff|index) /.test(row)) return bit('row place', row)
	if (sign === '+') return make('ins', { class: 'row' }, sign, row.slice(1))
	if (sign === '-') return make('del', { class: 'row' }, '−', row.slice(1))
	return bit('row', row)
}

const MOST = 20_000
const MOST_DIFF = 60_000
