// P7: the memory of an idle screen. What a long session adds to it is in sessions.ts.

import { type Bench, type Measure, median } from './figure.ts'
import { makePlace, type Place } from './place.ts'
import { firstEchoMs, openScreen } from './screen.ts'

export const memory: Measure = {
	row: 'P7',
	what: 'memory, idle TUI',
	async run(bench) {
		const place = await makePlace()
		try {
			const { residentMiB } = await open(bench, place, ['-m', 'demo/demo'])
			return [
				{
					row: 'P7',
					what: memory.what,
					value: residentMiB,
					unit: 'MiB',
					target: { atMost: 90 },
					peers: 'pi 119, claude 228, codex 343',
				},
			]
		} finally {
			await place.remove()
		}
	},
}

async function open(
	{ node, agent, runs }: Bench,
	place: Place,
	args: readonly string[],
): Promise<{ residentMiB: number }> {
	const residentsMiB: number[] = []
	for (let run = 0; run < Math.ceil(runs / 3); run++) {
		const screen = await openScreen({ file: node, args: [agent, ...args], ...place })
		try {
			await firstEchoMs(screen)
			await new Promise(resolve => setTimeout(resolve, 1500))
			residentsMiB.push(await screen.residentMiB())
		} finally {
			await screen.close()
		}
	}
	return { residentMiB: median(residentsMiB) }
}
