import assert from 'node:assert/strict'
import { Text } from 'ink'
import { useReducer } from 'react'
import { describe, test } from 'vitest'
import { KeyInput } from '../../../src/tui/input/KeyInput.tsx'
import type { KeyPress } from '../../../src/tui/input/key-press.ts'
import { actionOf, KEYMAP } from '../../../src/tui/input/keymap.ts'
import { createKeyLayers, useKeys } from '../../../src/tui/input/use-keys.ts'
import { type FakeTerminal, fakeTerminal } from '../../support/screen/fake-terminal.ts'

function name(press: KeyPress): string {
	return press.kind === 'key' ? press.chord : `${press.kind}:${press.text}`
}

function Pressed() {
	const [names, add] = useReducer((before: readonly string[], next: string) => [...before, next], [])
	useKeys('app', press => {
		add(name(press))
		return true
	})
	return <Text>{names.join(' ')}</Text>
}

/** Types the reads and then a bar, so that the end is known. */
async function pressed(...reads: readonly string[]): Promise<string> {
	const terminal: FakeTerminal = fakeTerminal()
	const { unmount } = terminal.mount(
		<KeyInput>
			<Pressed />
		</KeyInput>,
	)
	for (const read of reads) {
		terminal.type(read)
		await new Promise(resolve => setImmediate(resolve))
	}
	terminal.type('|')
	const lines = await terminal.until(now => now.join('').includes('text:|'))
	unmount()
	return lines.join('').replace(/ ?text:\|$/, '')
}

describe('from bytes to keys', () => {
	test('plain keys', async () => {
		assert.equal(await pressed('a', '\r', '\t', '\x7f', '\x1b[A'), 'text:a enter tab backspace up')
	})

	test('keys that come in one read are taken apart in order', async () => {
		assert.equal(await pressed('yes\rno\n\x03'), 'text:yes enter text:no ctrl+j ctrl+c')
	})

	test('modifiers are named in one order', async () => {
		assert.equal(
			await pressed('\x1b[1;6A', '\x1bb', '\x1b[Z', '\x01', '\x1b\x7f', '\x1b\r', '\x1b[13;2u', '\x1f'),
			'ctrl+shift+up alt+b shift+tab ctrl+a alt+backspace alt+enter shift+enter ctrl+_',
		)
	})

	test('a key and its kitty form are the same key', async () => {
		assert.equal(
			await pressed('\x1b[97;5u', '\x1b[98;3u', '\x1b[27u', '\x1b[106;5u', '\x1b[9;2u', '\x1b[47;5u'),
			'ctrl+a alt+b escape ctrl+j shift+tab ctrl+/',
		)
	})

	test('a function key is a key, however the terminal sends it', async () => {
		assert.equal(
			await pressed(
				'\x1bOP',
				'\x1b[11~',
				'\x1b[[A',
				'\x1b[P',
				'\x1b[1;2Q',
				'\x1b[15;5~',
				'\x1b[23~',
				'\x1b[24~',
			),
			'f1 f1 f1 f1 shift+f2 ctrl+f5 f11 f12',
		)
		assert.equal(
			await pressed('\x1bOR', '\x1b[1;3S', '\x1b[5~', '\x1b[H', '\x1b[3~'),
			'f3 alt+f4 page-up home delete',
		)
	})

	test('an arrow key torn in two reads is an arrow key', async () => {
		assert.equal(await pressed('\x1b', '[', '1;5', 'C', 'x'), 'ctrl+right text:x')
	})

	test('half a character waits for its other half', async () => {
		const terminal = fakeTerminal()
		const { unmount } = terminal.mount(
			<KeyInput>
				<Pressed />
			</KeyInput>,
		)
		for (const byte of Buffer.from('é漢😀')) terminal.type(Uint8Array.of(byte))
		terminal.type('|')
		const lines = await terminal.until(now => now.join('').endsWith('|'))
		unmount()
		assert.equal(lines.join('').replaceAll('text:', '').replaceAll(' ', ''), 'é漢😀|')
	})

	test('a paste comes whole, with its line ends', async () => {
		assert.equal(await pressed('\x1b[200~a b', ' c\x1b[201~'), 'paste:a b c')
	})

	test('a lone Esc acts by itself', async () => {
		const terminal = fakeTerminal()
		const { unmount } = terminal.mount(
			<KeyInput>
				<Pressed />
			</KeyInput>,
		)
		terminal.type('\x1b')
		assert.deepEqual(await terminal.until(lines => lines.length > 0), ['escape'])
		unmount()
	})
})

describe('layers', () => {
	const press: KeyPress = { kind: 'text', text: 'a', at: 0 }

	test('the top layer is asked first and a taken key goes no further', () => {
		const layers = createKeyLayers()
		const asked: string[] = []
		const asking = (label: string, takes: boolean) => () => {
			asked.push(label)
			return takes
		}
		layers.add(0, asking('app', true))
		const remove = layers.add(50, asking('dialog', true))
		layers.add(10, asking('older', false))
		layers.add(10, asking('newer', false))
		assert.equal(layers.dispatch(press), true)
		remove()
		assert.equal(layers.dispatch(press), true)
		assert.deepEqual(asked, ['dialog', 'newer', 'older', 'app'])
	})

	test('a key that nobody takes is reported', () => {
		assert.equal(createKeyLayers().dispatch(press), false)
	})
})

test('a paste is never an action, whatever it says', () => {
	assert.equal(actionOf('dialog', { kind: 'paste', text: '1', at: 0 }), undefined)
	assert.equal(actionOf('dialog', { kind: 'text', text: '1', at: 0 }), 'once')
	assert.equal(actionOf('dialog', { kind: 'text', text: 'toString', at: 0 }), undefined)
})

test('no letter answers a question', () => {
	for (const context of ['dialog', 'trust'] as const)
		for (const key of Object.keys(KEYMAP[context])) assert.doesNotMatch(key, /^\p{L}$/u)
})

describe('keys of the user’s own', () => {
	const BINDINGS = {
		...KEYMAP,
		app: { ...KEYMAP.app, 'ctrl+x ctrl+e': 'palette', 'ctrl+x t': 'toggle-todo' },
	}

	function Acted() {
		const [names, add] = useReducer((before: readonly string[], next: string) => [...before, next], [])
		useKeys('app', press => {
			add(actionOf('app', press) ?? name(press))
			return true
		})
		return <Text>{names.join(' ')}</Text>
	}

	async function acted(typed: string): Promise<string> {
		const terminal = fakeTerminal()
		const { unmount } = terminal.mount(
			<KeyInput bindings={BINDINGS}>
				<Acted />
			</KeyInput>,
		)
		terminal.type(typed)
		terminal.type('|')
		const lines = await terminal.until(now => now.join('').includes('text:|'))
		unmount()
		return lines.join('').replace(/ ?text:\|$/, '')
	}

	test('several in a row are one, and nothing is lost when they are not', async () => {
		assert.equal(await acted('\x18\x05a\x18tb'), 'palette text:a toggle-todo text:b')
		assert.equal(await acted('\x18q\x18\x18\x05'), 'ctrl+x text:q ctrl+x palette')
		assert.equal(await acted('\x18\x1b[200~\x1b[201~x'), 'ctrl+x paste: text:x')
	})

	test('Esc gives up what was begun, and does nothing else', async () => {
		assert.equal(await acted('\x18\x1b[27ua'), 'text:a')
		assert.equal(await acted('\x1b[27u\x18\x05\x1b[27u'), 'interrupt palette interrupt')
	})
})
