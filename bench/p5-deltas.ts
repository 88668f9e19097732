// P5: processor time for an answer in 5 000 pieces, over what an answer in one piece takes.

import { startModelServer } from '../test/support/model-server/model-server.ts'
import { childCpuMs, runChild } from './child.ts'
import { interleaved, type Measure } from './figure.ts'
import { makePlace } from './place.ts'

const DELTAS = 5000

export const deltas: Measure = {
	row: 'P5',
	what: 'processor time of 5 000 deltas over one',
	async run({ node, agent, runs }) {
		const place = await makePlace()
		const server = await startModelServer()
		const environment = { ...place.environment, ...server.environment }
		const options = {
			file: node,
			args: [agent, 'run', '-m', 'openai/test-model', 'hi'],
			cwd: place.cwd,
			environment,
		}
		const many = Array.from({ length: DELTAS }, (_, index) => `word${index} `)
		const answering = (text: readonly string[]) => () => {
			server.script({ text })
			return childCpuMs(options)
		}
		try {
			const { one, all } = await interleaved(Math.ceil(runs / 2), {
				one: answering(['word']),
				all: answering(many),
			})
			server.script({ text: many })
			const { stdout } = await runChild(options)
			if (stdout.trim() !== many.join('').trim())
				throw new Error(`the answer lost something on its way to stdout`)
			return [
				{
					row: 'P5',
					what: deltas.what,
					value: (all - one) / 1000,
					unit: 's',
					target: { atMost: 0.2 },
					beside: `one delta: ${(one / 1000).toFixed(2)} s`,
					peers: 'codex 0.5, pi 1.2',
				},
			]
		} finally {
			await server.close()
			await place.remove()
		}
	},
}
