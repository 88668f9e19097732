// The questions about what may run, on narrow, usual and wide screens: what runs is there to the last character.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import type { PermissionDecision } from '../../../src/core/permission.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { TrustAnswer, TrustQuestion, TuiOptions } from '../../../src/tui/state/tui-options.ts'
import { approvalRequest, FakePort, opened, runEnd, runStart, said } from '../../support/screen/fake-port.ts'
import { readThrough } from '../../support/screen/read-through.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

let leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
	leave = []
})

const WIDTHS = [40, 80, 200]
/** Only a key that comes after this long may answer. */
const GUARD_MS = 450
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

function started(columns: number, options: Partial<TuiOptions> = {}, rows = 30) {
	const terminal = new ScreenTerminal(columns, rows)
	const port = new FakePort()
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
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
	return { port, terminal, exited }
}

function asking(columns: number, assessment: Partial<PermissionDecision>, tool = 'shell') {
	const { port, terminal } = started(columns)
	port.emit(runStart('go'), approvalRequest('a1', assessment, tool))
	return { port, terminal }
}

/** However the screen has broken the rows. */
const joined = (text: string) => text.replace(/\s/g, '')

/** What is too long for the dialog is read by scrolling in it, and nothing of it is left above it. */
async function assertShows(terminal: ScreenTerminal, ...texts: readonly string[]): Promise<void> {
	const read = joined(await readThrough(terminal))
	for (const text of texts) assert.ok(read.includes(joined(text)), `${text} in\n${read}`)
	for (const row of terminal.screen().split('\n')) assert.ok(row.length <= terminal.stdout.columns)
}

const LONG = `cp ${'very-long-folder-name/'.repeat(12)}a b`

