import assert from 'node:assert/strict'
import { Box, Text } from 'ink'
import { createRef } from 'react'
import { afterEach, describe, test } from 'vitest'
import { Composer, type ComposerHandle, type ComposerProps } from '../../../src/tui/composer/Composer.tsx'
import { composerView } from '../../../src/tui/composer/composer-view.ts'
import type { Submission } from '../../../src/tui/composer/submission.ts'
import { KeyInput } from '../../../src/tui/input/KeyInput.tsx'
import { textCells } from '../../../src/tui/text/graphemes.ts'
import { type FakeTerminal, fakeTerminal } from '../../support/screen/fake-terminal.ts'

const open: (() => void)[] = []
afterEach(() => {
	for (const unmount of open.splice(0)) unmount()
})

type Opened = FakeTerminal & {
	sent: Submission[]
	handle: { current: ComposerHandle | null }
	/** So many rows stand above the box from now on. */
	setAbove(rows: number): void
}

function composer(props: Partial<ComposerProps> = {}, { above = 0, columns = 40, rows = 24 } = {}): Opened {
	const terminal = fakeTerminal({ columns, rows })
	const sent: Submission[] = []
	const handle = createRef<ComposerHandle>()
	const all: ComposerProps = {
		ref: handle,
		title: 'Keelson',
		placeholder: 'Ask something',
		width: columns,
		maxRows: 12,
		isFocused: true,
		isBusy: false,
		queries: {
			files: async () => ['src/', 'src/main.ts', 'src/model.ts', 'README.md'],
			promptHistory: async () => ['first prompt', 'second prompt'],
			clipboardImage: async () => undefined,
			models: async () => [],
			sessions: async () => [],
			servers: async () => [],
		},
		commands: [
			{ name: 'help', description: 'Show keys' },
			{ name: 'model', description: 'Choose a model', argument: '[model]' },
			{ name: 'rename', description: 'Name the session', argument: '<name>' },
		],
		onSubmit: submission => sent.push(submission),
		...props,
	}
	const screen = (rowsAbove: number) => (
		<KeyInput>
			<Box flexDirection="column">
				{rowsAbove > 0 && <Text>{Array(rowsAbove).fill('above').join('\n')}</Text>}
				<Composer {...all} />
			</Box>
		</KeyInput>
	)
	const { unmount, rerender } = terminal.mount(screen(above))
	open.push(unmount)
	return { ...terminal, sent, handle, setAbove: rowsAbove => rerender(screen(rowsAbove)) }
}

/** The text inside the box. */
function inside(lines: readonly string[]): string {
	return lines
		.filter(line => line.startsWith('│'))
		.map(line => line.slice(2, -1).trimEnd())
		.join('\n')
}

const shows = (text: string) => (lines: readonly string[]) => inside(lines) === text
const has = (text: string) => (lines: readonly string[]) => lines.join('\n').includes(text)

const pasted = (text: string) => `\x1b[200~${text}\x1b[201~`
const prompt = (text: string): Submission => ({ kind: 'prompt', text, images: [], whenBusy: 'steer' })

test('the edge says whole parts of what goes on, and a sign stands for what has no room', () => {
	const title = 'Waiting for your answer · 1:23 · esc to interrupt'
	const placeholder = 'Steer the run, or Tab to send after it'
	const seen = new Set<string>()
	for (let width = 12; width <= 60; width++) {
		const view = composerView({
			...{ text: '', cursor: 0, firstRow: 0, maxRows: 3, hint: '' },
			...{ title, placeholder, width },
		})
		const shown = view.frame?.top.replace(/^╭─ | ─*╮$/g, '') ?? ''
		assert.ok(view.frame && textCells(view.frame.top) === width, view.frame?.top)
		const isWhole = [3, 2, 1].some(parts => shown === title.split(' · ').slice(0, parts).join(' · '))
		assert.ok(isWhole || (shown.endsWith('…') && title.startsWith(shown.slice(0, -1))), shown)
		seen.add(isWhole ? shown : '…')
		const said = view.rows[0]?.text ?? ''
		assert.ok(said === placeholder || said.endsWith('…'), said)
	}
	assert.equal(seen.size, 4)
})

