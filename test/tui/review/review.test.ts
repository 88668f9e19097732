// The review as a person uses it: keys in, frames out, over a real runtime and real files.

import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import type { ChangeScope } from '../../../src/core/review/changes.ts'
import type { KeyPress } from '../../../src/tui/input/key-press.ts'
import { commentsPrompt, withComment } from '../../../src/tui/review/comments.ts'
import { ReviewScreen } from '../../../src/tui/review/review.ts'
import { ReviewClicks } from '../../../src/tui/review/review-clicks.ts'
import { reviewFrame } from '../../../src/tui/review/review-frame.ts'
import { treeRows } from '../../../src/tui/review/tree/file-tree.ts'
import { ScreenPreferences } from '../../../src/tui/state/screen-preferences.ts'
import { cellWidth } from '../../../src/tui/text/cell-width.ts'
import { nextDiffStyle } from '../../../src/tui/transcript/detail-cycle.ts'
import { type ReviewScene, reviewScene } from '../../support/review/review-scene.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { PLAIN } from '../../support/screen/plain-theme.ts'

const CHORDS = new Set(['enter', 'tab', 'escape', 'left', 'right', 'up', 'down', 'page-down', 'backspace'])

const HANG_MS = 20_000

/** A review at which somebody sits. */
async function sitDown(scene: ReviewScene, scope?: ChangeScope) {
	const told = {
		...{
			copied: [] as string[],
			prompts: [] as string[],
			kept: [] as string[],
			edited: [] as string[],
			closed: 0,
		},
		worked: () => {},
		isFollowed: false,
	}
	const { port } = scene.runtime
	const preferences = new ScreenPreferences()
	const review = new ReviewScreen(
		{
			changes: port.queries.changes!,
			send: command => port.send(command),
			edit: async (path, line) =>
				void told.edited.push(`${path.slice(scene.runtime.cwd.length + 1)}:${line}`),
			prompt: text => void told.prompts.push(text),
			keep: text => void told.kept.push(text),
			async copy(text) {
				told.copied.push(text)
				return 'Copied'
			},
			style: {
				now: () => preferences.screen.diffStyle,
				next: columns => nextDiffStyle(preferences, columns),
			},
			follow: onWork => {
				told.worked = onWork
				told.isFollowed = true
				return () => {
					told.isFollowed = false
				}
			},
			close: () => void told.closed++,
		},
		scope ?? 'run',
	)
	onTestFinished(() => review.close())
	const frame = (columns = 100, rows = 24) => reviewFrame(review, { columns, rows, theme: PLAIN })
	const until = (wanted: RegExp) =>
		new Promise<void>((resolve, reject) => {
			const look = () => {
				if (!wanted.test(frame().join('\n'))) return
				clearTimeout(guard)
				stop()
				resolve()
			}
			const guard = setTimeout(() => reject(new Error(`no ${wanted} in\n${frame().join('\n')}`)), HANG_MS)
			const stop = review.subscribe(() => setImmediate(look))
			look()
		})
	await review.open(scope !== undefined)
	const keys = (...pressed: readonly string[]) => {
		for (const key of pressed) {
			const press: KeyPress = CHORDS.has(key)
				? { kind: 'key', chord: key, at: 0 }
				: { kind: 'text', text: key, at: 0 }
			review.press(press)
			frame()
		}
	}
	return { review, told, frame, until, keys }
}

const numbered = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('')
const CHANGE = `sed -i 's/line 2$/two/; s/line 30$/thirty/' src/a.txt && echo 'const b = 1' > src/b.ts && rm gone.txt`