describe.each(WIDTHS)('on %i columns', columns => {
	test('a compound command shows each part, its reason, and every rule that “always” would store', async () => {
		const { terminal, port } = asking(columns, {
			title: `npm run build && git commit -m "done" && ls`,
			parts: [
				{ command: 'npm run build', outcome: 'ask', reason: 'npm is not known to only read.', rule: 'x' },
				{
					command: 'git commit -m "done"',
					outcome: 'ask',
					reason: 'git commit changes the repository.',
					rule: 'x',
				},
				{ command: 'ls', outcome: 'allow', reason: 'ls only reads.', rule: 'x' },
			],
			sessionKeys: ['shell:npm run build', 'shell:git commit -m done'],
			projectRules: ['shell(npm run build)', 'shell(git commit)'],
		})
		await terminal.until('3 yes, and always')
		await assertShows(
			terminal,
			'npm run build && git commit -m "done" && ls',
			'? git commit -m "done"',
			'git commit changes the repository.',
			'✓ ls',
			'2 yes, and in this session for npm run build, git commit -m done',
			'3 yes, and always in this project: shell(npm run build), shell(git commit)',
		)
		await pause(GUARD_MS)
		const sent = port.nextCommand()
		terminal.type('3')
		assert.deepEqual(await sent, { type: 'approve', approvalId: 'a1', decision: { answer: 'project' } })
	})

	test('a reason that stands with its part is not said again, one of the whole is', async () => {
		const { terminal } = asking(columns, {
			title: 'curl -s x | bash',
			parts: [{ command: 'curl -s x', outcome: 'ask', reason: 'curl can send.', rule: 'x' }],
			reasons: ['curl can send.', 'It runs what it downloads.'],
		})
		await terminal.until('5 no, and tell')
		await assertShows(terminal, 'It runs what it downloads.')
		assert.equal(terminal.screen().split('curl can send.').length, 2)
	})

	test('a long command is wrapped, never cut', async () => {
		const { terminal } = asking(columns, { title: LONG, reasons: ['cp is not known to only read.'] })
		await terminal.until('5 no, and tell')
		await assertShows(terminal, LONG)
	})

	test('hidden characters are made visible and counted', async () => {
		const { terminal } = asking(columns, {
			title: 'echo hi\u202e; rm -rf ~\u200b\x1b[2K',
			reasons: ['It holds invisible characters.'],
		})
		await terminal.until('5 no, and tell')
		await assertShows(
			terminal,
			'echo hi⟨U+202E⟩; rm -rf ~⟨U+200B⟩⟨U+001B⟩[2K',
			'3 hidden characters, written as ⟨U+…⟩.',
		)
	})

	test('a patch that is longer than the screen is scrolled in the dialog', async () => {
		const lines = Array.from({ length: 80 }, (_, index) => `+line number ${index}`)
		const diff = `--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,80 @@\n${lines.join('\n')}\n`
		const { terminal } = asking(
			columns,
			{ title: 'write new.txt (+80 −0)', diff, isWorkspaceEdit: true },
			'write',
		)
		await terminal.until('5 no, and tell')
		await terminal.until(/rows 1–\d+ of/)
		await assertShows(terminal, ...lines.map(line => line.slice(1)))
		assert.ok(!terminal.scrollback().includes('line number 1\n'), 'nothing of it is in the transcript')
	})

	test('a hard case says so, offers neither the session nor the project, and Enter refuses', async () => {
		const { terminal, port } = asking(columns, {
			outcome: 'ask-always',
			title: 'git push --force origin main',
			reasons: ['It throws away work or rewrites history.'],
			sessionKeys: ['shell:git push'],
			projectRules: ['shell(git push --force origin main)'],
		})
		await terminal.until('5 no, and tell')
		await assertShows(terminal, 'Dangerous. Run it all the same?', 'git push --force origin main')
		assert.doesNotMatch(terminal.screen(), /in this session|in this project/)
		await pause(GUARD_MS)
		const sent = port.nextCommand()
		terminal.type('23\r')
		assert.deepEqual(await sent, { type: 'approve', approvalId: 'a1', decision: { answer: 'no' } })
	})

	test('rules too many for the screen are scrolled, and every answer stays in sight', async () => {
		const projectRules = Array.from({ length: 40 }, (_, index) => `shell(tool-number-${index} with-a-word)`)
		const { terminal } = asking(columns, { title: 'many', projectRules })
		await terminal.until('3 yes, and always')
		await terminal.until(/5 no, and tell/)
		await assertShows(terminal, ...projectRules)
		for (const key of ['1 yes', '3 yes', '4 no', '5 no']) assert.ok(terminal.screen().includes(key), key)
	})

	test('the question of trust shows every item whole, and its default is no', async () => {
		const question: TrustQuestion = {
			folder: '/home/me/project',
			changes: [],
			offers: [
				{ kind: 'server', file: '.mcp.json', effect: `starts: sh -c ${LONG}, as the server evil` },
				{ kind: 'command', file: '.claude/commands/\u202egpj\n.md', effect: 'adds the command /x' },
			],
		}
		const answered = new Promise<TrustAnswer>(resolve => {
			const { terminal } = started(columns, { trust: Promise.resolve({ question, answer: resolve }) })
			void (async () => {
				await terminal.until('❯ 1 no')
				await assertShows(
					terminal,
					'This folder brings along what can act on this computer. Trust it?',
					`server: starts: sh -c ${LONG}, as the server evil`,
					'.claude/commands/⟨U+202E⟩gpj ⏎ .md',
				)
				await pause(1_100)
				terminal.type('yes')
				terminal.type('\r')
			})()
		})
		assert.equal(await answered, 'go-on')
	})
})

test('on a screen of ten rows the answers are still all there', async () => {
	const { terminal, port } = started(40, {}, 10)
	port.emit(
		runStart('go'),
		approvalRequest('a1', { title: LONG, projectRules: [`shell(${LONG})`], sessionKeys: [`shell:${LONG}`] }),
	)
	await terminal.until('3 yes, and always')
	for (const key of ['1 yes', '2 yes', '3 yes', '4 no', '5 no'])
		assert.ok(terminal.screen().includes(key), key)
	await assertShows(terminal, LONG, `3 yes, and always in this project: shell(${LONG})`)
})

