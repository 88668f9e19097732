import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { SessionSummary } from '../../../src/core/commands.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import type { RuntimeQueries, SessionHit } from '../../../src/core/runtime-port.ts'
import { listedSessions } from '../../../src/tui/dialogs/sessions/session-list.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { TuiOptions } from '../../../src/tui/state/tui-options.ts'
import { deferred } from '../../support/deferred.ts'
import { continueProcess } from '../../support/for-one-test.ts'
import { FakePort, opened } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

const HERE = '/home/me/project'

function summary(id: string, given: Partial<SessionSummary> = {}): SessionSummary {
	return {
		sessionId: id as SessionId,
		name: undefined,
		title: `about ${id}`,
		cwd: HERE,
		createdAt: 0,
		usedAt: Date.now(),
		messages: 12,
		model: { provider: 'anthropic', model: 'claude-test' },
		sizeBytes: 1,
		...given,
	}
}

function hit(id: string, snippet: string): SessionHit {
	return { sessionId: id as SessionId, seq: 4, at: 0, role: 'user', title: '', snippet }
}

function opening(
	lookups: Partial<RuntimeQueries>,
	{ columns = 80, rows = 24, ...options }: Partial<TuiOptions> & { columns?: number; rows?: number } = {},
) {
	const terminal = new ScreenTerminal(columns, rows)
	const port = new FakePort(lookups)
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		folder: HERE,
		picker: true,
		...options,
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened)
	return { port, terminal }
}

describe('which sessions a search leaves', () => {
	const sessions = [
		summary('s1', { name: 'parser work', title: 'fix it' }),
		summary('s2', { title: 'write the docs', cwd: '/other' }),
		summary('s3', { title: 'colours' }),
	]
	const idsOf = (text: string, hits: readonly SessionHit[] = [], folder?: string) =>
		listedSessions(sessions, { text, hits, folder }).map(({ session }) => session.sessionId)

	test('without words all of the folder, with words those whose name, prompt or model holds all of them', () => {
		assert.deepEqual(idsOf(''), ['s1', 's2', 's3'])
		assert.deepEqual(idsOf('', [], HERE), ['s1', 's3'])
		assert.deepEqual(idsOf('PARSER fix'), ['s1'])
		assert.deepEqual(idsOf('claude docs'), ['s2'])
		assert.deepEqual(idsOf('nothing like it'), [])
	})

	test('what was only found inside comes after them, best first, each once, and only of the folder', () => {
		const hits = [hit('s3', 'a'), hit('s2', 'b'), hit('s3', 'c'), hit('s1', 'd'), hit('gone', 'e')]
		assert.deepEqual(idsOf('parser', hits), ['s1', 's3', 's2'])
		assert.deepEqual(idsOf('parser', hits, HERE), ['s1', 's3'])
	})
})