test('hunks are gone through, put back and taken back, seen, commented and sent', async () => {
	const provider = scriptedProvider(toolCalls(['1', 'shell', { command: CHANGE }]), answer('Done.'))
	const scene = await reviewScene({ provider, files: { 'src/a.txt': numbered, 'gone.txt': 'was\n' } })
	await scene.run('go')
	const { review, told, frame, until, keys } = await sitDown(scene)
	await until(/\+3 −3 · 0\/3 files seen/)
	await until(/src\/a\.txt \+2 −2 {2}hunk 1\/2 · all/)
	assert.match(frame().join('\n'), /▾ src\/[\s\S]*M a\.txt[\s\S]*A b\.ts[\s\S]*D gone\.txt/)
	keys('j')
	assert.match(frame().join('\n'), /hunk 2\/2[\s\S]*❯ +31 -line 30 *\n[\s\S]*31 \+thirty/)

	keys('x')
	await until(/Put back a hunk of src\/a\.txt · u takes it back/)
	assert.equal(scene.read('src/a.txt'), numbered.replace('line 2\n', 'two\n'))
	keys('u')
	await until(/Taken back: src\/a\.txt/)
	assert.match(scene.read('src/a.txt'), /thirty/)

	// Seen is what was seen: after the first hunk the next one, after the last one the next file.
	await until(/hunk 2\/2/)
	keys('k', ' ')
	assert.match(frame().join('\n'), /hunk 2\/2/)
	keys(' ')
	await until(/src\/b\.ts \+1 {2}added · hunk 1\/1/)
	assert.match(frame().join('\n'), /M a\.txt +\+2 −2 ✓[\s\S]*/)
	keys('K')
	scene.write('src/a.txt', scene.read('src/a.txt').replace('thirty', 'THIRTY'))
	keys('x')
	await until(/is not what was shown any more; it was left as it is\. It is shown here as it is now/)
	assert.match(scene.read('src/a.txt'), /THIRTY/)
	assert.match(frame().join('\n'), /31 \+THIRTY/)
	keys('r')
	await until(/Looked again[\s\S]*/)
	assert.doesNotMatch(frame().join('\n'), /a\.txt +\+2 −2 ✓/)

	keys('down', 'c', 'why', ' ', 'so loud?', 'enter')
	assert.match(frame().join('\n'), /31 \+THIRTY[\s\S]*✎ why so loud\?/)
	keys('J')
	await until(/src\/b\.ts \+1 {2}added · hunk 1\/1/)
	keys('c', 'typed', 'escape', 'c', 'let it be', 'enter', 'e')
	await until(/Looked|hunk 1\/1/)
	assert.deepEqual(told.edited, ['src/b.ts:1'])
	keys('S')
	assert.deepEqual(told.prompts, [
		'src/a.txt:31: why so loud?\n    + THIRTY\nsrc/b.ts:1: let it be\n    + const b = 1',
	])
	assert.equal(told.closed, 1)
	review.close()
	assert.deepEqual(told.kept, [], 'what was sent is not kept as well')

	// What was written is not lost with the window, and what was seen is known to the next one.
	const again = await sitDown(scene, 'session')
	await again.until(/hunk 1\/2 · hunk seen/)
	again.keys('c', 'later', 'enter')
	again.review.close()
	assert.deepEqual(again.told.kept, ['src/a.txt:3: later\n    - line 2'])

	// Nothing to see here, and where there is.
	await scene.putBack('session', 'src/b.ts', 0)
	const none = await sitDown(scene, 'branch')
	await none.until(/This folder is in no git repository[\s\S]*run: 2 files · session: 2 files {3}Tab/)
	none.keys('tab')
	await none.until(/src\/a\.txt/)
})

test('the first file is being read when the list is drawn, and that is drawn once', async () => {
	const steps: string[] = []
	const file = { path: '/p/a.ts', name: 'a.ts', what: 'changed' as const }
	let isRead = () => {}
	const preferences = new ScreenPreferences()
	const unused = () => Promise.reject(new Error('nobody asks for it here'))
	const review = new ReviewScreen(
		{
			changes: {
				async list(scope) {
					steps.push('list is read')
					return { scope, since: 'then', files: [file], moreFiles: 0 }
				},
				file(_scope, path) {
					steps.push(`${path} is read`)
					return new Promise(resolve => {
						isRead = () => resolve(undefined)
					})
				},
				counts: async (_scope, paths) => paths.map(() => undefined),
				seen: async () => [],
			},
			...{ send: unused, prompt: unused, keep: unused, copy: unused, close: unused },
			style: { now: () => preferences.screen.diffStyle, next: () => '' },
		},
		'uncommitted',
	)
	onTestFinished(() => review.close())
	review.subscribe(() => steps.push(`drawn with ${review.files.list?.files.length ?? 'no'} files`))
	await review.open(true)
	assert.deepEqual(steps, ['drawn with no files', 'list is read', '/p/a.ts is read', 'drawn with 1 files'])
	isRead()
})

