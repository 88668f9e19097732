import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { SessionSummary } from '../../../src/core/commands.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { sessionPage } from '../../../src/server/acp/session-pages.ts'

function session(id: string, usedAt: number): SessionSummary {
	return {
		sessionId: id as SessionId,
		name: undefined,
		title: `title of ${id}`,
		cwd: '/project',
		createdAt: 0,
		usedAt,
		messages: 1,
		model: undefined,
		sizeBytes: 1,
	}
}

/** Two of them were used in the same moment. */
const ALL = [session('e', 5.5), session('d', 4), session('c', 4), session('b', 2), session('a', 1)]

describe('pages', () => {
	test('hold every session once, in order', () => {
		const seen: string[] = []
		let cursor: string | undefined
		do {
			const page = sessionPage(ALL, cursor, 2)
			seen.push(...page.sessions.map(({ sessionId }) => sessionId))
			cursor = page.nextCursor ?? undefined
		} while (cursor !== undefined)
		assert.deepEqual(seen, ['e', 'd', 'c', 'b', 'a'])
	})

	test('go on behind a session that is gone', () => {
		const { nextCursor } = sessionPage(ALL, undefined, 2)
		const left = ALL.filter(({ sessionId }) => sessionId !== 'd')
		assert.deepEqual(
			sessionPage(left, nextCursor ?? '', 2).sessions.map(({ sessionId }) => sessionId),
			['c', 'b'],
		)
	})

	test('have what a list shows', () => {
		assert.deepEqual(sessionPage([session('a', 0)], undefined, 50), {
			sessions: [
				{ sessionId: 'a', cwd: '/project', title: 'title of a', updatedAt: '1970-01-01T00:00:00.000Z' },
			],
		})
		assert.deepEqual(sessionPage([], undefined, 50), { sessions: [] })
	})

	test('do not begin at a cursor that is none', () => {
		for (const cursor of ['', 'x', '5', ':a', '-1:a'])
			assert.throws(() => sessionPage(ALL, cursor, 2), /is no cursor of session\/list/)
	})
})
