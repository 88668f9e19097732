// P6: what the screen costs while text streams in, and that it costs nothing when none does.

import { startModelServer } from '../test/support/model-server/model-server.ts'
import { type Bench, type Figure, type Measure, median } from './figure.ts'
import { makePlace, type Place } from './place.ts'
import { firstEchoMs, MARK_BYTES, MARK_KEY, openScreen, type Screen, soon } from './screen.ts'

const DELTAS = 1000
export const DELAY_MS = 5
const STOCK_INK = new URL('./stock-ink.mjs', import.meta.url).pathname

export const streaming: Measure = {
	row: 'P6',
	what: 'TUI, 200 deltas/s',
	async run(bench) {
		const place = await makePlace()
		try {
			const ink = await stockInk(bench, place)
			return await agentFigures(bench, place, ink)
		} finally {
			await place.remove()
		}
	},
}

type Cost = { cpuShare: number; bytesPerDelta: number }

async function agentFigures({ node, agent }: Bench, place: Place, ink: Cost): Promise<Figure[]> {
	const server = await startModelServer()
	server.script({ text: prose(), deltaDelayMs: DELAY_MS })
	const environment = { ...place.environment, ...server.environment }
	const screen = await openScreen({
		file: node,
		args: [agent, '-m', 'openai/test-model'],
		cwd: place.cwd,
		environment,
	})
	try {
		await firstEchoMs(screen)
		await quiet()
		// Whatever the first key left in the input line goes with the prompt.
		screen.type('go')
		await quiet()
		screen.type('\r')
		await soon(server.waitForRequest(1), () => 'Enter sent no request')
		const cost = await costUntil(screen, 'THE-END')
		await quiet(1500)
		const idleFrom = screen.output().length
		await quiet(3000)
		const idleBytes = screen.output().length - idleFrom
		const keyMs = await keyLatencyMs(screen)
		const all = screen.output()
		const clears = all.match(/\x1b\[[23]J|\x1b\[(?:1;1)?H/g)?.length ?? 0
		return [
			{
				row: 'P6',
				what: 'TUI, 200 deltas/s: share of one core',
				value: cost.cpuShare,
				unit: '%',
				target: { atMost: 20 },
				beside: `stock Ink: ${ink.cpuShare.toFixed(0)} %`,
				peers: 'pi 61, claude 74, codex 70, Ink 30',
			},
			{
				row: 'P6',
				what: 'bytes to the terminal per delta',
				value: cost.bytesPerDelta,
				unit: 'bytes',
				target: { atMost: 30 },
				beside: `stock Ink: ${ink.bytesPerDelta.toFixed(0)}`,
				peers: 'pi 216, claude 48, codex 488, Ink 139',
			},
			{
				row: 'P6',
				what: 'clears of screen or scrollback',
				value: clears,
				unit: 'count',
				target: { atMost: 0 },
			},
			{ row: 'P6', what: 'bytes in 3 s idle', value: idleBytes, unit: 'bytes', target: { atMost: 0 } },
			{ row: 'P6', what: 'key to screen', value: keyMs, unit: 'ms', target: { atMost: 10 } },
		]
	} finally {
		await screen.close()
		await server.close()
	}
}

async function stockInk({ node }: Bench, place: Place): Promise<Cost> {
	const screen = await openScreen({
		file: node,
		args: [STOCK_INK, String(DELTAS), String(DELAY_MS)],
		...place,
	})
	try {
		await firstEchoMs(screen)
		return await costUntil(screen, 'DONE')
	} finally {
		await screen.close()
	}
}

/** Of the deltas of `prose`. */
export async function costUntil(screen: Screen, end: string): Promise<Cost> {
	const [startMs, cpuBefore, from] = [performance.now(), await screen.cpuMs(), screen.output().length]
	const endMs = await screen.shows(end, from)
	const cpuMs = (await screen.cpuMs()) - cpuBefore
	return {
		cpuShare: (100 * cpuMs) / (endMs - startMs),
		bytesPerDelta: (screen.output().length - from) / DELTAS,
	}
}

export async function keyLatencyMs(screen: Screen): Promise<number> {
	const latenciesMs: number[] = []
	for (let press = 0; press < 21; press++) {
		const [from, pressedMs] = [screen.output().length, performance.now()]
		screen.type(MARK_KEY)
		latenciesMs.push((await screen.shows(MARK_BYTES, from)) - pressedMs)
		await quiet(40)
	}
	return median(latenciesMs)
}

/** Words in paragraphs, as an answer has them, and THE-END. */
export function prose(): string[] {
	const words = Array.from({ length: DELTAS - 1 }, (_, index) =>
		index % 60 === 59 ? `word${index}.\n\n` : `word${index} `,
	)
	return [...words, '\n\nTHE-END']
}

function quiet(ms = 300): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms))
}