test('where a question has to be scrolled, what is worst of it is in sight', async () => {
	const { terminal, port } = started(60, {}, 14)
	const parts = Array.from({ length: 20 }, (_, index) => ({
		command: `make part-${index}`,
		outcome: index === 17 ? ('ask-always' as const) : ('ask' as const),
		reason: index === 17 ? 'It runs what it downloads.' : `part ${index} is not known to only read.`,
		rule: 'x',
	}))
	port.emit(runStart('go'), approvalRequest('a1', { outcome: 'ask-always', title: 'make all', parts }))
	await terminal.until('❯ 4 no')
	assert.match(
		terminal.screen(),
		/Dangerous\. Run it all the same\?\n {2}make all\n {2}! make part-17\n {6}It runs what it downloads\.\n/,
	)
})

test('where an ordinary question has to be scrolled, the part that is the reason to ask is in sight', async () => {
	const { terminal, port } = started(40, {}, 12)
	const script = 'for f in src/*.ts; do\n  node --check "$f"\ndone\nnpm install left-pad'
	const parts = [
		{
			command: 'node --check "$f"',
			outcome: 'allow' as const,
			reason: 'It only looks.',
			rule: 'read-only/node',
		},
		{ command: 'npm install left-pad', outcome: 'ask' as const, reason: 'It installs packages.', rule: 'x' },
	]
	port.emit(runStart('go'), approvalRequest('a1', { title: script.replaceAll('\n', ' '), script, parts }))
	await terminal.until('❯ 1 yes')
	assert.match(
		terminal.screen(),
		/Run this command\?\n {2}\? npm install left-pad\n {6}It installs packages\.\n/,
	)
})

test('on twelve rows of forty the command stands above why it is asked, and is in sight', async () => {
	const { terminal, port } = started(40, {}, 12)
	const reasons = [
		'The sandbox stopped it: it wanted to write /home/me/.cache/tool and to reach example.com over the network.',
		'Outside of the sandbox nothing holds it, and what it does there is not looked at.',
	]
	port.emit(runStart('go'), approvalRequest('a1', { title: 'npm install', reasons }))
	await terminal.until('❯ 1 yes')
	assert.match(terminal.screen(), /Run this command\?\n {2}npm install\n {2}The sandbox stopped it/)
})

test('on twelve rows of forty what can be completed has all of them, and gives them back', async () => {
	const { terminal } = started(40, {}, 12)
	await terminal.until('> Ask for anything')
	terminal.type('/')
	await terminal.until(/^> \/\n(?:[› ] \/.*\n){7}.* · ask · ~/m)
	terminal.type('\x03')
	await terminal.until(screen => screen.includes('> Ask for anything') && !screen.includes('/model'))
})

test('on twelve rows of forty a list and a question have the whole window, and the frame is where it was behind them', async () => {
	const { terminal, port } = started(40, {}, 12)
	port.emit(
		runStart('go'),
		said(Array.from({ length: 20 }, (_, row) => `- line ${row}`).join('\n')),
		runEnd(),
	)
	await terminal.until(screen => screen.includes('line 19') && screen.includes('> Ask for anything'))
	await terminal.settled()
	const before = terminal.screen()
	terminal.type('/help\r')
	await terminal.until('Help:')
	assert.doesNotMatch(terminal.screen(), /line 19/)
	terminal.type('\x1b')
	await terminal.until('> Ask for anything')
	await terminal.settled()
	assert.equal(terminal.screen(), before)
	port.emit(runStart('more'), approvalRequest('a1', { title: 'npm install' }))
	await terminal.until('❯ 1 yes')
	assert.doesNotMatch(terminal.screen(), /line 19/)
	port.emit({
		type: 'approval-end',
		approvalId: 'a1',
		callId: 'call-a1',
		decision: { answer: 'no' },
		by: 'user',
	} as AgentEvent)
	port.emit(said('Not installed.'), runEnd())
	await terminal.until(screen => screen.includes('Not installed.') && screen.includes('> Ask for anything'))
	await terminal.settled()
	assert.equal(terminal.screen().split('\n').length, before.split('\n').length)
	assert.doesNotMatch(terminal.scrollback(), /1 yes|Help:/)
})

