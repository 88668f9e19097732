// P2: how long until the screen takes a key, in a real terminal: the first typed character is back.

import { runChild } from './child.ts'
import { interleaved, type Measure } from './figure.ts'
import { makePlace } from './place.ts'
import { firstEchoMs, openScreen } from './screen.ts'

const STOCK_INK = new URL('./stock-ink.mjs', import.meta.url).pathname

export const firstKey: Measure = {
	row: 'P2',
	what: 'TUI: start to the first typed character on screen',
	async run({ node, agent, runs }) {
		const place = await makePlace()
		const echoMs = async (args: readonly string[]) => {
			const screen = await openScreen({ file: node, args, ...place })
			try {
				return await firstEchoMs(screen)
			} finally {
				await screen.close()
			}
		}
		try {
			const { empty, ink, agentMs } = await interleaved(runs, {
				empty: async () => (await runChild({ file: node, args: ['-e', '0'], ...place })).wallMs,
				ink: () => echoMs([STOCK_INK]),
				agentMs: () => echoMs([agent, '-m', 'demo/demo']),
			})
			return [
				{
					row: 'P2',
					what: firstKey.what,
					value: agentMs,
					unit: 'ms',
					target: { atMost: empty + 180, why: 'node -e 0 + 180' },
					beside: `node -e 0: ${empty.toFixed(0)} ms, stock Ink: ${ink.toFixed(0)} ms`,
					peers: 'codex 134–337, pi 910, claude 1169',
				},
			]
		} finally {
			await place.remove()
		}
	},
}
