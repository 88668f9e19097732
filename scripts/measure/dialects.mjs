// What becomes of a call that a model wrote as text: each form in which models do so, with each of its faults. Prints a
// table and fails where a cell is not what it should be. Reads TypeScript, so it wants Node 22.18 or newer:
//   node scripts/measure/dialects.mjs

import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { CALLED_TOOLS, variantsOf, WRITTEN_FORMS } = await import(
	`${root}/test/fixtures/calls/written-calls.ts`
)
const { looksLikeCall } = await import(`${root}/src/providers/wire/calls/looks-like-call.ts`)
const { outcomeOf, partsOf, streamOf, WIRES } = await import(
	`${root}/test/support/providers/written-reply.ts`
)

const COLUMNS = ['intact', 'missing', 'single', 'trailing', 'unknown', 'sentence', 'two', 'quoted']
const READ = 'read {"path":"a.ts"}'
const CALLS = { read: [READ], 'read twice': [READ, 'list {}'], correction: [], text: [] }
const WORDS = { read: 'runs', 'read twice': 'both run', correction: 'sent back', text: 'text' }

const rows = []
const counts = { cells: 0, wrong: 0, cuts: 0, wrongCuts: 0, unreadSuccesses: 0 }
for (const form of WRITTEN_FORMS) {
	const cells = new Map()
	for (const [column, text, expected] of variantsOf(form))
		for (const wire of Object.keys(WIRES)) {
			const isRight = await becomes(wire, text, expected)
			counts.cells++
			if (!isRight) counts.wrong++
			cells.set(
				column,
				isRight && !cells.get(column)?.startsWith('WRONG') ? WORDS[expected] : `WRONG ${wire}`,
			)
		}
	rows.push([form.name, ...COLUMNS.map(column => cells.get(column) ?? '–'), await cutEverywhere(form)])
}
print([['form', ...COLUMNS, 'cut at each byte'], ...rows])
console.log(
	`\n${rows.length} forms over ${Object.keys(WIRES).length} wires: ${counts.cells} replies, ${counts.wrong} wrong; ` +
		`${counts.cuts} cuts, ${counts.wrongCuts} wrong; ${counts.unreadSuccesses} successes with an unread call`,
)
if (counts.wrong + counts.wrongCuts + counts.unreadSuccesses > 0) process.exitCode = 1

async function becomes(wire, text, expected) {
	const { calls, shown, end } = outcomeOf(await partsOf(wire, [streamOf(wire, text.match(/.{1,7}/gs))]))
	const isUnread = calls.length === 0 && looksLikeCall(shown, CALLED_TOOLS) !== undefined
	// A run ends well with this answer although something in it was meant to be done.
	if (expected !== 'text' && calls.length === 0 && !isUnread)
		counts.unreadSuccesses += expected === 'correction' ? 1 : 0
	const isAnswered =
		calls.length > 0 ? end === 'tool-calls' : shown === text && isUnread === (expected === 'correction')
	return JSON.stringify(calls) === JSON.stringify(CALLS[expected]) && isAnswered
}

async function cutEverywhere({ intact }) {
	const bytes = streamOf('chat', [intact])
	let wrong = 0
	for (let at = 1; at < bytes.length; at++) {
		const { calls, shown } = outcomeOf(await partsOf('chat', [bytes.subarray(0, at), bytes.subarray(at)]))
		if (JSON.stringify(calls) !== JSON.stringify([READ]) || shown.includes('a.ts')) wrong++
	}
	counts.cuts += bytes.length - 1
	counts.wrongCuts += wrong
	return `${bytes.length - 1 - wrong} of ${bytes.length - 1}`
}

function print(table) {
	const widths = table[0].map((_, at) => Math.max(...table.map(row => row[at].length)))
	for (const row of table)
		console.log(
			row
				.map((cell, at) => cell.padEnd(widths[at]))
				.join('  ')
				.trimEnd(),
		)
}
