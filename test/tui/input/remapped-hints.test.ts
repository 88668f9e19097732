// Every hint names the key in force: with all keys on others, no window, list or dialog names an old one.

import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import type { SessionSummary } from '../../../src/core/commands.ts'
import type { CallId, QuestionId, QueueId, SessionId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import type { RewindPoint } from '../../../src/core/runtime-port.ts'
import { readBindings } from '../../../src/tui/input/key-bindings.ts'
import { KEYMAP } from '../../../src/tui/input/keymap.ts'
import { helpRows, keyHints } from '../../../src/tui/review/key-hints.ts'
import { liveRows } from '../../../src/tui/screen/live-rows.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { EMPTY_VIEW } from '../../../src/tui/state/view.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { blockRows, DEFAULT_LOOK } from '../../../src/tui/transcript/block-rows.ts'
import { statusHints } from '../../../src/tui/viewer/frame.ts'
import { FakePort, opened, RUN, runStart } from '../../support/screen/fake-port.ts'
import { PLAIN } from '../../support/screen/plain-theme.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

/** What answers a question keeps its keys, whatever a file says. */
const FIXED: ReadonlySet<string> = new Set(['dialog', 'trust', 'delete-session'])
const MOVES: ReadonlySet<string> = new Set(['previous', 'next', 'scroll-up', 'scroll-down'])

/** As they are typed here. */
const SUBMIT = { chord: 'f8', typed: '\x1b[19~' }
const CLOSE = { chord: 'f9', typed: '\x1b[20~' }

/** keybindings.json with every action on one key of its own, and the usual ones taken away. */
const REMAPPED = JSON.stringify(
	Object.fromEntries(
		Object.entries(KEYMAP).map(([context, keys]) => {
			const actions = [...new Set(Object.values<string>(keys))]
			const isFree = (action: string) => !FIXED.has(context) || MOVES.has(action)
			const spare = ['', 'ctrl+', 'alt+', 'shift+', 'ctrl+shift+', 'alt+shift+', 'ctrl+alt+'].flatMap(held =>
				Array.from({ length: 7 }, (_, index) => `${held}f${index + 1}`),
			)
			// Both are asked for a key beside each other.
			const free = context === 'composer' ? spare.toReversed() : spare
			const chordOf = (action: string, index: number) =>
				action === 'submit' ? SUBMIT.chord : action === 'close' ? CLOSE.chord : free[index]
			return [
				context,
				Object.fromEntries([
					...Object.entries<string>(keys).flatMap(([key, action]) => (isFree(action) ? [[key, null]] : [])),
					...actions.flatMap((action, index) => (isFree(action) ? [[chordOf(action, index), action]] : [])),
				]),
			]
		}),
	),
)

const OLD_NAMES =
	/\b(?:Esc|Enter|Tab|Space|space|PgUp|PgDn|Home|End|Del)\b|\b(?:Ctrl|Alt|Shift)\+(?!(?:Alt\+|Shift\+)*F\d)|[←↑↓↵]|\(\?\)/

const SESSION: SessionSummary = {
	sessionId: 'old' as SessionId,
	name: undefined,
	title: 'an earlier one',
	cwd: '/home/me/project',
	createdAt: 1,
	usedAt: 2,
	messages: 3,
	model: undefined,
	sizeBytes: 1,
}

const POINT: RewindPoint = { toSeq: 4, at: 0, prompt: 'do it', canRestoreFiles: false, changes: [] } as never

test('no hint names a key that has been given up', async () => {
	const { bindings, problems } = readBindings('keybindings.json', REMAPPED)
	assert.deepEqual(problems, [])

	const terminal = new ScreenTerminal(150, 40)
	const port = new FakePort({ sessions: async () => [SESSION], rewindPoints: async () => [POINT] })
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		keyBindings: { path: '/home/me/keybindings.json', read: async () => REMAPPED, write: async () => {} },
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
	const seen: Record<string, string> = {}
	const look = (name: string) => {
		seen[name] = terminal.screen()
	}
	const closed = async () => {
		terminal.type(CLOSE.typed)
		await terminal.until('Ask for anything')
	}
	for (const [command, shown] of [
		['/model', 'F9 closes'],
		['/resume', 'an earlier one'],
		['/theme', 'puts the old one back'],
		['/status', 'F9 closes'],
		['/rewind', 'do it'],
	] as const) {
		terminal.type(command)
		await terminal.until(command)
		terminal.type(SUBMIT.typed)
		await terminal.until(shown)
		look(command)
		await closed()
	}
	port.emit(runStart('go'), {
		type: 'queue-change',
		items: [{ queueId: 'q1' as QueueId, whenBusy: 'steer', message: userText('and then this') }],
	})
	await terminal.until('takes the newest back')
	look('live')
	port.emit({
		type: 'question-request',
		question: {
			questionId: 'q1' as QuestionId,
			callId: 'c1' as CallId,
			text: Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n'),
			options: ['yes', 'no'],
		},
	})
	await terminal.until(/rows 1–\d+ of 60/)
	look('question')

	const rows = (block: Parameters<typeof blockRows>[0]) =>
		blockRows(block, 80, { ...DEFAULT_LOOK, bindings })
			.rows.map(plainText)
			.join('\n')
	const todo = Array.from({ length: 9 }, () => ({ text: 'a step', status: 'pending' as const }))
	const view = { ...EMPTY_VIEW, todo, run: { runId: RUN, startedAt: 0 } as never }
	const live = { view, tail: [], isTodoShown: false, width: 80, limit: 20, theme: PLAIN, now: 0 }
	seen.plan = liveRows({ ...live, bindings }).join('\n')
	seen.output = rows({
		kind: 'output',
		command: 'seq 90',
		text: 'x\n'.repeat(90),
		exitCode: 0,
	})
	seen.notice = rows({ kind: 'notice', level: 'info', text: 'said', more: { title: 'All', text: 'of it' } })
	seen.welcome = rows({ kind: 'welcome', version: '1', cwd: '/', model: undefined })
	for (const focus of ['tree', 'diff'] as const)
		seen[`review ${focus}`] = keyHints({ focus, comments: [{}] } as never, 400, bindings)
	for (const isSelecting of [false, true])
		seen[`viewer ${isSelecting}`] = statusHints(bindings, isSelecting).join(' · ')
	seen['review help'] = helpRows(120, bindings).map(plainText).join('\n')
	for (const [name, screen] of Object.entries(seen)) {
		const said = screen.split('\n').filter(row => !/ stops the run/.test(row))
		const old = said.filter(row => OLD_NAMES.test(row))
		assert.deepEqual(old, [], `${name}:\n${screen}`)
		assert.match(screen, /\bF\d/, `${name}:\n${screen}`)
	}
	// In the review no hint is a lone letter.
	assert.doesNotMatch(`${seen['review tree']} · ${seen['review diff']}`, /(?:^|· )[a-zA-Z?]\b/)
})
