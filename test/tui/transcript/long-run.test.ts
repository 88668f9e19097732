import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { failedResult, okResult, type ResultDetail } from '../../../src/core/tool.ts'
import { startTui } from '../../../src/tui/start.tsx'
import {
	call,
	FakePort,
	opened,
	progress,
	runEnd,
	runStart,
	said,
	text,
	toolEnd,
	toolStart,
} from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

let leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	const all = leave
	leave = []
	for (const one of all) await one()
})

function started(columns = 100, rows = 50) {
	const terminal = new ScreenTerminal(columns, rows)
	const port = new FakePort()
	const options = { version: '1', environment: { HOME: '/home/me' }, port }
	const exited = startTui({ ...options, stdin: terminal.stdin, stdout: terminal.stdout })
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened)
	return { port, terminal }
}

const read = (path: string): [string, object, ResultDetail, string] => [
	'read',
	{ path },
	{ type: 'files', seen: [{ path: `/home/me/project/${path}`, sha256: 'x' }] },
	'one\ntwo',
]
const grep = (pattern: string): [string, object, ResultDetail, string] => [
	'grep',
	{ pattern },
	{ type: 'counted', count: 3, unit: 'matches' },
	'a:1',
]
const shell = (command: string, text: string): [string, object, ResultDetail, string] => [
	'shell',
	{ command },
	{ type: 'command', exitCode: 0, timedOut: false, durationMs: 5 },
	text,
]

let id = 0
function step(prose: string, ...calls: readonly (readonly [string, object, ResultDetail, string])[]) {
	const named = calls.map(each => [`c${id++}`, ...each] as const)
	return [
		said(...(prose === '' ? [] : [prose]), ...named.map(([callId, tool, args]) => call(callId, tool, args))),
		...named.flatMap(([callId, tool, args, detail, text]) => [
			toolStart(callId, tool, args),
			toolEnd(callId, tool, okResult(text, detail)),
		]),
	]
}

const DIFF =
	'--- a/src/greet.ts\n+++ b/src/greet.ts\n@@ -1,3 +1,3 @@\n-export function greet(name: string) {\n+export function greet(name: string, polite = false) {\n   const a = 1\n-  return a\n+  return polite ? a : 2\n'

/** SCREEN, "the 14-step run": five sentences, twelve reads and searches in four groups, git log twice, an edit, a test, three reads. */
const FOURTEEN_STEPS = [
	...step('I look at the parser first.', read('src/parser.ts'), grep('greet'), read('src/greet.ts')),
	...step('', grep('polite')),
	...step('', shell('git log -3 --oneline', 'a one\nb two\nc three')),
	...step('Now the tests.', read('test/a.ts'), read('test/b.ts')),
	...step('', grep('describe')),
	...step('', shell('git log -1 --stat', 'a one')),
	...step('The tokenizer is next.', read('src/tokens.ts'), grep('token'), read('src/lexer.ts')),
	...step('', read('src/words.ts'), grep('words')),
	...step('I make greet polite.', [
		'edit',
		{ path: 'src/greet.ts' },
		{ type: 'files', seen: [{ path: 'src/greet.ts', sha256: 'y' }], diff: DIFF, added: 2, removed: 2 },
		'edited',
	]),
	...step('', shell('npm test', '12 passed')),
	...step('', read('src/greet.ts'), read('test/a.ts'), read('README.md')),
	said('greet is polite now.'),
]

