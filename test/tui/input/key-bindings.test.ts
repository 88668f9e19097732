// The user's own keys: what the file may say, what it may not, and that the table holds where it says nothing.

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { chordOf } from '../../../src/tui/input/chord.ts'
import { type KeyChanges, readBindings } from '../../../src/tui/input/key-bindings.ts'
import { withKey, withoutKeys, withUsualKeys } from '../../../src/tui/input/key-changes.ts'
import { keyName } from '../../../src/tui/input/key-names.ts'
import { actionOf, KEYMAP, type KeyContext } from '../../../src/tui/input/keymap.ts'

const read = (file: unknown) =>
	readBindings('keys.json', typeof file === 'string' ? file : JSON.stringify(file))

test('without entries the table holds as it is', () => {
	assert.deepEqual(read({}).bindings, KEYMAP)
	assert.deepEqual(read({}).problems, [])
})

test('a key gets another action, an action another key, and a key none', () => {
	const { bindings, problems } = read({
		app: { F2: 'palette', 'Ctrl+O': null, 'alt+X': 'toggle-todo' },
		composer: { 'Control+X Ctrl+E': 'open-editor' },
		page: { n: 'down' },
	})
	assert.deepEqual(problems, [])
	assert.equal(bindings.app?.f2, 'palette')
	assert.equal(bindings.app?.['ctrl+o'], undefined)
	assert.equal(bindings.app?.['alt+X'], 'toggle-todo')
	assert.equal(bindings.app?.['alt+x'], 'palette')
	assert.equal(bindings.composer?.['ctrl+x ctrl+e'], 'open-editor')
	assert.equal(bindings.page?.n, 'down')
	const press = { kind: 'key', chord: 'f2', at: 0 } as const
	assert.equal(actionOf('app', { ...press, bindings }), 'palette')
	assert.equal(actionOf('app', press), undefined)
})

describe('a mistake is told with file, key and value, and the usual key holds', () => {
	const cases: readonly (readonly [file: unknown, problem: RegExp])[] = [
		['{"app": ', /^keys\.json is not a JSON object/],
		['[1]', /^keys\.json is not a JSON object/],
		[{ ap: {} }, /^keys\.json: ap did you mean app\?\.$/],
		[{ app: 1 }, /^keys\.json: app must be an object of keys/],
		[
			{ app: { f2: 'pallete' } },
			/^keys\.json: app, f2: "pallete": did you mean palette\?\. The usual key holds\.$/,
		],
		[{ app: { f2: 7 } }, /^keys\.json: app, f2: 7: it must be the name of an action, or null/],
		[{ app: { f99: 'palette' } }, /^keys\.json: app, f99: "palette": that is not a key/],
		[{ app: { 'hyper+x': 'palette' } }, /that is not a key/],
		[{ app: { 'ctrl+m': 'palette' } }, /that is not a key/],
		[{ app: { '': 'palette' } }, /that is not a key/],
		[{ app: { 'ctrl+t': 'toString' } }, /there is none of that name|did you mean/],
		[{ constructor: {} }, /^keys\.json: constructor/],
		[{ app: { x: 'palette' } }, /what can be typed is text there/],
		[{ composer: { '5': 'submit' } }, /what can be typed is text there/],
		[{ picker: { ' ': 'choose' } }, /what can be typed is text there/],
		[{ app: { 'x y': 'palette' } }, /what can be typed is text there/],
		[{ page: { 'x y': 'down' } }, /the first of several keys has to be one with Ctrl or Alt/],
		[
			{ app: { 'ctrl+k': 'palette' } },
			/Ctrl\+K is “Delete to the end of the line” \(the prompt\); "composer": \{ "ctrl\+k": null \}/,
		],
		[{ composer: { 'ctrl+t': 'yank' } }, /Ctrl\+T is “The whole plan, also after the run” \(everywhere\)/],
		[
			{ app: { 'ctrl+a f2': 'palette' } },
			/Ctrl\+A F2 is “Line start” \(the prompt\); "composer": \{ "ctrl\+a": null \}/,
		],
		[{ app: { 'ctrl+c': null } }, /would have no key/],
		[{ picker: { escape: null, 'ctrl+c': null } }, /^keys\.json: picker: “Close” would have no key/],
		[{ page: { escape: 'down', enter: null, q: null, 'ctrl+c': null } }, /“Close” would have no key/],
	]
	for (const [file, problem] of cases)
		test(JSON.stringify(file), () => {
			const { bindings, problems } = read(file)
			assert.equal(problems.length, 1, problems.join('\n'))
			assert.match(problems[0] ?? '', problem)
			assert.deepEqual(bindings, KEYMAP)
		})

	test('and what else it says counts', () => {
		const { bindings, problems } = read({ app: { f2: 'palette', f3: 'nothing' } })
		assert.equal(problems.length, 1)
		assert.equal(bindings.app?.f2, 'palette')
	})

	test('a key that is given up elsewhere is free', () => {
		const { bindings, problems } = read({ app: { 'ctrl+k': 'palette' }, composer: { 'ctrl+k': null } })
		assert.deepEqual([problems, bindings.app?.['ctrl+k']], [[], 'palette'])
	})
})

