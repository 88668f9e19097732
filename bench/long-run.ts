// X2: a run of 500 turns inside a window of 32 000 tokens: what the largest request is, how often history is condensed,
// and whether a turn at the end costs more than one at the beginning. Every request is counted by the vocabulary.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadTokenCounter } from '../src/runtime/context/tokens/token-counter.ts'
import { type RecordedRequest, startModelServer } from '../test/support/model-server/model-server.ts'
import { requestTokens } from '../test/support/runtime/request-tokens.ts'
import { runChild } from './child.ts'
import { type Measure, median } from './figure.ts'
import { makePlace } from './place.ts'

const TURNS = 500
const WINDOW = 32_000
const GOAL = 'Read all of the ledger and say who owes the most.'
const PLAN = ['read the ledger', 'add up what each one owes']
const SUMMARY =
	'## Goal\nWho owes the most.\n## Facts\nThe ledger is ledger.txt.\n## State\nRead up to here.\n## Next steps\nRead on.'

export const longRun: Measure = {
	row: 'X2',
	what: `${TURNS} turns in a window of ${WINDOW} tokens`,
	async run(bench) {
		const place = await makePlace()
		const server = await startModelServer()
		try {
			await writeFile(join(place.cwd, 'ledger.txt'), ledger())
			const home = place.environment.KEELSON_HOME ?? ''
			await mkdir(home, { recursive: true })
			const models = { 'openai/test-model': { windowTokens: WINDOW, maxOutputTokens: 4_000 } }
			await writeFile(join(home, 'settings.json'), JSON.stringify({ models }))
			server.onRequest(answers())
			await runChild({
				file: bench.node,
				args: [bench.agent, 'run', '-m', 'openai/test-model', '--max-turns', String(TURNS + 1), GOAL],
				cwd: place.cwd,
				environment: { ...place.environment, ...server.environment },
			})
			server.assertFinished()
			return await figures(server.requests)
		} finally {
			await server.close()
			await place.remove()
		}
	},
}

async function figures(requests: readonly RecordedRequest[]) {
	const count = await loadTokenCounter()
	const largest = Math.max(...requests.map(request => requestTokens(request, count)))
	const summaries = requests.filter(isForSummary).length
	const forgetful = requests.filter(({ bytes }, index) => !holdsAll(bytes, index)).length
	const gaps = requests
		.slice(1)
		.flatMap((request, index) =>
			isForSummary(request) || isForSummary(requests[index]!)
				? []
				: [request.atMs - requests[index]!.endedAtMs],
		)
	const row = longRun.row
	return [
		{ row, what: 'largest request', value: largest, unit: 'tokens' as const, target: { atMost: WINDOW } },
		{ row, what: 'times history was condensed', value: summaries, unit: 'count' as const },
		{
			row,
			what: 'requests without the goal or an open item of the plan',
			value: forgetful,
			unit: 'count' as const,
			target: { atMost: 0 },
		},
		{
			row,
			what: 'own time per turn, last 100 turns',
			value: median(gaps.slice(-100)),
			unit: 'ms' as const,
			target: { atMost: 5 },
			beside: `first 100: ${median(gaps.slice(0, 100)).toFixed(1)} ms`,
		},
	]
}

function answers() {
	let turn = 0
	return (request: RecordedRequest) => {
		if (isForSummary(request)) return { text: SUMMARY }
		turn += 1
		if (turn === TURNS) return { text: 'Cassandra.' }
		if (turn === 1) {
			const items = PLAN.map(text => ({ text, status: 'pending' }))
			return { calls: [{ name: 'todo', arguments: { items } }] }
		}
		const read = { path: 'ledger.txt', offset: turn * 20, limit: 60 }
		return { text: `Page ${turn}.`, calls: [{ name: 'read', arguments: read }] }
	}
}

function isForSummary({ bytes }: RecordedRequest): boolean {
	return bytes.includes('Do not call tools, and do not answer')
}

/** The plan is made in the first turn. */
function holdsAll(bytes: Buffer, index: number): boolean {
	return bytes.includes(GOAL) && (index === 0 || PLAN.every(item => bytes.includes(item)))
}

function ledger(): string {
	return Array.from(
		{ length: 11_000 },
		(_, line) => `${line}: ${NAMES[line % NAMES.length]} owes ${(line * 7919) % 997}\n`,
	).join('')
}

const NAMES = ['Ada', 'Ben', 'Cassandra', 'Dora', 'Emil']