test('a run of fourteen steps takes no more than 35 rows', async () => {
	const { port, terminal } = started()
	port.emit(runStart('make greet polite'), ...FOURTEEN_STEPS, runEnd())
	await terminal.until('greet is polite now.')
	await terminal.until('Ask for anything')
	const text = terminal.scrollback()
	const rows = text.slice(text.indexOf('❯ make'), text.indexOf('╭')).trimEnd().split('\n')
	assert.ok(rows.length <= 35, rows.join('\n'))
	for (const row of [
		'✓ Explored 4 · parser.ts, greet.ts',
		'✓ shell git log -3 --oneline',
		'✓ shell npm test  12 passed',
		'✓ Explored 3 · a.ts, b.ts',
		'✓ Explored 5 · tokens.ts, lexer.ts, words.ts',
		'✓ edit src/greet.ts  +2 −2',
		'✓ Explored 3 · greet.ts, a.ts, README.md',
	])
		assert.ok(
			rows.some(shown => shown.startsWith(row)),
			`${row} in\n${rows.join('\n')}`,
		)
	assert.match(rows.at(-1)!, /^✓ (?:[\d.]+s · )?19 calls · \+2 −2 in 1 file · \d\d:\d\d$/)
})

test('twelve reads in a row are one, and can be seen', async () => {
	const { port, terminal } = started()
	const paths = Array.from({ length: 12 }, (_, index) => `src/file-${index}.ts`)
	port.emit(runStart('look'), ...paths.flatMap(path => step('', read(path))))
	await terminal.until('● Exploring  12 reads · src/file-11.ts')
	port.emit(said('Seen.'), runEnd())
	await terminal.until('✓ Explored 12 · file-0.ts, file-1.ts, file-2.ts, +9\n\nSeen.')
	assert.ok(!terminal.scrollback().includes('file-7.ts'))
	terminal.type('\x0f')
	await terminal.until(/✓ Explored 12 · .*\n│ ✓ read src\/file-0.ts[\s\S]*│ ✓ read src\/file-11.ts/)
})

test('reads side by side are one row while they run, also where one ends before another', async () => {
	const { port, terminal } = started()
	const names = ['a.ts', 'b.ts', 'c.ts']
	const reads = names.map(path => ({ id: `r-${path}`, args: { path: `src/${path}` } }))
	port.emit(
		runStart('look'),
		said(
			...reads.map(({ id, args }) => call(id, 'read', args)),
			call('s', 'grep', { pattern: 'x', path: 'src' }),
		),
		...reads.slice(0, 2).map(({ id, args }) => toolStart(id, 'read', args)),
		toolStart('s', 'grep', { pattern: 'x', path: 'src' }),
	)
	// The last of the reads waits for its turn.
	await terminal.until(/^● Exploring {2}3 reads, 1 search · /m)
	assert.doesNotMatch(terminal.screen(), /^\S* ?read /m)
	port.emit(toolEnd('r-b.ts', 'read', okResult('', { type: 'files', seen: [] })))
	port.emit(progress('r-a.ts', 'slow'))
	await terminal.until(/read src\/a\.ts/)
	assert.match(terminal.screen(), /slow/)
})

test('what was looked at stands above the answer that streams after it', async () => {
	const { port, terminal } = started()
	const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\n\n')
	port.emit(runStart('look'), ...step('', read('a.ts'), read('b.ts')), text(`${lines}\n\nand`))
	await terminal.until('line 11')
	port.emit(said(`${lines}\n\nand out`), runEnd())
	await terminal.until('Ask for anything')
	assert.match(
		terminal.scrollback(),
		/❯ look {80,}\d\d:\d\d\n\n✓ Explored 2 · a\.ts, b\.ts\n\nline 0\n\nline 1\n/,
	)
})

test('a call that failed opens its group', async () => {
	const { port, terminal } = started()
	const broken = [
		said(call('bad', 'read', { path: 'nowhere.ts' })),
		toolStart('bad', 'read', { path: 'nowhere.ts' }),
		toolEnd('bad', 'read', failedResult('no such file')),
	]
	port.emit(
		runStart('look'),
		...step('', read('a.ts'), read('b.ts')),
		...broken,
		...step('', read('c.ts')),
		runEnd(),
	)
	await terminal.until('✓ Explored 3 · 1 failed · a.ts, b.ts, c.ts\n  ✗ read nowhere.ts\n    no such file')
})
