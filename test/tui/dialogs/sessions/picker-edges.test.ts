import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { SessionSummary } from '../../../../src/core/commands.ts'
import type { SessionId } from '../../../../src/core/ids.ts'
import { emptyText } from '../../../../src/tui/dialogs/sessions/list-window.ts'
import { footerRow, type PickerFooter } from '../../../../src/tui/dialogs/sessions/picker-footer.ts'
import { titleRow } from '../../../../src/tui/dialogs/sessions/picker-title.ts'
import { bySection } from '../../../../src/tui/dialogs/sessions/session-list.ts'
import { KEYMAP } from '../../../../src/tui/input/keymap.ts'
import { cellWidth } from '../../../../src/tui/text/cell-width.ts'
import { plainText } from '../../../../src/tui/text/spans.ts'

const session = (id: number, given: Partial<SessionSummary> = {}): SessionSummary => ({
	sessionId: `s${id}` as SessionId,
	name: undefined,
	title: '解析器が改行をどう扱うかを調べて、直してください',
	cwd: '/home/me',
	createdAt: 0,
	usedAt: id,
	messages: 1,
	model: undefined,
	sizeBytes: 1,
	...given,
})

const footer = (given: Partial<PickerFooter>, width: number) => {
	const usual: PickerFooter = {
		hasChoice: true,
		doing: { kind: 'choosing' },
		name: '',
		isAll: false,
		canRename: true,
		canDelete: true,
		canMark: true,
		canUndo: false,
		canChange: true,
		bindings: KEYMAP,
		width,
	}
	return plainText(footerRow({ ...usual, ...given }))
}

describe('the list of sessions', () => {
	test('asks at any width with which key what is deleted', () => {
		const doing = { kind: 'deleting' as const, session: session(1) }
		for (const width of [25, 39, 60, 120]) {
			const asked = footer({ doing }, width)
			assert.match(asked, /1 deletes: 解析/)
			assert.ok(cellWidth(asked) <= width, asked)
		}
		assert.match(footer({ doing }, 120), /^Delete this session with all it stored\?/)
	})

	test('offers nothing to be done with a session where none is listed', () => {
		assert.equal(
			footer({ hasChoice: false, canUndo: true }, 120),
			'Tab all folders · Alt+U brings back · Alt+N named · Alt+A archived · Esc closes',
		)
	})

	test('says how many there are at any width, and cuts no word without a sign', () => {
		const filter = { onlyNamed: false, withArchived: false }
		const title = (width: number) =>
			plainText(titleRow({ search: '', isAll: false, count: 2000, width, filter })).trimEnd()
		assert.equal(title(60), 'Sessions of this folder (2000) type to search')
		assert.equal(title(39), 'Sessions of this folder (2000)')
		assert.equal(title(20), 'Sessions (2000)')
	})

	test('says why it is empty, and which key lists more', () => {
		const all = { all: 3, isAll: true, isSearch: false, bindings: KEYMAP }
		const filter = { onlyNamed: false, withArchived: false }
		assert.equal(emptyText({ ...all, all: 0, filter }), '  no sessions')
		assert.equal(emptyText({ ...all, filter, isSearch: true }), '  nothing found')
		assert.equal(
			emptyText({ ...all, filter: { onlyNamed: true, withArchived: true } }),
			'  no named session · Alt+N lists all',
		)
		assert.equal(
			emptyText({ ...all, isAll: false, filter }),
			'  no session in this folder · Tab looks in all folders · Alt+A lists archived ones',
		)
	})

	test('has thousands in their sections, each in its order', () => {
		const now = new Date(2026, 3, 5, 12).getTime()
		const sessions = Array.from({ length: 2000 }, (_, index) =>
			session(index, {
				usedAt: now - index * 60_000,
				...(index === 1500 && { marks: { isStarred: true } }),
			}),
		)
		const running = new Map([['s900', { state: 'idle' }]]) as never
		const listed = bySection(
			sessions.map(one => ({ session: one, hit: undefined })),
			{ running, now },
		)
		const ids = listed.map(({ session: { sessionId } }) => sessionId)
		assert.deepEqual(ids.slice(0, 4), ['s1500', 's900', 's0', 's1'])
		assert.equal(new Set(ids).size, 2000)
		assert.equal(ids.at(-1), 's1999')
	})
})