describe('without a frame', () => {
	const small = { hasFrame: false, title: '' }

	test('the prompt is all there is, with the terminal’s cursor behind its sign', async () => {
		const { type, until, cursor } = composer(small)
		assert.deepEqual(await until(lines => lines.length > 0 && cursor().isVisible), ['> Ask something'])
		assert.deepEqual(cursor(), { x: 2, y: 0, isVisible: true })
		type('the quick brown fox jumps over the lazy dog')
		assert.deepEqual(await until(has('dog')), ['> the quick brown fox jumps over the', '  lazy dog'])
		assert.deepEqual(cursor(), { x: 10, y: 1, isVisible: true })
	})

	test('what the edges would say stands in a row above it, and what is for a moment has room first', async () => {
		const title = 'Working · 1:23 · esc to interrupt'
		const { until, cursor } = composer({ ...small, title })
		assert.deepEqual(await until(lines => lines.length > 1 && cursor().isVisible), [title, '> Ask something'])
		assert.deepEqual(cursor(), { x: 2, y: 1, isVisible: true })
		const hinted = composer({ ...small, title, hint: 'Ctrl+C again leaves' })
		assert.deepEqual(await hinted.until(lines => lines.length > 1), [
			'Working · 1:23       Ctrl+C again leaves',
			'> Ask something',
		])
	})

	test('a text that is taller scrolls, and its rows that are not shown are counted', async () => {
		const { type, until } = composer({ ...small, maxRows: 3 })
		type('one\ntwo\nthree\nfour')
		assert.deepEqual(await until(has('four')), [`${' '.repeat(37)}↑ 2`, '  three', '  four'])
	})

	test('its list has the rows that a frame would have', async () => {
		const { type, until } = composer({ ...small, maxRows: 5 })
		type('/')
		const lines = await until(has('/rename'))
		assert.equal(lines[0], '> /')
		assert.equal(lines.length, 4)
	})
})

describe('the box', () => {
	test('has its title, a placeholder and the terminal’s cursor behind the prompt sign', async () => {
		const { until, cursor } = composer({ hint: 'demo' })
		assert.deepEqual(await until(lines => lines.length > 0 && cursor().isVisible), [
			'╭─ Keelson ────────────────────────────╮',
			'│ > Ask something                      │',
			'╰─────────────────────────────── demo ─╯',
		])
		assert.deepEqual(cursor(), { x: 4, y: 1, isVisible: true })
	})

	test('says in its lower edge what may stand behind a command', async () => {
		const { type, until } = composer()
		type('/rename ')
		await until(lines => lines.at(-1) === `╰${'─'.repeat(29)} <name> ─╯`)
		type('x')
		await until(lines => inside(lines) === '> /rename x' && !has('<name>')(lines))
	})

	test('wraps at 40 columns, with the cursor in the second row', async () => {
		const { type, until, cursor } = composer()
		type('the quick brown fox jumps over the lazy dog')
		assert.deepEqual(await until(has('lazy dog')), [
			'╭─ Keelson ────────────────────────────╮',
			'│ > the quick brown fox jumps over the │',
			'│   lazy dog                           │',
			'╰──────────────────────────────────────╯',
		])
		assert.deepEqual(cursor(), { x: 12, y: 2, isVisible: true })
	})

	test('counts wide characters as two cells', async () => {
		const { type, until, cursor } = composer({}, { columns: 20 })
		type('漢字漢字漢字漢字👍')
		assert.deepEqual(await until(has('👍')), [
			'╭─ Keelson ────────╮',
			'│ > 漢字漢字漢字漢 │',
			'│   字👍           │',
			'╰──────────────────╯',
		])
		assert.deepEqual(cursor(), { x: 8, y: 2, isVisible: true })
	})

	test('scrolls within its height and says how much is hidden', async () => {
		const { type, until } = composer({ maxRows: 5 })
		type('\x1b[200~1\n2\n3\n4\n5\x1b[201~')
		assert.deepEqual(await until(shows('  3\n  4\n  5')), [
			'╭─ Keelson ────────────────────── ↑ 2 ─╮',
			'│   3                                  │',
			'│   4                                  │',
			'│   5                                  │',
			'╰──────────────────────────────────────╯',
		])
		for (let row = 0; row < 3; row++) type('\x1b[A')
		assert.deepEqual(await until(has('↓ 1')), [
			'╭─ Keelson ────────────────────── ↑ 1 ─╮',
			'│   2                                  │',
			'│   3                                  │',
			'│   4                                  │',
			'╰─ ↓ 1 ────────────────────────────────╯',
		])
	})

	test('does without a frame where there is no room', async () => {
		const { type, until } = composer({ maxRows: 1 })
		type('hello')
		assert.deepEqual(await until(has('hello')), ['> hello'])
	})

	test('the cursor follows when something appears above', async () => {
		const { until, cursor, setAbove } = composer({}, { above: 3 })
		await until(lines => lines.length > 0 && cursor().isVisible)
		assert.deepEqual(cursor(), { x: 4, y: 4, isVisible: true })
		setAbove(5)
		await until(() => cursor().isVisible && cursor().y === 6)
		setAbove(1)
		await until(() => cursor().isVisible && cursor().y === 2)
	})

	test('hides the cursor and takes no keys while it has no focus', async () => {
		const { type, until, cursor, lines } = composer({ isFocused: false })
		await until(has('Ask something'))
		type('x')
		await new Promise(resolve => setImmediate(resolve))
		assert.equal(inside(lines()), '> Ask something')
		assert.equal(cursor().isVisible, false)
	})
})

