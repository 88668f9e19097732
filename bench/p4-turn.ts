// P4: what the program itself takes for a turn, seen from the server: end of one reply to the next request.

import { type Measure, median } from './figure.ts'
import { runToolLoop } from './tool-loop.ts'

export const turn: Measure = {
	row: 'P4',
	what: 'own time per turn, 20-turn tool loop',
	async run(bench) {
		const short = await runToolLoop(bench, 'openai', 20)
		const long = await runToolLoop(bench, 'openai', 1000)
		const first = median(long.gapsMs.slice(0, 100))
		const last = median(long.gapsMs.slice(-100))
		const target = { atMost: 4.5, why: 'a bare loop and 2 ms' }
		return [
			{
				row: 'P4',
				what: turn.what,
				value: median(short.gapsMs),
				unit: 'ms',
				target,
				peers: 'pi 9.4, claude 44, codex 76',
			},
			{
				row: 'P4',
				what: 'the same, last 100 of 1000 turns',
				value: last,
				unit: 'ms',
				target,
				beside: `first 100: ${first.toFixed(1)} ms`,
			},
		]
	},
}
