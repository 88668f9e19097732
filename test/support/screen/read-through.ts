// A dialog read to its end: scrolled page by page, every row of it once.

import type { ScreenTerminal } from './screen-terminal.ts'

type Readable = Pick<ScreenTerminal, 'screen' | 'type'> & {
	until(isMet: RegExp | ((screen: string) => boolean)): Promise<unknown>
}

const POSITION = /rows (\d+)–(\d+) of (\d+) ·/

/** @returns the rows that are scrolled, and below them the rest of the screen as it is at the end */
export async function readThrough(terminal: Readable): Promise<string> {
	const rows: string[] = []
	for (;;) {
		const screen = terminal.screen().split('\n')
		const place = screen.findIndex(row => POSITION.test(row))
		if (place < 0) return screen.join('\n')
		const [, first, last, all] = POSITION.exec(screen[place]!)!.map(Number) as [
			number,
			number,
			number,
			number,
		]
		const shown = screen.slice(place - (last - first + 1), place)
		for (const [index, row] of shown.entries()) rows[first - 1 + index] = row
		if (last === all) return [...rows, ...screen.slice(place)].join('\n')
		const before = screen[place]!
		terminal.type('\x1b[6~')
		await terminal.until(now => !now.includes(before))
	}
}
