// P4 in counts: what a turn asks of Node. Unlike times, they are the same on every machine.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Measure } from './figure.ts'
import { runToolLoop } from './tool-loop.ts'

type Counts = { promises: number; fileOperations: number }

const HOOKS = new URL('count-hooks.mjs', import.meta.url).href
const [FEW, MANY] = [21, 121]

export const turnCounts: Measure = {
	row: 'P4',
	what: 'a turn in counts',
	async run(bench) {
		const [few, many] = [await countsOf(bench, FEW), await countsOf(bench, MANY)]
		const perTurn = (name: keyof Counts) => (many[name] - few[name]) / (MANY - FEW)
		return [
			{
				row: 'P4',
				what: 'file operations through the thread pool, per turn of a read call',
				value: perTurn('fileOperations'),
				unit: 'count',
				target: { atMost: 4 },
				peers: '16 before',
			},
			{
				row: 'P4',
				what: 'promises per turn of a read call',
				value: perTurn('promises'),
				unit: 'count',
				peers: '738 before',
			},
		]
	},
}

async function countsOf(bench: Bench, turns: number): Promise<Counts> {
	const { counts } = await runToolLoop(bench, 'openai', turns, {
		environment: place => ({
			NODE_OPTIONS: `--import ${HOOKS}`,
			KEELSON_COUNTS: join(place.cwd, '../counts.json'),
		}),
		after: async place => ({
			counts: JSON.parse(await readFile(join(place.cwd, '../counts.json'), 'utf8')) as Counts,
		}),
	})
	return counts
}
