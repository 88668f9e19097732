import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
	applyKey,
	type ComposerState,
	type ComposerUpdate,
	clickedInText,
	composerState,
	openList,
	withHistory,
	withPictures,
	withPromptBack,
	withText,
} from '../../../src/tui/composer/composer-state.ts'
import { picturePaths } from '../../../src/tui/composer/picture-paths.ts'
import * as vim from '../../../src/tui/composer/vim/vim.ts'
import * as vimState from '../../../src/tui/composer/vim/vim-state.ts'
import type { KeyPress } from '../../../src/tui/input/key-press.ts'

const SITUATION = {
	isBusy: false,
	columns: 20,
	commands: [{ name: 'help', description: 'Show keys' }],
}

const key = (chord: string, at = 0): KeyPress => ({ kind: 'key', chord, at })
const text = (typed: string): KeyPress => ({ kind: 'text', text: typed, at: 0 })

/** Presses keys that are all expected to be taken. */
function having(start: ComposerState, ...presses: readonly KeyPress[]): ComposerUpdate {
	return presses.reduce<ComposerUpdate>(
		({ state }, press) => {
			const outcome = applyKey(state, press, SITUATION)
			assert.ok(outcome, `${JSON.stringify(press)} was not taken`)
			return outcome
		},
		{ state: start },
	)
}

describe('keys that belong to someone else', () => {
	test('an empty prompt leaves Esc, Ctrl+C, Ctrl+D and Tab to the app', () => {
		for (const chord of ['escape', 'ctrl+c', 'ctrl+d', 'tab', 'ctrl+b']) {
			assert.equal(applyKey(composerState(''), key(chord), SITUATION), undefined)
		}
	})

	test('Esc during a run is an interruption, whatever has been typed', () => {
		assert.equal(applyKey(composerState('draft'), key('escape'), { ...SITUATION, isBusy: true }), undefined)
	})

	test('keys of the app pass through a prompt that is being written', () => {
		for (const chord of ['shift+tab', 'ctrl+o', 'ctrl+t', 'ctrl+l', 'ctrl+z', 'alt+up']) {
			assert.equal(applyKey(composerState('draft'), key(chord), SITUATION), undefined)
		}
	})
})

describe('Esc', () => {
	test('clears only when the second comes soon', () => {
		const soon = having(composerState('draft'), key('escape', 0), key('escape', 900))
		assert.equal(soon.state.buffer.text, '')
		const late = having(composerState('draft'), key('escape', 0), key('escape', 1100))
		assert.equal(late.state.buffer.text, 'draft')
	})

	test('does not clear when something was typed in between', () => {
		const { state } = having(composerState('draft'), key('escape', 0), text('!'), key('escape', 100))
		assert.equal(state.buffer.text, 'draft!')
	})
})

test('a click puts the cursor on the character there, in a wrapped row and behind the end of one too', () => {
	const click = (state: ComposerState, row: number, column: number) =>
		clickedInText(state, { row, column }, { columns: 10 }).buffer.cursor
	const state = composerState('日本 words that\nwrap')
	assert.equal(click(state, 0, 3), 1)
	assert.equal(click(state, 0, 40), '日本 words'.length)
	assert.equal(click(state, 1, 2), '日本 words th'.length)
	assert.equal(click(state, 2, 40), state.buffer.text.length)
	const normal: ComposerState = { ...state, vim: { ...vimState.VIM_START, mode: 'normal' } }
	const at = clickedInText(normal, { row: 2, column: 9 }, { columns: 10, vim: { ...vim, ...vimState } })
	assert.equal(at.buffer.cursor, state.buffer.text.length - 1)
})

describe('vim’s keys and the history', () => {
	const withVim = { ...SITUATION, vim: { ...vim, ...vimState } }
	const normal: ComposerState = {
		...withHistory(composerState('draft'), ['long ago', 'two\nlines', 'newest']),
		vim: { ...vimState.VIM_START, mode: 'normal' },
	}
	const typed = (state: ComposerState, keys: string) => {
		const outcome = applyKey(state, text(keys), withVim)
		assert.ok(outcome, keys)
		return outcome
	}

	test('keys that come in one read go as far back as when they come one by one', () => {
		const back = typed(normal, 'kk').state
		assert.equal(back.buffer.text, 'two\nlines')
		assert.equal(typed(back, 'jj').state.buffer.text, 'draft')
		assert.equal(typed(normal, 'k0x').state.buffer.text, 'ewest')
	})

	test('the cursor stands on the last character of what is recalled', () => {
		assert.equal(typed(normal, 'k').state.buffer.cursor, 'newest'.length - 1)
		assert.equal(typed(normal, 'kx').state.buffer.text, 'newes')
	})

	test('what was typed behind the first k waits for the history with it', () => {
		const unread: ComposerState = { ...composerState(''), vim: normal.vim }
		assert.deepEqual(typed(unread, 'k0x').request, { type: 'read-history', press: text('k0x') })
	})
})