describe('sending', () => {
	test('Enter sends and empties the box, also when it comes in the same read', async () => {
		const { type, until, sent } = composer()
		type('hello\r')
		await until(has('Ask something'))
		assert.deepEqual(sent, [prompt('hello')])
	})

	test('Tab queues while a run is going, and does nothing otherwise', async () => {
		const busy = composer({ isBusy: true })
		busy.type('later\t')
		await busy.until(has('Ask something'))
		assert.deepEqual(busy.sent, [{ ...prompt('later'), whenBusy: 'queue' }])

		const idle = composer()
		idle.type('later\tx')
		await idle.until(has('laterx'))
		assert.deepEqual(idle.sent, [])
	})

	test('Shift+Enter, Alt+Enter, Ctrl+J and a backslash before Enter are new lines', async () => {
		const { type, until, sent } = composer()
		type('a\x1b[13;2ub\x1b\rc\nd\\\re')
		await until(shows('> a\n  b\n  c\n  d\n  e'))
		assert.deepEqual(sent, [])
	})

	test('an empty prompt is not sent', async () => {
		const { type, until, sent } = composer()
		type('  \r\x15!\r')
		await until(has('runs in the shell'))
		assert.deepEqual(sent, [])
	})
})

describe('pastes', () => {
	test('a small one is text', async () => {
		const { type, until } = composer()
		type('\x1b[200~one\r\ntwo\x1b[201~')
		await until(shows('> one\n  two'))
	})

	test('a large one is a marker, goes with one Backspace, comes back with undo, and is sent whole', async () => {
		const { type, until, sent } = composer()
		const paste = Array.from({ length: 120 }, (_, line) => `line ${line}`).join('\n')
		type(`see \x1b[200~${paste}\x1b[201~`)
		await until(shows('> see [Pasted #1: 120 lines]'))
		type('\x7f')
		await until(shows('> see'))
		type('\x1f')
		await until(shows('> see [Pasted #1: 120 lines]'))
		type('\r')
		await until(has('Ask something'))
		assert.deepEqual(sent, [prompt(`see ${paste}`)])
	})

	test('one that never ends does not kill the keyboard', async () => {
		const { type, until } = composer()
		type('\x1b[200~half a paste')
		await until(shows('> half a paste'))
		type('!')
		await until(shows('> half a paste!'))
	})

	test('an image becomes a chip', async () => {
		const image = { uri: 'media://sha256-a' as const, mediaType: 'image/png', sizeBytes: 9 }
		const { type, until, sent } = composer({
			queries: {
				files: async () => [],
				promptHistory: async () => [],
				clipboardImage: async () => image,
				models: async () => [],
				sessions: async () => [],
				servers: async () => [],
			},
		})
		type('\x16')
		await until(has('[Image #1]'))
		type('what is it\r')
		await until(has('Ask something'))
		assert.deepEqual(sent, [{ ...prompt('[Image #1] what is it'), images: [{ type: 'image', ...image }] }])
	})

	test('pasted paths of pictures become chips, several at once; what is no picture stays text, and so does all in a command', async () => {
		const image = (name: string) =>
			({ uri: `media://sha256-${name}`, mediaType: 'image/png', sizeBytes: 9 }) as const
		const asked: string[] = []
		const { type, until, sent } = composer(
			{
				queries: {
					files: async () => [],
					promptHistory: async () => [],
					clipboardImage: async () => undefined,
					async pictureAt(path) {
						asked.push(path)
						return path === '/tmp/gone.png' ? undefined : image(path.slice(-5, -4))
					},
					models: async () => [],
					sessions: async () => [],
					servers: async () => [],
				},
			},
			{ columns: 100 },
		)
		type('see ')
		type(pasted("'/tmp/my a.png' /tmp/gone.png file:///tmp/my%20b.JPG"))
		await until(has('> see [Image #1] /tmp/gone.png [Image #2]'))
		await until(has('Attached as [Image #1], [Image #2]'))
		type('which?\r')
		await until(has('Ask something'))
		type('!ls ')
		type(pasted('/tmp/c.png'))
		await until(has('ls /tmp/c.png'))
		type('\r')
		await until(has('Ask something'))
		assert.deepEqual(asked, ['/tmp/my a.png', '/tmp/gone.png', '/tmp/my b.JPG'])
		assert.deepEqual(sent, [
			{
				...prompt('see [Image #1] /tmp/gone.png [Image #2] which?'),
				images: [
					{ type: 'image', ...image('a') },
					{ type: 'image', ...image('b') },
				],
			},
			{ kind: 'shell', command: 'ls /tmp/c.png' },
		])
	})

	test('no image is said so, until the next key', async () => {
		const { type, until } = composer()
		type('\x16')
		await until(has('No image on the clipboard'))
		type('x')
		await until(lines => !has('No image')(lines))
	})
})

