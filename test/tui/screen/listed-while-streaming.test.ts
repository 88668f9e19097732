// A list below the prompt, or the search in earlier ones, while an answer streams: when it has gone, all is as without it.

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startTui } from '../../../src/tui/start.tsx'
import { FakePort, opened, runEnd, runStart, said, text } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

type Listing = { keys: string; close: string; shows: string }

const COMPLETES: Listing = { keys: '/', close: '\x7f', shows: '› /help' }
const FINDS_FILES: Listing = { keys: '@', close: '\x7f', shows: '› src/' }
const SEARCHES: Listing = { keys: '\x12', close: '\x1b', shows: '› prompt 4' }

const FILES = ['src/', 'src/a.ts', 'src/b.ts', 'test/', 'README.md', 'c.ts', 'd.ts', 'e.ts']
const PROMPTS = ['prompt 1', 'prompt 2', 'prompt 3', 'prompt 4']

const paragraphs = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => `paragraph ${from + index}.\n\n`).join('')

/** @param closes - while the answer streams, or when it has ended */
async function played(
	{ size: [columns, rows], before }: { size: readonly [number, number]; before: number },
	listing?: Listing,
	closes: 'meanwhile' | 'after' = 'after',
) {
	const terminal = new ScreenTerminal(columns, rows)
	const port = new FakePort({ files: async () => FILES, promptHistory: async () => PROMPTS })
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me', TMUX: '' },
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	const close = async () => {
		if (!listing) return
		terminal.type(listing.close)
		await terminal.until(screen => !screen.includes(listing.shows))
	}
	port.emit(opened)
	await terminal.until('claude-test · ask')
	if (before > 0) {
		port.emit(runStart('first'), said(paragraphs(1, before)), runEnd())
		await terminal.until(screen => screen.includes(`paragraph ${before}.`) && screen.includes('Ask for'))
	}
	port.emit(runStart('go'), text(paragraphs(101, 103)), text('begun'))
	await terminal.until('begun')
	const blankBefore = terminal.rowsBelow()
	if (listing) {
		terminal.type(listing.keys)
		await terminal.until(listing.shows)
	}
	port.emit(text(` and ended.\n\n${paragraphs(105, 125)}`), text('more'))
	await terminal.until(screen => /^more$/m.test(screen) && !screen.includes('begun'))
	if (listing) assert.ok(terminal.screen().includes(listing.shows))
	if (closes === 'meanwhile') {
		await close()
		// The frame is where it was, and all rows are there that were finished.
		await terminal.until(screen => screen.includes('paragraph 125.') && terminal.rowsBelow() <= blankBefore)
	}
	port.emit(
		text(' of it'),
		said(`${paragraphs(101, 103)}begun and ended.\n\n${paragraphs(105, 125)}more of it`),
	)
	port.emit(runEnd())
	await terminal.until(screen => !screen.includes('Working') && !screen.includes('Answering'))
	if (closes === 'after') await close()
	// The row between them is the last that is written.
	await terminal.until(/more of it\n\n(?:╭.*\n│ )?> Ask for/)
	const shown = { all: terminal.scrollback(), screen: terminal.screen(), below: terminal.rowsBelow() }
	port.close()
	await exited
	return shown
}

test('a list that is open while an answer streams leaves nothing out, nothing twice and no hole', async () => {
	const scenes = [
		{ size: [80, 24], before: 0, plays: [[SEARCHES, 'after']] },
		{
			size: [80, 24],
			before: 20,
			plays: [
				[FINDS_FILES, 'after'],
				[COMPLETES, 'meanwhile'],
			],
		},
		{ size: [40, 12], before: 20, plays: [[COMPLETES, 'after']] },
		{ size: [100, 30], before: 0, plays: [[FINDS_FILES, 'after']] },
		{ size: [100, 30], before: 20, plays: [[SEARCHES, 'meanwhile']] },
	] as const
	await Promise.all(
		scenes.map(async ({ plays, ...scene }) => {
			const expected = await played(scene)
			for (const [listing, closes] of plays)
				assert.deepEqual(
					await played(scene, listing, closes),
					expected,
					`${listing.shows} at ${scene.size} ${closes}`,
				)
		}),
	)
})