describe('a question', () => {
	const contexts = ['dialog', 'trust', 'delete-session'] as const
	const keys = [
		'y',
		'Y',
		'ü',
		' ',
		'9',
		'+',
		'enter',
		'tab',
		'alt+y',
		'ctrl+y',
		'f2',
		'ctrl+x y',
		'ctrl+space',
		'up',
		'escape',
	]

	test('is never answered by any other key', () => {
		for (const context of contexts)
			for (const action of new Set(Object.values<string>(KEYMAP[context])))
				for (const key of keys) {
					const table: Readonly<Record<string, string>> = KEYMAP[context]
					if (['previous', 'next', 'scroll-up', 'scroll-down'].includes(action)) continue
					if (table[key] === action) continue
					const { bindings, problems } = read({ [context]: { [key]: action } })
					assert.match(
						problems[0] ?? '',
						/what answers a question is fixed|not a key/,
						`${context} ${key} ${action}`,
					)
					assert.deepEqual(bindings, KEYMAP)
				}
	})

	test('keeps its answers where they are', () => {
		for (const context of contexts)
			for (const [key, action] of Object.entries<string>(KEYMAP[context]))
				if (!/^(previous|next|scroll-)/.test(action))
					for (const other of [null, 'next'])
						assert.deepEqual(read({ [context]: { [key]: other } }).bindings, KEYMAP, `${context} ${key}`)
	})

	test('can be scrolled with other keys, but none that is typed', () => {
		assert.equal(read({ dialog: { 'alt+down': 'scroll-down' } }).bindings.dialog?.['alt+down'], 'scroll-down')
		assert.deepEqual(read({ dialog: { j: 'next' } }).bindings, KEYMAP)
	})
})

test('chords are read however people write them', () => {
	const cases: readonly (readonly [string, string | undefined])[] = [
		['Ctrl+PgUp', 'ctrl+page-up'],
		['option+Left', 'alt+left'],
		['shift+ctrl+A', 'ctrl+shift+a'],
		['Esc', 'escape'],
		['alt+shift+x', 'alt+X'],
		['ctrl++', 'ctrl++'],
		['space', ' '],
		['ctrl+space', 'ctrl+space'],
		['C+x  C+s', 'ctrl+x ctrl+s'],
		['ctrl+', undefined],
		['ctrl+ctrl+a', undefined],
		['word', undefined],
		['a b c d', undefined],
	]
	for (const [typed, chord] of cases) assert.equal(chordOf(typed), chord, typed)
	for (const keys of Object.values(KEYMAP))
		for (const key of Object.keys(keys)) {
			// What terminals send for Ctrl+-, and pairs of letters that a place reads itself.
			if (['ctrl+shift+_', 'ctrl+_'].includes(key) || /^z\p{L}$/u.test(key)) continue
			assert.equal(chordOf(key), key)
			assert.notEqual(keyName(key), '')
		}
})