describe('history', () => {
	const read = withHistory(composerState(''), ['long ago', '/help', 'two\nlines', 'newest'])

	test('is read first, and then the key is pressed again', () => {
		assert.deepEqual(having(composerState(''), key('up')).request, { type: 'read-history', press: key('up') })
	})

	test('going up is not held up by several rows or by a command', () => {
		const shown = [1, 2, 3, 4].map(
			count => having(read, ...Array<KeyPress>(count).fill(key('up'))).state.buffer.text,
		)
		assert.deepEqual(shown, ['newest', 'two\nlines', '/help', 'long ago'])
	})

	test('at both ends up and down go to the edge of the text', () => {
		const top = having(withHistory(composerState('draft'), []), key('up'))
		assert.equal(top.state.buffer.cursor, 0)
		assert.equal(having(top.state, key('down')).state.buffer.cursor, 5)
	})

	test('what was sent is in it, with its pastes', () => {
		const long = 'x'.repeat(2000)
		const sent = having(read, { kind: 'paste', text: long, at: 0 }, key('enter'))
		assert.equal(having(sent.state, key('up')).state.buffer.text, long)
	})

	test('a key that the search does not know takes what was found and works on it', () => {
		const { state } = having(read, key('ctrl+r'), text('long'), key('alt+backspace'))
		assert.deepEqual([state.search, state.buffer.text], [undefined, 'long '])
	})
})

describe('lists', () => {
	test('a closed list stays closed for its word and opens for the next', () => {
		const closed = having(composerState(''), text('/'), key('escape'), text('h')).state
		assert.equal(openList(closed, SITUATION.commands), undefined)
		const again = having(closed, key('backspace'), key('backspace'), text('/')).state
		assert.equal(openList(again, SITUATION.commands)?.items.length, 1)
	})

	test('Esc closes one and keeps the draft; Ctrl+C clears the draft with it, and the next one is the app’s', () => {
		const offering = {
			command: having(composerState(''), text('/he')).state,
			value: { ...having(composerState(''), text('/help ')).state, values: [{ value: 'keys' }] },
			file: { ...having(composerState(''), text('see @sr')).state, files: ['src/'] },
		}
		for (const [kind, state] of Object.entries(offering)) {
			assert.equal(openList(state, SITUATION.commands)?.items.length, 1, kind)
			const closed = having(state, key('escape')).state
			assert.equal(openList(closed, SITUATION.commands), undefined)
			assert.equal(closed.buffer.text, state.buffer.text)
			const cleared = having(state, key('ctrl+c')).state
			assert.equal(cleared.buffer.text, '', kind)
			assert.equal(applyKey(cleared, key('ctrl+c'), SITUATION), undefined)
		}
	})

	test('Enter on a path that is written in full sends', () => {
		const typed = { ...having(composerState(''), text('see @a.ts')).state, files: ['a.ts', 'aa.ts'] }
		assert.equal(having(typed, key('enter')).request?.type, 'submit')
	})

	test('behind a whole folder Enter sends, and what is in it is there for Tab and the arrows', () => {
		const typed = { ...having(composerState(''), text('see @src/')).state, files: ['src/a.ts', 'src/b.ts'] }
		assert.equal(openList(typed, SITUATION.commands)?.selected, undefined)
		assert.equal(having(typed, key('enter')).request?.type, 'submit')
		assert.equal(having(typed, key('tab')).state.buffer.text, 'see @src/a.ts ')
		const second = having(typed, key('down'), key('down'), key('enter'))
		assert.equal(second.state.buffer.text, 'see @src/b.ts ')
		assert.equal(openList(having(typed, key('up')).state, SITUATION.commands)?.selected, 1)
	})
})

