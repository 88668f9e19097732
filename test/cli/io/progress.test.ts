import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { progressRow, startProgress } from '../../../src/cli/io/progress.ts'
import { cellWidth } from '../../../src/tui/text/cell-width.ts'

const STATE = {
	what: 'reading sessions',
	unit: 'bytes',
	...{ done: 101e6, total: 223e6, tookMs: 1_200, leftMs: 1_450, perMs: 84_000 },
} as const

describe('progress', () => {
	test('is one row with a bar, a rate and the time that is left, which loses its end where it is narrow', () => {
		assert.equal(
			progressRow(STATE, 100),
			'reading sessions ███████████░░░░░░░░░░░░░ 45% · 101 of 223 MB · 84 MB/s · 1.4s left',
		)
		assert.equal(progressRow(STATE, 50), 'reading sessions █████░░░░░░░ 45% · 101 of 223 MB')
		for (let columns = 10; columns < 200; columns++)
			assert.ok(cellWidth(progressRow({ ...STATE, what: 'clon\u001b[2Jing' }, columns)) < columns)
		assert.equal(progressRow({ ...STATE, done: 0, total: undefined, what: 'cloning' }, 80), 'cloning · 1.2s')
	})

	test('shows nothing of what is over within two seconds, and takes its row away', () => {
		const quick = played([
			[100, 50, 100],
			[200, 90, 100],
			[900, 100, 100],
		])
		assert.deepEqual(quick, [])
		const slow = played([
			[100, 1, 100],
			[500, 5, 100],
			[600, 6, 100],
			[1_000, 10, 100],
		])
		assert.deepEqual(slow, [
			'reading sessions █░░░░░░░░░░░░░░░░░░░░░░░ 5% · 5 of 100 · 10/s · 9.5s left',
			'reading sessions ██░░░░░░░░░░░░░░░░░░░░░░ 10% · 10 of 100 · 10/s · 9.0s left',
			'cleared',
		])
	})

	test('is nowhere where there is no terminal', () => {
		const progress = startProgress({}, { what: 'x', unit: 'items' })
		progress.at(1, 2)
		progress.end()
	})
})

function played(steps: readonly (readonly [atMs: number, done: number, total: number])[]): readonly string[] {
	let now = 0
	const rows: string[] = []
	const statusRow = {
		show: (text: (columns: number) => string) => void rows.push(text(100)),
		clear: () => void rows.push('cleared'),
	}
	const progress = startProgress({ statusRow }, { what: 'reading sessions', unit: 'items', clock: () => now })
	for (const [at, done, total] of steps) {
		now = at
		progress.at(done, total)
	}
	progress.end()
	return rows
}