describe('changes', () => {
	const bound = { context: 'app', action: 'toggle-todo' } as const
	const apply = (changes: object) => read(changes).bindings

	test('give a key instead of the others, or besides them', () => {
		const given = { chord: 'f5', bindings: KEYMAP, holder: undefined }
		assert.deepEqual(withKey({}, bound, { ...given, isInstead: true }), {
			app: { 'ctrl+t': null, f5: 'toggle-todo' },
		})
		assert.deepEqual(withKey({}, bound, { ...given, isInstead: false }), { app: { f5: 'toggle-todo' } })
	})

	test('take a key from whoever has it', () => {
		const changes = withKey({}, bound, {
			chord: 'ctrl+k',
			bindings: KEYMAP,
			isInstead: true,
			holder: { context: 'composer' },
		})
		assert.deepEqual(read(changes).problems, [])
		assert.equal(apply(changes).app?.['ctrl+k'], 'toggle-todo')
		assert.equal(apply(changes).composer?.['ctrl+k'], undefined)
	})

	test('give back what another place gave up for a key, as soon as that is free', () => {
		const bound = { context: 'app', action: 'cycle-mode' } as const
		const taken: KeyChanges = {
			app: { 'shift+tab': null, 'ctrl+k': 'cycle-mode' },
			composer: { 'ctrl+k': null, 'ctrl+y': null },
		}
		assert.deepEqual(withUsualKeys(taken, bound), { composer: { 'ctrl+y': null } })
		const other = withKey(taken, bound, {
			chord: 'f6',
			isInstead: true,
			bindings: { ...KEYMAP, app: { ...KEYMAP.app, 'ctrl+k': 'cycle-mode' } },
			holder: undefined,
		})
		assert.deepEqual(other, {
			app: { 'shift+tab': null, f6: 'cycle-mode' },
			composer: { 'ctrl+y': null },
		})
		const shared: KeyChanges = { ...taken, app: { 'ctrl+k': 'palette' } }
		assert.deepEqual(withUsualKeys(shared, bound), shared)
	})

	test('take all keys away and bring the usual ones back', () => {
		const without = withoutKeys({}, bound, KEYMAP)
		assert.deepEqual(without, { app: { 'ctrl+t': null } })
		const other = { ...without, page: { n: 'down' } }
		assert.deepEqual(withUsualKeys(other, bound), { page: { n: 'down' } })
		assert.deepEqual(withUsualKeys({ app: { 'ctrl+t': 'palette', f7: 'toggle-todo' } }, bound), {})
	})
})

describe('the table', () => {
	/** Readline's, and so the prompt's. */
	const READLINE = 'a b d e f k n p r u w y'.split(' ').map(letter => `ctrl+${letter}`)
	/** The prompt lets go of these when it is empty or has nothing to do with them. */
	const SHARED = ['escape', 'ctrl+c', 'ctrl+d', 'ctrl+b']

	test('gives the prompt the keys of readline', () => {
		for (const key of READLINE) assert.ok(Object.hasOwn(KEYMAP.composer, key), key)
	})

	test('has no key twice where both would get it', () => {
		const both = Object.keys(KEYMAP.app).filter(key => Object.hasOwn(KEYMAP.composer, key))
		assert.deepEqual(both.sort(), [...SHARED].sort())
		const inLists: readonly KeyContext[] = [
			'palette',
			'model-list',
			'several-list',
			'key-list',
			'tabs',
			'setting',
		]
		for (const context of inLists) {
			const twice = Object.keys(KEYMAP[context]).filter(key => Object.hasOwn(KEYMAP.picker, key))
			// Where there is something to go through, Tab does not choose.
			assert.deepEqual(
				twice.filter(key => key !== 'tab'),
				[],
				context,
			)
		}
	})
})