describe('history', () => {
	test('Up goes back, Down returns to the draft', async () => {
		const { type, until } = composer()
		type('draft')
		await until(shows('> draft'))
		type('\x1b[A')
		await until(shows('> second prompt'))
		type('\x1b[A')
		await until(shows('> first prompt'))
		type('\x1b[B\x1b[B')
		await until(shows('> draft'))
	})

	test('Ctrl+C keeps the draft in the history', async () => {
		const { type, until } = composer()
		type('half a thought\x03')
		await until(has('Ask something'))
		type('\x1b[A')
		await until(shows('> half a thought'))
	})

	test('Esc twice clears the prompt', async () => {
		const { type, until } = composer()
		type('text')
		await until(shows('> text'))
		type('\x1b')
		await until(has('Esc again clears the prompt'))
		type('\x1b')
		await until(has('Ask something'))
	})

	test('Ctrl+R searches, Enter takes what was found into the box', async () => {
		const { type, until, sent } = composer()
		type('\x12')
		await until(has('search:'))
		type('first')
		assert.deepEqual((await until(has('search: first'))).slice(3), ['search: first', '› first prompt'])
		type('\r')
		await until(shows('> first prompt'))
		assert.deepEqual(sent, [])
	})
})

describe('completion', () => {
	test('commands are listed with what they do, and Enter runs the chosen one', async () => {
		const { type, until, sent } = composer()
		type('/')
		assert.deepEqual((await until(has('Choose a model'))).slice(3), [
			'› /help           Show keys',
			'  /model [model]  Choose a model',
			'  /rename <name>  Name the session',
		])
		type('h\r')
		await until(has('Ask something'))
		assert.deepEqual(sent, [{ kind: 'command', name: 'help', argument: '' }])
	})

	test('a command that needs an argument waits for it', async () => {
		const { type, until, sent } = composer()
		type('/ren')
		await until(has('Name the session'))
		type('\r')
		await until(shows('> /rename'))
		type('two words\r')
		await until(has('Ask something'))
		assert.deepEqual(sent, [{ kind: 'command', name: 'rename', argument: 'two words' }])
	})

	test('one that can do without is run by Enter, and waits after Tab', async () => {
		const { type, until, sent } = composer()
		type('/mo')
		await until(has('Choose a model'))
		type('\r')
		await until(has('Ask something'))
		type('/mo')
		await until(has('Choose a model'))
		type('\t')
		await until(shows('> /model'))
		type('demo/x\r')
		await until(has('Ask something'))
		assert.deepEqual(sent, [
			{ kind: 'command', name: 'model', argument: '' },
			{ kind: 'command', name: 'model', argument: 'demo/x' },
		])
	})

	test('a command is expected from when Enter would run it, once, and whatever becomes of that is not told', async () => {
		const expected: string[] = []
		const named = (name: string) => ({
			name,
			description: `For ${name}`,
			argument: '[scope]',
			expect: async () => {
				expected.push(name)
				throw new Error('nothing to load')
			},
		})
		const { type, until, lines } = composer({ commands: [named('diff'), named('doctor')] })
		type('/di')
		await until(has('› /diff'))
		type('ff run')
		await until(shows('> /diff run'))
		assert.deepEqual(expected, ['diff'])
		type('\x15/do')
		await until(has('› /doctor'))
		assert.deepEqual(expected, ['diff', 'doctor'])
		assert.ok(!has('nothing to load')(lines()))
	})

	describe('the values behind a command', () => {
		const EFFORT = {
			name: 'effort',
			description: 'How much',
			argument: '[effort]',
			aliases: ['think'],
			values: async () => [{ value: 'none' }, { value: 'low', description: 'a little' }, { value: 'high' }],
		}
		const opening = async () => {
			const opened = composer({ commands: [EFFORT] })
			opened.type('/effort ')
			await opened.until(has('  low   a little'))
			return opened
		}
		const command = (argument: string): Submission => ({ kind: 'command', name: 'effort', argument })

		test('are listed and choose nothing by themselves: Enter sends what was typed', async () => {
			for (const typed of ['', 'lo']) {
				const { type, until, sent, lines } = await opening()
				assert.ok(!has('›')(lines()))
				type(typed)
				await until(shows(`> /effort${typed === '' ? '' : ` ${typed}`}`))
				type('\r')
				await until(has('Ask something'))
				assert.deepEqual(sent, [command(typed)])
			}
		})

		test('are taken with the cursor and Enter, or with Tab', async () => {
			const first = await opening()
			first.type('\x1b[B\x1b[B')
			await first.until(has('› low'))
			first.type('\r')
			await first.until(has('Ask something'))
			assert.deepEqual(first.sent, [command('low')])

			const second = await opening()
			second.type('h')
			await second.until(lines => has('high')(lines) && !has('a little')(lines))
			second.type('\t')
			await second.until(shows('> /effort high'))
			second.type('\r')
			await second.until(has('Ask something'))
			assert.deepEqual(second.sent, [command('high')])
		})
	})

	test('a whole command in one read is sent', async () => {
		const { type, until, sent } = composer()
		type('/model\r')
		await until(has('Ask something'))
		assert.deepEqual(sent, [{ kind: 'command', name: 'model', argument: '' }])
	})

	test('a path is completed with Tab, through its folder', async () => {
		const { type, until } = composer()
		type('see @sr')
		await until(has('› src/'))
		type('\t')
		await until(shows('> see @src/'))
		type('mo')
		await until(has('› src/model.ts'))
		type('\t')
		await until(lines => shows('> see @src/model.ts')(lines) && lines.length === 3)
	})

	test('Esc closes the list and the next Enter sends', async () => {
		const { type, until, sent } = composer()
		type('@READ')
		await until(has('› README.md'))
		type('\x1b')
		await until(lines => lines.length === 3)
		type('\r')
		await until(has('Ask something'))
		assert.deepEqual(sent, [prompt('@READ')])
	})
})

describe('from outside', () => {
	test('a prompt can be put back and cleared', async () => {
		const { handle, until } = composer()
		await until(has('Ask something'))
		assert.equal(handle.current?.isEmpty(), true)
		handle.current?.setText('taken back')
		await until(shows('> taken back'))
		assert.equal(handle.current?.isEmpty(), false)
		handle.current?.clear()
		await until(has('Ask something'))
	})

	test('the editor gets the text with its pastes and its answer replaces it', async () => {
		const asked: string[] = []
		const { type, until } = composer({
			onEditorRequest: async text => {
				asked.push(text)
				return 'from the editor\n'
			},
		})
		type('draft\x07')
		await until(shows('> from the editor'))
		assert.deepEqual(asked, ['draft'])
	})
})

test('an idle composer writes nothing', async () => {
	const { until, written } = composer({ hint: 'idle' })
	await until(has('Ask something'))
	// The cursor comes last.
	await until(() => written().endsWith('\x1b[?25h\x1b[?2026l'))
	const before = written()
	await new Promise(resolve => setTimeout(resolve, 300))
	assert.equal(written(), before)
})
