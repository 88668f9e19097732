// Plays every fault on every wire and prints what came of it, as Markdown:
//   node test/support/faults/fault-table.ts
// Wires that came to the same share a row.

import { FAULTS, type FaultCase, replyOf, WIRES } from './fault-cases.ts'
import { type Outcome, play, type WireName } from './fault-scene.ts'

const HEAD = ['fault', 'wire', 'requests', 'waits, ms', 'shown', 'commands', 'end (exit code)', 'next prompt']

for (const [group, faults] of Object.entries(FAULTS)) {
	print(`\n### ${group}\n`)
	print(rowOf(HEAD))
	print(rowOf(HEAD.map(() => '---')))
	for (const fault of faults) for (const row of await rowsOf(fault)) print(row)
}

async function rowsOf(fault: FaultCase): Promise<readonly string[]> {
	const wires = new Map<string, WireName[]>()
	for (const wire of fault.on ?? WIRES) {
		const { outcome, next } = await play({ wire, replyTo: (_, index) => replyOf(fault, index) })
		const cells = JSON.stringify(cellsOf(outcome, next))
		wires.set(cells, [...(wires.get(cells) ?? []), wire])
	}
	return [...wires].map(([cells, same]) => {
		const names = same.length === WIRES.length ? 'all' : same.join(', ')
		return rowOf([fault.fault, names, ...JSON.parse(cells)])
	})
}

function cellsOf(outcome: Outcome, next: Outcome): readonly string[] {
	const { requests, waits, shown, restarts, commands, end, exitCode } = outcome
	const texts = shown.filter(text => text !== '').map(quoted)
	return [
		String(requests),
		waits.join(', ') || '–',
		[...texts, ...(restarts > 0 ? ['(begun anew)'] : [])].join(' ') || '–',
		String(commands),
		`${end} (${exitCode})`,
		`${next.end}, ${quoted(next.answer)}`,
	]
}

function quoted(text: string): string {
	const length = text.length > 40 ? `${text.slice(0, 12)}… (${text.length} characters)` : text
	return `“${length}”`
}

function rowOf(cells: readonly string[]): string {
	return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`
}

function print(line: string): void {
	process.stdout.write(`${line}\n`)
}