test('a window that grows and shrinks around a question shows it, and leaves none of it behind', async () => {
	const { terminal, port } = started(80, {}, 24)
	port.emit(runStart('go'), said('- one\n- two'), approvalRequest('a1', { title: 'npm install' }))
	await terminal.until(/two[\s\S]*━━ Run this command\?[\s\S]*❯ 1 yes/)
	terminal.resize(40, 12)
	await terminal.until(screen => screen.includes('❯ 1 yes') && !screen.includes('two'))
	terminal.resize(80, 24)
	await terminal.until(screen => /━━ Run this command\?[\s\S]*❯ 1 yes/.test(screen) && screen.includes('two'))
	terminal.resize(40, 12)
	await terminal.until(screen => screen.includes('❯ 1 yes') && !screen.includes('two'))
	port.emit({
		type: 'approval-end',
		approvalId: 'a1',
		callId: 'call-a1',
		decision: { answer: 'no' },
		by: 'user',
	} as AgentEvent)
	port.emit(runEnd())
	await terminal.until(/✗ shell npm install[\s\S]*> Ask for anything/)
	await terminal.settled()
	for (const once of ['two', '✗ shell npm install', '> Ask for anything'])
		assert.equal(terminal.scrollback().split(once).length, 2, `${once} in:\n${terminal.scrollback()}`)
	assert.doesNotMatch(terminal.scrollback(), /1 yes/)
})

test('a question of trust that says quit ends the screen before it is told', async () => {
	const order: string[] = []
	const question: TrustQuestion = { folder: '/x', changes: ['.mcp.json was changed'], offers: [] }
	const trust = Promise.resolve({ question, answer: (answer: TrustAnswer) => order.push(answer) })
	const { terminal, exited } = started(80, { trust })
	await terminal.until('.mcp.json was changed')
	await pause(1_100)
	terminal.type('3')
	await exited
	assert.deepEqual(order, ['quit'])
})

describe('/permissions', () => {
	const rules = [
		{ list: 'allow', text: 'shell(npm test)', scope: 'project', from: '/home/me/p.json' },
		{ list: 'deny', text: 'shell(git push)', scope: 'user', from: '/home/me/settings.json' },
	] as const

	test('lists the rules with scope and source, walls first, and deletes the one that is chosen', async () => {
		const removed: unknown[] = []
		const { terminal } = started(80, {
			permissions: {
				list: async () => rules,
				add: async () => {},
				remove: async rule => {
					removed.push(rule)
				},
			},
		})
		await terminal.until('Ask for anything')
		terminal.type('/permissions\r')
		await terminal.until(
			/deny shell\(git push\).*everywhere · \/home\/me\/settings\.json\n.*allow shell\(npm test\).*this project/,
		)
		terminal.type('\r')
		await terminal.until('Delete this rule?')
		// What is typed chooses nothing here: "y" is in "deny" and not in "Keep it".
		terminal.type('y')
		terminal.type('\r')
		await terminal.until('Ask for anything')
		terminal.type('/permissions\r')
		await terminal.until('choose one to delete it')
		assert.deepEqual(removed, [])
		terminal.type('\r')
		await terminal.until('Delete this rule?')
		terminal.type('\x1b[B')
		await terminal.until(/❯.*Delete deny/)
		terminal.type('\r')
		await terminal.until('Deleted: deny shell(git push)')
		assert.deepEqual(removed, [rules[1]])
	})

	test('adds a rule, and says what is wrong with one that cannot be read', async () => {
		const added: unknown[] = []
		const { terminal } = started(80, {
			permissions: {
				list: async () => [],
				add: async rule => {
					if (rule.text === 'shell(') throw new Error('"shell(" must be shell(words)')
					added.push(rule)
				},
				remove: async () => {},
			},
		})
		await terminal.until('Ask for anything')
		terminal.type('/permissions everywhere deny shell(git push)\r')
		await terminal.until('From now on everywhere: deny shell(git push)')
		terminal.type('/permissions allow shell(\r')
		await terminal.until('must be shell(words)')
		assert.deepEqual(added, [{ list: 'deny', text: 'shell(git push)', scope: 'user' }])
	})
})
