// P1: how long until the program has said its version.

import { runChild } from './child.ts'
import { interleaved, type Measure } from './figure.ts'
import { makePlace } from './place.ts'

export const version: Measure = {
	row: 'P1',
	what: 'agent --version',
	async run({ node, agent, runs }) {
		const place = await makePlace()
		const wallMs = async (...args: string[]) => (await runChild({ file: node, args, ...place })).wallMs
		try {
			const { empty, agentMs } = await interleaved(runs, {
				empty: () => wallMs('-e', '0'),
				agentMs: () => wallMs(agent, '--version'),
			})
			const target = { atMost: 1.2 * empty, why: '1.2 × node -e 0' }
			return [
				{
					row: 'P1',
					what: version.what,
					value: agentMs,
					unit: 'ms',
					target,
					beside: `node -e 0: ${empty.toFixed(0)} ms`,
				},
			]
		} finally {
			await place.remove()
		}
	},
}