describe('the list of sessions', () => {
	test('begins with this folder, shows how the highlighted one ends, and Tab adds the others', async () => {
		const { terminal } = opening({
			sessions: async () => [summary('s1'), summary('s2', { cwd: '/other/place', messages: 3 })],
			previewSession: async id => `> asked in ${id}\n\nthe end of ${id}`,
		})
		await terminal.until('the end of s1')
		assert.match(terminal.screen(), /❯ {3}about s1 +12 messages +claude-test +just now/)
		assert.ok(!terminal.screen().includes('about s2'))
		terminal.type('\t')
		await terminal.until(/about s2 +\/other\/place/)
		terminal.type('\x1b[B')
		await terminal.until('the end of s2')
	})

	test('shows the end of what is typed, where the cursor is, on a narrow screen', async () => {
		const { terminal } = opening(
			{ sessions: async () => [summary('s1')], previewSession: async () => '' },
			{ columns: 40, rows: 20, renameSession: async () => {} },
		)
		await terminal.until('about s1')
		terminal.type('about the parser that was so slow')
		await terminal.until(/that was so slow▏/)
		terminal.type('\x15')
		await terminal.until('about s1')
		terminal.type('\x12a name that is longer than the screen is wide')
		await terminal.until(/New name: .*than the screen is wide▏/)
	})

	test('says on any screen how to choose and how to leave, and of the other keys what fits', async () => {
		const footerAt = async (columns: number) => {
			const change = async () => {}
			const { terminal } = opening(
				{ sessions: async () => [summary('s1')], previewSession: async () => '' },
				{ columns, rows: 20, renameSession: change, deleteSession: change },
			)
			await terminal.until('Enter resumes')
			const [row = ''] = terminal
				.screen()
				.split('\n')
				.filter(line => line.includes('Enter resumes'))
			return row.trim()
		}
		assert.equal(
			await footerAt(80),
			'Enter resumes · Tab all folders · Ctrl+R renames · Ctrl+D deletes · Esc closes',
		)
		assert.equal(await footerAt(62), 'Enter resumes · Tab all folders · Ctrl+R renames · Esc closes')
		assert.equal(await footerAt(45), 'Enter resumes · Tab all folders · Esc closes')
		assert.equal(await footerAt(40), 'Enter resumes · Tab all · Esc closes')
		assert.equal(await footerAt(30), 'Enter resumes · Esc closes')
	})

	test('stands beside its preview where there is room', async () => {
		const { terminal } = opening(
			{ sessions: async () => [summary('s1')], previewSession: async () => 'the end' },
			{ columns: 200, rows: 50 },
		)
		await terminal.until(/about s1 .*│ the end/)
		assert.ok(terminal.screen().split('\n').length <= 50)
	})

	test('finds what was said in a session, and says what', async () => {
		const { terminal, port } = opening({
			sessions: async () => [summary('s1'), summary('s2')],
			searchSessions: async query => (query === 'needle' ? [hit('s2', 'where the needle was')] : []),
			previewSession: async id => `the end of ${id}`,
		})
		await terminal.until('about s1')
		terminal.type('needle')
		await terminal.until('where the needle was')
		assert.ok(!terminal.screen().includes('about s1'))
		const sent = port.nextCommand()
		terminal.type('\r')
		assert.deepEqual(await sent, { type: 'session-resume', selector: 's2' })
	})

	test('asks for one text at a time, and for the newest when that is answered', async () => {
		const asked: string[] = []
		let answer = (_hits: readonly SessionHit[]) => {}
		const again = deferred()
		const { terminal } = opening({
			sessions: async () => [summary('s1')],
			searchSessions: query => {
				if (asked.push(query) === 2) again.resolve()
				return new Promise(resolve => {
					answer = resolve
				})
			},
		})
		await terminal.until('about s1')
		terminal.type('a')
		await terminal.until('a▏')
		terminal.type('bo')
		await terminal.until('abo▏')
		assert.deepEqual(asked, ['a'])
		answer([])
		await again.promise
		assert.deepEqual(asked, ['a', 'abo'])
	})

	test('Ctrl+Z suspends there too, and what was searched for is kept', async () => {
		const { promise, resolve } = deferred()
		const { terminal } = opening(
			{ sessions: async () => [summary('s1')] },
			{
				stopProcess: () => {
					resolve()
					continueProcess()
				},
			},
		)
		await terminal.until('about s1')
		terminal.type('abo')
		await terminal.until('abo▏')
		terminal.type('\x1a')
		await promise
		terminal.type('u')
		await terminal.until('abou▏')
	})

	test('renames and deletes, which it asks about first', async () => {
		const done: string[] = []
		const { terminal } = opening(
			{ sessions: async () => [summary('s1'), summary('s2', { usedAt: 0 })] },
			{
				renameSession: async (id, name) => void done.push(`rename ${id} ${name}`),
				deleteSession: async id => {
					if (id === 's2') throw new Error('s2 is open in process 7')
					done.push(`delete ${id}`)
				},
			},
		)
		await terminal.until('about s1')
		terminal.type('\x12')
		await terminal.until('New name:')
		terminal.type('bug hunt\r')
		await terminal.until(/bug hunt {2}about s1/)
		terminal.type('\x04')
		await terminal.until('1 deletes: bug hunt')
		terminal.type('y')
		await terminal.until('Ctrl+D deletes')
		terminal.type('\x04')
		await terminal.until('1 deletes')
		terminal.type('1')
		await terminal.until(screen => !screen.includes('bug hunt'))
		terminal.type('\x04')
		await terminal.until('1 deletes: about s2')
		terminal.type('1')
		await terminal.until('s2 is open in process 7')
		assert.match(terminal.screen(), /❯ .* about s2/)
		assert.deepEqual(done, ['rename s1 bug hunt', 'delete s1'])
	})

	test('has pinned, running, today’s and older ones in sections, with what each is doing', async () => {
		const { terminal } = opening(
			{
				sessions: async () => [
					// Still of today where the day ends just now.
					summary('s1', { usedAt: Date.now() + 60_000 }),
					summary('s2', { usedAt: 0, marks: { isStarred: true, tags: ['release'] } }),
					summary('s3', {
						usedAt: 0,
						work: { runs: 3, costMicroUsd: 120_000, addedLines: 31, removedLines: 4 },
					}),
					summary('s4', { usedAt: 0 }),
					summary('s5', { marks: { isArchived: true } }),
				],
				runningSessions: async () => new Map([['s3' as SessionId, { pid: 7, state: 'asking' as const }]]),
			},
			{ columns: 120, rows: 40, markSession: async () => {} },
		)
		await terminal.until('Running')
		const rows = terminal.screen().split('\n')
		const from = rows.findIndex(row => row.includes('Pinned'))
		const list = rows.slice(from, from + 8).map(row => row.split('│')[0]!.trim().replaceAll(/ {2,}/g, ' | '))
		assert.deepEqual(list, ['Pinned', list[1]!, 'Running', list[3]!, 'Today', list[5]!, 'Older', list[7]!])
		assert.match(list[1]!, /^❯ ★ about s2 #release/)
		assert.match(list[3]!, /^\? about s3 asking \| 3 runs \| \+31 −4 \| /)
		assert.match(list[5]!, /about s1/)
		assert.match(list[7]!, /about s4/)
		// What was put away is there for whoever looks for it.
		assert.ok(!terminal.screen().includes('about s5'))
		terminal.type('s5')
		await terminal.until('about s5')
	})

	test('stars, tags, archives and filters by keys that no text has', async () => {
		const marked: unknown[] = []
		const { terminal } = opening(
			{ sessions: async () => [summary('s1', { name: 'bug hunt' }), summary('s2', { usedAt: 1 })] },
			{ columns: 120, rows: 30, markSession: async (id, marks) => void marked.push([id, marks]) },
		)
		await terminal.until('about s2')
		terminal.type('\x1bs')
		await terminal.until('★ bug hunt')
		terminal.type('\x1bt')
		await terminal.until('Tags: ▏')
		terminal.type('#release, v2\r')
		await terminal.until('bug hunt #release #v2')
		terminal.type('\x1bn')
		await terminal.until('named ones (1)')
		terminal.type('\x1bn')
		await terminal.until('(2)')
		terminal.type('\x1bh')
		await terminal.until('(1)')
		terminal.type('\x1ba')
		await terminal.until('archived too (2)')
		assert.deepEqual(marked, [
			['s1', { isStarred: true }],
			['s1', { tags: ['release', 'v2'] }],
			['s1', { isArchived: true }],
		])
	})

	test('gives a deleted session back, and is only done with it when the list is closed', async () => {
		const done: string[] = []
		const { terminal } = opening(
			{ sessions: async () => [summary('s1'), summary('s2', { usedAt: 1 })] },
			{
				columns: 120,
				deleteSession: async id => void done.push(`delete ${id}`),
				restoreSession: async id => void done.push(`restore ${id}`),
				purgeSessions: async () => void done.push('purge'),
			},
		)
		await terminal.until('about s1')
		terminal.type('\x04')
		await terminal.until('1 deletes: about s1')
		terminal.type('1')
		await terminal.until('Alt+U brings back')
		assert.ok(!terminal.screen().includes('about s1'))
		terminal.type('\x1bu')
		await terminal.until('about s1')
		assert.deepEqual(done, ['delete s1', 'restore s1'])
		terminal.type('\x03')
		await terminal.until(screen => !screen.includes('about s1'))
		assert.deepEqual(done, ['delete s1', 'restore s1', 'purge'])
	})

	test('copies a session and goes on in the copy', async () => {
		const { terminal, port } = opening(
			{ sessions: async () => [summary('s1')] },
			{ copySession: async id => `copy-of-${id}` },
		)
		await terminal.until('about s1')
		const sent = port.nextCommand()
		terminal.type('\x1bf')
		assert.deepEqual(await sent, { type: 'session-resume', selector: 'copy-of-s1' })
	})

	test('holds a thousand sessions, and nothing of theirs reaches the terminal as more than text', async () => {
		const hostile = '\x1b]0;owned\x07\x1b[2J\u202ereversed'
		const { terminal } = opening({
			sessions: async () =>
				Array.from({ length: 1000 }, (_, index) =>
					summary(`s${index}`, { title: `${hostile} ${index}`, usedAt: Date.now() - index }),
				),
			previewSession: async () => `${hostile} preview`,
			searchSessions: async () => [hit('s900', hostile)],
		})
		await terminal.until('(1000)')
		terminal.type(' 999')
		await terminal.until('(2)')
		assert.ok(
			!terminal.written.includes('owned\x07') &&
				!terminal.written.includes('\x1b[2J') &&
				!terminal.written.includes('\u202e'),
		)
	})
})
