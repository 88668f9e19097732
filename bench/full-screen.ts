// U-FULL: the screen on the whole window, at 200x50: what it costs while text streams in, what a key and a page cost, and
// what it takes in memory beside the inline one.

import { startModelServer } from '../test/support/model-server/model-server.ts'
import { runChild } from './child.ts'
import { type Bench, type Figure, type Measure, median } from './figure.ts'
import { growSession, NEWEST } from './grow-session.ts'
import { costUntil, DELAY_MS, keyLatencyMs, prose } from './p6-streaming.ts'
import { makePlace, type Place } from './place.ts'
import { firstEchoMs, openScreen, soon } from './screen.ts'
import { FRAME_END, until } from './transcript.ts'

const WINDOW = { cols: 200, rows: 50 }
const PAGE_UP = '\x1b[5~'
const PAGES = 60
const row = 'U-FULL'

export const fullScreen: Measure = {
	row,
	what: 'the screen on the whole window, 200x50',
	async run(bench) {
		const place = await makePlace()
		try {
			return [...(await streamingFigures(bench, place)), ...(await longFigures(bench, place))]
		} finally {
			await place.remove()
		}
	},
}

async function streamingFigures({ node, agent }: Bench, place: Place): Promise<Figure[]> {
	const server = await startModelServer()
	server.script({ text: prose(), deltaDelayMs: DELAY_MS })
	const environment = { ...place.environment, ...server.environment }
	const args = [agent, '--full', '-m', 'openai/test-model']
	const screen = await openScreen({ file: node, args, cwd: place.cwd, environment }, WINDOW)
	try {
		await firstEchoMs(screen)
		await quiet()
		screen.type('go')
		await quiet()
		screen.type('\r')
		await soon(server.waitForRequest(1), () => 'Enter sent no request')
		const { cpuShare, bytesPerDelta } = await costUntil(screen, 'THE-END')
		await quiet(1500)
		const keyMs = await keyLatencyMs(screen)
		const beside = `${bytesPerDelta.toFixed(0)} bytes a delta`
		return [
			{
				row,
				what: '200 deltas/s: share of one core',
				value: cpuShare,
				unit: '%',
				target: { atMost: 25 },
				beside,
			},
			{ row, what: 'key to screen', value: keyMs, unit: 'ms', target: { atMost: 10 } },
		]
	} finally {
		await screen.close()
		await server.close()
	}
}

/** Of a session of 100 000 events. */
async function longFigures(bench: Bench, place: Place): Promise<Figure[]> {
	const server = await startModelServer()
	server.onRequest(() => ({ text: 'An answer of middling length, with `code` in it.' }))
	try {
		const environment = { ...place.environment, ...server.environment }
		const args = [bench.agent, 'run', '-m', 'openai/test-model', 'A question of middling length']
		await runChild({ file: bench.node, args, cwd: place.cwd, environment })
		const size = { events: 100_000, condensedEvery: 2000 }
		const { sessionId } = await growSession(place.environment.KEELSON_HOME ?? '', size)
		const inline = await resumed(bench, place, sessionId, [])
		const full = await resumed(bench, place, sessionId, ['--full'])
		const more = full.memoryMiB - inline.memoryMiB
		return [
			{
				row,
				what: 'page up in 100 000 events, key to screen',
				value: full.pageMs,
				unit: 'ms',
				target: { atMost: 5 },
			},
			{
				row,
				what: `memory over inline, after ${PAGES} pages`,
				value: more,
				unit: 'MiB',
				target: { atMost: 20 },
			},
		]
	} finally {
		await server.close()
	}
}

async function resumed({ node, agent }: Bench, place: Place, sessionId: string, flags: readonly string[]) {
	const screen = await openScreen(
		{ file: node, args: [agent, 'resume', sessionId, ...flags], ...place },
		WINDOW,
	)
	try {
		await screen.shows(NEWEST)
		await firstEchoMs(screen)
		await quiet()
		const pages: number[] = []
		for (let page = 0; flags.length > 0 && page < PAGES; page++) {
			pages.push(await until(screen, PAGE_UP, FRAME_END))
			await quiet(30)
		}
		return { pageMs: pages.length > 0 ? median(pages) : 0, memoryMiB: await screen.residentMiB() }
	} finally {
		await screen.close()
	}
}

function quiet(ms = 400): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms))
}
