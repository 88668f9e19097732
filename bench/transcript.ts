// U7 for the longest sessions: how long until the transcript viewer is open, what a page in it costs, and what it takes
// in memory.

import { startModelServer } from '../test/support/model-server/model-server.ts'
import { runChild } from './child.ts'
import { type Bench, type Figure, type Measure, median } from './figure.ts'
import { growSession, NEWEST } from './grow-session.ts'
import { makePlace, type Place } from './place.ts'
import { firstEchoMs, openScreen, type Screen } from './screen.ts'

const CTRL_O = '\x0f'
const PAGE_UP = '\x1b[5~'
/** How a frame ends: a synchronized update. */
export const FRAME_END = '\x1b[?2026l'
const PAGES = 60

export const transcript: Measure = {
	row: 'U7',
	what: 'transcript viewer over 100 000 events',
	async run(bench) {
		const place = await makePlace()
		const server = await startModelServer()
		server.onRequest(() => ({ text: 'An answer of middling length, with `code` in it.' }))
		try {
			const environment = { ...place.environment, ...server.environment }
			const args = [bench.agent, 'run', '-m', 'openai/test-model', 'A question of middling length']
			await runChild({ file: bench.node, args, cwd: place.cwd, environment })
			const size = { events: 100_000, condensedEvery: 2000 }
			const { sessionId } = await growSession(place.environment.KEELSON_HOME ?? '', size)
			const wide = await looked(bench, place, sessionId, { cols: 200, rows: 50 })
			return [
				...viewerFigures(await looked(bench, place, sessionId, { cols: 100, rows: 30 })),
				{
					row: 'U7',
					what: 'the same at 200x50, with the minimap',
					value: wide.moreMiB,
					unit: 'MiB',
					target: { atMost: 20 },
					beside: `a page there: ${wide.pageMs.toFixed(1)} ms`,
				},
			]
		} finally {
			await server.close()
			await place.remove()
		}
	},
}

type Looked = { firstMs: number; openMs: number; pageMs: number; moreMiB: number }

function viewerFigures({ firstMs, openMs, pageMs, moreMiB }: Looked): Figure[] {
	const row = 'U7'
	return [
		{
			row,
			what: 'Ctrl+O to the open transcript of 100 000 events',
			value: openMs,
			unit: 'ms',
			target: { atMost: 50 },
			beside: `the first time, with its modules: ${firstMs.toFixed(0)} ms`,
		},
		{ row, what: 'page up in it, key to screen', value: pageMs, unit: 'ms', target: { atMost: 5 } },
		{
			row,
			what: `memory over inline, after ${PAGES} pages`,
			value: moreMiB,
			unit: 'MiB',
			target: { atMost: 20 },
		},
	]
}

async function looked(
	{ node, agent }: Bench,
	place: Place,
	sessionId: string,
	window: { cols: number; rows: number },
): Promise<Looked> {
	const screen = await openScreen({ file: node, args: [agent, 'resume', sessionId], ...place }, window)
	try {
		await screen.shows(NEWEST)
		await firstEchoMs(screen)
		await quiet()
		const beforeMiB = await screen.residentMiB()
		// The first time it is loaded, too.
		const firstMs = await until(screen, CTRL_O, 'Esc closes')
		screen.type('q')
		await quiet()
		const openMs = await until(screen, CTRL_O, 'Esc closes')
		await quiet()
		const pages: number[] = []
		for (let page = 0; page < PAGES; page++) {
			pages.push(await until(screen, PAGE_UP, FRAME_END))
			await quiet(30)
		}
		const moreMiB = (await screen.residentMiB()) - beforeMiB
		return { firstMs, openMs, pageMs: median(pages), moreMiB }
	} finally {
		await screen.close()
	}
}

export async function until(screen: Screen, keys: string, shown: string): Promise<number> {
	const [from, pressedMs] = [screen.output().length, performance.now()]
	screen.type(keys)
	return (await screen.shows(shown, from)) - pressedMs
}

function quiet(ms = 400): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms))
}
