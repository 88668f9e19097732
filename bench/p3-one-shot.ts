// P3: one short answer over a socket, from start to exit, and how long the process stays once it has said it.

import { startModelServer } from '../test/support/model-server/model-server.ts'
import { runChild } from './child.ts'
import { interleaved, type Measure, median } from './figure.ts'
import { makePlace } from './place.ts'

const BARE_REQUEST = new URL('./bare-request.mjs', import.meta.url).pathname

export const oneShot: Measure = {
	row: 'P3',
	what: 'agent run, one short answer',
	async run({ node, agent, runs }) {
		const place = await makePlace()
		const server = await startModelServer()
		server.onRequest(() => ({ text: ['Hello ', 'there.'] }))
		const environment = { ...place.environment, ...server.environment }
		const lingersMs: number[] = []
		const child = (...args: string[]) => runChild({ file: node, args, cwd: place.cwd, environment })
		try {
			const { empty, bare, agentMs } = await interleaved(runs, {
				empty: async () => (await child('-e', '0')).wallMs,
				bare: async () => (await child(BARE_REQUEST, server.url)).wallMs,
				agentMs: async () => {
					const run = await child(agent, 'run', '-m', 'openai/test-model', 'hi')
					lingersMs.push(run.lingerMs)
					return run.wallMs
				},
			})
			const target = { atMost: empty + 130, why: 'node -e 0 + 130' }
			const beside = `node -e 0: ${empty.toFixed(0)} ms, bare request: ${bare.toFixed(0)} ms`
			const peers = 'codex 331, pi 574, claude 1271'
			return [
				{ row: 'P3', what: oneShot.what, value: agentMs, unit: 'ms', target, beside, peers },
				{
					row: 'P3',
					what: 'result on stdout to process exit',
					value: median(lingersMs),
					unit: 'ms',
					target: { atMost: 20 },
				},
			]
		} finally {
			await server.close()
			await place.remove()
		}
	},
}
