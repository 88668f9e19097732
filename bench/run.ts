// `npm run bench`: measures what SPEC's P rows promise, side by side in one run, and prints one table.
//   node bench/run.ts [P4 P10 …] [--json] [--runs N]

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { diffOnScreen } from './diff-rows.ts'
import type { Bench, Figure, Measure } from './figure.ts'
import { fullScreen } from './full-screen.ts'
import { gate } from './gate.ts'
import { longRun } from './long-run.ts'
import { manyFiles } from './map/many-files.ts'
import { repositoryMap } from './map/repository-map.ts'
import { mcpStart } from './mcp-start.ts'
import { version } from './p1-version.ts'
import { firstKey } from './p2-first-key.ts'
import { oneShot } from './p3-one-shot.ts'
import { turn } from './p4-turn.ts'
import { deltas } from './p5-deltas.ts'
import { streaming } from './p6-streaming.ts'
import { memory } from './p7-memory.ts'
import { firstRequest } from './p9-first-request.ts'
import { prefix } from './p10-prefix.ts'
import { firstPrompt } from './p13-first-prompt.ts'
import { review } from './review.ts'
import { scrubbing } from './scrub.ts'
import { serving, servingMany } from './serve.ts'
import { appending, longSessions } from './sessions.ts'
import { slowLink } from './slow-link.ts'
import { table } from './table.ts'
import { transcript } from './transcript.ts'
import { turnCounts } from './turn-counts.ts'

const MEASURES: readonly Measure[] = [
	version,
	firstKey,
	oneShot,
	turn,
	turnCounts,
	deltas,
	streaming,
	memory,
	longSessions,
	transcript,
	fullScreen,
	appending,
	firstRequest,
	prefix,
	firstPrompt,
	gate,
	longRun,
	scrubbing,
	diffOnScreen,
	review,
	mcpStart,
	slowLink,
]

/** Take minutes, and a database or other people's packages. */
const ONLY_WHEN_ASKED: readonly Measure[] = [serving, servingMany, repositoryMap, manyFiles]

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { json: { type: 'boolean', default: false }, runs: { type: 'string', default: '11' } },
})
const agent = new URL('../bin/agent.cjs', import.meta.url).pathname
if (!existsSync(agent)) {
	process.stderr.write(`${agent} is not there: build the program first (npm run build).\n`)
	process.exit(2)
}
const bench: Bench = { node: process.execPath, agent, runs: Number(values.runs) }
const wanted = positionals.map(name => name.toUpperCase())
const figures: Figure[] = []
const asked = [...MEASURES, ...ONLY_WHEN_ASKED].filter(({ row }) => wanted.includes(row))
for (const measure of wanted.length > 0 ? asked : MEASURES) {
	process.stderr.write(`${measure.row}  ${measure.what} …\n`)
	try {
		figures.push(...(await measure.run(bench)))
	} catch (error) {
		process.stderr.write(
			`${measure.row}  failed: ${error instanceof Error ? error.message : String(error)}\n`,
		)
		process.exitCode = 1
	}
}
process.stdout.write(values.json ? `${JSON.stringify(figures, null, 2)}\n` : `\n${table(figures)}`)