test('paths of pictures are known however a terminal quotes them, and only where there is nothing else', () => {
	const paths = (pasted: string) => picturePaths(pasted).map(({ path }) => path)
	assert.deepEqual(paths('/tmp/a.png '), ['/tmp/a.png'])
	assert.deepEqual(paths('/tmp/my\\ shot\\ \\(1\\).PNG'), ['/tmp/my shot (1).PNG'])
	assert.deepEqual(paths("\"/tmp/a b.jpeg\" '/c/it'\\''s.webp'"), ['/tmp/a b.jpeg', "/c/it's.webp"])
	assert.deepEqual(paths('file:///tmp/a%20b.gif\nfile://localhost/c.jpg\n'), ['/tmp/a b.gif', '/c.jpg'])
	assert.deepEqual(paths('/tmp/Screenshot from 2026.png'), ['/tmp/Screenshot from 2026.png'])
	assert.deepEqual(paths('~/x.png'), ['~/x.png'])
	for (const text of [
		'look at /tmp/a.png',
		'/tmp/a.txt',
		'a.png',
		'/tmp/a.png /tmp/b.txt',
		'/.png',
		'',
		'\n',
		'//a.png?',
	])
		assert.deepEqual(paths(text), [], text)
})

test('the path of a picture is asked for however it was pasted, and not where a command takes it', () => {
	const requests = (before: string, dropped: string) =>
		(['paste', 'text'] as const).map(
			kind => having(composerState(before), { kind, text: dropped, at: 0 }).request?.type,
		)
	assert.deepEqual(requests('see ', '/tmp/a.png '), ['read-pictures', 'read-pictures'])
	assert.deepEqual(requests('', '/tmp/Screenshot\\ 10.40\u202fAM.png'), ['read-pictures', 'read-pictures'])
	assert.deepEqual(requests('!open ', '/tmp/a.png'), [undefined, undefined])
	assert.deepEqual(requests('', 'g'), [undefined, undefined])
})

test('what was written while pictures were read stays, and the cursor where it was', () => {
	const image = { type: 'image', uri: 'media://sha256-a', mediaType: 'image/png', sizeBytes: 9 } as const
	const { state } = having(composerState(''), { kind: 'paste', text: '/tmp/a.png', at: 0 }, text(' and more'))
	const { buffer, notice } = withPictures(state, [{ written: '/tmp/a.png', image }])
	assert.deepEqual(
		[buffer.text, buffer.cursor, buffer.markers, notice],
		['[Image #1] and more', 19, ['[Image #1]'], 'Attached as [Image #1]'],
	)
})

test('a prompt that was taken back keeps its images through an edit', () => {
	const image = { type: 'image', mediaType: 'image/png', uri: 'media://sha256-a', sizeBytes: 1 } as const
	const { request } = having(withText(composerState(''), 'see [Image #1]', [image]), text('!'), key('enter'))
	assert.deepEqual(request, {
		type: 'submit',
		submission: { kind: 'prompt', text: 'see [Image #1]!', images: [image], whenBusy: 'steer' },
	})
})

test('a prompt that comes back above a draft leaves the draft its own pictures', () => {
	const picture = (name: string) =>
		({ type: 'image', mediaType: 'image/png', uri: `media://sha256-${name}`, sizeBytes: 1 }) as const
	const draft = withText(composerState(''), 'draft [Image #1]', [picture('draft')])
	const back = withPromptBack(draft, 'sent [Image #1]', [picture('sent')])
	const { request } = having(back, text('!'), key('enter'))
	assert.deepEqual(request, {
		type: 'submit',
		submission: {
			kind: 'prompt',
			text: 'sent [Image #2]\ndraft [Image #1]!',
			images: [picture('sent'), picture('draft')],
			whenBusy: 'steer',
		},
	})
})

test('hostile text never gets into the prompt', () => {
	const hostile = 'a\x1b]52;c;eA==\x07b\x9bc'
	const texts = [
		composerState(hostile),
		withText(composerState(''), hostile),
		having(composerState(''), { kind: 'paste', text: hostile, at: 0 }).state,
		having(withHistory(composerState(''), [hostile]), key('up')).state,
	].map(({ buffer }) => buffer.text)
	assert.deepEqual(texts, ['abc', 'abc', 'abc', 'abc'])
})
