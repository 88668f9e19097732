// P13: what a person feels at the keys: from Enter to the request at the server, and from a key to the screen when
// nothing else goes on.

import { startModelServer } from '../test/support/model-server/model-server.ts'
import { type Bench, type Measure, median } from './figure.ts'
import { makePlace } from './place.ts'
import { firstEchoMs, MARK_BYTES, MARK_KEY, openScreen, type Screen, soon } from './screen.ts'

const WORDS = 'please say hello'
const KEYS = 21

export const firstPrompt: Measure = {
	row: 'P13',
	what: 'TUI: Enter to the request, key to screen',
	async run(bench) {
		const firstMs: number[] = []
		const nextMs: number[] = []
		const keysMs: number[] = []
		for (let run = 0; run < bench.runs; run++) {
			const { enterMs, againMs, keyMs } = await oneSession(bench)
			firstMs.push(enterMs)
			nextMs.push(againMs)
			keysMs.push(keyMs)
		}
		const row = firstPrompt.row
		const unit = 'ms' as const
		return [
			{
				row,
				what: 'Enter to the request on the wire, first prompt',
				value: median(firstMs),
				unit,
				target: { atMost: 40 },
				beside: `second prompt: ${median(nextMs).toFixed(1)} ms`,
			},
			{ row, what: 'key to screen, idle', value: median(keysMs), unit, target: { atMost: 2 } },
		]
	},
}

/** Of the second session in a folder, so that there is an index; the prompt is typed as fast as a quick typist does. */
async function oneSession({ node, agent }: Bench): Promise<Record<'enterMs' | 'againMs' | 'keyMs', number>> {
	const place = await makePlace()
	const server = await startModelServer()
	server.onRequest(() => ({ text: 'THE-END' }))
	const environment = { ...place.environment, ...server.environment }
	const open = async () => {
		const args = [agent, '-m', 'openai-chat/test-model']
		const screen = await openScreen({ file: node, args, cwd: place.cwd, environment })
		await firstEchoMs(screen)
		await quiet(200)
		return screen
	}
	const enter = async (screen: Screen): Promise<number> => {
		for (const letter of WORDS) {
			screen.type(letter)
			await quiet(60)
		}
		const [from, number] = [screen.output().length, server.requests.length + 1]
		const pressedMs = performance.now()
		screen.type('\r')
		const request = await soon(server.waitForRequest(number), () => 'Enter sent no request')
		await screen.shows('THE-END', from)
		return request.atMs - pressedMs
	}
	try {
		const before = await open()
		await enter(before)
		await quiet(INDEXED_MS)
		await before.close()
		const screen = await open()
		try {
			const enterMs = await enter(screen)
			await quiet(300)
			const againMs = await enter(screen)
			await quiet(INDEXED_MS)
			return { enterMs, againMs, keyMs: await keyLatencyMs(screen) }
		} finally {
			await screen.close()
		}
	} finally {
		await server.close()
		await place.remove()
	}
}

/** By then what was said is in the index, and nothing goes on behind the screen. */
const INDEXED_MS = 1_500

async function keyLatencyMs(screen: Screen): Promise<number> {
	const latenciesMs: number[] = []
	for (let press = 0; press < KEYS; press++) {
		const [from, pressedMs] = [screen.output().length, performance.now()]
		screen.type(MARK_KEY)
		latenciesMs.push((await screen.shows(MARK_BYTES, from)) - pressedMs)
		await quiet(120)
	}
	return median(latenciesMs)
}

function quiet(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms))
}