test('a frame fits its window at every size, with the files beside the lines or instead of them', async () => {
	const provider = scriptedProvider(toolCalls(['1', 'shell', { command: CHANGE }]), answer('Done.'))
	const scene = await reviewScene({ provider, files: { 'src/a.txt': numbered, 'gone.txt': 'was\n' } })
	await scene.run('go')
	const { frame, until, keys } = await sitDown(scene, 'session')
	await until(/hunk 1\/2/)
	await until(/\+3 −3 · /)
	const sizes = [
		[40, 12],
		[79, 24],
		[80, 24],
		[120, 40],
		[200, 50],
		[12, 4],
	] as const
	for (const focus of ['diff', 'tree'])
		for (const state of ['plain', 'help', 'comment']) {
			// In the files there is no line to comment on.
			if (focus === 'tree' && state === 'comment') continue
			if (focus === 'tree') keys('left')
			if (state === 'help') keys('?')
			if (state === 'comment') keys('c', 'x'.repeat(300))
			for (const [columns, rows] of sizes) {
				const shown = frame(columns, rows)
				assert.equal(shown.length, rows)
				for (const row of shown) assert.ok(cellWidth(row) <= columns, `${columns}: ${row}`)
			}
			keys(...(state === 'plain' ? [] : ['escape']), 'right')
		}
	assert.doesNotMatch(frame(79).join('\n'), /▾ src/)
	assert.match(frame(79).join('\n'), /thirty|two/)
	keys('left')
	assert.match(frame(79).join('\n'), /▾ src/)
	assert.doesNotMatch(frame(79).join('\n'), /thirty|two/)
	keys('enter')
	assert.match(frame(200, 50).join('\n'), /3 .line 2 .*3 .two/, 'side by side where there is room')
	keys('s')
	assert.doesNotMatch(frame(200, 50).join('\n'), /3 .line 2 .*3 .two/)
	// A row of lines that are not shown opens, and the cursor is where they were.
	const gap = /⋯ 21 lines/
	assert.match(frame(100, 50).join('\n'), gap)
	keys('j', 'up', 'up', 'up', 'up', 'enter')
	assert.doesNotMatch(frame(100, 50).join('\n'), gap)
	assert.match(frame(100, 50).join('\n'), /line 15\n/)
})

test('names and lines that would play tricks on a terminal do not reach it', async () => {
	const name = 'evil\x1b]0;title\x07\n.txt'
	const provider = scriptedProvider(answer('Hello.'))
	const scene = await reviewScene({ provider, files: { 'a.txt': 'a\n', [name]: 'x\n' } })
	scene.git('init', '-q', '-b', 'main')
	scene.write(name, '\x1b[2Jgone\u202e\n')
	const { frame, until } = await sitDown(scene, 'uncommitted')
	await until(/evil[\s\S]*gone/)
	assert.doesNotMatch(frame().join('\n').replaceAll('\n', ''), /[\x00-\x1f\x7f-\x9f\u202a-\u202e]/)
})

test('comments are one prompt, by file and line; folders with nothing but a folder are one row', () => {
	const at = { path: '/p/b.ts', name: 'b.ts', isRemoved: false, quote: '  x()', text: 'why?' }
	const two = withComment(withComment([], { ...at, line: 9 }), { ...at, line: 3 })
	assert.equal(commentsPrompt(two), 'b.ts:3: why?\n    + x()\nb.ts:9: why?\n    + x()')
	const one = withComment(two, { ...at, line: 9, text: ' ' })
	assert.equal(commentsPrompt(one), 'b.ts:3: why?\n    + x()')
	assert.equal(commentsPrompt(withComment(one, { ...at, line: 3, quote: '', text: 'new' })), 'b.ts:3: new')

	const files = ['a/b/c.ts', 'a/b/d/e.ts', 'z.ts'].map(name => ({
		path: `/${name}`,
		name,
		what: 'changed' as const,
	}))
	const rows = (folded: readonly string[]) =>
		treeRows(files, new Set(folded)).map(row => `${row.depth}${row.label}`)
	assert.deepEqual(rows([]), ['0a/b/', '1d/', '2e.ts', '1c.ts', '0z.ts'])
	assert.deepEqual(rows(['a/b/']), ['0a/b/', '0z.ts'])
})

