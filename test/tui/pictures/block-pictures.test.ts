import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ImagePart } from '../../../src/core/messages.ts'
import { USUAL_SCREEN } from '../../../src/core/screen/screen-settings.ts'
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
import { PICTURE_FILES } from '../../support/screen/picture-files.ts'
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

test('what the terminal reads by itself goes to it as it is, in rows that are known', async () => {
	const terminal = new ScreenTerminal(60, 20)
	const files = new Map<string, Uint8Array>([
		['media://sha256-jpeg', PICTURE_FILES.jpeg],
		['media://sha256-webp', PICTURE_FILES.webp],
		['media://sha256-gif', PICTURE_FILES.gif],
		['media://sha256-broken', PICTURE_FILES.jpeg.subarray(0, 100)],
	])
	const port = new FakePort({ readMedia: async uri => files.get(uri) })
	const environment = { HOME: '/home/me', TERM: 'xterm-256color' }
	const settings = { ...USUAL_SCREEN, reduceMotion: true }
	const exited = startTui({
		...{ version: '1', environment, port, stdin: terminal.stdin, stdout: terminal.stdout },
		screen: { first: settings, settled: async () => settings, runCommand: async () => '' },
	})
	const read = (id: string, mediaType: ImagePart['mediaType'], sizeBytes = 300) => [
		said(call(id, 'read', { path: id })),
		toolStart(id, 'read', { path: id }),
		toolEnd(id, 'read', shows({ ...image(id, sizeBytes), mediaType })),
	]
	port.emit(opened, runStart('look'), ...read('jpeg', 'image/jpeg'))
	await terminal.until(() => terminal.written.includes('\x1b[c'))
	terminal.type('\x1bP>|mintty 3.7.0\x1b\\\x1b[6;5;10t\x1b[?62;4c')
	port.emit(...read('webp', 'image/webp'), ...read('gif', 'image/gif'), ...read('broken', 'image/jpeg'))
	port.emit(...read('huge', 'image/jpeg', 4_000_000), said('That is it.'), runEnd())
	await terminal.until('That is it.')
	await terminal.settled()
	const sent = [...terminal.written.matchAll(/\x1b\]1337;File=([^:]*):([^\x07]*)\x07/g)]
	assert.deepEqual(
		sent.map(([, facts, data]) => [facts, data]),
		[
			[
				// 40 × 12 pixels in cells of 10 × 5.
				`inline=1;size=${PICTURE_FILES.jpeg.length};width=4;height=3;preserveAspectRatio=1;doNotMoveCursor=1`,
				PICTURE_FILES.jpeg.toString('base64'),
			],
		],
	)
	const rows = terminal.scrollback().split('\n')
	const start = rows.findIndex(row => row.includes('read jpeg'))
	assert.deepEqual(
		rows.slice(start, start + 6).map(row => row.replace(/ {2,}\d.*$/, '')),
		['✓ read jpeg', '  [image jpeg 300 B]', '', '', '', '✓ read webp'],
	)
	port.close()
	await exited
})
