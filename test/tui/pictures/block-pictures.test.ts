import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ImagePart } from '../../../src/core/messages.ts'
import type { ToolResult } from '../../../src/core/tool.ts'
import { pngFile } from '../../../src/tui/pictures/direct-pictures.ts'
import { startTui } from '../../../src/tui/start.tsx'
import {
	call,
	FakePort,
	opened,
	runEnd,
	runStart,
	said,
	toolEnd,
	toolStart,
} from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'
import { decodeSixel } from '../../support/screen/sixel-decoder.ts'

const PIXELS = pngFile({ width: 400, height: 100, rgba: new Uint8Array(400 * 100 * 4).fill(255) })
const image = (uri: string, sizeBytes = 34_000): ImagePart => ({
	...{ type: 'image', mediaType: 'image/png', sizeBytes },
	uri: `media://sha256-${uri}`,
})
const shows = (...content: ToolResult['content']): ToolResult => ({ outcome: 'ok', content })

test('a picture that was read stands below its call, is asked for once, and what cannot be shown has a name', async () => {
	const terminal = new ScreenTerminal(60, 20)
	const files = new Map([
		['media://sha256-good', PIXELS],
		['media://sha256-broken', new Uint8Array(9)],
	])
	const port = new FakePort({ readMedia: async uri => files.get(uri) })
	const environment = { HOME: '/home/me', TERM: 'xterm-256color' }
	const exited = startTui({
		...{ version: '1', environment, port, stdin: terminal.stdin, stdout: terminal.stdout },
	})
	port.emit(
		opened,
		runStart('look'),
		said(call('c0', 'read', { path: 'a.ts' })),
		toolStart('c0', 'read', { path: 'a.ts' }),
	)
	await terminal.until('read a.ts')
	// DA1: nobody asks while there is no picture.
	assert.equal(terminal.written.includes('\x1b[c'), false)

	const read = (id: string, ...images: readonly ImagePart[]) => [
		said(call(id, 'read', { path: `${id}.png` })),
		toolStart(id, 'read', { path: `${id}.png` }),
		toolEnd(id, 'read', shows({ type: 'text', text: 'PNG image' }, ...images)),
	]
	port.emit(toolEnd('c0', 'read'), ...read('good', image('good')))
	await terminal.until(() => terminal.written.includes('\x1b[c'))
	terminal.type('\x1b[6;10;5t\x1b[?1;0;16S\x1b[?62;4c')
	await terminal.until(() => /\x1bP0;1;0q[^\x1b]*\x1b\\/.test(terminal.written))
	const { width, height } = decodeSixel(/\x1bP0;1;0q[^\x1b]*\x1b\\/.exec(terminal.written)![0])
	// 60 columns of 5 pixels, but for the margins, and the aspect of the file.
	assert.deepEqual([width, height], [285, 71])

	port.emit(...read('broken', image('broken')), ...read('gone', image('gone')))
	port.emit(...read('huge', image('good', 900_000_000)), said('That is it.'), runEnd())
	await terminal.until('That is it.')
	await terminal.settled()
	assert.equal(terminal.written.split('\x1b[c').length, 2)
	assert.equal(terminal.written.split('\x1bP0;1;0q').length, 2)
	const rows = terminal.scrollback().split('\n')
	const start = rows.findIndex(row => row.includes('good.png'))
	assert.deepEqual(
		rows.slice(start, start + 16).map(row => row.replace(/ {2,}\d.*$/, '')),
		[
			'✓ read good.png',
			'  [image png 34 kB]',
			// 71 pixels are eight rows of ten, two fifths of the window.
			...Array.from({ length: 8 }, () => ''),
			'✓ read broken.png',
			'  [image png 34 kB]',
			'✓ read gone.png',
			'  [image png 34 kB]',
			'✓ read huge.png',
			'  [image png 900.0 MB]',
		],
	)
	// The answers were nobody's typing.
	assert.match(terminal.screen(), /Ask for anything/)
	port.close()
	await exited
})