test('what is done meanwhile is there at once, and the cursor stays on its file and hunk', async () => {
	const provider = scriptedProvider(toolCalls(['1', 'shell', { command: CHANGE }]), answer('Done.'))
	const scene = await reviewScene({ provider, files: { 'src/a.txt': numbered, 'gone.txt': 'was\n' } })
	await scene.run('go')
	const { review, told, frame, until, keys } = await sitDown(scene)
	await until(/src\/a\.txt \+2 −2 {2}hunk 1\/2 · all/)
	keys('j', 'c', 'why?')
	scene.write('src/a.txt', scene.read('src/a.txt').replace('line 20\n', 'twenty\n'))
	scene.write('gone.txt', 'was\n')
	scene.write('src/new.ts', 'new\n')
	told.worked()
	await until(/src\/a\.txt \+3 −3/)
	await until(/0\/2 files seen|0\/3 files seen/)
	assert.match(frame().join('\n'), /M a\.txt[\s\S]*A b\.ts/)
	assert.doesNotMatch(frame().join('\n'), /D gone\.txt/)
	assert.equal(review.selected?.name, 'src/a.txt')
	assert.equal(review.draft?.buffer.text, 'why?')
	keys('escape')
	review.close()
	assert.equal(told.isFollowed, false)
})

test('a click opens a file or a folder of the tree, goes to a row of the diff, and to another scope', async () => {
	const provider = scriptedProvider(toolCalls(['1', 'shell', { command: CHANGE }]), answer('Done.'))
	const scene = await reviewScene({ provider, files: { 'src/a.txt': numbered, 'gone.txt': 'was\n' } })
	await scene.run('go')
	const { review, told, frame, until, keys } = await sitDown(scene)
	await until(/\+3 −3 · 0\/3 files seen/)
	const clicks = new ReviewClicks(review)
	const size = { columns: 100, rows: 24 }
	const click = (text: string, column?: number) => {
		const row = frame().findIndex(each => each.includes(text))
		const place = { row, column: column ?? frame()[row]?.indexOf(text) ?? 0 }
		clicks.take({ kind: 'press', ...place }, size)
		clicks.take({ kind: 'release', ...place }, size)
	}
	const cursor = () => frame().find(row => row.includes('❯')) ?? ''
	click('b.ts')
	await until(/src\/b\.ts \+1 {2}added/)
	click('a.txt')
	await until(/src\/a\.txt \+2 −2 {2}hunk 1\/2 · all/)
	click('+thirty')
	assert.match(cursor(), /31 \+thirty/)
	// Beside the tree, on the rule between the two, and on what is only said, there is nothing to go to.
	clicks.take({ kind: 'press', row: 3, column: 30 }, size)
	clicks.take({ kind: 'release', row: 4, column: 30 }, size)
	click('src/a.txt +2')
	assert.match(cursor(), /31 \+thirty/)
	// What is dragged over is copied: of one row a part of it, of several the lines they are of, without numbers and signs.
	const drag = (from: { row: number; column: number }, to: { row: number; column: number }) => {
		clicks.marked(frame(), size.columns)
		clicks.take({ kind: 'press', ...from }, size)
		clicks.take({ kind: 'drag', ...to }, size)
		assert.match(clicks.marked(frame(), size.columns).join('\n'), /\x1b\[7m/)
		clicks.take({ kind: 'release', ...to }, size)
	}
	const placeOf = (text: string) => {
		const row = frame().findIndex(each => each.includes(text))
		return { row, column: frame()[row]?.indexOf(text) ?? 0 }
	}
	const added = placeOf('+thirty')
	drag({ ...added, column: added.column + 1 }, { ...added, column: added.column + 4 })
	drag(placeOf('-line 30'), { ...added, column: added.column + 2 })
	assert.deepEqual(told.copied, ['thir', 'line 30\nthirty'])
	assert.doesNotMatch(clicks.marked(frame(), size.columns).join('\n'), /\x1b\[7m/)
	await until(/Copied 2 lines\./)
	click('⋯')
	assert.match(cursor(), /⋯/)
	assert.doesNotMatch(frame().join('\n'), / line 15\b/)
	click('⋯')
	assert.match(frame().join('\n'), / line 1[0-9]\b/)
	click('▾ src/')
	assert.doesNotMatch(frame().join('\n'), /M a\.txt/)
	click('▸ src/')
	assert.match(frame().join('\n'), /M a\.txt/)
	click('gone.txt')
	await until(/gone\.txt −1 {2}removed/)
	keys('c', 'why')
	click('b.ts')
	assert.match(frame().join('\n'), /gone\.txt −1 {2}removed/)
	keys('escape')
	click(' session ')
	assert.equal(review.files.scope, 'session')
	assert.deepEqual([told.prompts, told.edited, told.closed], [[], [], 0])
})
