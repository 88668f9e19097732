// P7 and P8: the memory of an idle screen, and what a long session adds to it and to the time until it takes a key.

import { startModelServer } from '../test/support/model-server.ts'
import { runChild } from './child.ts'
import { type Bench, type Figure, type Measure, median } from './figure.ts'
import { growSession } from './grow-session.ts'
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

export const resume: Measure = {
	row: 'P8',
	what: 'resume of a long session',
	async run(bench) {
		const place = await makePlace()
		const server = await startModelServer()
		server.onRequest(() => ({ text: 'An answer of middling length, with `code` in it.' }))
		const environment = { ...place.environment, ...server.environment }
		try {
			const args = [bench.agent, 'run', '-m', 'openai/test-model', 'A question of middling length']
			await runChild({ file: bench.node, args, cwd: place.cwd, environment })
			const fresh = await open(bench, place, ['-m', 'demo/demo'])
			const long = await growSession(place.environment.KEELSON_HOME ?? '', { messages: 5000 })
			const resumed = await open(bench, place, ['resume', long.sessionId])
			const huge = await growSession(place.environment.KEELSON_HOME ?? '', { events: 100_000 })
			const hugeOpen = await open(bench, place, ['resume', huge.sessionId])
			return [
				{
					row: 'P7',
					what: 'memory after a resume of 5 000 messages',
					value: resumed.residentMiB,
					unit: 'MiB',
					target: { atMost: 150 },
				},
				{
					row: 'P8',
					what: 'resume of 5 000 messages, over a fresh start',
					value: resumed.echoMs - fresh.echoMs,
					unit: 'ms',
					target: { atMost: 300 },
					beside: `fresh: ${fresh.echoMs.toFixed(0)} ms`,
				},
				{
					row: 'P8',
					what: 'resume of 100 000 events',
					value: hugeOpen.echoMs,
					unit: 'ms',
					target: { atMost: 1000 },
				},
			] satisfies Figure[]
		} finally {
			await server.close()
			await place.remove()
		}
	},
}

async function open(
	{ node, agent, runs }: Bench,
	place: Place,
	args: readonly string[],
): Promise<{ echoMs: number; residentMiB: number }> {
	const [echoesMs, residentsMiB]: [number[], number[]] = [[], []]
	for (let run = 0; run < Math.ceil(runs / 3); run++) {
		const screen = await openScreen({ file: node, args: [agent, ...args], ...place })
		try {
			echoesMs.push(await firstEchoMs(screen))
			await new Promise(resolve => setTimeout(resolve, 1500))
			residentsMiB.push(await screen.residentMiB())
		} finally {
			await screen.close()
		}
	}
	return { echoMs: median(echoesMs), residentMiB: median(residentsMiB) }
}
